"""The tools that a request declares: a program declares the same ones every time, so they are read once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias

from segue.conversation import Tool
from segue.jsontext import decode_bytes, encode_bytes

#: Reads a list of definitions.
Reader: TypeAlias = Callable[[list[Any]], tuple[Tool, ...]]

#: What is remembered stays in memory: longer lists are read anew.
_LONGEST: Final = 256 * 1024


def declared(wires: list[Any] | None, read: Reader) -> tuple[Tool, ...]:
    """What the reader makes of these definitions, or has made of the same ones before."""
    if not wires:
        return ()
    text = encode_bytes(wires)
    known = _known(text, read) if len(text) <= _LONGEST else None
    return read(wires) if known is None else known


@lru_cache(maxsize=32)
def _known(text: bytes, read: Reader) -> tuple[Tool, ...] | None:
    wires = decode_bytes(text)
    # A whole number of more than 64 bits comes back as another number: then the text does not stand for the value.
    return read(wires) if encode_bytes(wires) == text else None
