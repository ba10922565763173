"""Checked access to wire JSON: what is there has the type that belongs there, or the refusal says where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard, TypeVar

from segue.errors import InvalidHistory, expected
from segue.jsontext import load_object

#: An object of the wire. Readers declare a value as what it has to be, and check it on the next line: a check alone
#: would tell that it is a dict, but not what may stand in it.
Wired = dict[str, Any]

Read = TypeVar("Read")


def text_at(wire: Wired, key: str, *, where: str = "") -> str:
    """A string that must be there."""
    value = wire.get(key)
    if type(value) is not str:
        raise expected("a string", value, f"{where}.{key}")
    return value


def text_or_none(wire: Wired, key: str, *, where: str = "") -> str | None:
    """A string, or nothing (absent and null alike)."""
    value = wire.get(key)
    if value is None or type(value) is str:
        return value
    raise expected("a string", value, f"{where}.{key}")


def bool_or_none(wire: Wired, key: str) -> bool | None:
    """A flag, or nothing."""
    value = wire.get(key)
    if value is None or type(value) is bool:
        return value
    raise expected("a boolean", value, f".{key}")


def int_or_none(wire: Wired, key: str, *, where: str = "") -> int | None:
    """A whole number, or nothing; JSON writers that only know floats say 4096.0."""
    value = wire.get(key)
    if value is None or type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    raise expected("a whole number", value, f"{where}.{key}")


def number_or_none(wire: Wired, key: str, *, where: str = "") -> float | None:
    """A number, or nothing."""
    value = wire.get(key)
    if value is None or type(value) is int or type(value) is float:
        return value
    raise expected("a number", value, f"{where}.{key}")


def object_at(wire: Wired, key: str, *, where: str = "") -> Wired:
    """An object that must be there."""
    value: Wired | None = wire.get(key)
    if type(value) is not dict:
        raise expected("an object", value, f"{where}.{key}")
    return value


def object_or_none(wire: Wired, key: str, *, where: str = "") -> Wired | None:
    """An object, or nothing."""
    value: Wired | None = wire.get(key)
    if value is None or type(value) is dict:
        return value
    raise expected("an object", value, f"{where}.{key}")


def list_at(wire: Wired, key: str, *, where: str = "") -> list[Any]:
    """A list that must be there."""
    value: list[Any] | None = wire.get(key)
    if type(value) is not list:
        raise expected("a list", value, f"{where}.{key}")
    return value


def list_or_none(wire: Wired, key: str, *, where: str = "") -> list[Any] | None:
    """A list, or nothing."""
    value: list[Any] | None = wire.get(key)
    if value is None or type(value) is list:
        return value
    raise expected("a list", value, f"{where}.{key}")


def texts_at(value: Any, path: str) -> tuple[str, ...]:
    """A list of strings, or one string."""
    if value is None:
        return ()
    if type(value) is str:
        return (value,)
    items: list[Any] = value
    if type(items) is not list:
        raise expected("a list of strings", items, path)
    for index, item in enumerate(items):
        if type(item) is not str:
            raise expected("a string", item, f"{path}[{index}]")
    return tuple(items)


def objects(values: list[Any], path: str) -> list[Wired]:
    """A list of objects."""
    for index, value in enumerate(values):
        if type(value) is not dict:
            raise expected("an object", value, f"{path}[{index}]")
    return values


def inside(value: Any) -> Wired:
    """What an object holds; what is no object holds nothing."""
    held: Wired | None = value
    return held if isinstance(held, dict) else {}


def is_object(value: object) -> TypeGuard[Wired]:
    """Is this a JSON object?"""
    return isinstance(value, dict)


def only_objects(value: Any) -> list[Wired]:
    """The objects in a list; none where there is no list."""
    values: list[Any] = value
    if type(values) is not list:
        return []
    return [entry for entry in values if type(entry) is dict]


def is_one_of(value: object, words: frozenset[str]) -> bool:
    """Is this a string, and one of these? (What is not hashable is asked for as well.)"""
    return isinstance(value, str) and value in words


def each(values: list[Any], where: str, read: Callable[[Any], Read]) -> tuple[Read, ...]:
    """Every value, read; a refusal says which one it is about."""
    done: list[Read] = []
    try:
        done.extend(map(read, values))
    except InvalidHistory as error:
        raise error.under(f"{where}[{len(done)}]") from error.__cause__
    return tuple(done)


def count_of(wire: Wired, key: str) -> int | None:
    """A number of tokens, where one is given."""
    value = wire.get(key)
    return value if type(value) is int else None


def content_refused(value: object, path: str) -> InvalidHistory:
    """The refusal of content that is neither list nor string, in the words that a specification fixes."""
    kind = type(value).__name__
    return InvalidHistory(f"History content must be a list or string (actual type: {kind})", path, exact=True)


def says_failure(text: str) -> bool:
    """Does a result say that it failed, in the common JSON form ``{"success": false, …}``?"""
    if not text.startswith("{") or '"success"' not in text:
        return False
    parsed = load_object(text)
    return parsed is not None and parsed.get("success") is False


def reads_as_error(text: str) -> bool:
    """Would a model understand that this result is a failure?"""
    head = text[:40].lower()
    return "error" in head or "fail" in head or says_failure(text)
