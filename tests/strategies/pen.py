"""Draws the values of one conversation, keeping its ids unique and its limits in sight."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from .values import (
    ARGUMENT_KEYS,
    BLANKS,
    EMPTY_CONTAINERS,
    IMAGE_TYPES,
    INVALID_ARGUMENT_TEXTS,
    ODD_ARGUMENT_TEXTS,
    SCALARS,
    TEXTS,
    TOOL_NAMES,
    Json,
    JsonObject,
    data_uri,
    media,
    signature,
)

T = TypeVar("T")

Choose = Callable[[int], int]
"""Chooses a whole number from nought up to and including the given one."""

_SURROGATES = 0xD800, 0xDFFF
_LAST_CHARACTER = 0x10FFFF


@cache
def _up_to(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most)


class Pen:
    """Choices, spoken in terms of conversations; the smaller the choice, the plainer the conversation."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._tally: Counter[str] = Counter()
        self.declared: dict[str, JsonObject] = {}
        self.tools_needed = False
        self.remarks: list[str] = []
        """What the user must have said for the settings to be valid."""

    @staticmethod
    def drawn(draw: st.DrawFn) -> "Pen":
        """A pen led by Hypothesis, which shrinks what it writes."""
        return Pen(lambda most: draw(_up_to(most)))

    @staticmethod
    def seeded(seed: str) -> "Pen":
        """A pen that always writes the same for the same seed; much faster than one led by Hypothesis."""
        dice = Random(seed)
        return Pen(lambda most: int(dice.random() * (most + 1)))

    def chance(self, percent: int) -> bool:
        return self._choose(99) >= 100 - percent

    def count(self, low: int, high: int) -> int:
        return low + self._choose(high - low)

    def pick(self, options: Sequence[T]) -> T:
        return options[self._choose(len(options) - 1)]

    def some(self, options: Sequence[T], low: int, high: int) -> list[T]:
        return [self.pick(options) for _ in range(self.count(low, high))]

    def distinct(self, options: Sequence[T], low: int, high: int) -> list[T]:
        """Several different options, in an order of their own."""
        rest = list(options)
        return [rest.pop(self._choose(len(rest) - 1)) for _ in range(self.count(low, high))]

    def optional(self, percent: int = 35, **members: Json) -> JsonObject:
        """Some of the members; a member that is left out is absent, which is not the same as null."""
        return {key: value for key, value in members.items() if self.chance(percent)}

    def number(self, what: str) -> int:
        """One, two, three … of a thing within this conversation."""
        self._tally[what] += 1
        return self._tally[what]

    def seen(self, what: str) -> int:
        return self._tally[what]

    def spend(self, what: str, limit: int) -> bool:
        """Whether one more of a limited thing is allowed; counts it if so."""
        return self._tally[what] < limit and self.number(what) > 0

    def declare(self, key: str, tool: Callable[[], JsonObject], *, needed: bool = False) -> None:
        """Note a tool that the history uses, so that the request can declare it; some must be declared."""
        if key not in self.declared:
            self.declared[key] = tool()
        self.tools_needed = self.tools_needed or needed

    def tools(self) -> list[Json]:
        return list(self.declared.values()) if self.tools_needed or self.chance(70) else []

    def text(self) -> str:
        """A text that no provider finds blank; mostly one that occurs nowhere else in the conversation.

        The number is joined to it, so that nobody takes the beginning of a numbered text for an unnumbered one.
        """
        kind = self.count(0, len(TEXTS) + 1)
        text = TEXTS[kind] if kind < len(TEXTS) else "x" + self._arbitrary_text()
        return text if self.chance(20) else f"{text}~{self.number('text')}"

    def _arbitrary_text(self) -> str:
        codes = [self._choose(_LAST_CHARACTER) for _ in range(self.count(0, 6))]
        return "".join(chr(code) for code in codes if not _SURROGATES[0] <= code <= _SURROGATES[1])

    def any_text(self) -> str:
        return self.pick(BLANKS) if self.chance(20) else self.text()

    def label(self, what: str) -> str:
        """A short text of no interest but that it is unique; costs no choice."""
        return f"{what} {self.number(what)}"

    def ident(self, prefix: str) -> str:
        number = self.number("id")
        return f"{prefix}{number:02d}aBcD{number * 7919 % 100_000:05d}"

    def call_id(self, *prefixes: str) -> str:
        return self.ident(self.pick(prefixes))

    def tool_name(self) -> str:
        return self.pick(TOOL_NAMES)

    def signature(self) -> str:
        return signature(self.number("signature"))

    def media(self, media_type: str) -> str:
        return media(media_type, self.number("media"))

    def data_uri(self, media_type: str) -> str:
        return data_uri(media_type, self.number("media"))

    def image(self) -> tuple[str, str]:
        """A media type and the base64 of an image that really is of that type."""
        media_type = self.pick(IMAGE_TYPES)
        return media_type, self.media(media_type)

    def url(self, name: str) -> str:
        return f"https://example.com/{self.number('url')}/{name}"

    def value(self, depth: int = 2) -> Json:
        kind = self.count(0, 5) if depth else 0
        if kind < 4:
            return self.pick(SCALARS)
        if kind == 4:
            return [self.value(depth - 1) for _ in range(self.count(0, 3))]
        return self.object(depth - 1) if self.chance(80) else self.pick(EMPTY_CONTAINERS)

    def object(self, depth: int = 2) -> JsonObject:
        return {key: self.value(depth) for key in self.distinct(ARGUMENT_KEYS, 0, 4)}

    def arguments_text(self) -> str:
        """The arguments of a call as some model wrote them: any spacing, and not always JSON."""
        kind = self.count(0, 9)
        if kind < 5:
            return self.pick(ODD_ARGUMENT_TEXTS)
        if kind == 5:
            return self.pick(INVALID_ARGUMENT_TEXTS)
        return f'{{"query": "{self.label("query")}", "depth": {self.count(0, 9)}, "alpha": null}}'

    def schema(self) -> JsonObject:
        """A JSON Schema that every provider's plain tools accept."""
        properties: JsonObject = {
            "zone": {"type": "string", "description": self.label("what it is")},
            "amount": {"type": "number"},
            "kind": {"type": "string", "enum": ["one", "two"]},
            "list": {"type": "array", "items": {"type": "string"}},
            "inner": {"type": "object", "properties": {"b": {"type": "boolean"}, "a": {"type": "integer"}}},
        }
        chosen: JsonObject = {key: properties[key] for key in self.distinct(tuple(properties), 1, 3)}
        return {"type": "object", "properties": chosen, **self.optional(50, required=list(chosen))}

    def one_of(self, makers: Mapping[str, Callable[["Pen"], T]]) -> T:
        return makers[self.pick(tuple(makers))](self)
