"""How a history may begin and end, and what may stand in it empty [ANT-02, ANT-04, ANT-16, GEM-02, GEM-04, GEM-16]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, repeat
from typing import Any

from msgspec.structs import replace

from segue.apis.reading import Wired
from segue.authoring import user
from segue.conversation import (
    AnyBlock,
    Message,
    ServerToolCall,
    ServerToolResult,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from segue.errors import InvalidHistory
from segue.handoff.foreign import hangs_on
from segue.handoff.handoff import Handoff, Item
from segue.handoff.system import may_instruct

#: What a user says where a history would start, or end, with the assistant's words.
BEGINNING = "(continued)"
ENDING = "Continue."
NOTHING_SAID = "(empty message)"
NOTHING_RETURNED = "(no output)"


def drop_blanks(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave empty and blank texts out where the target refuses them; it would refuse them on every turn."""
    wire = handoff.wire
    takes_empty = wire.takes_empty and handoff.writing.dialect.empty_content
    if wire.takes_empty and not takes_empty and not all(_speaks(message) for _, message in items):
        items = list(_with_words(items, handoff))
    if (takes_empty and wire.takes_blank) or not handoff.survey.blank:
        return items
    return [(index, _without_blanks(index, message, handoff)) for index, message in items]


def _speaks(message: Message) -> bool:
    """Is something said in it beside reasoning, and are there words in all its texts and results?"""
    content = message.content
    if isinstance(content, str):
        return bool(content)
    speaks = False
    for block in content:
        if type(block) is Text:
            if not block.text:
                return False
        elif type(block) is ToolResult:
            if not block.content or (type(first := block.content[0]) is Text and not first.text):
                return False
        elif type(block) is Thinking:
            continue
        speaks = True
    return speaks


def _with_words(items: list[Item], handoff: Handoff) -> Iterator[Item]:
    """Some hosts refuse a message without words, though their API knows it [KIM-05, GLM-01, XAI-01]."""
    writing = handoff.writing
    for (index, message), in_words in zip(items, _said_in_words(items), strict=True):
        if message.role == "assistant":
            said = [block for block in message.blocks if type(block) is not Text or block.text]
            if not (said and in_words):
                writing.tell("rewritten", writing.path(index), "Message", "an empty message is left out", rule="KIM-05")
                for block in said:
                    writing.drop((index, block), block, "a message of reasoning alone is refused", rule="KIM-05")
                continue
        blocks = [_with_output(index, block, handoff) for block in message.blocks]
        if not blocks and message.role == "user":
            writing.tell("synthesized", writing.path(index), "Text", "a message needs words in it", rule="KIM-05")
            blocks.append(Text(NOTHING_SAID))
        yield index, handoff.rebuilt(message, blocks)


def _said_in_words(items: list[Item]) -> Iterator[bool]:
    """For each message: does who says it say more than reasoning in one go?"""
    for _, go in groupby(items, key=lambda item: item[1].role):
        messages = [message for _, message in go]
        blocks = (block for message in messages for block in message.blocks)
        in_words = any(type(block) is not Thinking and (type(block) is not Text or block.text) for block in blocks)
        yield from repeat(in_words, len(messages))


def _with_output(index: int, block: AnyBlock, handoff: Handoff) -> AnyBlock:
    if type(block) is not ToolResult or any(type(part) is not Text or part.text for part in _held(block)):
        return block
    handoff.writing.tell("synthesized", (index, block), "Text", "a result needs words in it", rule="KIM-05")
    return handoff.writing.replace(block, content=(Text(NOTHING_RETURNED),), native=None)


def _held(result: ToolResult) -> tuple[AnyBlock, ...]:
    return (Text(result.content),) if isinstance(result.content, str) else result.content


