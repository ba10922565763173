"""Thinking that is bound to everything before it [ANT-44].

A signature of the newest Claudes holds for one prefix: system, tools and every earlier message, to the byte. What was
written here is written the same again, so it is only where an original could not go back as it was that the prefix is
another one. Then the thinking behind it is refused, and taking one block away invalidates the next.
"""

from __future__ import annotations

from segue.conversation import AnyBlock, Message, Thinking
from segue.handoff.handoff import Handoff, Item
from segue.handoff.thinking import settled_thought


def unbind_thinking(items: list[Item], handoff: Handoff) -> list[Item]:
    """From the first change on, let bound thinking take a form that is bound to nothing."""
    writing = handoff.writing
    if not writing.capabilities.prefix_binding or Thinking not in handoff.survey.kinds:
        return items
    changed = _is_changed_beside(handoff)
    out = list(items)
    for at, (index, message) in enumerate(items):
        if changed and message.role == "assistant" and writing.wrote(message):
            out[at] = (index, _unbound(index, message, handoff))
        changed = changed or _is_changed(index, message, handoff)
    return out


def _is_changed_beside(handoff: Handoff) -> bool:
    """Were instructions or tools of the provider's own request changed on the way?"""
    source = handoff.writing.source
    native, now = source.native, handoff.conversation
    if native is None or native.api != handoff.wire.api:
        return False
    return now.system is not source.system or now.tools is not source.tools


def _is_changed(index: int, message: Message, handoff: Handoff) -> bool:
    """Is this no longer the message that the provider sent, or was sent?"""
    messages = handoff.writing.source.messages
    was = messages[index] if index < len(messages) else None
    return was is not message and was is not None and handoff.writing.is_native(was)


def _unbound(index: int, message: Message, handoff: Handoff) -> Message:
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is Thinking and (block.signature is not None or block.encrypted is not None):
            kept = settled_thought(index, block, handoff, rule="ANT-44")
            if kept is not None:
                blocks.append(kept)
        else:
            blocks.append(block)
    return handoff.rebuilt(message, blocks)
