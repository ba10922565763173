"""Mistral's messages → neutral messages, one for one."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.mistral.parts import NO_ID, chunk_count, read_call, read_content
from segue.apis.mistral.wire import API, KEYS
from segue.apis.reading import Wired, says_failure, text_or_none
from segue.conversation import AnyBlock, Message, Original, Text, Thinking, ToolResult
from segue.errors import InvalidHistory, expected

#: Where other hosts put reasoning. Mistral refuses it there, but those who send it meant something.
ELSEWHERE: Final = ("reasoning_content", "reasoning")


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages; results that name no call answer the calls before them in their order."""
    messages: list[Message] = []
    waiting: deque[str] = deque()
    index = -1
    try:
        for given in wires:
            index += 1
            wire: Wired = given
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role = wire.get("role")
            match role:
                case "user" | "system":
                    blocks = read_content(wire.get("content"))
                    messages.append(Message(role, blocks, native=Original(API, wire, blocks)))
                case "assistant":
                    messages.append(read_assistant(wire, author, index))
                    waiting = deque(call.id for call in messages[-1].get_tool_calls())
                case "tool":
                    messages.append(_tool(wire, index, waiting))
                case str():
                    raise InvalidHistory(f"unknown role {role!r}: use one of {', '.join(sorted(KEYS))}", "$.role")
                case _:
                    raise expected("a role", role, "$.role")
    except InvalidHistory as error:
        raise error.under(f"[{index}]") from error.__cause__
    return messages


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its message; the order is that of `read_assistant`."""
    content: list[Any] | str | None = wire.get("content")
    if wire.get("role") == "tool":
        return ".content"
    if said := _thought_elsewhere(wire):
        if ordinal == 0:
            return f".{said}"
        ordinal -= 1
    count = chunk_count(wire)
    if ordinal < max(count, wire.get("role") != "assistant"):
        return f".content[{ordinal}]" if isinstance(content, list) else ".content"
    return f".tool_calls[{ordinal - count}]"


def read_assistant(wire: Wired, author: Author, index: int) -> Message:
    """Read what a model said: thinking and words, then calls."""
    content = wire.get("content")
    calls: list[Any] | None = wire.get("tool_calls")
    blocks: list[AnyBlock] = []
    if said := _thought_elsewhere(wire):
        blocks.append(Thinking(text=wire[said]))
    if content != "":
        blocks += read_content(content)
    if type(calls) is list:
        blocks += (read_call(call, index, ordinal) for ordinal, call in enumerate(calls))
    elif calls is not None:
        raise expected("a list of tool calls", calls, ".tool_calls")
    held = tuple(blocks)
    native = Original(API, wire, held)
    return Message("assistant", held, author.provider, author.api, author.model, native=native)


def _thought_elsewhere(wire: Wired) -> str | None:
    return next((key for key in ELSEWHERE if type(wire.get(key)) is str and wire[key]), None)


def _tool(wire: Wired, index: int, waiting: deque[str]) -> Message:
    call_id = text_or_none(wire, "tool_call_id")
    if call_id is None or call_id == NO_ID:
        call_id = waiting.popleft() if waiting else f"call_{index}_0"
    elif call_id in waiting:
        waiting.remove(call_id)
    blocks = read_content(wire.get("content"))
    only = blocks[0] if len(blocks) == 1 else None
    failed = True if type(only) is Text and says_failure(only.text) else None
    held = (ToolResult(call_id, blocks, text_or_none(wire, "name"), failed),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))
