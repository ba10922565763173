"""What calls are given, for hosts that read it again, and for those that know no other input than an object."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from segue.conversation import AnyBlock, Message, Tool, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item
from segue.handoff.pairs import Pairs
from segue.jsontext import dump, load_object
from segue.models import Dialect

#: The parameters of a tool whose input was free text.
FREE_TEXT: Final = '{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}'

_FREE_TEXT = "free text is the one argument of a function here"


def settle_arguments(items: list[Item], handoff: Handoff) -> list[Item]:
    """Let arguments be the text of an object, and free text the one argument of a function."""
    dialect = handoff.writing.dialect
    if not dialect.free_text_tools:
        _declare_functions(handoff)
    if _are_settled(handoff.survey.pairs, dialect):
        return items
    return [(index, _settled(index, message, handoff)) for index, message in items]


def _are_settled(pairs: Pairs, dialect: Dialect) -> bool:
    """Is there nothing to do for any of them?"""
    if not dialect.free_text_tools and "custom" in {each.kind for each in (*pairs.calls, *pairs.results)}:
        return False
    return not dialect.arguments_must_be_object or all(map(_is_object, pairs.calls))


def _is_object(call: ToolCall) -> bool:
    """Do the arguments spell an object, as they do where they came as one? Free text is not asked."""
    native, text = call.native, call.raw_arguments
    if call.kind == "custom" or (native and native.content and native.content[0] is text):
        return True
    return text[:1] == "{" and load_object(text) is not None


def _declare_functions(handoff: Handoff) -> None:
    tools = handoff.conversation.tools
    if all(tool.kind != "custom" for tool in tools):
        return
    made = (_function(ordinal, tool, handoff) if tool.kind == "custom" else tool for ordinal, tool in enumerate(tools))
    handoff.revise(tools=tuple(made))


def _function(ordinal: int, tool: Tool, handoff: Handoff) -> Tool:
    handoff.writing.tell("rewritten", handoff.writing.tool_path(ordinal), "Tool", _FREE_TEXT, rule="DS-05")
    return replace(tool, kind="function", schema=FREE_TEXT, format=None, native=None)


def _settled(index: int, message: Message, handoff: Handoff) -> Message:
    changed: dict[int, AnyBlock] = {}
    for at, block in enumerate(message.blocks):
        if type(block) is ToolCall:
            made: AnyBlock = _call(index, block, handoff)
            if made is not block:
                changed[at] = made
        elif type(block) is ToolResult and block.kind == "custom" and not handoff.writing.dialect.free_text_tools:
            changed[at] = handoff.writing.replace(block, kind="function")
    if not changed:
        return message
    return handoff.rebuilt(message, [changed.get(at, block) for at, block in enumerate(message.blocks)])


def _call(index: int, call: ToolCall, handoff: Handoff) -> ToolCall:
    writing = handoff.writing
    if call.kind == "custom":
        if writing.dialect.free_text_tools:
            return call
        writing.tell("rewritten", (index, call), call, _FREE_TEXT, rule="DS-05")
        return writing.replace(call, kind="function", raw_arguments=dump(call.arguments), native=None)
    if not writing.dialect.arguments_must_be_object or _is_object(call):
        return call
    why = "the host reads arguments, and these are no JSON object"
    writing.tell("rewritten", (index, call), call, why, rule="VL-02")
    return writing.replace(call, raw_arguments=dump(call.arguments), native=None)
