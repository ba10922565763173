"""What a conversion changed, and what is wrong with a history."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

__all__ = ["Action", "Change", "Problem", "Report"]

Action = Literal["kept-as-text", "dropped", "rewritten", "moved", "merged", "split", "synthesized"]


class Change(msgspec.Struct, frozen=True, gc=False):
    """One thing that is not in the target as it was in the source.

    ``path`` is a JSON path into the source; a synthesized thing has the path of its cause. ``block`` names the
    kind of thing. ``lossy`` says that the target's model will not learn what stood there: it was dropped.
    """

    action: Action
    path: str
    block: str
    why: str
    rule: str | None = None
    lossy: bool = False

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.action} {self.block} at {self.path}: {self.why}{rule}"


class Report(msgspec.Struct, frozen=True):
    """Everything that a conversion changed. ``str(report)`` is for people, ``to_dict()`` for machines.

    ``pending`` holds the paths of the last turn's tool calls that nobody has answered yet.
    """

    changes: tuple[Change, ...] = ()
    pending: tuple[str, ...] = ()

    @property
    def losses(self) -> tuple[Change, ...]:
        """The changes that cost the target's model something."""
        return tuple(change for change in self.changes if change.lossy)

    @property
    def lossless(self) -> bool:
        """True if everything in the source is in the target, in some form."""
        return not any(change.lossy for change in self.changes)

    def to_dict(self) -> dict[str, Any]:
        """A plain, JSON-ready picture of the report."""
        return {
            "lossless": self.lossless,
            "changes": [msgspec.to_builtins(change) for change in self.changes],
            "pending": list(self.pending),
        }

    def __str__(self) -> str:
        lines = [self._headline()]
        lines += [f"  {'✗' if change.lossy else '·'} {change}" for change in self.changes]
        lines += [f"  … tool call at {path} has no result yet" for path in self.pending]
        return "\n".join(lines)

    def _headline(self) -> str:
        if not self.changes:
            return "lossless: everything came along as it was"
        lost = len(self.losses)
        changed = len(self.changes) - lost
        if not lost:
            return f"lossless: {_count(changed, 'change')} of form, nothing lost"
        return f"{_count(lost, 'thing')} lost, {_count(changed, 'change')} of form"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


class Problem(msgspec.Struct, frozen=True, gc=False):
    """A defect of a history: where it is, which rule it breaks, in whose words, and what mends it."""

    rule: str
    path: str
    severity: Literal["error", "warning"]
    message: str
    provider_text: str | None = None
    fix: str | None = None

    def __str__(self) -> str:
        return f"{self.severity} {self.rule} at {self.path}: {self.message}"
