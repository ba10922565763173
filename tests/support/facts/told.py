"""What a report of changes owns up to."""

from collections.abc import Sequence
from typing import Protocol

# Instructions stand under different keys in the wires; a report may name them all alike.
SYSTEM_ROOTS = ("$.instructions", "$.systemInstruction", "$.system_instruction")

EXPLAINING = {"synthesized", "kept-as-text", "rewritten", "moved"}
MEDIA = {"Image", "Audio", "Video", "Document"}


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


def actions_on(report: ToldReport, path: str) -> set[str]:
    """The actions that a report tells of at a path, within it, or on the message around it."""
    place = _canonical(path)
    return {change.action for change in report.changes if _covers(_canonical(change.path), place)}


def explaining(report: ToldReport) -> int:
    """How many new texts the changes account for.

    Media that cannot come along leave a word in their place; media that move leave one there and take one with them.
    """
    return sum(_explained_by(change) for change in report.changes)


def _explained_by(change: ToldChange) -> int:
    if change.block in MEDIA:
        return 2 if change.action == "moved" else 1
    return int(change.action in EXPLAINING)


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
