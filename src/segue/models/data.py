"""Reads the rows that ship with the package. Nothing here runs before the first question is asked.

The files are JSON with `//` comment lines and trailing commas: people read and mend them, and JSON is read in
a millisecond where TOML takes fifteen, all of it on somebody's first call.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from segue.models.capabilities import Provider, Variant

Row = dict[str, Any]


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Traits shared by all models whose id matches: a family's careful defaults, or a generation's gifts."""

    match: tuple[str, ...]
    traits: Row


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The models of one maker; `maker` is None for weights that nobody in particular serves."""

    maker: str | None
    models: dict[str, Row]
    patterns: tuple[Pattern, ...] = ()


class _Providers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    templates: tuple[Variant, ...]
    providers: dict[str, Row]


def load_providers() -> tuple[Provider, ...]:
    """The providers of `providers.jsonc`, in its order."""
    data = msgspec.json.decode(_read("providers.jsonc"), type=_Providers)
    return tuple(_provider(name, row, data.templates) for name, row in data.providers.items())


def load_models() -> list[Section]:
    """The sections of `models.jsonc`; a row becomes a `Model` only when somebody asks for it."""
    return msgspec.json.decode(_read("models.jsonc"), type=list[Section])


def _read(name: str) -> str:
    from pathlib import Path

    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return re.sub(r",(?=\s*[\]}])", "", re.sub(r"(?m)^\s*//.*$", "", text))


def _provider(name: str, row: Row, templates: tuple[Variant, ...]) -> Provider:
    """A row as a provider; one that keeps to the models' chat templates inherits what those demand."""
    variants = (*(templates if row.pop("chat_templates", False) else ()), *row.pop("variants", ()))
    return msgspec.convert({"id": name, **row, "variants": variants}, Provider)
