"""Instructions: at the front where they stood at the front, and where they stood otherwise.

An instruction from the middle never moves to the front: it would speak about what has not happened yet, and every
token behind it would have to be read again.
"""

from __future__ import annotations

from segue.conversation import AnyBlock, Message, Text
from segue.handoff.handoff import Handoff, Item


def place_system(items: list[Item], handoff: Handoff) -> list[Item]:
    """Give instructions the place that the target has for them."""
    if "system" not in handoff.survey.roles or handoff.wire.system_anywhere:
        return items
    leading: list[AnyBlock] = []
    rest: list[Item] = []
    for index, message in items:
        if message.role != "system" or handoff.leaves_alone(message) or _may_stay(message, handoff):
            rest.append((index, message))
        elif rest:
            rest.append((index, _said_by_user(index, message, handoff)))
        else:
            leading += message.blocks
    if leading:
        before = handoff.conversation.system
        held = (Text(before),) if isinstance(before, str) else before
        handoff.revise(system=(*held, *leading))
    return rest


def _may_stay(message: Message, handoff: Handoff) -> bool:
    """A newer Claude takes its own system messages back where they stood [ANT-10]."""
    native = message.native
    return handoff.writing.capabilities.midhistory_system and native is not None and native.api == handoff.wire.api


def _said_by_user(index: int, message: Message, handoff: Handoff) -> Message:
    writing = handoff.writing
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is Text and block.text and not block.text.isspace():
            path = writing.path(index, block)
            writing.tell(
                "rewritten", path, "System", "an instruction among the messages is the user's here", rule="ANT-11"
            )
            blocks.append(writing.derived(block, Text(f"<system>\n{block.text}\n</system>")))
        elif type(block) is not Text:
            blocks.append(block)
    return Message("user", tuple(blocks))
