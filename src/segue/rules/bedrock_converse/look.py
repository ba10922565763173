"""A Converse request as its rules look at it: its blocks by their one key, what is in them, and its tools."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from segue.apis.bedrock_converse.wire import BLOCKS, WIRE
from segue.apis.reading import Wired, inside
from segue.rules.look import Look, Spot, listed
from segue.rules.rule import Audience


def kind_of(block: Wired) -> str:
    """The key that says what a block is."""
    return next((key for key in block if key in BLOCKS or key == "json"), next(iter(block), ""))


class BedrockLook(Look):
    """Blocks within results are of the kinds ``result:text``, ``result:json`` …"""

    def __init__(self, body: Wired, audience: Audience, root: str, *, whole: bool) -> None:
        super().__init__(body, WIRE.messages_key, audience, root, whole=whole)

    def parts(self) -> Iterator[tuple[str, Spot]]:
        """Every block of every message, and those within results; server tools are nobody's business."""
        for blocks in self.blocks:
            for spot in blocks:
                kind = kind_of(spot.value)
                if is_servers(spot.value):
                    continue
                yield kind, spot
                if kind == "toolResult":
                    for inner in listed(result_in(spot), "content", f"{spot.path}.toolResult", spot.message):
                        yield f"result:{kind_of(inner.value)}", inner

    @cached_property
    def blocks(self) -> list[list[Spot]]:
        """The blocks of each message."""
        return [
            list(listed(message, "content", path, index))
            if isinstance(message.get("content"), list)
            else [Spot(f"{path}.content", index, {"text": message.get("content")})]
            for path, index, message in self.messages
        ]

    @cached_property
    def roles(self) -> list[str]:
        """Who says each message."""
        return [str(message.get("role")) for _, _, message in self.messages]

    @cached_property
    def system(self) -> list[Spot]:
        """The blocks of the instructions beside the messages."""
        return list(listed(self.body, "system", "$")) if self.whole else []

    @cached_property
    def tools(self) -> list[Spot]:
        """What each tool declares of itself."""
        config = inside(self.body.get("toolConfig")) if self.whole else {}
        return [
            Spot(f"{path}.toolSpec", index, inside(value["toolSpec"]))
            for path, index, value in listed(config, "tools", "$.toolConfig")
            if "toolSpec" in value
        ]

    @property
    def has_tools(self) -> bool:
        """Does the request declare any tools?"""
        return bool(inside(self.body.get("toolConfig")).get("tools"))


def is_servers(block: Wired) -> bool:
    """Is this a call, or a result, of a tool that Bedrock runs?"""
    typed = inside(block.get("toolUse")).get("type") or inside(block.get("toolResult")).get("type")
    return isinstance(typed, str) and typed != "tool_use"


def call_in(spot: Spot) -> Wired:
    """The call that a block holds."""
    return inside(spot.value.get("toolUse"))


def result_in(spot: Spot) -> Wired:
    """The result that a block holds."""
    return inside(spot.value.get("toolResult"))
