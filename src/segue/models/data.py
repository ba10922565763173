"""Reads the rows that ship with the package. Nothing here runs before the first question is asked.

The files are JSON with comments and trailing commas: people read and mend them, and JSON is read in a millisecond
where TOML takes fifteen, all of it on somebody's first call.
"""

from __future__ import annotations

from typing import Any

import msgspec

from segue.jsonc import plain_json
from segue.models.capabilities import Provider, Variant
from segue.models.place import Place
from segue.models.rows import Pattern, Row, provider_of, ways_of


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The models of one maker; `maker` is None for weights that nobody in particular serves."""

    maker: str | None
    models: dict[str, Row]
    patterns: tuple[Pattern, ...] = ()


class _Providers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shared: dict[str, tuple[Variant, ...]]
    providers: dict[str, Row]


def load_providers() -> tuple[dict[str, tuple[Variant, ...]], tuple[Provider, ...]]:
    """The variants that several hosts share, and the providers in the order of `providers.jsonc`."""
    data: _Providers = _read("providers.jsonc", _Providers)
    place = Place("providers.jsonc", "$.providers")
    built: dict[str, Provider] = {}
    for name, row in data.providers.items():
        base = ways_of(msgspec.to_builtins(built[row["like"]])) if "like" in row else {}
        built[name] = provider_of(name, row, base, data.shared, place.under(name))
    return data.shared, tuple(built.values())


def load_models() -> list[Section]:
    """The sections of `models.jsonc`; a row becomes a `Model` only when somebody asks for it."""
    return _read("models.jsonc", list[Section])


def _read(name: str, kind: Any) -> Any:
    from pathlib import Path

    return msgspec.json.decode(plain_json(Path(__file__).with_name(name).read_text(encoding="utf-8")), type=kind)
