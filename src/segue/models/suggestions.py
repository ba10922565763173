"""The names that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: No name is longer; comparing takes a time that grows with the square of it.
LONGEST: Final = 120


def close(word: str, names: Iterable[str]) -> list[str]:
    """Up to three of the names, the nearest first."""
    from difflib import get_close_matches

    return get_close_matches(word[:LONGEST].lower(), list(names), n=3, cutoff=0.6)


def did_you_mean(names: list[str]) -> str:
    """A sentence to put behind a refusal; empty where there is nothing to suggest."""
    return f" Did you mean {' or '.join(map(repr, names))}?" if names else ""


def nearest(word: str, names: Iterable[str]) -> str:
    """That sentence for the nearest names."""
    return did_you_mean(close(word, names))
