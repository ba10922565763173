"""JSON as the core needs it: texts in and out, copies that share strings, and the first thing that is wrong."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

from segue.errors import InvalidHistory, kind_of

encode_bytes = msgspec.json.Encoder().encode
decode_bytes = msgspec.json.Decoder().decode
_pack = msgspec.msgpack.Encoder().encode

#: A container copied to the bottom, strings shared.
copy: Callable[[Any], Any] = msgspec.to_builtins

#: What holds other values; the keys of what people give need not be strings.
_Container: TypeAlias = dict[object, Any] | list[Any] | tuple[Any, ...]

#: Where boto3 and Google's SDK give and take bytes, and JSON has their base64.
_BLOBS = (
    ".bytes",
    ".redactedContent",
    ".inline_data.data",
    ".inlineData.data",
    ".thought_signature",
    ".thoughtSignature",
)

#: Bodies beyond this are written by machines, and looking for a key that stands twice costs more than reading them.
DUPLICATE_KEYS_SOUGHT_UP_TO = 128 * 1024

#: NaN and infinity are the doubles (tag 0xcb) whose exponent is all ones; texts and other numbers may look like them.
_NOT_A_NUMBER = re.compile(b"\xcb[\x7f\xff][\xf0-\xff]")
#: So many bytes that only look like the beginning of NaN are gone through one by one.
_FEW = 100
SURROGATE = re.compile("[\ud800-\udfff]")
#: Half a character, escaped in JSON.
ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def dump(value: Any) -> str:
    """Compact JSON text of an owned value; the order of keys is kept."""
    return encode_bytes(value).decode()


def load(text: str | bytes) -> Any:
    """The value of a JSON text; ValueError where it is none."""
    try:
        return decode_bytes(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def load_object(text: str) -> dict[str, Any] | None:
    """The object that a JSON text spells, or None. An empty text is how some models write no arguments."""
    try:
        value: dict[str, Any] | None = decode_bytes(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None if text and not text.isspace() else {}
    if value is None:
        return {}
    return value if type(value) is dict else None


def owned_at(places: list[int], values: list[Any]) -> list[Any]:
    """The list, with copies where it holds what belongs to somebody else; all of them are made in one call."""
    if len(places) == len(values):
        return copy(values)
    for place, value in zip(places, copy([values[place] for place in places]), strict=True):
        values[place] = value
    return values


def own(value: Any, plain: Callable[[Any], Any] | None = None) -> Any:
    """A copy that nobody else holds, known to be JSON: no NaN, no lone surrogate, no cycle.

    ``plain`` turns foreign objects (an SDK's) into JSON values.
    """
    try:
        owned = msgspec.to_builtins(value, enc_hook=plain, str_keys=True)
        packed = _pack(owned)
    except (UnicodeEncodeError, TypeError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        if fault := first_fault(value, plain):
            raise fault from error
        return msgspec.to_builtins(value, enc_hook=plain, str_keys=True)  # whole numbers of any size are JSON
    if _seems_to_hold_nan(packed) and decode_bytes(encode_bytes(owned)) != owned and (fault := first_fault(owned)):
        raise fault  # JSON is written with null for what is no number
    if owned != value and (fault := first_fault(value, plain)):
        raise fault  # a set is no list, and bytes are no text
    return owned


def _seems_to_hold_nan(packed: bytes) -> bool:
    """Is there something like NaN or infinity? Single bytes are found fifty times as fast as a pattern is."""
    if b"\xcb" not in packed:
        return False
    for first in (b"\x7f", b"\xff"):  # of what follows the tag
        at, seen = packed.find(first), 0
        while at > 0:
            seen += 1
            if seen > _FEW:
                return _NOT_A_NUMBER.search(packed) is not None
            if _NOT_A_NUMBER.match(packed, at - 1):
                return True
            at = packed.find(first, at + 1)
    return False


def parse(document: str | bytes) -> Any:
    """The value of a JSON document; InvalidHistory says what is wrong with it."""
    try:
        value = decode_bytes(document)
    except UnicodeError as error:
        raise InvalidHistory(f"expected JSON in UTF-8: {error}") from error
    except RecursionError as error:
        raise InvalidHistory("the JSON nests too deeply") from error
    except msgspec.MsgspecError as error:
        raise _no_json(document) or InvalidHistory(f"expected JSON: {error}") from error
    if len(document) <= DUPLICATE_KEYS_SOUGHT_UP_TO and not _is_written_so(value, document):
        _refuse_duplicate_keys(document)
    return value


def _is_written_so(value: Any, document: str | bytes) -> bool:
    """Is this how we would write the value ourselves? Then no key stands twice; telling so is five times as fast."""
    return encode_bytes(value) == (document.encode() if isinstance(document, str) else document)


def _no_json(document: str | bytes) -> InvalidHistory | None:
    """What is wrong with a text that is no JSON: Python's reader takes more of it, and says where it stops."""
    try:
        value = json.loads(document)
    except json.JSONDecodeError as error:
        return InvalidHistory(f"expected JSON: {error.msg} at line {error.lineno}, column {error.colno}")
    except (ValueError, RecursionError):
        return None
    return first_fault(value)


def _refuse_duplicate_keys(document: str | bytes) -> None:
    """A key that stands twice means two things: which one a provider would take is a guess."""
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            twice.append(next(key for key in found if keys.count(key) > 1))
            return {"": _Twice(twice[-1])}
        return found

    try:
        value = json.loads(document, object_pairs_hook=note)
    except RecursionError as error:
        raise InvalidHistory("the JSON nests too deeply") from error
    if twice:
        path, key = _find_twice(value)
        raise InvalidHistory(f"the key {key!r} stands twice in one object", path)


class _Twice:
    def __init__(self, key: str) -> None:
        self.key = key


def _find_twice(value: Any) -> tuple[str, str]:
    for path, node in walk(value):
        if isinstance(node, _Twice):
            return path.removesuffix("."), node.key
    return "$", ""


def walk(value: Any) -> Iterator[tuple[str, Any]]:
    """Every (path, node) of a JSON value, in order, without recursion; keys are not nodes."""
    stack: list[tuple[str, Any]] = [("$", value)]
    while stack:
        path, node = stack.pop()
        yield path, node
        held: _Container | None = node
        if isinstance(held, dict):
            stack.extend((f"{path}{step(key)}", held[key]) for key in reversed(held))
        elif isinstance(held, list | tuple):
            stack.extend((f"{path}[{index}]", held[index]) for index in range(len(held) - 1, -1, -1))


def step(key: object) -> str:
    """One step of a JSON path."""
    if isinstance(key, str) and (not key or key.isidentifier()):
        return f".{key}"
    return f"[{key!r}]"


def first_fault(value: Any, plain: Callable[[Any], Any] | None = None) -> InvalidHistory | None:
    """The first thing in ``value`` that JSON cannot say, with its path."""
    for path, node in walk(value):
        if path.count(".") + path.count("[") > 900:
            return InvalidHistory("nested too deeply, or holds itself", _shortened(path))
        if fault := _fault_of(node, path, plain):
            return fault
    return None


def _fault_of(node: Any, path: str, plain: Callable[[Any], Any] | None) -> InvalidHistory | None:
    value: _Container | str | bytes | float | datetime | None = node
    match value:
        case str():
            return _surrogate(value, path)
        case dict():
            return next((fault for key in value if (fault := _key_fault(key, path))), None)
        case None | bool() | int() | list() | tuple():
            return None
        case float():
            return None if math.isfinite(value) else InvalidHistory(f"{value!r} is not a JSON number", path, rule="U-3")
        case bytes() if path.endswith(_BLOBS):
            return None
        case datetime():
            return None  # SDKs read times into such, and JSON has their text
        case _:
            return _foreign(node, path, plain)


def _key_fault(key: object, path: str) -> InvalidHistory | None:
    if not isinstance(key, str):
        return InvalidHistory(f"expected a string as key, got {kind_of(key)}", path)
    return _surrogate(key, path)


def _foreign(node: Any, path: str, plain: Callable[[Any], Any] | None) -> InvalidHistory | None:
    if plain is None:
        return InvalidHistory(f"expected a JSON value, got {kind_of(node)}", path)
    try:
        inner = plain(node)
    except TypeError:
        return InvalidHistory(f"expected a JSON value, got {kind_of(node)}", path)
    fault = first_fault(inner)
    return fault.under(path) if fault else None


def _surrogate(text: str, path: str) -> InvalidHistory | None:
    if text.isascii() or not (found := SURROGATE.search(text)):
        return None
    where = f"a lone surrogate at character {found.start()}: no JSON can carry it"
    return InvalidHistory(where, _shortened(path), rule="U-1")


def _shortened(path: str) -> str:
    return path if len(path) <= 300 else path[:300] + "…"
