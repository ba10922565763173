"""Rows of one's own laid over a registry: what they leave out stays as it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from segue.models.capabilities import Model, Provider
from segue.models.place import Place
from segue.models.registry import Registry
from segue.models.rows import Row, Rows, check_variants, led_by, provider_of, ways_of
from segue.models.suggestions import nearest

# Whom a provider that nobody knows is like unless it says so: the one that gets what every host takes.
_STRANGER: Final = "openai-compatible"


def with_rows(registry: Registry, rows: Mapping[str, Any], source: str = "rows") -> Registry:
    """A registry that knows these too: `{"providers": {…}, "models": {…}, "patterns": […]}`, as in a file.

    What a row leaves out stays as it is known; `source` is what errors call the rows.
    """
    place = Place(source)
    given = place.checked(rows, Rows)
    for name, row in given.providers.items():
        there = place.at(".providers").under(name)
        registry = registry.with_provider(_provider(name, there.checked(row, Row), there, registry))
    for index, pattern in enumerate(given.patterns):
        place.at(f".patterns[{index}].traits").checked({"id": "", **pattern.traits}, Model)
    if given.patterns:
        registry = registry.with_patterns(given.patterns)
    for name, row in given.models.items():
        there = place.at(".models").under(name)
        registry = registry.with_model(_model(name, there.checked(row, Row), there, registry))
    return registry


def _provider(name: str, row: Row, place: Place, registry: Registry) -> Provider:
    """The provider of a row: over the one of that name, else like the one that it names, else like a stranger."""
    like = place.at(".like").checked(row["like"], str) if "like" in row else None
    known = registry.provider(like or name)
    if like is not None and known is None:
        why = f"expected the id of a provider, got {like!r}.{nearest(like, registry.provider_names)}"
        raise place.at(".like").refused(why)
    base: Row
    if like is None and known is not None:
        base = msgspec.to_builtins(known)
        if known.id != name:
            base = {key: value for key, value in base.items() if key not in ("aliases", "name")}
    elif known is not None:
        base = _keyless(ways_of(msgspec.to_builtins(known)), row)
    elif (stranger := registry.provider(_STRANGER)) is not None:
        # Its ways in the one API that the row is about: nobody said that there are others.
        base = _keyless({**led_by(ways_of(msgspec.to_builtins(stranger)), row.get("api")), "routes": []}, row)
    else:
        base = {}
    made = provider_of(name, row, base, registry.shared, place)
    check_variants(name, row, place)
    return made


def _keyless(base: Row, row: Row) -> Row:
    """The base, which wants a key where the row names one."""
    return {**base, "key_required": "key_env" in row or "token_env" in row}


def _model(name: str, row: Row, place: Place, registry: Registry) -> Model:
    """The model of a row, over what is known of that name."""
    known = registry.model(name)
    base: Row = msgspec.to_builtins(known)
    if known.id != name:
        base["aliases"] = ()
    made = place.checked({**base, "known": True, **row, "id": name}, Model)
    if made.provider is not None and registry.provider(made.provider) is None:
        why = f"expected the id of a provider, got {made.provider!r}.{nearest(made.provider, registry.provider_names)}"
        raise place.at(".provider").refused(why)
    return made
