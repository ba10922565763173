"""What can be told of a JSON Schema before a provider refuses it, and what mends it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from segue.apis.reading import Wired, inside, only_objects
from segue.jsontext import copy, dump, encode_bytes, load

_TYPES: Final = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})


def first_fault(schema: Wired) -> str | None:
    """Why it is no schema of an object, as far as types go."""
    return _first_fault(dump(schema))


# A program declares the same tools with every request, and walking through them costs more than all else about them.
@lru_cache(maxsize=256)
def _first_fault(text: str) -> str | None:
    schema: Wired = load(text)
    if schema.get("type") != "object":
        return f"parameters are of type 'object', and these are of {schema.get('type')!r}"
    for path, inner in _subschemas(schema, ""):
        named: list[Any] | str | None = inner.get("type")
        for each in named if isinstance(named, list) else [named]:
            if not _is_type(each):
                return f"{each!r} is no type of JSON Schema{_at(path)}"
    return None


def are_sound(tools: list[Any]) -> bool:
    """Is there nothing to mend in the schemas of these definitions, nested or not?"""
    return _are_sound(encode_bytes(tools))


@lru_cache(maxsize=32)
def _are_sound(text: bytes) -> bool:
    tools = only_objects(load(text))
    functions = [*tools, *(inside(tool.get("function")) for tool in tools)]
    return not any(map(_first_flaw, functions))


def _first_flaw(function: Wired) -> str | None:
    schema: Wired | None = function.get("parameters")
    if not isinstance(schema, dict):
        return None
    return first_fault(schema) or (first_lack_of_strictness(schema) if function.get("strict") is True else None)


def mended(schema: Wired) -> Wired:
    """A schema of an object that has only types that there are; any value may stand where none is left."""
    if schema.get("type") is None:
        return mended({**schema, "type": "object"})
    if schema["type"] != "object":
        return {"type": "object", "properties": {}}
    schema = copy(schema)
    for _, inner in _subschemas(schema, ""):
        named: list[Any] | str | None = inner.get("type")
        if not all(map(_is_type, named if isinstance(named, list) else [named])):
            del inner["type"]
    return schema


def first_lack_of_strictness(schema: Wired) -> str | None:
    """Why it is not strict: every object names all its keys as required, and allows no others."""
    return _first_lack_of_strictness(dump(schema))


@lru_cache(maxsize=256)
def _first_lack_of_strictness(text: str) -> str | None:
    schema: Wired = load(text)
    for path, inner in _subschemas(schema, ""):
        properties = inside(inner.get("properties"))
        if inner.get("type") != "object" and not properties:
            continue
        if inner.get("additionalProperties") is not False:
            return f"additionalProperties is not false{_at(path)}"
        required: list[Any] | None = inner.get("required")
        missing = [key for key in properties if key not in (required if isinstance(required, list) else ())]
        if missing:
            return f"{missing[0]!r} is not required{_at(path)}"
    return None


def _is_type(named: Any) -> bool:
    return named is None or (isinstance(named, str) and named in _TYPES)


def _at(path: str) -> str:
    return f" at {path}" if path else ""


def _subschemas(schema: Any, path: str) -> Iterator[tuple[str, Wired]]:
    held: Wired | None = schema
    if not isinstance(held, dict):
        return
    yield path, held
    for key in ("properties", "$defs", "definitions"):
        for name, member in inside(held.get(key)).items():
            yield from _subschemas(member, f"{path}.{key}.{name}")
    for key in ("items", "additionalProperties"):
        yield from _subschemas(held.get(key), f"{path}.{key}")
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        members: list[Any] | None = held.get(key)
        for index, member in enumerate(members if isinstance(members, list) else ()):
            yield from _subschemas(member, f"{path}.{key}[{index}]")
