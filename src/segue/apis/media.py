"""Media as text on the wire: data URIs, media types, and what the first bytes say."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from segue.conversation import Base64, Url

_TYPES: Final = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "heic": "image/heic",
    "heif": "image/heif",
    "bmp": "image/bmp",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "html": "text/html",
    "json": "application/json",
    "xml": "application/xml",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "flac": "audio/flac",
    "aac": "audio/aac",
    "m4a": "audio/mp4",
    "mp4": "video/mp4",
    "mov": "video/quicktime",
    "webm": "video/webm",
    "mpeg": "video/mpeg",
    "mkv": "video/x-matroska",
}
_NAMES: Final = {"image/jpg": "image/jpeg", "audio/mp3": "audio/mpeg", "audio/x-wav": "audio/wav"}
_STANDARD: Final = str.maketrans("-_", "+/")
_TEXTUAL: Final = ("text/", "application/json", "application/xml", "application/javascript", "image/svg+xml")
_MAGIC: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
)


def standard_alphabet(data: str) -> str:
    """Base64 in the alphabet that every API reads; Google's Python SDK writes that of URLs."""
    return data.translate(_STANDARD) + "=" * (-len(data) % 4)


def read_address(address: str, media_type: str | None = None) -> Base64 | Url:
    """A ``data:`` URI is its bytes; any other address stays one."""
    if address[:5].lower() != "data:":
        return Url(address, media_type)
    head, _, data = address[5:].partition(",")
    if head.endswith(";base64"):
        return Base64(data, head.split(";")[0] or media_type)
    return Url(address, media_type)


def data_uri(source: Base64, media_type: str | None = None) -> str:
    """The bytes as an address."""
    return f"data:{media_type or source.media_type or 'application/octet-stream'};base64,{source.data}"


def type_of_name(name: str | None) -> str | None:
    """The media type that a file name or an address ends in."""
    if not name:
        return None
    path = name.split("?")[0].split("#")[0]
    return _TYPES.get(path.rpartition(".")[2].lower())


def extension(media_type: str | None) -> str | None:
    """The usual ending of a media type."""
    return next((ending for ending, known in _TYPES.items() if known == media_type), None)


def usual(media_type: str | None) -> str | None:
    """The registered spelling of a media type, without its parameters."""
    if media_type is None:
        return None
    plain = media_type.split(";")[0].strip().lower()
    return _NAMES.get(plain, plain)


def sniff(source: Base64) -> str | None:
    """The media type that the first bytes announce."""
    try:
        head = base64.b64decode(source.data[:24].replace("-", "+").replace("_", "/") + "==", validate=False)
    except (binascii.Error, ValueError):
        return None
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)


def is_textual(media_type: str | None) -> bool:
    """Can bytes of this type be read as text?"""
    return media_type is not None and media_type.startswith(_TEXTUAL)


def decoded_text(source: Base64) -> str | None:
    """The text that base64 bytes spell, if they spell any."""
    try:
        return base64.b64decode(source.data).decode("utf-8")
    except (binascii.Error, ValueError):
        return None


def reads_as_text(source: Base64) -> bool:
    """Are the bytes words that somebody could read?"""
    text = decoded_text(source)
    return text is not None and len(text) > 1 and all(char.isprintable() or char in "\t\r\n" for char in text)
