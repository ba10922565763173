"""AWS's published model of a service, as botocore carries it, and what it refuses in a request."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from .jsonish import Json, JsonObject, as_list, as_object, as_text, get, parse

BEDROCK = ("data", "bedrock-runtime", "2023-09-30", "service-2.json.gz")


@cache
def shapes() -> JsonObject:
    """The shapes of Bedrock's runtime."""
    packed = files("botocore").joinpath(*BEDROCK).read_bytes()
    return as_object(get(parse(gzip.decompress(packed)), "shapes"))


def problems(shape: str, value: Json, path: str = "$") -> Iterator[str]:
    """Where a value is not of a shape; bytes are base64 text, as they are in JSON."""
    told = as_object(shapes()[shape])
    if told.get("document"):
        return
    match told["type"]:
        case "structure":
            yield from _structure(shape, told, value, path)
        case "list":
            if not isinstance(value, list):
                yield f"{path}: is no list"
                return
            yield from _size(told, len(value), path)
            for index, member in enumerate(value):
                yield from problems(as_text(get(told, "member", "shape")), member, f"{path}[{index}]")
        case "map":
            for key, member in as_object(value).items():
                yield from problems(as_text(get(told, "value", "shape")), member, f"{path}.{key}")
        case "string" | "blob":
            yield from _text(told, value, path)
        case "boolean":
            if not isinstance(value, bool):
                yield f"{path}: is no boolean"
        case _:
            if isinstance(value, bool) or not isinstance(value, int | float):
                yield f"{path}: is no number"
            else:
                yield from _size(told, value, path)


def _structure(shape: str, told: JsonObject, value: Json, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: is no object"
        return
    members = as_object(told.get("members"))
    for name in as_list(told.get("required")):
        if as_text(name) not in value:
            yield f"{path}: lacks {name}"
    if told.get("union") and len(value) != 1:
        yield f"{path}: {shape} has one member, not {len(value)}"
    for key, member in value.items():
        if key in members:
            yield from problems(as_text(get(members, key, "shape")), member, f"{path}.{key}")
        else:
            yield f"{path}: {shape} has no {key!r}"


def _text(told: JsonObject, value: Json, path: str) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{path}: is no text"
        return
    yield from _size(told, len(value), path)
    words, pattern = as_list(told.get("enum")), as_text(told.get("pattern"))
    if words and value not in words:
        yield f"{path}: {value!r:.60} is none of {', '.join(map(str, words))}"
    if pattern and not re.fullmatch(pattern, value):
        yield f"{path}: {value!r:.60} does not match {pattern}"


def _size(told: JsonObject, size: float, path: str) -> Iterator[str]:
    least, most = told.get("min"), told.get("max")
    if isinstance(least, int) and size < least:
        yield f"{path}: {size} is less than {least}"
    if isinstance(most, int) and size > most:
        yield f"{path}: {size} is more than {most}"
