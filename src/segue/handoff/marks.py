"""What hangs on blocks and messages: cache marks, citations, names. It stays where the target has a place for it."""

from __future__ import annotations

from typing import Any

from segue.apis import codec
from segue.conversation import AnyBlock, Message, Text, ToolResult
from segue.handoff.handoff import Handoff, Item


def settle_marks(items: list[Item], handoff: Handoff) -> list[Item]:
    """Take off what the target does not know, and tell."""
    survey = handoff.survey
    names = handoff.wire.participant_names and handoff.writing.dialect.message_names
    places = survey.marked | survey.cited | (set[int]() if names else survey.named)
    if not places:
        return items
    return [(index, _settled(index, message, handoff) if index in places else message) for index, message in items]


def _settled(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    writing = handoff.writing
    names = handoff.wire.participant_names and writing.dialect.message_names
    if message.name is not None and not names and message.role != "tool":
        writing.drop(writing.path(index), "Name", f"messages name nobody here, so {message.name!r} is not said")
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        settled = _unmarked(index, block, handoff)
        if isinstance(settled, ToolResult) and not isinstance(settled.content, str):
            inner = tuple(_unmarked(index, part, handoff, settled) for part in settled.content)
            if any(a is not b for a, b in zip(inner, settled.content, strict=True)):
                settled = writing.replace(settled, content=inner, native=None)
        blocks.append(settled)
    return handoff.rebuilt(message, blocks)


def _unmarked(index: int, block: AnyBlock, handoff: Handoff, within: AnyBlock | None = None) -> AnyBlock:
    writing = handoff.writing
    own = block.native is not None and block.native.api == handoff.wire.api
    if own:
        return block
    changes: dict[str, Any] = {}
    if block.cache is not None and not _takes_mark(block, handoff, within):
        why = "it goes without its cache mark: the provider finds by itself what it can cache"
        writing.tell("rewritten", (index, within or block), "CacheMark", why)
        changes["cache"] = None
    if type(block) is Text and block.citations:
        writing.drop((index, within or block), "Citation", "citations point into another API's documents")
        changes["citations"] = ()
    return writing.replace(block, **changes) if changes else block


def _takes_mark(block: AnyBlock, handoff: Handoff, within: AnyBlock | None) -> bool:
    wire, dialect, vocabulary = handoff.wire, handoff.writing.dialect, _vocabulary(block)
    if dialect.cache_control and vocabulary == "anthropic":
        return True
    if wire.cache_marks != vocabulary or not dialect.cache_points:
        return False
    return within is None or not wire.marks_between


def _vocabulary(block: AnyBlock) -> str | None:
    if block.native is None:
        return None
    return codec(block.native.api).wire.cache_marks
