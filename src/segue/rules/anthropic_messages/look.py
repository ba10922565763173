"""An Anthropic request as its rules look at it: its blocks, and its turns as the server merges them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

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


class AnthropicLook(Look):
    """Blocks within results are of the kinds ``result:text``, ``result:image`` …"""

    def __init__(self, body: Wired, audience: Audience, root: str, *, whole: bool) -> None:
        super().__init__(body, WIRE.messages_key, audience, root, whole=whole)

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
