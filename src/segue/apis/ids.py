"""The ids of calls that a target takes, as data, and the ids that are made up in such a form."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from segue.models import Dialect, ToolCallIdFormat


class IdForm(Struct, frozen=True):
    """Which characters an id may have and how many of them; how one begins that was made up, and its further digits."""

    characters: str
    longest: int
    shortest: int = 1
    prefix: str = "call_"
    digits: int = 24

    def takes(self, ids: Sequence[str]) -> bool:
        """Are all of them of this form?"""
        if not ids:
            return True
        if len(min(ids, key=len)) < self.shortest or len(max(ids, key=len)) > self.longest:
            return False
        return _of(self.characters).fullmatch("".join(ids)) is not None

    def fits(self, call_id: str) -> bool:
        """Is this one of this form?"""
        return self.shortest <= len(call_id) <= self.longest and _of(self.characters).fullmatch(call_id) is not None

    def made(self, seed: str) -> str:
        """The id that stands for another one, or for none: the same for the same seed."""
        digest = hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()
        return self.prefix + digest[: self.digits]


@cache
def _of(characters: str) -> re.Pattern[str]:
    return re.compile(f"{characters}+")


PORTABLE: Final = r"[a-zA-Z0-9_-]"
ANY: Final = r"[^\x00]"

#: "Tool call id was call_… but must be a-z, A-Z, 0-9, with a length of 9." [MIS-01]
NINE_LETTERS_OR_DIGITS: Final = IdForm("[a-zA-Z0-9]", 9, shortest=9, prefix="", digits=9)

#: What a host's flag asks for, where it asks for anything but what the API itself does.
FORMS: Final[dict[ToolCallIdFormat, IdForm | None]] = {
    "free": IdForm(ANY, 4096),
    "max40": None,
    "portable": IdForm(PORTABLE, 40),
    "alnum9": NINE_LETTERS_OR_DIGITS,
}


def form_for(own: IdForm, dialect: Dialect) -> IdForm:
    """The form of ids at a host: its own, else that of the API which it speaks."""
    return FORMS[dialect.tool_call_id_format] or own
