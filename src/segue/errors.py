"""The errors that Segue raises.

    SegueError
    ├── UsageError         a call that cannot mean anything: an unknown target, an unknown option
    └── InvalidHistory     data that is not a conversation, or one that cannot go where it is sent

``InvalidHistory.path`` is the JSON path of the place, ``.rule`` the provider's rule where one is broken.
"""

from __future__ import annotations

from functools import partial
from typing import Any

__all__ = ["InvalidHistory", "SegueError", "UsageError"]


class SegueError(Exception):
    """The root of every error of this library."""


class UsageError(SegueError, ValueError):
    """An argument that no data could make right; the message lists what is valid."""


class InvalidHistory(SegueError, ValueError):
    """The data at ``path`` is not what this place can hold.

    ``str(error)`` is the message, followed by the place unless the message is ``exact``: a text that a
    specification fixes word for word.
    """

    def __init__(self, message: str, path: str = "$", *, rule: str | None = None, exact: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self._below = path.removeprefix("$")
        self.rule = rule
        self.exact = exact

    def __str__(self) -> str:
        return self.message if self.exact else f"{self.message} - at {self.path}"

    @property
    def path(self) -> str:
        """The JSON path of the place."""
        return f"${self._below}"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(InvalidHistory, rule=self.rule, exact=self.exact), (self.message, self.path)

    def under(self, prefix: str) -> InvalidHistory:
        """Say that ``path`` starts at ``prefix``: readers know the way from their own element only."""
        self._below = prefix.removeprefix("$") + self._below
        return self


def expected(what: str, value: object, path: str = "$") -> InvalidHistory:
    """The usual shape of a refusal: what belongs here, what stands here, where."""
    return InvalidHistory(f"expected {what}, got {kind_of(value)}", path)


def kind_of(value: object) -> str:
    """The JSON name of a value's type, and a short look at it where that helps."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return f"the number {value!r}"
        case str():
            return f"the string {value[:40]!r}"
        case list() | tuple():
            return "a list" if value else "an empty list"
        case dict():
            return "an object"
        case _:
            return f"a Python {type(value).__name__}"
