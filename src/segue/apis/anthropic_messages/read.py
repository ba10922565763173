"""Anthropic messages → neutral messages, block for block."""

from __future__ import annotations

from typing import Any

from segue.apis.anthropic_messages.parts import read_blocks, read_plain_answers, read_plain_turn
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
    """Read a list of messages: those that can be read at a glance first, the others with the care that they ask for."""
    provider, api, model = author
    messages: list[Message] = []
    add = messages.append
    wire: Wired
    listed: list[Any] | str | None
    try:
        for wire in wires:
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role, listed = wire.get("role"), wire.get("content")
            if type(listed) is not list or len(wire) != 2:
                add(_read_message(wire, author))
            elif role == "assistant" and (turn := read_plain_turn(listed)):
                add(Message("assistant", turn, provider, api, model, native=Original(API, wire, turn, plain=True)))
            elif role == "user" and (answers := read_plain_answers(listed)):
                call_id = answers[0].tool_call_id if len(answers) == 1 else None
                native = Original(API, wire, answers, plain=True)
                add(Message("tool", answers, tool_call_id=call_id, native=native))
            elif role == "user" and (turn := read_plain_turn(listed)) and type(turn[-1]) is Text:
                add(Message("user", turn, native=Original(API, wire, turn, plain=True)))
            else:
                add(_read_message(wire, author))
    except InvalidHistory as error:
        raise error.under(f"[{len(messages)}]") from error.__cause__
    return messages


def _read_message(wire: Wired, author: Author) -> Message:
    match role := wire.get("role"):
        case "assistant":
            blocks = read_content(wire)
            return Message("assistant", blocks, *author, native=_original(wire, blocks))
        case "user":
            blocks = read_content(wire)
            if blocks and all(type(block) is ToolResult for block in blocks):
                return Message("tool", blocks, tool_call_id=_only_id(blocks), native=_original(wire, blocks))
            return Message("user", blocks, native=_original(wire, blocks))
        case "system":
            blocks = read_content(wire) if wire.get("content") is not None else ()
            return Message("system", blocks, native=Original(API, wire, blocks))
        case str():
            raise InvalidHistory(f"unknown role {role!r}: use one of assistant, system, user", "$.role")
        case _:
            raise expected("a role", role, "$.role")


def _original(wire: Wired, blocks: tuple[AnyBlock, ...]) -> Original:
    content: list[Any] | str = wire["content"]
    plain = isinstance(content, str) and content != "" and not content.isspace() and len(wire) == 2
    return Original(API, wire, blocks, plain=plain)


def _only_id(blocks: tuple[AnyBlock, ...]) -> str | None:
    only = blocks[0] if len(blocks) == 1 else None
    return only.tool_call_id if type(only) is ToolResult else None


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
