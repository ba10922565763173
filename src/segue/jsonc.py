"""JSON that people write: with `//` and `/* */` comments, and commas behind the last element."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import msgspec

_COMMENT: Final = r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
#: A string, which stays, or what plain JSON does not know: a comment, a comma before the end of something. `++` and
#: `(?>` never try again, for there are brackets in comments too; what is not closed reaches to the end, once.
_EXTRAS: Final = rf'("(?:[^"\\]|\\.)*+(?:"|\Z))|{_COMMENT}|,(?=(?>\s+|{_COMMENT})*+[\]}}])'


def load_jsonc(text: str) -> Any:
    """The value that the text spells; `ValueError` names line and column where it spells none."""
    plain = plain_json(text)
    try:
        return msgspec.json.decode(plain)
    except (msgspec.MsgspecError, RecursionError):
        return _slowly(plain)


def plain_json(text: str) -> str:
    """The same text as plain JSON: what is no JSON is blank, so every character stays at its place."""
    return re.sub(_EXTRAS, lambda found: found[1] or re.sub(r"\S", " ", found[0]), text, flags=re.DOTALL)


def _slowly(plain: str) -> Any:
    """The standard library's reader says where a text goes wrong as people count."""
    try:
        return json.loads(plain)
    except json.JSONDecodeError as error:
        reason = f"{error.msg[0].lower()}{error.msg[1:]}"
        raise ValueError(f"line {error.lineno}, column {error.colno}: {reason}") from error
    except RecursionError as error:
        raise ValueError("it nests too deeply") from error
