"""Anthropic messages → neutral messages, block for block."""

from __future__ import annotations

from typing import Any

from segue.apis.anthropic_messages.parts import read_blocks
from segue.apis.anthropic_messages.wire import API
from segue.apis.codec import Author
from segue.apis.reading import (
    Wired,
    content_refused,
)
from segue.conversation import (
    AnyBlock,
    Message,
    Original,
    Text,
    ToolResult,
)
from segue.errors import InvalidHistory, expected


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages."""
    messages: list[Message] = []
    index = -1
    try:
        for element in wires:
            index += 1
            wire: Wired = element
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role = wire.get("role")
            if role == "assistant":
                blocks = read_content(wire)
                native = Original(API, wire, blocks)
                messages.append(Message("assistant", blocks, author.provider, author.api, author.model, native=native))
            elif role == "user":
                messages.append(_user(wire))
            elif role == "system":
                blocks = read_content(wire) if wire.get("content") is not None else ()
                messages.append(Message("system", blocks, native=Original(API, wire, blocks)))
            elif type(role) is str:
                raise InvalidHistory(f"unknown role {role!r}: use one of assistant, system, user", "$.role")
            else:
                raise expected("a role", role, "$.role")
    except InvalidHistory as error:
        raise error.under(f"[{index}]") from error.__cause__
    return messages


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its message."""
    return f".content[{ordinal}]" if type(wire.get("content")) is list else ".content"


def _user(wire: Wired) -> Message:
    blocks = read_content(wire)
    native = Original(API, wire, blocks)
    first = blocks[0] if blocks else None
    if type(first) is ToolResult:
        if len(blocks) == 1:
            return Message("tool", blocks, tool_call_id=first.tool_call_id, native=native)
        if all(type(block) is ToolResult for block in blocks):
            return Message("tool", blocks, native=native)
    return Message("user", blocks, native=native)


def read_content(wire: Wired, key: str = "content") -> tuple[AnyBlock, ...]:
    """Read a message's content, a string or a list of blocks."""
    content: str | list[Any] | None = wire.get(key)
    if type(content) is str:
        return (Text(content),)
    if type(content) is not list:
        raise content_refused(content, f".{key}")
    return read_blocks(content, f".{key}")
