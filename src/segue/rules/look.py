"""A request as its rules look at it: its messages and their parts, each with its path, gathered once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from segue.apis.reading import Wired, inside
from segue.rules.rule import Audience

#: White space, and what only looks like nothing.
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff"


class Spot(NamedTuple):
    """Something in a message, where it stands, and the index of its message."""

    path: str
    message: int
    value: Wired


class Look:
    """A request body, or the messages of one: then nothing is said about what stands beside them.

    Rules never see what is no object where an object belongs: reading refuses that before them.
    """

    def __init__(self, body: Wired, messages_key: str, audience: Audience, root: str, *, whole: bool) -> None:
        self.body = body
        self.audience = audience
        self.root = root
        self.whole = whole
        self._messages_key = messages_key
        self._kinds: defaultdict[str, list[Spot]] | None = None

    @cached_property
    def messages(self) -> list[Spot]:
        """The messages; many rules look beside them only."""
        values: list[Any] | None = self.body.get(self._messages_key)
        return [
            Spot(f"{self.root}[{index}]", index, value)
            for index, value in enumerate(values if isinstance(values, list) else ())
            if isinstance(value, dict)
        ]

    @staticmethod
    def are_plain(messages: Iterable[Wired], odd: list[Wired]) -> bool:
        """Are they all so common that no rule that rewrites could be about one? What is not replayed is empty.

        ``odd`` are those of them that were not read at a glance, so that there may be anything in them; the others are
        looked at only where a rule is about how messages stand together.
        Every replay asks this before any rule is asked: be quick, and say no where in doubt.
        """
        return False

    def parts(self) -> Iterator[tuple[str, Spot]]:
        """Every part of every message with its kind, those within results included, in order."""
        raise NotImplementedError  # each API has its own parts

    def of(self, *kinds: str) -> Iterable[Spot]:
        """The parts of these kinds."""
        if self._kinds is None:
            self._kinds = defaultdict(list)
            for kind, spot in self.parts():
                self._kinds[kind].append(spot)
        if len(kinds) == 1:
            return self._kinds.get(kinds[0], ())
        return [spot for kind in kinds for spot in self._kinds.get(kind, ())]

    @property
    def has_tools(self) -> bool:
        """Does the request declare any tools?"""
        return bool(self.body.get("tools"))


def listed(holder: Wired, key: str, path: str, message: int = -1) -> Iterator[Spot]:
    """The objects of a list that an object holds, with their paths."""
    values: list[Any] | None = holder.get(key)
    if isinstance(values, list):
        for index, value in enumerate(values):
            if isinstance(value, dict):
                yield Spot(f"{path}.{key}[{index}]", message, value)


def text_of(holder: Any, key: str) -> str:
    """A string, or an empty one where there is none."""
    value = inside(holder).get(key)
    return value if isinstance(value, str) else ""


def word_of(holder: Any, key: str) -> str | None:
    """A string that can be looked up, or None where there is none."""
    value = inside(holder).get(key)
    return value if isinstance(value, str) else None


def is_blank(text: str) -> bool:
    """Is there nothing to see in it?"""
    return not text or text.isspace() or not text.strip().strip(_UNSEEN).strip()
