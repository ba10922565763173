"""What a report of changes owns up to."""

from collections.abc import Sequence
from typing import Protocol

from .notebook import Kind

# Instructions stand under different keys in the wires; a report may name them all alike.
SYSTEM_ROOTS = ("$.instructions", "$.systemInstruction", "$.system_instruction")

EXPLAINING = {"synthesized", "kept-as-text", "rewritten", "moved"}
MEDIA = {"Image", "Audio", "Video", "Document"}

# What hangs on a thing, or stands beside the conversation.
MARKS = {"Signature", "CacheMark", "Citation", "Setting", "Tool", "ToolCallId", "ToolName"}

# The blocks by whose names a report can speak of a fact; of special things it may speak by any.
MEANT: dict[Kind, set[str]] = {
    "text": {"Text", "System", "Document", "Refusal", "Opaque", "Compaction"},
    "thinking": {"Thinking"},
    "refusal": {"Refusal", "Text"},
    "call": {"ToolCall"},
    "result": {"ToolResult", "Text", "Opaque"},
    "media": {*MEDIA, "ToolResult", "Opaque"},
    "sealed": {"Thinking", "Signature", "Compaction", "Opaque"},
}


class ToldChange(Protocol):
    @property
    def action(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def block(self) -> str: ...


class ToldReport(Protocol):
    @property
    def changes(self) -> Sequence[ToldChange]: ...


def actions_on(report: ToldReport, path: str, kind: Kind | None = None) -> set[str]:
    """The actions that a report tells of at a path, within it, or on the message around it.

    With a kind of fact, those alone that can be meant of such: a dropped signature tells nothing of its call.
    """
    place = _canonical(path)
    return {
        change.action
        for change in report.changes
        if _covers(_canonical(change.path), place) and (kind is None or _can_be_meant(change.block, kind))
    }


def _can_be_meant(block: str, kind: Kind) -> bool:
    meant = MEANT.get(kind)
    return block == "Message" or (block in meant if meant else block not in MARKS)


def explaining(report: ToldReport) -> int:
    """How many new texts the changes account for.

    Media that cannot come along leave a word in their place; media that move leave one there and take one with them.
    """
    return sum(_explained_by(change) for change in report.changes)


def _explained_by(change: ToldChange) -> int:
    if change.block in MEDIA:
        return 2 if change.action == "moved" else 1
    return int(change.action in EXPLAINING and change.block not in MARKS)


def _canonical(path: str) -> str:
    for root in SYSTEM_ROOTS:
        if path.startswith(root):
            return "$.system" + path.removeprefix(root)
    return path


def _covers(told: str, place: str) -> bool:
    if _is_within(told, place):
        return True
    # To say "something in the conversation was dropped" tells of nothing.
    return _is_within(place, told) and ("[" in told or told == "$.system")


def _is_within(inner: str, outer: str) -> bool:
    return inner == outer or (inner.startswith(outer) and inner[len(outer)] in ".[")
