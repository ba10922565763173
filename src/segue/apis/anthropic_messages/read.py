"""Anthropic messages → neutral messages, block for block."""

from __future__ import annotations

from typing import Any, Final

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

_RESULTS: Final = {ToolResult}


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages."""
    provider, api, model = author
    messages: list[Message] = []
    add = messages.append
    wire: Wired
    content: list[Any] | str | None
    try:
        for wire in wires:
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role, content = wire.get("role"), wire.get("content")
            if type(content) is not list or (role != "assistant" and role != "user"):
                add(_read_message(wire, author))
                continue
            blocks = read_blocks(content, ".content")
            native = Original(API, wire, blocks)
            first = blocks[0] if blocks else None
            if role == "assistant":
                add(Message("assistant", blocks, provider, api, model, native=native))
            elif type(first) is not ToolResult:
                add(Message("user", blocks, native=native))
            elif len(blocks) == 1:
                add(Message("tool", blocks, tool_call_id=first.tool_call_id, native=native))
            else:
                add(Message("tool" if {*map(type, blocks)} == _RESULTS else "user", blocks, native=native))
    except InvalidHistory as error:
        raise error.under(f"[{len(messages)}]") from error.__cause__
    return messages


def _read_message(wire: Wired, author: Author) -> Message:
    match role := wire.get("role"):
        case "assistant":
            blocks = read_content(wire)
            return Message("assistant", blocks, *author, native=Original(API, wire, blocks))
        case "user" | "system":
            blocks = read_content(wire) if role == "user" or wire.get("content") is not None else ()
            return Message(role, blocks, native=Original(API, wire, blocks))
        case str():
            raise InvalidHistory(f"unknown role {role!r}: use one of assistant, system, user", "$.role")
        case _:
            raise expected("a role", role, "$.role")


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its message."""
    return f".content[{ordinal}]" if type(wire.get("content")) is list else ".content"


def read_content(wire: Wired, key: str = "content") -> tuple[AnyBlock, ...]:
    """Read a message's content, a string or a list of blocks."""
    content: str | list[Any] | None = wire.get(key)
    if type(content) is str:
        return (Text(content),)
    if type(content) is not list:
        raise content_refused(content, f".{key}")
    return read_blocks(content, f".{key}")
