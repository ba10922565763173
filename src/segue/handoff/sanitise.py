"""Half characters: no JSON can carry them, and many servers refuse even the escape of one [U-1].

What was read from a provider is whole. What a program said by itself may not be, nor what a model wrote into the text
of a call's arguments.
"""

from __future__ import annotations

import json
from typing import Any, Final

from segue.conversation import AnyBlock, Message, Refusal, Text, Thinking, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item
from segue.jsontext import ESCAPED_HALF, SURROGATE, dump
from segue.rules.halves import spells_half

_INSTEAD: Final = "\ufffd"


def sanitise(items: list[Item], handoff: Handoff) -> list[Item]:
    """Put U+FFFD where half a character stands."""
    if not (handoff.survey.spoken or handoff.survey.escaped):
        return items
    return [(index, _whole(index, message, handoff) if _is_suspect(message) else message) for index, message in items]


def _is_suspect(message: Message) -> bool:
    if message.native is None:
        return True
    return message.role == "assistant" and any(
        type(block) is ToolCall and "\\" in block.raw_arguments and ESCAPED_HALF.search(block.raw_arguments) is not None
        for block in message.content
    )


def _whole(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        made = _mended(block, handoff)
        if made is not block:
            handoff.writing.tell("rewritten", (index, block), block, "half a character becomes U+FFFD", rule="U-1")
        blocks.append(made)
    return handoff.rebuilt(message, blocks)


def _mended(block: AnyBlock, handoff: Handoff) -> AnyBlock:
    writing = handoff.writing
    if isinstance(block, Text | Thinking | Refusal):
        text = _with_whole_characters(block.text)
        return block if text is block.text else writing.replace(block, text=text, native=None)
    if type(block) is ToolCall:
        arguments = _arguments(block.raw_arguments)
        return block if arguments is block.raw_arguments else writing.replace(block, raw_arguments=arguments)
    if type(block) is not ToolResult:
        return block
    if isinstance(block.content, str):
        text = _with_whole_characters(block.content)
        return block if text is block.content else writing.replace(block, content=text, native=None)
    inner = tuple(_mended(part, handoff) for part in block.content)
    if all(a is b for a, b in zip(inner, block.content, strict=True)):
        return block
    return writing.replace(block, content=inner, native=None)


def _with_whole_characters(text: str) -> str:
    if text.isascii() or not SURROGATE.search(text):
        return text
    return SURROGATE.sub(_INSTEAD, text)


def _arguments(text: str) -> str:
    """The text of arguments with no half character in it, written out or escaped."""
    whole = _with_whole_characters(text)
    return dump(_clean(json.loads(whole))) if spells_half(whole) else whole


def _clean(value: Any) -> Any:
    held: dict[str, Any] | list[Any] | str | None = value
    if isinstance(held, str):
        return _with_whole_characters(held)
    if isinstance(held, dict):
        return {_with_whole_characters(key): _clean(item) for key, item in held.items()}
    if isinstance(held, list):
        return [_clean(item) for item in held]
    return held
