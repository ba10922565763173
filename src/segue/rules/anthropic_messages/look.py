"""An Anthropic request as its rules look at it: its blocks, and its turns as the server merges them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from operator import eq, itemgetter
from typing import Final, NamedTuple

from segue.apis.anthropic_messages.wire import WIRE
from segue.apis.reading import Wired
from segue.rules.look import Look, Spot, listed
from segue.rules.rule import Audience


class Turn(NamedTuple):
    """Neighbouring messages of one role, which the server reads as one."""

    role: str
    path: str
    blocks: list[Spot]

    def of(self, kind: str) -> list[Spot]:
        """The turn's blocks of one kind."""
        return [spot for spot in self.blocks if spot.value.get("type") == kind]


#: The kinds of blocks that most messages consist of, and their own fields.
_PLAIN: Final = frozenset({"text", "tool_use", "thinking", "redacted_thinking"})
_KIND: Final = itemgetter("type")
_PLAIN_FIELDS: Final = frozenset(
    {"type", "text", "id", "name", "input", "tool_use_id", "content", "is_error", "cache_control", "caller"}
    | {"thinking", "signature", "data", "citations"}
)


class AnthropicLook(Look):
    """Blocks within results are of the kinds ``result:text``, ``result:image`` …"""

    def __init__(self, body: Wired, audience: Audience, root: str, *, whole: bool) -> None:
        super().__init__(body, WIRE.messages_key, audience, root, whole=whole)

    @staticmethod
    def are_plain(messages: Iterable[Wired], odd: list[Wired]) -> bool:
        """Turns of one message each, of texts, thinking, calls and results in their order, with their own fields."""
        roles = [message.get("role", at) for at, message in enumerate(messages)]
        if any(map(eq, roles, roles[1:])):
            return False
        blocks: list[Wired] = []
        rows: set[tuple[str, ...]] = set()  # histories repeat few rows of kinds, over and over
        for message in odd:
            content: list[Wired] | str | None = message.get("content")
            if message and (len(message) != 2 or content is None):
                return False
            if isinstance(content, list):
                rows.add(tuple(map(_KIND, content)))
                blocks += content
        fields = chain.from_iterable(blocks)
        return all(map(_in_order, rows)) and _PLAIN_FIELDS.issuperset(fields) and _hold_words(blocks)

    def parts(self) -> Iterator[tuple[str, Spot]]:
        """Every block of every message, and those within results."""
        for turn in self.turns:
            for spot in turn.blocks:
                kind = str(spot.value.get("type"))
                yield kind, spot
                if kind == "tool_result":
                    for inner in listed(spot.value, "content", spot.path, spot.message):
                        yield f"result:{inner.value.get('type')}", inner

    @cached_property
    def turns(self) -> list[Turn]:
        """What the server sees: user and assistant in turns, whoever wrote how many messages."""
        turns: list[Turn] = []
        for path, index, message in self.messages:
            role = str(message.get("role"))
            if not turns or turns[-1].role != role:
                turns.append(Turn(role, path, []))
            content = message.get("content")
            if isinstance(content, str):
                turns[-1].blocks.append(Spot(f"{path}.content", index, {"type": "text", "text": content}))
            else:
                turns[-1].blocks.extend(listed(message, "content", path, index))
        return turns

    @cached_property
    def system(self) -> list[Spot]:
        """The blocks of the instructions beside the messages."""
        system = self.body.get("system") if self.whole else None
        if isinstance(system, str):
            return [Spot("$.system", -1, {"type": "text", "text": system})]
        return list(listed(self.body, "system", "$")) if self.whole else []

    @cached_property
    def tools(self) -> list[Spot]:
        """The tool definitions."""
        return list(listed(self.body, "tools", "$")) if self.whole else []


def _in_order(kinds: tuple[str, ...]) -> bool:
    """Results alone, or nothing said behind calls."""
    if "tool_result" in kinds:
        return {*kinds} == {"tool_result"}
    calls = kinds[kinds.index("tool_use") :] if "tool_use" in kinds else ()
    return _PLAIN.issuperset(kinds) and {*calls} <= {"tool_use"}


def _hold_words(blocks: list[Wired]) -> bool:
    held = [block.get("content") for block in blocks if block["type"] == "tool_result"]
    parts: list[list[Wired]] = [content for content in held if isinstance(content, list)]
    return [] not in parts and {part["type"] for part in chain.from_iterable(parts)} <= {"text"}
