"""Messages that a program made: no reader has looked at the types of what they hold."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from segue.blocks import AnyBlock, Block, Tool
from segue.conversation import Conversation, Message, Settings
from segue.errors import InvalidHistory, UsageError, expected

#: What stands beside the messages, and what it has to be.
_BESIDE: Final[tuple[tuple[str, Any], ...]] = (
    ("system", str | tuple[AnyBlock, ...]),
    ("tools", tuple[Tool, ...]),
    ("settings", Settings),
)


def checked_types(conversation: object) -> Conversation:
    """The conversation, where every field that was not read from a wire is of its type."""
    if not isinstance(conversation, Conversation):
        made = type(conversation).__name__
        raise UsageError(f"expected a Conversation, got {made}: decode(…) makes one of a provider's history")
    for index, message in enumerate(conversation.messages):
        if not _is(message, Message):
            raise expected("a message", message, f"$.messages[{index}]")
        if message.native is None:
            _check(message, index)
    if conversation.native is None:
        for name, kind in _BESIDE:
            _refuse_wrong(getattr(conversation, name), kind, f"$.{name}")
    return conversation


def _check(message: Message, index: int) -> None:
    for ordinal, block in enumerate(message.blocks):
        if not _is(block, Block):
            raise expected("a content block", block, f"$.messages[{index}].content[{ordinal}]")
    _refuse_wrong(message, Message, f"$.messages[{index}]")


def _is(value: object, kind: type) -> bool:
    """Whatever its annotation promises: who made it need not have asked a type checker."""
    return isinstance(value, kind)


def _refuse_wrong(value: object, kind: Any, path: str) -> None:
    try:
        msgspec.convert(msgspec.to_builtins(value), kind)
    except (msgspec.ValidationError, TypeError) as error:
        fault, _, below = str(error).partition(" - at `$")
        raise InvalidHistory(fault, path + below.rstrip("`")) from error
