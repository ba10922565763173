"""Plain JSON values, typed, and the few ways in which the oracles look at them."""

import json
from collections.abc import Iterator
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

# What stands under these keys is the people's, the models' or the tools' own, whatever its form.
FREE_FORM = {
    "arguments",
    "args",
    "response",
    "parameters",
    "parametersJsonSchema",
    "input_schema",
    "json",
    "schema",
    "responseSchema",
    "responseJsonSchema",
    "metadata",
    "labels",
}


def parse(text: str | bytes) -> Json:
    value: Json = json.loads(text)
    return value


def parse_or_none(text: str) -> Json:
    """The JSON value that a text holds, or None where it holds none."""
    try:
        return parse(text)
    except ValueError:
        return None


def as_object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def as_text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def get(value: Json, *keys: str) -> Json:
    for key in keys:
        value = as_object(value).get(key)
    return value


def either(value: JsonObject, *spellings: str) -> Json:
    """The first of several spellings of one key; Gemini's servers read both camelCase and snake_case."""
    return next((value[spelling] for spelling in spellings if value.get(spelling) is not None), None)


def objects(value: Json, path: str) -> list[tuple[str, JsonObject]]:
    """The objects of a list, each with its path."""
    return [(f"{path}[{index}]", item) for index, item in enumerate(as_list(value)) if isinstance(item, dict)]


def walk(value: Json, path: str = "$") -> Iterator[tuple[str, Json]]:
    """Every value in document order with its path, containers before what they hold."""
    yield path, value
    if isinstance(value, dict):
        for key, member in value.items():
            yield from walk(member, f"{path}.{key}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from walk(member, f"{path}[{index}]")


def strings(value: Json) -> Iterator[str]:
    return (member for _, member in walk(value) if isinstance(member, str))


def leaves(value: Json) -> list[Json]:
    return [member for _, member in walk(value) if not isinstance(member, dict | list)]