def _without_blanks(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    kept: list[AnyBlock] = []
    own = handoff.writing.is_native(message)
    if own and _is_empty(message) and not _may_begin_with_nothing(index, message, handoff):
        handoff.writing.tell("rewritten", (index, ".content"), "Message", "an empty message goes", rule="ANT-16")
        return replace(message, native=None)
    for block in message.blocks:
        if type(block) is ToolResult:
            kept.append(_without_blank_texts(index, block, handoff))
        elif (
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


def _is_empty(message: Message) -> bool:
    """Is it nothing but an empty list? Messages without any content may hold other things."""
    value: Wired | list[Any] | str | None = message.native.value if message.native is not None else None
    return isinstance(value, dict) and value.get("content") == []


def _may_begin_with_nothing(index: int, message: Message, handoff: Handoff) -> bool:
    is_last = index + 1 == len(handoff.conversation.messages)
    return is_last and message.role == "assistant" and handoff.writing.capabilities.prefill


def _without_blank_texts(index: int, result: ToolResult, handoff: Handoff) -> ToolResult:
    """What is written anew has no blanks anyway; an original has to be."""
    writing = handoff.writing
    texts = [part.text for part in _held(result) if type(part) is Text]
    element: Wired | None = writing.element(result.native)
    if handoff.wire.takes_blank or all(text and not text.isspace() for text in texts):
        return result
    if element is not None and isinstance(element.get("content"), str):
        return result  # only texts among parts are refused
    if any(text.isspace() for text in texts):
        writing.drop((index, result), result, "text of nothing but white space is refused", rule="ANT-22")
    elif element is not None:
        writing.tell("rewritten", (index, result), result, "an empty text is left out", rule="ANT-22")
    if element is None:
        return result
    said = (part for part in _held(result) if type(part) is not Text or (part.text and not part.text.isspace()))
    return writing.replace(result, content=tuple(said), native=None)


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
        path = handoff.writing.system_path.format(ordinal)
        if type(block) is not Text:
            if may_instruct(block, handoff):
                kept.append(block)
            elif kept and hangs_on(block, kept[-1], handoff):
                kept[-1] = handoff.writing.replace(kept[-1], cache=block.cache)
            elif block.cache is not None:
                why = "a mark that stands by itself is of use on its own API only"
                handoff.writing.tell("rewritten", path, "CacheMark", why)
            else:
                handoff.writing.drop(path, block, "instructions are text")
        elif (block.text and not block.text.isspace()) or (block.text and handoff.wire.takes_blank):
            kept.append(block)
        elif block.text:
            handoff.writing.drop(path, block, "text of nothing but white space is refused", rule="ANT-17")
        elif native is not None and native.api == handoff.wire.api:
            handoff.writing.tell("rewritten", path, block, "an empty text is left out", rule="ANT-16")
    if len(kept) != len(system):
        handoff.revise(system=tuple(kept))
    return items


def settle_edges(items: list[Item], handoff: Handoff) -> list[Item]:
    """Let a user begin and end the history where the target wants that."""
    if not handoff.whole:
        return items
    writing = handoff.writing
    first = next(_turns(items), None)
    if first is None and any(message.content for _, message in items):
        return _with_a_user(items, handoff)
    if first is None or (_says_nothing(first[1]) and not any(m.content for _, m in items if m is not first[1])):
        if not writing.source.messages and not handoff.conversation.system:
            raise InvalidHistory("there is no message in it, and every API wants one", "$", rule="ANT-01")
        index = items[0][0] if items else 0
        writing.tell("synthesized", writing.path(index), "Text", "a history needs words in it", rule="ANT-16")
        return [(index, user(NOTHING_SAID))]
    out = _with_a_beginning(items, first, handoff)
    last_index, last = next(_turns(reversed(items)))
    if _wants_a_user_last(handoff) and last.role == "assistant" and not handoff.leaves_alone(last):
        if _needs_an_end(last, items, handoff):
            writing.tell("synthesized", writing.path(last_index), "Text", "a history ends with the user", rule="ANT-04")
            out = [*out, (last_index, user(ENDING))]
        else:
            unfinished = _unfinished(last_index, last, handoff)
            if unfinished is not last:
                out = [*(item for item in out if item[1] is not last), (last_index, unfinished)]
    return out


def _turns(items: Iterable[Item]) -> Iterator[Item]:
    """What is said, instructions apart."""
    return (item for item in items if item[1].content and item[1].role != "system")


def _says_nothing(message: Message) -> bool:
    return all(type(block) is Text and not block.text and block.signature is None for block in message.blocks)


def _with_a_user(items: list[Item], handoff: Handoff) -> list[Item]:
    """Some hosts take no history of instructions alone [MIS-03, GLM-01]."""
    dialect = handoff.writing.dialect
    wanted = dialect.user_required or dialect.user_first or dialect.assistant_last != "free"
    if not wanted or all(handoff.leaves_alone(message) for _, message in items):
        return items
    index = items[-1][0]
    why = "a history of instructions alone is refused"
    handoff.writing.tell("synthesized", handoff.writing.path(index), "Text", why, rule="MIS-03")
    return [*items, (index, user(NOTHING_SAID))]


def _with_a_beginning(items: list[Item], first: Item, handoff: Handoff) -> list[Item]:
    """A user's message in front, where the first one or any one has to be the user's."""
    dialect = handoff.writing.dialect
    index, message = first
    begins_otherwise = message.role == "assistant" and not handoff.leaves_alone(message)
    if (handoff.wire.user_first or dialect.user_first) and begins_otherwise:
        why, rule = "a history begins with the user", "ANT-02"
    elif dialect.user_required and all(message.role != "user" for _, message in items):
        why, rule = "a history needs a message of the user's", "GLM-01"
    else:
        return items
    handoff.writing.tell("synthesized", handoff.writing.path(index), "Text", why, rule=rule)
    at = next(at for at, item in enumerate(items) if item[1] is message)
    return [*items[:at], (index, user(BEGINNING)), *items[at:]]


def _wants_a_user_last(handoff: Handoff) -> bool:
    return handoff.wire.user_last or handoff.writing.dialect.assistant_last != "free"


def _unfinished(index: int, last: Message, handoff: Handoff) -> Message:
    """The beginning of an answer, as a model that is to go on with it takes it."""
    writing = handoff.writing
    blocks = list(last.blocks)
    asked, choice = handoff.conversation.settings.reasoning, handoff.conversation.settings.tool_choice
    forced = choice is not None and choice.mode == "required" and writing.capabilities.reasoning == "budget"
    if any(type(block) is ToolCall for block in blocks):
        return last  # its calls are pending: their results will end it
    if not handoff.wire.final_thinking and (forced or asked is None or asked.enabled is False):
        for block in blocks:
            if type(block) is Thinking:
                why = "thinking is off, so the final message holds none"
                writing.drop((index, block), block, why, rule="ANT-46")
        blocks = [block for block in blocks if type(block) is not Thinking]
    if handoff.wire.user_last and blocks and type(text := blocks[-1]) is Text and text.text != text.text.rstrip():
        why = "a beginning to continue may not end in white space"
        writing.tell("rewritten", (index, text), text, why, rule="ANT-19")
        blocks[-1] = writing.replace(text, text=text.text.rstrip(), native=None)
    return handoff.rebuilt(last, blocks)


def _needs_an_end(last: Message, items: list[Item], handoff: Handoff) -> bool:
    if _may_go_on(last, handoff):
        return False
    for _, message in _turns(reversed(items)):
        if message.role != "assistant":
            break
        if any(type(block) is ToolCall for block in message.blocks):
            return False  # its calls are pending: their results will end it
        if message is last and type(message.blocks[-1]) in (ServerToolCall, ServerToolResult):
            return False  # its provider paused in the middle of it, and goes on by itself
    return True


def _may_go_on(last: Message, handoff: Handoff) -> bool:
    """May the model be asked to go on with what it has begun? Some hosts want that said [MIS-03]."""
    writing = handoff.writing
    if handoff.wire.user_last:
        return writing.endpoint is not None and writing.capabilities.prefill
    begun = writing.element(last.native)
    return writing.dialect.assistant_last == "prefix" and begun is not None and begun.get("prefix") is True
