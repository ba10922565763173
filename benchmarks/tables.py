"""Plain text tables: the first column to the left, all others to the right, everything aligned."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

_LINE_WIDTH = 110


def section(title: str, meaning: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return f"{title}\n{fill(meaning, _LINE_WIDTH)}\n\n{table(header, rows)}"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    return "\n".join(_line(cells, widths) for cells in (header, ["-" * width for width in widths], *rows))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    (first, first_width), *others = zip(cells, widths, strict=True)
    return "  ".join([first.ljust(first_width), *(cell.rjust(width) for cell, width in others)])


def times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def verdict(ratio: float, budget: float) -> str:
    return "within" if ratio <= budget else "OVER"
