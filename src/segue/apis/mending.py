"""What broken messages have in common: values of the wrong kind, of which it can be told what was meant."""

from __future__ import annotations

from typing import Any

from segue.apis.reading import Wired
from segue.jsontext import dump, load_object


def as_object(value: Any) -> Wired:
    """Arguments as an object: parsed where they are its text, wrapped where they are something else [ANT-15]."""
    given: Wired | str | None = value
    if isinstance(given, dict):
        return given
    if isinstance(given, str):
        parsed = load_object(given)
        return {"_raw": given} if parsed is None else parsed
    return {} if given is None else {"value": given}


def as_text(value: Any) -> str:
    """A value where its text belongs [OAI-07]."""
    return value if isinstance(value, str) else dump(value)


def as_content(value: Any) -> Any:
    """Content is a string or a list; anything else is told as its text."""
    given: list[Any] | str | None = value
    if isinstance(given, str | list):
        return given
    return "" if given is None else dump(given)
