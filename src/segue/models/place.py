"""A place in somebody's rows, and what is wrong there, in words that name what is right."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

import msgspec

from segue.errors import UsageError
from segue.models.suggestions import nearest

_Kind = TypeVar("_Kind")

#: What msgspec calls things, as people who write rows call them.
_WORDS: Final = {
    "array": "a list",
    "object": "an object",
    "str": "a text",
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
}


class Place:
    """Which file or argument, and the JSON path in it."""

    def __init__(self, source: str, path: str = "$") -> None:
        self._source = source
        self._path = path

    def at(self, below: str) -> Place:
        """The place below this one: `.key`, `[0]`."""
        return Place(self._source, self._path + below)

    def under(self, key: str) -> Place:
        """The place of an object's key, whatever characters are in it."""
        return self.at(f".{key}" if re.fullmatch(r"[\w-]+", key) else f"[{key!r}]")

    def refused(self, why: str) -> UsageError:
        """The error about what stands here."""
        return UsageError(f"{self._source}: {why} - at {self._path}")

    def checked(self, value: object, kind: type[_Kind]) -> _Kind:
        """The value as a thing of that kind; `UsageError` where it is none."""
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            said, _, below = str(error).partition(" - at `$")
            below = below.rstrip("`")
            raise self.at(below).refused(_explained(said, kind, below)) from None


def _explained(said: str, kind: type, path: str) -> str:
    quoted: list[str] = [back or straight for back, straight in re.findall(r"`([^`]*)`|'([^']*)'", said)]
    if said.startswith("Object contains unknown field"):
        keys = [field.encode_name for field in getattr(_type_at(kind, path), "fields", ())]
        hint = nearest(quoted[0], keys) or f" The keys here: {', '.join(keys)}."
        return f"{quoted[0]!r} is no key of this.{hint}"
    if said.startswith("Object missing required field"):
        return f"expected a key {quoted[0]!r}"
    if said.startswith("Invalid enum value"):
        *choices, last = map(repr, getattr(_type_at(kind, path), "values", ("another word",)))
        return f"expected {', '.join(choices)} or {last}, got {quoted[0]!r}"
    if said.startswith("Expected") and len(quoted) > 1:
        wanted = " or ".join(_WORDS.get(word, word) for word in quoted[0].split(" | "))
        return f"expected {wanted}, got {_WORDS.get(quoted[1], quoted[1])}"
    return f"{said[0].lower()}{said[1:]}"


def _type_at(kind: type, path: str) -> Any:
    """What msgspec knows of the type at the end of a path of its own."""
    from msgspec import inspect

    found: Any = _certain(inspect.type_info(kind))
    for key, _ in re.findall(r"\.([\w$]+)|(\[)", path):
        if key:
            fields: tuple[inspect.Field, ...] = getattr(found, "fields", ())
            found = next((field.type for field in fields if field.encode_name == key), None)
        else:
            found = getattr(found, "item_type", None)
        found = _certain(found)
    return found


def _certain(found: Any) -> Any:
    """The type, without the possibility that there is nothing."""
    from msgspec import inspect

    if isinstance(found, inspect.UnionType):
        return next(each for each in found.types if not isinstance(each, inspect.NoneType))
    return found
