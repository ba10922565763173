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
    placed = _placed(items) if handoff.writing.capabilities.midhistory_system else frozenset[int]()
    for at, (index, message) in enumerate(items):
        if message.role != "system" or handoff.leaves_alone(message) or (at in placed and _is_own(message, handoff)):
            rest.append((index, message))
        elif rest:
            rest.append((index, _said_by_user(index, message, handoff)))
        else:
            leading += message.blocks
            if _is_own(message, handoff):
                where = handoff.writing.path(index)
                handoff.writing.tell("moved", where, "System", "it stands beside the messages", rule="ANT-11")
    if leading:
        before = handoff.conversation.system
        held = (Text(before),) if isinstance(before, str) else before
        handoff.revise(system=(*held, *leading))
    return rest


def _placed(items: list[Item]) -> frozenset[int]:
    """Where system messages stand as a newer Claude takes them: between a user's message and the answer [ANT-11]."""
    placed: set[int] = set()
    group: list[int] = []
    before = ""
    for at, (_, message) in enumerate(items):
        if message.role == "system":
            group.append(at)
            continue
        if before in ("user", "tool") and message.role == "assistant":
            placed.update(group)
        group, before = [], message.role
    return frozenset(placed if before not in ("user", "tool") else placed.union(group))


def _is_own(message: Message, handoff: Handoff) -> bool:
    """Was it written for the API that it goes to? [ANT-10]"""
    return message.native is not None and message.native.api == handoff.wire.api


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
