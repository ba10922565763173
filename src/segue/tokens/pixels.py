"""How large a picture is, by its first bytes: nothing is decoded, nothing is fetched."""

from __future__ import annotations

import base64
import binascii
from typing import Final, NamedTuple

from segue.conversation import Base64, Source

#: Enough for a photograph's thumbnail and colour profile, which stand before its size.
_HEAD: Final = 262_144

#: JPEG: the markers that begin a frame, and those that have no length.
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})


class Size(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


def size_of(source: Source) -> Size | None:
    """The size of a PNG, GIF, WebP or JPEG that is here as bytes; None for others, and where it does not show."""
    if not isinstance(source, Base64):
        return None
    head = _head(source.data)
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        return _sound(_big(head, 16, 4), _big(head, 20, 4))
    if head.startswith((b"GIF87a", b"GIF89a")) and len(head) >= 10:
        return _sound(_little(head, 6, 2), _little(head, 8, 2))
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _webp(head)
    return _jpeg(head) if head.startswith(b"\xff\xd8") else None


def _head(data: str) -> bytes:
    start = data[: _HEAD * 4 // 3 // 4 * 4].replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(start + "=" * (-len(start) % 4))
    except (binascii.Error, ValueError):
        return b""


def _webp(head: bytes) -> Size | None:
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        return _sound(_little(head, 24, 3) + 1, _little(head, 27, 3) + 1)
    if kind == b"VP8L" and len(head) >= 25:
        packed = _little(head, 21, 4)
        return _sound((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and len(head) >= 30:
        return _sound(_little(head, 26, 2) & 0x3FFF, _little(head, 28, 2) & 0x3FFF)
    return None


def _jpeg(head: bytes) -> Size | None:
    at = 2
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            return None
        marker = head[at + 1]
        if marker in _FRAMES:
            return _sound(_big(head, at + 7, 2), _big(head, at + 5, 2))
        at += 2 if marker in _BARE else 1 if marker == 0xFF else 2 + _big(head, at + 2, 2)
    return None


def _sound(width: int, height: int) -> Size | None:
    return Size(width, height) if width and height else None


def _big(data: bytes, at: int, length: int) -> int:
    return int.from_bytes(data[at : at + length], "big")


def _little(data: bytes, at: int, length: int) -> int:
    return int.from_bytes(data[at : at + length], "little")
