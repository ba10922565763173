"""Converse messages → neutral messages, block for block."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.bedrock_converse.parts import read_blocks
from segue.apis.bedrock_converse.wire import API
from segue.apis.codec import Author
from segue.apis.reading import Wired, content_refused
from segue.conversation import AnyBlock, Message, Original, Text, ToolResult
from segue.errors import InvalidHistory, expected

_ANSWERS: Final = frozenset({ToolResult})


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages."""
    messages: list[Message] = []
    wire: Wired
    try:
        for wire in wires:
            if type(wire) is not dict:
                raise expected("a message object", wire)
            messages.append(read_message(wire, author))
    except InvalidHistory as error:
        raise error.under(f"[{len(messages)}]") from error.__cause__
    return messages


def read_message(wire: Wired, author: Author) -> Message:
    """Read one message."""
    role = wire.get("role")
    if type(role) is not str:
        raise expected("a role", role, "$.role")
    blocks = _content(wire.get("content"))
    native = Original(API, wire, blocks)
    match role:
        case "assistant":
            return Message("assistant", blocks, author.provider, author.api, author.model, native=native)
        case "user":
            return _user(blocks, native)
        case "system":
            return Message("system", blocks, native=native)
        case _:
            raise InvalidHistory(f"unknown role {role!r}: use one of assistant, system, user", "$.role")


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its message."""
    return f".content[{ordinal}]" if type(wire.get("content")) is list else ".content"


def _content(content: str | list[Any] | None) -> tuple[AnyBlock, ...]:
    """People who come from other APIs write a string where a list belongs: it says what it says."""
    if type(content) is list:
        return read_blocks(content, ".content")
    if type(content) is str:
        return (Text(content),)
    raise content_refused(content, ".content")


def _user(blocks: tuple[AnyBlock, ...], native: Original) -> Message:
    if blocks and type(first := blocks[0]) is ToolResult:
        if len(blocks) == 1:
            return Message("tool", blocks, tool_call_id=first.tool_call_id, native=native)
        if _ANSWERS.issuperset(map(type, blocks)):
            return Message("tool", blocks, native=native)
    return Message("user", blocks, native=native)
