"""What Anthropic's own tools did, as a person would read it."""

from __future__ import annotations

from typing import Any

from segue.apis.anthropic_messages.wire import API
from segue.apis.reading import Wired, object_or_none, text_at, text_or_none
from segue.conversation import Link, Original, ServerToolCall, ServerToolResult
from segue.jsontext import dump


def read_server_call(wire: Wired) -> ServerToolCall:
    """A ``server_tool_use`` or ``mcp_tool_use`` block."""
    given = object_or_none(wire, "input")
    text = "{}" if given is None else dump(given)
    return ServerToolCall(text_at(wire, "name"), text_or_none(wire, "id"), text, native=Original(API, wire))


def read_server_result(wire: Wired, kind: str) -> ServerToolResult:
    """Any ``…_tool_result`` block that answers a server's tool."""
    content: Wired | None = wire.get("content")
    found: list[Link] = []
    said: list[str] = []
    _read(content, said, found)
    failed = wire.get("is_error") is True or (type(content) is dict and str(content.get("type")).endswith("_error"))
    return ServerToolResult(
        kind.removesuffix("_tool_result"),
        text_or_none(wire, "tool_use_id"),
        "\n".join(said),
        tuple(found),
        failed,
        native=Original(API, wire),
    )


def _read(content: Any, said: list[str], found: list[Link]) -> None:
    """Collect the words and the addresses; what is encrypted is nobody's to read."""
    value: str | list[Any] | Wired = content
    if type(value) is str:
        if value:
            said.append(value)
    elif type(value) is list:
        for item in value:
            _read(item, said, found)
    elif type(value) is dict:
        url, title = value.get("url"), value.get("title")
        if type(url) is str:
            found.append(Link(url, title if type(title) is str else None))
        elif type(title) is str and title:
            said.append(title)
        for key in ("text", "stdout", "stderr", "content", "tool_references", "tool_name", "data", "source", "lines"):
            if key in value and not (key == "data" and value.get("type") == "base64"):
                _read(value[key], said, found)
        for key in ("error_code", "return_code"):
            code = value.get(key)
            if code not in (None, 0, ""):
                said.append(f"{key.replace('_', ' ')}: {code}")
