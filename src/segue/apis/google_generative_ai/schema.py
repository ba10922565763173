"""The part of JSON Schema that Gemini's `parameters` know [GEM-13]; `parametersJsonSchema` knows all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from segue.apis.reading import Wired, inside
from segue.jsontext import dump, load

_KNOWN: Final = frozenset(
    {"type", "format", "title", "description", "nullable", "enum", "default", "example", "pattern", "required"}
    | {"properties", "propertyOrdering", "property_ordering", "items", "anyOf", "any_of", "minimum", "maximum"}
    | {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}
    | {"min_items", "max_items", "min_length", "max_length", "min_properties", "max_properties"}
)
_FORMATS: Final = ("enum", "date-time")


class Fault(NamedTuple):
    """Where a schema says what `parameters` cannot say, and why."""

    path: str
    why: str
    certain: bool = True
    """False where something like it was seen to pass."""


def openapi_faults(schema: Any, path: str) -> list[Fault]:
    """What is wrong with a schema, and with those in it."""
    if not isinstance(schema, dict):
        return []
    return [fault._replace(path=f"{path}{fault.path}") for fault in _known_faults(dump(schema))]


@lru_cache(maxsize=256)
def _known_faults(text: str) -> tuple[Fault, ...]:
    return tuple(_faults(load(text), ""))


def _faults(schema: Any, path: str) -> Iterator[Fault]:
    level: Wired | None = schema
    if not isinstance(level, dict):
        return
    for key in sorted(level.keys() - _KNOWN):
        yield Fault(f"{path}.{key}", f"`parameters` knows no {key!r}")
    yield from _faults_of_type(level, path)
    for key, inner in inside(level.get("properties")).items():
        yield from _faults(inner, f"{path}.properties.{key}")
    yield from _faults(level.get("items"), f"{path}.items")
    for key in ("anyOf", "any_of"):
        held: list[Any] | None = level.get(key)
        for index, inner in enumerate(held if isinstance(held, list) else ()):
            yield from _faults(inner, f"{path}.{key}[{index}]")


def _faults_of_type(level: Wired, path: str) -> Iterator[Fault]:
    """What is wrong with one level of a schema, given its type."""
    kind = level.get("type")
    name = kind.lower() if isinstance(kind, str) else None
    if isinstance(kind, list):
        yield Fault(f"{path}.type", "a type is one word")
    elif kind is None and "anyOf" not in level and "any_of" not in level:
        yield Fault(path, "it does not say its type")
    if "enum" in level and (name != "string" or not all(isinstance(word, str) for word in level["enum"] or ())):
        yield Fault(f"{path}.enum", "only strings have a list of values")
    if name == "string" and level.get("format") not in (None, *_FORMATS):
        yield Fault(f"{path}.format", f"strings have the formats {', '.join(_FORMATS)}")
    if name == "array" and not isinstance(level.get("items"), dict):
        yield Fault(f"{path}.items", "a list says what it holds")
    if level.get("properties") and name not in ("object", None):
        yield Fault(f"{path}.properties", "only objects have properties")
    if name == "object" and level.get("properties") == {}:
        yield Fault(f"{path}.properties", "an object has some properties, or does not say so", certain=False)
