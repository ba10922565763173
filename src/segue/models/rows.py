"""Rows as people write them: what a file of them holds, and how one is laid over another.

The shipped files and a file of one's own hold the same rows. A row of one's own for a provider that is known is laid
over the known row; a new one starts from the provider that it is `like`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from segue.models.capabilities import Dialect, Model, Provider, Variant
from segue.models.place import Place

Row = dict[str, Any]

#: What nobody takes over from the provider that he is like: its names, its keys, its prices.
_ITS_OWN: Final = ("id", "name", "aliases", "key_env", "token_env", "base_url_env", "header_env", "price_list")
#: What makes the wire that a provider usually speaks, and each of the others.
_WIRE: Final = ("api", "base_url", "path", "stream_path", "dialect", "auth", "key_env", "base_url_env")


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Traits shared by all models whose id matches: a family's careful defaults, or a generation's gifts."""

    match: tuple[str, ...]
    traits: Row


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of rows of one's own holds. What an editor looks up in `$schema` is its business."""

    providers: dict[str, Any] = {}
    models: dict[str, Any] = {}
    patterns: tuple[Pattern, ...] = ()
    schema: str | None = msgspec.field(default=None, name="$schema")


def provider_of(name: str, row: Row, base: Row, shared: Mapping[str, tuple[Variant, ...]], place: Place) -> Provider:
    """The provider that a row tells, over a row that it starts from; the key of shared variants adds them."""
    added = [variant for key, variants in shared.items() if row.get(key) for variant in variants]
    row = {key: value for key, value in row.items() if key != "like" and key not in shared}
    made = place.checked({**row, "id": name}, Provider)
    if base:
        made = place.checked({**laid_over(base, row), "id": name}, Provider)
    return replace(made, variants=(*added, *made.variants)) if added else made


def check_variants(name: str, row: Row, place: Place) -> None:
    """What the variants of a row change has to be flags and traits, which nobody looks at before they match."""
    for index, variant in enumerate(row.get("variants", ())):
        there = place.at(f".variants[{index}]")
        there.at(".dialect").checked(variant.get("dialect", {}), Dialect)
        there.at(".model").checked({"id": name, **variant.get("model", {})}, Model)


def ways_of(row: Row) -> Row:
    """What another provider takes over that is like this one."""
    routes = [{key: value for key, value in route.items() if key not in _ITS_OWN} for route in row.get("routes", ())]
    return {key: value for key, value in row.items() if key not in _ITS_OWN} | {"routes": routes}


def laid_over(base: Row, row: Row) -> Row:
    """A provider's row over another: keys replace, flags and routes are joined, variants come behind the others."""
    if not base:
        return row
    base = led_by(base, row.get("api"))
    if row.get("base_url") is not None:
        base = _moved(base, row)
    routes: dict[str, Row] = {route["api"]: route for route in base.get("routes", ())}
    for route in row.get("routes", ()):
        routes[route["api"]] = _joined(routes.get(route["api"], {}), route)
    return {
        **_joined(base, row),
        "routes": list(routes.values()),
        "variants": [*base.get("variants", ()), *row.get("variants", ())],
    }


def _joined(base: Row, row: Row) -> Row:
    return {**base, **row, "dialect": {**base.get("dialect", {}), **row.get("dialect", {})}}


def led_by(base: Row, api: str | None) -> Row:
    """The row with that API as its usual one, and with what was that as a route."""
    usual = base.get("api", "openai-completions")
    if api is None or api == usual:
        return base
    routes: list[Row] = list(base.get("routes", ()))
    leads = next((route for route in routes if route["api"] == api), {"api": api})
    stays = {key: value for key, value in base.items() if key not in _WIRE or key in ("auth", "key_env")}
    says = {key: leads[key] for key in _WIRE if leads.get(key)}
    left = {key: base[key] for key in _WIRE if key in base} | {"api": usual}
    return {**stays, **says, "routes": [left, *(route for route in routes if route is not leads)]}


def _moved(base: Row, row: Row) -> Row:
    """The base at the row's address; its routes that were at the old one come along."""
    old: str | None = base.get("base_url")
    before, after = _without_version(old or ""), _without_version(row["base_url"])
    env = {key: row[key] for key in ("base_url_env",) if key in row}

    def there(route: Row) -> Row:
        at: str | None = route.get("base_url")
        if old is None or at is None:
            return {**route, **env, "base_url": row["base_url"]} if old is at else route
        return {**route, **env, "base_url": after + at[len(before) :]} if at.startswith(before) else route

    return {**base, "routes": [there(route) for route in base.get("routes", ())]}


def _without_version(address: str) -> str:
    return re.sub(r"(/v\d+[a-z]*)?/?$", "", address)
