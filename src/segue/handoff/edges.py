"""How a history may begin and end, and what may stand in it empty [ANT-02, ANT-04, ANT-16, GEM-02, GEM-04, GEM-16]."""

from __future__ import annotations

from segue.authoring import user
from segue.conversation import AnyBlock, Message, Text, Thinking, ToolCall, ToolResult
from segue.errors import InvalidHistory
from segue.handoff.handoff import Handoff, Item

#: What a user says where a history would start, or end, with the assistant's words.
BEGINNING = "(continued)"
ENDING = "Continue."
NOTHING_SAID = "(empty message)"


def drop_blanks(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave empty and blank texts out where the target refuses them; it would refuse them on every turn."""
    wire = handoff.wire
    if not handoff.survey.blank or (wire.takes_empty and wire.takes_blank):
        return items
    return [(index, _without_blanks(index, message, handoff)) for index, message in items]


def _without_blanks(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    kept: list[AnyBlock] = []
    own = handoff.writing.is_native(message)
    for block in message.blocks:
        if type(block) is ToolResult:
            _tell_blank_result(index, block, handoff)
        if (
            type(block) is not Text
            or block.signature is not None
            or (block.text and (handoff.wire.takes_blank or not block.text.isspace()))
        ):
            kept.append(block)
        elif block.text:
            path = handoff.writing.path(index, block)
            handoff.writing.drop(path, block, "text of nothing but white space is refused", rule="ANT-17")
        elif own:
            handoff.writing.tell("rewritten", (index, block), block, "an empty text is left out", rule="ANT-16")
    if not kept and message.role == "user" and message.blocks:
        # What is said instead may not depend on what follows: the next turn's history has to begin the same.
        place = (index, message.blocks[0])
        handoff.writing.tell("synthesized", place, "Text", "a message needs words in it", rule="ANT-16")
        kept.append(Text(NOTHING_SAID))
    return handoff.rebuilt(message, kept)


def _tell_blank_result(index: int, result: ToolResult, handoff: Handoff) -> None:
    if handoff.wire.takes_blank:
        return
    texts = (
        [result.content]
        if isinstance(result.content, str)
        else [part.text for part in result.content if type(part) is Text]
    )
    if any(text and text.isspace() for text in texts):
        why = "text of nothing but white space is refused"
        handoff.writing.drop((index, result), result, why, rule="ANT-22")


def settle_system(items: list[Item], handoff: Handoff) -> list[Item]:
    """What stands beside the messages is text, and not blank where that is refused."""
    system = handoff.conversation.system
    if isinstance(system, str) or not system:
        return items
    native = handoff.conversation.native
    if handoff.writing.endpoint is None and native is not None and native.api == handoff.wire.api:
        return items
    kept: list[AnyBlock] = []
    for ordinal, block in enumerate(system):
        path = f"$.system[{ordinal}]"
        if type(block) is not Text:
            handoff.writing.drop(path, block, "instructions are text")
        elif (block.text and not block.text.isspace()) or (block.text and handoff.wire.takes_blank):
            kept.append(block)
        elif block.text:
            handoff.writing.drop(path, block, "text of nothing but white space is refused", rule="ANT-17")
    if len(kept) != len(system):
        handoff.revise(system=tuple(kept))
    return items


def settle_edges(items: list[Item], handoff: Handoff) -> list[Item]:
    """Let a user begin and end the history where the target wants that."""
    said = [(index, message) for index, message in items if message.content]
    wire, writing = handoff.wire, handoff.writing
    out = items
    if not said:
        if not items and not handoff.conversation.system:
            raise InvalidHistory("there is no message in it, and every API wants one", "$", rule="ANT-01")
        index = items[-1][0] if items else 0
        writing.tell("synthesized", writing.path(index), "Text", "a history needs words in it", rule="ANT-16")
        return [(index, user(NOTHING_SAID))]
    first_index, first = said[0]
    if wire.user_first and first.role == "assistant" and not handoff.leaves_alone(first):
        writing.tell("synthesized", writing.path(first_index), "Text", "a history begins with the user", rule="ANT-02")
        out = [(first_index, user(BEGINNING)), *out]
    last_index, last = said[-1]
    if wire.user_last and last.role == "assistant" and not handoff.leaves_alone(last):
        if _needs_an_end(said, handoff):
            writing.tell("synthesized", writing.path(last_index), "Text", "a history ends with the user", rule="ANT-04")
            out = [*out, (last_index, user(ENDING))]
        else:
            unfinished = _unfinished(last_index, last, handoff)
            if unfinished is not last:
                out = [*(item for item in out if item[1] is not last), (last_index, unfinished)]
    return out


def _unfinished(index: int, last: Message, handoff: Handoff) -> Message:
    """The beginning of an answer, as a model that is to go on with it takes it."""
    writing = handoff.writing
    blocks = list(last.blocks)
    asked = handoff.conversation.settings.reasoning
    if any(type(block) is ToolCall for block in blocks):
        return last  # its calls are pending: their results will end it
    if not handoff.wire.final_thinking and (asked is None or asked.enabled is False):
        for block in blocks:
            if type(block) is Thinking:
                why = "thinking is off, so the final message holds none"
                writing.drop((index, block), block, why, rule="ANT-46")
        blocks = [block for block in blocks if type(block) is not Thinking]
    if blocks and type(text := blocks[-1]) is Text and text.text != text.text.rstrip():
        why = "a beginning to continue may not end in white space"
        writing.tell("rewritten", (index, text), text, why, rule="ANT-19")
        blocks[-1] = writing.replace(text, text=text.text.rstrip(), native=None)
    return handoff.rebuilt(last, blocks)


def _needs_an_end(said: list[Item], handoff: Handoff) -> bool:
    if handoff.writing.endpoint is not None and handoff.writing.capabilities.prefill:
        return False
    for _, message in reversed(said):
        if message.role != "assistant":
            break
        if any(type(block) is ToolCall for block in message.blocks):
            return False  # its calls are pending: their results will end it
    return True
