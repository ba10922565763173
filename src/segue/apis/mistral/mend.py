"""Mistral's messages as people break them → messages that can be read."""

from __future__ import annotations

from typing import Any

from segue.apis.codec import Note
from segue.apis.mending import as_content, mend_calls
from segue.apis.reading import Wired


def mend(messages: list[Any], index: int, note: Note) -> Any:
    """Mend what a message holds; what is no message at all stays so."""
    wire: Wired | None = messages[index]
    if not isinstance(wire, dict):
        return wire
    mended = dict(wire)
    if wire.get("role") == "developer":
        note(".role", "System", "instructions have the role system here", "MIS-06")
        mended["role"] = "system"
    if "content" in wire and not isinstance(wire["content"], str | list | None):
        note(".content", "Content", "content is a string or a list of chunks", "MIS-06")
        mended["content"] = as_content(wire["content"])
    if wire.get("role") == "assistant":
        mend_calls(mended, note, (str, dict))
    return mended
