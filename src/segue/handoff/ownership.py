"""Messages that are nobody's: they go as if another model had made them, items without the ids that bind them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from segue.conversation import Message, Thinking
from segue.handoff.handoff import Item


def disowned(items: list[Item], places: Iterable[int]) -> list[Item]:
    """Take the authors off messages; where they think, off the rest of their step too."""
    out = list(items)
    for at in places:
        index, message = items[at]
        if any(type(block) is Thinking for block in message.content):
            bereave(out, at)
        else:
            out[at] = (index, _nobodys(message))
    return out


def bereave(items: list[Item], at: int) -> None:
    """What reasoning led to is refused without it, as long as it goes by its own id [RSP-02]."""
    for later in range(at, len(items)):
        index, message = items[later]
        if message.role != "assistant":
            break
        items[later] = (index, _nobodys(message))


def _nobodys(message: Message) -> Message:
    return replace(message, provider=None, api=None, model=None)
