"""What people have in their hands: bodies, lists, answers, SDK objects, JSON text. All of it becomes owned JSON."""

from __future__ import annotations

import base64
import json
import math
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import msgspec

from segue.errors import InvalidHistory, expected, kind_of
from segue.jsontext import SURROGATE, own, parse, step

_Text: TypeAlias = str | bytes | bytearray | memoryview
_Data: TypeAlias = dict[Any, Any] | list[Any] | tuple[Any, ...] | set[Any] | frozenset[Any] | float | Enum


def owned(source: Any) -> Any:
    """The JSON value of a source, held by nobody else."""
    given: _Text | _Data | None = source
    if isinstance(given, str | bytes | bytearray | memoryview):
        text = given if isinstance(given, str) else bytes(given)
        if not text.strip():
            raise InvalidHistory("expected JSON, got an empty text")
        return parse(text)
    if isinstance(given, dict | list):
        return own(given, plain)
    if isinstance(given, tuple):
        return own(list(given), plain)
    if given is None or isinstance(given, bool | int | float | set | frozenset):
        raise expected("a request, a list of messages or an answer", given)
    try:
        return own(plain(source), plain)
    except TypeError as error:
        raise InvalidHistory(f"expected a request, a list of messages or an answer, got {kind_of(source)}") from error


class Fault(NamedTuple):
    """Something that JSON cannot say, and what stands in its place."""

    path: str
    kind: str
    wrong: str
    mended: str
    rule: str


def readable(source: Any) -> tuple[Any, list[Fault]]:
    """The owned value of a source, with U+FFFD for half characters and null for what is no number [U-1, U-3]."""
    try:
        return owned(source), []
    except InvalidHistory as error:
        if error.rule not in ("U-1", "U-3"):
            raise
    faults: list[Fault] = []
    return owned(_mended(plain_json(source), "$", faults)), faults


def _mended(value: Any, path: str, faults: list[Fault]) -> Any:
    given: dict[str, Any] | list[Any] | str | float | None = value
    if isinstance(given, str):
        return _whole(given, path, faults)
    if isinstance(given, float) and not math.isfinite(given):
        wrong = f"{given!r} is no number of JSON"
        faults.append(Fault(path, "Number", wrong, f"{wrong}: it is null", "U-3"))
        return None
    if isinstance(given, dict):
        return {_whole(key, path, faults): _mended(item, f"{path}{step(key)}", faults) for key, item in given.items()}
    if isinstance(given, list):
        return [_mended(item, f"{path}[{index}]", faults) for index, item in enumerate(given)]
    return given


def _whole(text: str, path: str, faults: list[Fault]) -> str:
    if text.isascii() or not SURROGATE.search(text):
        return text
    faults.append(
        Fault(path, "Text", "half a character: no JSON can carry it", "half a character becomes U+FFFD", "U-1")
    )
    return SURROGATE.sub("\ufffd", text)


def plain_json(source: Any) -> Any:
    """The value of a source as Python's own reader takes it: with NaN, and with half characters."""
    given: _Text | None = source
    if isinstance(given, str | bytes | bytearray | memoryview):
        return json.loads(given if isinstance(given, str) else bytes(given))
    return msgspec.to_builtins(source, enc_hook=plain, str_keys=True)


def plain(value: Any) -> Any:
    """The JSON value of an SDK's object; TypeError for anything else. No SDK is imported: they share a method."""
    if isinstance(value, str):
        return str.__str__(value)  # templates and frameworks have kinds of strings of their own, numpy of numbers
    if isinstance(value, int | float):
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, Enum):
        return value.value
    try:
        held = _dumped(value)
    except (ValueError, RuntimeError, LookupError, AttributeError) as error:
        raise TypeError(f"{type(value).__name__} cannot say what it holds: {error}") from error
    if not isinstance(held, dict | list | str | int | float):
        raise TypeError(f"{type(value).__name__} is no JSON")
    return held


def _dumped(value: Any) -> dict[str, Any] | list[Any] | str | float | None:
    dump, to_dict = getattr(value, "model_dump", None), getattr(value, "to_dict", None)
    if dump is None:
        return None if to_dict is None else to_dict()
    if type(value).__module__.startswith("google."):
        # Its own JSON mode writes bytes in the URL's alphabet, which the API did not send.
        return _written(dump(by_alias=True, exclude_none=True))
    if to_dict is None:
        # Roles and types are often what a field has by default, as Mistral's have.
        return dump(mode="json", by_alias=True, exclude_none=True, warnings=False)
    # What the vendor did not send stays absent, what it sent as null stays null.
    return dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)


def _written(value: Any) -> Any:
    """Python's values as JSON's: bytes in the alphabet of the API."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, Enum):
        return value.value
    held: dict[str, Any] | list[Any] | None = value
    if isinstance(held, dict):
        return {key: _written(item) for key, item in held.items()}
    if isinstance(held, list):
        return [_written(item) for item in held]
    return value
