"""Converse messages as people break them → messages that can be read."""

from __future__ import annotations

from typing import Any

from segue.apis.codec import Note
from segue.apis.mending import as_content, as_object, as_text
from segue.apis.reading import Wired, inside


def mend(messages: list[Any], index: int, note: Note) -> Any:
    """Mend what a message holds; what is no message at all stays so."""
    wire: Wired | None = messages[index]
    if not isinstance(wire, dict):
        return wire
    mended = dict(wire)
    content: list[Any] | str = as_content(wire.get("content"))
    if isinstance(content, str):
        note(".content", "Content", "content is a list of blocks", "BED-08")
        content = [{"text": content}]
    mended["content"] = [_block(block, f".content[{at}]", note) for at, block in enumerate(content)]
    return mended


def _block(given: Any, path: str, note: Note) -> Any:
    if isinstance(given, str):
        note(path, "Text", "a text is a block", "BED-08")
        return {"text": given}
    block: Wired | None = given
    if not isinstance(block, dict):
        return block
    call, result = block.get("toolUse"), inside(block.get("toolResult"))
    if isinstance(call, dict) and not isinstance(inside(call).get("input"), dict):
        note(f"{path}.toolUse.input", "ToolCall", "the input of a call is an object", "BED-07")
        return {**block, "toolUse": {**inside(call), "input": as_object(inside(call).get("input"))}}
    if result and not isinstance(result.get("content"), list):
        note(f"{path}.toolResult.content", "ToolResult", "the content of a result is a list of blocks", "BED-08")
        given = result.get("content")
        parts = [] if given is None else [{"text": as_text(given)}]
        return {**block, "toolResult": {**result, "content": parts}}
    return block
