"""Messages made by hand: what a program says in its user's, its model's or its tools' name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from segue.blocks import AnyBlock, Text, ToolCall, ToolResult
from segue.conversation import Message
from segue.jsontext import dump, own


def user(*content: str | AnyBlock) -> Message:
    """A user's message: ``user("What is this?", Image(Url("https://…")))``."""
    return Message("user", _content(content))


def assistant(
    *content: str | AnyBlock, provider: str | None = None, api: str | None = None, model: str | None = None
) -> Message:
    """A model's message; say who wrote it, and what only its author may read comes back to it."""
    return Message("assistant", _content(content), provider, api, model)


def system(*content: str | AnyBlock) -> Message:
    """Instructions, at the place where they stand in the list of messages."""
    return Message("system", _content(content))


def tool_call(name: str, arguments: dict[str, Any] | None = None, *, id: str) -> ToolCall:
    """A call with its arguments as an object."""
    return ToolCall(id, name, dump(own(arguments or {})))


def tool_result(
    tool_call_id: str, content: str | Sequence[AnyBlock], *, tool_name: str | None = None, is_error: bool | None = None
) -> Message:
    """The answer to a call."""
    blocks = (Text(content),) if isinstance(content, str) else tuple(content)
    return Message("tool", (ToolResult(tool_call_id, blocks, tool_name, is_error),), tool_call_id=tool_call_id)


def _content(content: Iterable[str | AnyBlock]) -> str | tuple[AnyBlock, ...]:
    parts = tuple(content)
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0]
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)
