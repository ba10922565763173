"""What a payload says, in a form that can be searched: its utterances in order, and all of its values."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from support.jsonish import Json, as_text, leaves, parse_or_none, walk

from .notebook import Fact, Kind

SPOKEN: set[Kind] = {"text", "thinking", "refusal"}
UTTERED: set[Kind] = {*SPOKEN, "result"}

SURROGATE = re.compile("[\ud800-\udfff]")
LINE = re.compile(r"\n")
LIMIT = re.compile(r"[\s>\"':(\[{<)\]},.]")

# The same bytes may be written in either alphabet of base64.
STANDARD_BASE64 = str.maketrans("-_", "+/")
URL_SAFE_BASE64 = str.maketrans("+/", "-_")

Position = tuple[int, int]

BEGINNING = (0, 0)


@dataclass
class Utterance:
    text: str
    fact: Fact
    claimed: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def find(self, text: str, start: int = 0) -> int | None:
        """Where a text stands as a whole, not as a part of other words, and unclaimed; best on lines of its own."""
        for limit in (LINE, LIMIT):
            at = self.text.find(text, start)
            while at >= 0:
                end = at + len(text)
                if self._is_limit(at - 1, limit) and self._is_limit(end, limit) and self._is_free(at, end):
                    return at
                at = self.text.find(text, at + 1)
        return None

    def _is_limit(self, index: int, limit: re.Pattern[str]) -> bool:
        return not 0 <= index < len(self.text) or limit.match(self.text[index]) is not None

    def _is_free(self, start: int, end: int) -> bool:
        return all(end <= taken_start or start >= taken_end for taken_start, taken_end in self.claimed)

    def unclaimed(self) -> str:
        rest = list(self.text)
        for start, end in self.claimed:
            rest[start:end] = "\n" * (end - start)
        return "".join(rest).strip()


class Said:
    def __init__(self, payload: Json, facts: list[Fact]) -> None:
        self.facts = facts
        self.utterances = [Utterance(text, fact) for fact in facts if fact.kind in UTTERED for text in _uttered(fact)]
        told: list[Json] = [value for fact in facts for value in (fact.content, fact.name)]
        self.values, self.blob = _searchable(told)
        self.all_values, self.whole = _searchable(payload)

    def claim(
        self, text: str, kinds: set[Kind], after: Position = BEGINNING, speaker: str | None = None
    ) -> Position | None:
        """Take the place where a text stands, so that nothing else can; a place after the given one if there is one.

        An utterance that is just the text is the likeliest, unless somebody else than the speaker says it.
        """
        for whole in (True, False):
            for index, utterance in enumerate(self.utterances):
                start = after[1] if index == after[0] else 0
                if index < after[0] or utterance.fact.kind not in kinds:
                    continue
                if whole and speaker not in (None, utterance.fact.name):
                    continue
                if (at := _match(utterance, text, start, whole=whole)) is not None:
                    utterance.claimed.append((at, at + len(text)))
                    return index, at
        return self.claim(text, kinds, speaker=speaker) if after != BEGINNING else None

    def holds_values(self, value: Json) -> bool:
        """Whether the conversation says every value within a value."""
        return all(canonical(leaf) in self.values or _as_words(leaf) in self.blob for leaf in nested_leaves(value))

    def mentions_values(self, value: Json) -> bool:
        """Whether they stand anywhere, be it among the tools."""
        return all(canonical(leaf) in self.all_values or _as_words(leaf) in self.whole for leaf in nested_leaves(value))

    def mentions_media(self, key: str) -> bool:
        forms = (key, key.translate(STANDARD_BASE64), key.translate(URL_SAFE_BASE64), decoded(key))
        return any(form in self.whole for form in forms)

    def mentions_document(self, text: str) -> bool:
        """Whether the text of a document stands anywhere, as such or as a file's bytes."""
        return text in self.whole or self.mentions_media(encoded(text))


def _match(utterance: Utterance, text: str, start: int, *, whole: bool) -> int | None:
    if not whole:
        return utterance.find(text, start)
    return 0 if utterance.text == text and not utterance.claimed and not start else None


def _searchable(value: Json) -> tuple[set[str], str]:
    found = list(nested_leaves(value))
    return {canonical(leaf) for leaf in found}, "\x00".join(leaf for leaf in found if isinstance(leaf, str))


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def cleaned(text: str) -> str:
    """A text without what no provider carries."""
    return SURROGATE.sub("\ufffd", text).replace("\x00", "").strip()


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def decoded(data: str) -> str:
    """The text that base64 data holds; something that stands nowhere, where it holds none."""
    try:
        text = base64.b64decode(data, validate=True).decode()
    except ValueError:
        return "\x00no text\x00"
    return text or "\x00no text\x00"


def _uttered(fact: Fact) -> Iterator[str]:
    if isinstance(fact.content, str):
        yield fact.content
    else:
        yield from (member for _, member in walk(fact.content) if isinstance(member, str) and member)


def json_in(text: str) -> Iterator[Json]:
    """The JSON that a text is, or that a line of it ends in; a word may stand before it."""
    for line in dict.fromkeys((text, *text.split("\n"))):
        start = re.search(r"[\[{]", line)
        inner = parse_or_none(line[start.start() :]) if start else None
        if inner is not None:
            yield inner


def nested_leaves(value: Json, depth: int = 3) -> Iterator[Json]:
    """All leaves, also those of JSON that is written in strings, or in a line of one."""
    for leaf in leaves(value):
        yield leaf
        if depth and isinstance(leaf, str):
            for inner in json_in(leaf):
                yield from nested_leaves(inner, depth - 1)


def _as_words(leaf: Json) -> str:
    return as_text(leaf) if isinstance(leaf, str) else json.dumps(leaf)
