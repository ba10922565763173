"""Mistral's messages → neutral messages, one for one."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.mistral.parts import NO_ID, chunk_count, read_call, read_content, read_plain_call
from segue.apis.mistral.wire import API, KEYS
from segue.apis.reading import Wired, says_failure
from segue.conversation import AnyBlock, Message, Original, Text, Thinking, ToolCall, ToolResult
from segue.errors import InvalidHistory, expected

#: Where other hosts put reasoning. Mistral refuses it there, but those who send it meant something.
ELSEWHERE: Final = ("reasoning_content", "reasoning")


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages; results that name no call answer the calls before them in their order.

    Plain results are read right here, the others each with the care that it asks for.
    """
    messages: list[Message] = []
    add = messages.append
    waiting: deque[str] = deque()
    wire: Wired
    try:
        for wire in wires:
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role, content = wire.get("role"), wire.get("content")
            if role == "tool":
                call_id = wire.get("tool_call_id")
                if type(content) is not str or len(wire) != 3 or not (waiting and waiting[0] == call_id):
                    add(_tool(wire, len(messages), waiting))
                    continue
                failed = True if content[:1] == "{" and says_failure(content) else None
                held = (ToolResult(waiting.popleft(), (Text(content),), None, failed),)
                native = Original(API, wire, held, plain=content != "" and not content.isspace())
                add(Message("tool", held, tool_call_id=call_id, native=native))
            elif role == "assistant":
                message = read_assistant(wire, author, len(messages))
                waiting = deque([block.id for block in message.content if type(block) is ToolCall])
                add(message)
            else:
                add(_said(wire, role, content))
    except InvalidHistory as error:
        raise error.under(f"[{len(messages)}]") from error.__cause__
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


def _said(wire: Wired, role: Any, content: Any) -> Message:
    if role == "user" and type(content) is str and len(wire) == 2 and content and not content.isspace():
        held = (Text(content),)
        return Message("user", held, native=Original(API, wire, held, plain=True))
    if role != "user" and role != "system":
        if type(role) is str:
            raise InvalidHistory(f"unknown role {role!r}: use one of {', '.join(sorted(KEYS))}", "$.role")
        raise expected("a role", role, "$.role")
    blocks = read_content(content)
    return Message(role, blocks, native=Original(API, wire, blocks))


def read_assistant(wire: Wired, author: Author, index: int) -> Message:
    """Read what a model said: thinking and words, then calls."""
    content = wire.get("content")
    calls: list[Any] | None = wire.get("tool_calls")
    plain = len(wire) == 1 + ("content" in wire) + ("tool_calls" in wire)
    blocks: list[AnyBlock] = []
    if not plain and (said := _thought_elsewhere(wire)):
        blocks.append(Thinking(text=wire[said]))
    if type(content) is str:
        if content:
            blocks.append(Text(content))
            plain = plain and not content.isspace()
    elif content is not None:
        blocks += read_content(content)
        plain = False
    if type(calls) is list:
        for ordinal, call in enumerate(calls):
            block = read_plain_call(call)
            if block is None:
                block = read_call(call, index, ordinal)
                plain = False
            blocks.append(block)
    elif calls is not None:
        raise expected("a list of tool calls", calls, ".tool_calls")
    held = tuple(blocks)
    native = Original(API, wire, held, plain=plain and held != ())
    return Message("assistant", held, author.provider, author.api, author.model, native=native)


def _thought_elsewhere(wire: Wired) -> str | None:
    return next((key for key in ELSEWHERE if type(wire.get(key)) is str and wire[key]), None)


def _tool(wire: Wired, index: int, waiting: deque[str]) -> Message:
    call_id, content, name = wire.get("tool_call_id"), wire.get("content"), wire.get("name")
    if call_id is None or call_id == NO_ID:
        call_id = waiting.popleft() if waiting else f"call_{index}_0"
    elif type(call_id) is not str:
        raise expected("a string", call_id, ".tool_call_id")
    elif call_id in waiting:
        waiting.remove(call_id)
    blocks = read_content(content)
    only = blocks[0] if len(blocks) == 1 else None
    failed = True if type(only) is Text and says_failure(only.text) else None
    if name is not None and type(name) is not str:
        raise expected("a string", name, ".name")
    held = (ToolResult(call_id, blocks, name, failed),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))
