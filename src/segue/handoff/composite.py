"""Ids that libraries packed other things into: they are taken apart before anyone else sees them.

LiteLLM puts Gemini's signatures behind an id, and agents for Responses put the item's id there [U-8, RSP-18].
"""

from __future__ import annotations

import re
from typing import Final

from segue.conversation import AnyBlock, Message, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item

_THOUGHT: Final = re.compile(r"(?P<id>.+?)__thought__(?P<signature>.*)", re.DOTALL)
_ITEM: Final = re.compile(r"(?P<id>[^|]+)\|(?:fc|ctc)_?[^|]*")


def split_ids(items: list[Item], handoff: Handoff) -> list[Item]:
    """Give calls the id that is theirs alone, their results the same, and a signature its place."""
    ids = handoff.survey.call_ids
    if not any(mark in " ".join(ids) for mark in ("__thought__", "|")):
        return items
    apart = {call_id: found for call_id in ids if (found := _taken_apart(call_id)) is not None}
    simple = [found[0] for found in apart.values()]
    taken = set(ids)
    apart = {old: found for old, found in apart.items() if simple.count(found[0]) == 1 and found[0] not in taken}
    return [(index, _settled(index, message, apart, handoff)) for index, message in items] if apart else items


def _taken_apart(call_id: str) -> tuple[str, str | None, str] | None:
    """An id, the signature behind it, and the rule that asks for taking them apart."""
    if found := _THOUGHT.fullmatch(call_id):
        return found["id"], found["signature"] or None, "U-8"
    if found := _ITEM.fullmatch(call_id):
        return found["id"], None, "RSP-18"
    return None


def _settled(index: int, message: Message, apart: dict[str, tuple[str, str | None, str]], handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    writing = handoff.writing
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is ToolCall and block.id in apart:
            call_id, signature, rule = apart[block.id]
            why = f"the id of the call is {call_id!r}; what was packed behind it is no part of it"
            writing.tell("rewritten", (index, block), "ToolCallId", why, rule=rule)
            if signature is not None and not writing.wrote(message):
                why = "the signature that was in its id is of use to its issuer only"
                writing.tell("rewritten", (index, block), "Signature", why, rule="GEM-06")
                signature = None
            blocks.append(writing.replace(block, id=call_id, signature=block.signature or signature))
        elif type(block) is ToolResult and block.tool_call_id in apart:
            blocks.append(writing.replace(block, tool_call_id=apart[block.tool_call_id][0]))
        else:
            blocks.append(block)
    return handoff.rebuilt(message, blocks)
