"""Anthropic messages as people break them → messages that can be read."""

from __future__ import annotations

from typing import Any

from segue.apis.codec import Note
from segue.apis.mending import as_content, as_object
from segue.apis.reading import Wired


def mend(messages: list[Any], index: int, note: Note) -> Any:
    """Mend what a message holds; what is no message at all stays so."""
    wire: Wired | None = messages[index]
    if not isinstance(wire, dict):
        return wire
    mended = dict(wire)
    content: list[Any] | str = as_content(wire.get("content"))
    if content is not wire.get("content"):
        note(".content", "Content", "content is a string or a list of blocks", "ANT-16")
    mended["content"] = content
    if isinstance(content, list):
        mended["content"] = [_block(block, f".content[{at}]", note) for at, block in enumerate(content)]
    return mended


def _block(given: Any, path: str, note: Note) -> Any:
    if isinstance(given, str):
        note(path, "Text", "a text is a block", "ANT-27")
        return {"type": "text", "text": given}
    block: Wired | None = given
    if not isinstance(block, dict):
        return block
    if block.get("type") == "tool_use" and not isinstance(block.get("input"), dict):
        note(f"{path}.input", "ToolCall", "the input of a call is an object", "ANT-15")
        return {**block, "input": as_object(block.get("input"))}
    if block.get("type") == "tool_result" and not isinstance(block.get("content"), str | list | None):
        note(f"{path}.content", "ToolResult", "the content of a result is a string or a list of blocks", "ANT-23")
        return {**block, "content": as_content(block["content"])}
    return block
