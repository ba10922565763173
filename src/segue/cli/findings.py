"""A report for people: losses first, like with like, and where to look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from segue.cli.screen import Screen, visible
from segue.report import Change, Report

_PATHS_SHOWN: Final = 3
_ACTION_COLUMN: Final = 2
_TEXT_COLUMN: Final = 16
_QUOTED: Final = re.compile(r"'[^']*'")


def tell(report: Report, screen: Screen) -> None:
    """Write a report on the screen."""
    screen.write(_headline(report, screen))
    if report.losses:
        screen.write(screen.paint("lost", "loss"))
        _groups(report.losses, screen)
    changed = [change for change in report.changes if not change.lossy]
    if changed and report.losses:
        screen.write(screen.paint("changed in form", "title"))
    _groups(changed, screen)
    if report.pending:
        screen.write(screen.paint("waiting for their results", "title"))
        _paths(list(report.pending), screen, _ACTION_COLUMN)


def _headline(report: Report, screen: Screen) -> str:
    lost = len(report.losses)
    changed = len(report.changes) - lost
    counts = [_count(changed, "change of form", "changes of form")] if changed else []
    if report.pending:
        counts.append(_count(len(report.pending), "call waits for its result", "calls wait for their results"))
    if lost:
        head = screen.paint(_count(lost, "loss", "losses"), "loss")
    else:
        head = screen.paint("lossless", "good")
        counts = counts if changed else ["everything came along as it was", *counts]
    return f"{head}: {', '.join(counts)}" if counts and not lost else ", ".join([head, *counts])


def _groups(changes: Iterable[Change], screen: Screen) -> None:
    for group in _grouped(changes):
        _group(group, screen)


def _grouped(changes: Iterable[Change]) -> list[list[Change]]:
    """Changes of one kind and one reason together; reasons that differ in quoted names only are one reason."""
    groups: dict[tuple[str | None, ...], list[Change]] = {}
    for change in changes:
        key = (change.action, change.block, change.rule, _QUOTED.sub("''", change.why))
        groups.setdefault(key, []).append(change)
    return list(groups.values())


def _group(changes: list[Change], screen: Screen) -> None:
    first = changes[0]
    times = f" ×{len(changes)}" if len(changes) > 1 else ""
    others = len({change.why for change in changes}) - 1
    more = f" (and {others} more like it)" if others else ""
    rule = f" [{first.rule}]" if first.rule else ""
    text = visible(f"{first.block}{times}: {first.why}{more}{rule}")
    action = first.action.replace("-", " ").ljust(_TEXT_COLUMN - _ACTION_COLUMN)
    lines = screen.wrapped(text, indent=_TEXT_COLUMN)
    screen.write(" " * _ACTION_COLUMN + screen.paint(action, "name") + lines[0][_TEXT_COLUMN:])
    for line in lines[1:]:
        screen.write(line)
    _paths([change.path for change in changes], screen, _TEXT_COLUMN)


def _paths(paths: list[str], screen: Screen, indent: int) -> None:
    distinct = list(dict.fromkeys(paths))
    more = len(distinct) - _PATHS_SHOWN
    text = ", ".join(distinct[:_PATHS_SHOWN]) + (f" and {more} more" if more > 0 else "")
    for line in screen.wrapped(visible(text), indent=indent):
        screen.write(screen.paint(line, "aside"))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
