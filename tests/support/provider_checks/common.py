"""What every provider's checks share: the violation, strings, images, names and models."""

import base64
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from support.jsonish import Json, JsonObject, as_list, as_object, walk

SURROGATE = re.compile("[\ud800-\udfff]")

IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")

MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
)

BASE64 = re.compile(r"[A-Za-z0-9+/\s]*={0,2}\s*")

SCHEMA_TYPES = {"object", "array", "string", "number", "integer", "boolean", "null"}

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"


@dataclass(frozen=True)
class Violation:
    rule: str
    path: str
    message: str
    certain: bool = True
    """False for rules that only some servers, or older ones, enforce."""

    def __str__(self) -> str:
        return f"{self.rule} {self.path}: {self.message}"


def plain_json(payload: JsonObject) -> Iterator[Violation]:
    """A body must be writable as strict JSON in UTF-8, keys and strings inside arguments included."""
    try:
        json.dumps(payload, allow_nan=False)
    except (TypeError, ValueError) as refused:
        yield Violation("U-3", "$", f"is not plain JSON: {refused}")
    for path, value in walk(payload):
        texts: Iterable[str] = (value,) if isinstance(value, str) else value.keys() if isinstance(value, dict) else ()
        if any(SURROGATE.search(text) for text in texts):
            yield Violation("U-1", path, "holds a lone surrogate")


def is_blank(text: str) -> bool:
    return not text.strip().strip(ZERO_WIDTH).strip()


def sniffed(data: bytes) -> str | None:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((media_type for magic, media_type in MAGIC if data.startswith(magic)), None)


def image_bytes_problem(data: str, declared: str) -> str | None:
    """What is wrong with base64 image data that is declared to be of a type."""
    problem = base64_problem(data)
    if problem:
        return problem
    actual = sniffed(base64.b64decode(data[:64]))
    return f"is declared {declared} but its bytes are {actual}" if actual and actual != declared else None


def base64_problem(data: str) -> str | None:
    """What keeps a server from reading data as base64 in its standard alphabet."""
    if data.startswith("data:"):
        return "base64 data begins with a data: prefix"
    return None if data and BASE64.fullmatch(data) else f"is not base64: {data[:40]!r}"


def data_url(url: str) -> tuple[str, str] | None:
    """The media type and the base64 data of a data URL."""
    found = re.fullmatch(r"data:([^;,]*)(?:;[^;,]*)*;base64,(.*)", url, re.DOTALL)
    return (found[1], found[2]) if found else None


def pattern_problem(text: Json, pattern: str) -> str | None:
    if isinstance(text, str) and re.fullmatch(pattern, text):
        return None
    return f"{text!r:.80} does not match {pattern}"


def no_tools(payload: JsonObject) -> bool:
    return not as_list(payload.get("tools"))


def claude_version(model: str) -> tuple[int, int] | None:
    """Of `claude-opus-4-6` (4, 6), of `claude-3-5-sonnet` (3, 5)."""
    name = model.rsplit("/", 1)[-1].replace("@", "-")
    found = re.search(r"claude-(?:[a-z]+-)?(\d)(?:[-.](\d)(?!\d))?", name)
    return (int(found[1]), int(found[2] or 0)) if found else None


def gemini_major(model: str) -> int | None:
    found = re.search(r"gemini-(\d)", model)
    return int(found[1]) if found else None


def is_openai_reasoner(model: str) -> bool:
    name = model.rsplit("/", 1)[-1]
    return re.match(r"(o\d|gpt-[5-9]|codex)", name) is not None and "chat" not in name


def schema_violations(rule: str, path: str, schema: Json) -> Iterator[Violation]:
    """A tool's parameters are a JSON Schema of an object, with JSON Schema's own names of types at every level."""
    if as_object(schema).get("type") != "object":
        yield Violation(rule, path, "is not a schema of type object")
    for inner_path, inner in _subschemas(schema, path):
        named = inner.get("type")
        for each in named if isinstance(named, list) else [named]:
            if each is not None and each not in SCHEMA_TYPES:
                yield Violation(rule, inner_path, f"{each!r} is no type of JSON Schema")


def _subschemas(schema: Json, path: str) -> Iterator[tuple[str, JsonObject]]:
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key in ("properties", "$defs", "definitions"):
        for name, member in as_object(schema.get(key)).items():
            yield from _subschemas(member, f"{path}.{key}.{name}")
    for key in ("items", "additionalProperties"):
        yield from _subschemas(schema.get(key), f"{path}.{key}")
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for index, member in enumerate(as_list(schema.get(key))):
            yield from _subschemas(member, f"{path}.{key}[{index}]")
