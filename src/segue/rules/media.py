"""What can be told of an image from its bytes, without decoding it."""

from __future__ import annotations

import base64
import binascii
import re

from segue.apis import media
from segue.conversation import Base64

_BASE64 = re.compile(r"[A-Za-z0-9+/\s]*={0,2}\s*")


def fault_in_base64(data: str) -> str | None:
    """Why a server cannot read this as base64 in the usual alphabet."""
    if not data:
        return "there are no bytes in it"
    if data.startswith("data:"):
        return "a data: prefix stands before the bytes"
    return None if _BASE64.fullmatch(data) else "it is not base64 in the usual alphabet"


def real_type(data: str) -> str | None:
    """The media type that the first bytes announce."""
    return media.sniff(Base64(data))


def size_of_image(data: str) -> tuple[int, int] | None:
    """Width and height, where the first bytes of the format tell them."""
    try:
        head = base64.b64decode(data[:64])
    except (binascii.Error, ValueError):
        return None
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head.startswith(b"GIF8"):
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    return None


def fault_in_size(data: str, most_bytes: int, widest: int | None) -> str | None:
    """Why something in base64 is too large, as far as its first bytes and its length tell."""
    held = len(data) * 3 // 4
    if held > most_bytes:
        return f"{held:,} bytes are too many: {most_bytes:,} may be"
    size = size_of_image(data) if widest is not None else None
    if size is None or widest is None or max(size) <= widest:
        return None
    return f"{size[0]} × {size[1]} pixels, and {widest:,} are the most here"
