"""Reasoning that hosts demand back: turns that have none get a placeholder [DS-02, DS-03, DS-04, DS-09, KIM-01].

It is the one text that may be blank: such hosts look for the field, and an invented thought would be read as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from segue.apis.effort import is_off
from segue.conversation import Thinking, ToolCall
from segue.handoff.handoff import Handoff, Item, holding

#: The least that every host takes for reasoning.
PLACEHOLDER = " "


def fill_reasoning(items: list[Item], handoff: Handoff) -> list[Item]:
    """Where the host wants every turn with calls to have its reasoning, let none be without."""
    dialect = handoff.writing.dialect
    has_no_place = handoff.wire.api == "openai-completions" and dialect.reasoning_field is None
    if not dialect.reasoning_required or has_no_place or not _thinks(handoff):
        return items
    out: list[Item] = []
    for step in _steps(items, handoff):
        is_lacking = step[0][1].role == "assistant" and _lacks_reasoning(step, handoff)
        out += _filled(step, handoff) if is_lacking else step
    return out


def _thinks(handoff: Handoff) -> bool:
    asked, model = handoff.conversation.settings.reasoning, handoff.writing.capabilities
    return not (asked is not None and is_off(asked)) and (model.reasoning is not None or not model.known)


def _steps(items: list[Item], handoff: Handoff) -> Iterator[list[Item]]:
    """What becomes one message: originals stay by themselves, the rest of what was said in one go is joined."""
    step: list[Item] = []
    for item in items:
        message = item[1]
        if message.role == "assistant" and (handoff.wire.item_ids or not handoff.writing.is_native(message)):
            step.append(item)
            continue
        if step:
            yield step
            step = []
        yield [item]
    if step:
        yield step


def _lacks_reasoning(step: list[Item], handoff: Handoff) -> bool:
    kinds = {type(block) for _, message in step for block in message.blocks}
    is_written = bool(kinds) or handoff.writing.is_native(step[0][1])
    if not is_written or Thinking in kinds:
        return False
    # Beside tools, every message of the assistant's is looked at, whether it calls one or not.
    everywhere = handoff.wire.api == "openai-completions" and bool(handoff.conversation.tools)
    return everywhere or ToolCall in kinds


def _filled(step: list[Item], handoff: Handoff) -> list[Item]:
    at = 0 if len(step) == 1 else next((at for at, (_, message) in enumerate(step) if message.content), 0)
    index, message = step[at]
    why = "turns with calls need their reasoning here, and nobody knows it"
    handoff.writing.tell("synthesized", (index, None), "Thinking", why, rule="DS-02")
    filled = holding(message, (Thinking(text=PLACEHOLDER), *message.blocks))
    return [*step[:at], (index, filled), *step[at + 1 :]]
