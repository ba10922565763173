"""The parts of a content list → blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis import media
from segue.apis.chat import read_picture, read_thinking
from segue.apis.openai_completions.wire import API
from segue.apis.reading import Wired, content_refused, each, object_at, text_at, text_or_none
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Document,
    FileId,
    Image,
    Opaque,
    Original,
    Refusal,
    Text,
    Thinking,
    Url,
    Video,
)
from segue.errors import expected


def read_parts(content: Any) -> tuple[AnyBlock, ...]:
    """Read a content list."""
    parts: list[Any] = content
    if type(parts) is not list:
        raise content_refused(parts, ".content")
    return each(parts, ".content", read_part)


def read_part(part: Any) -> AnyBlock:
    """Read one part of a content list; some hosts write plain strings among them."""
    if type(part) is str:
        return Text(part)
    wire: Wired = part
    if type(wire) is not dict:
        raise expected("a content part", wire)
    kind = wire.get("type")
    if type(kind) is not str:
        raise expected("a part's type", kind, ".type")
    reader = _PARTS.get(kind)
    return _unknown(wire, kind) if reader is None else reader(wire)


def _cache(part: Wired) -> str | None:
    if "prompt_cache_breakpoint" in part or "cache_control" in part:
        mark: Wired | None = part.get("prompt_cache_breakpoint") or part.get("cache_control")
        if type(mark) is dict:
            ttl = mark.get("ttl")
            return ttl if type(ttl) is str else ""
    return None


def _text(part: Wired) -> Text:
    return Text(text_at(part, "text"), cache=_cache(part), native=Original(API, part))


def _refusal(part: Wired) -> Refusal:
    return Refusal(text_at(part, "refusal"), native=Original(API, part))


def read_image(part: Wired) -> Image:
    """Read a picture."""
    source, detail = read_picture(part)
    return Image(source, detail, cache=_cache(part), native=Original(API, part))


def _audio(part: Wired) -> Audio:
    holder = part.get("input_audio")
    if type(holder) is str:
        return Audio(Base64(holder), native=Original(API, part))
    inner = object_at(part, "input_audio")
    kind = text_or_none(inner, "format", where=".input_audio")
    source = Base64(text_at(inner, "data", where=".input_audio"), media.type_of_name(f".{kind}") if kind else None)
    return Audio(source, cache=_cache(part), native=Original(API, part))


def _video(part: Wired) -> Video:
    inner = object_at(part, "video_url")
    return Video(media.read_address(text_at(inner, "url", where=".video_url")), native=Original(API, part))


def _file(part: Wired) -> Document:
    inner: Wired | None = part.get("file")
    if type(inner) is not dict:
        # Mistral: {"type": "file", "file_id": …}
        return Document(FileId(text_at(part, "file_id")), native=Original(API, part))
    name = text_or_none(inner, "filename", where=".file")
    if file_id := text_or_none(inner, "file_id", where=".file"):
        return Document(FileId(file_id), name, cache=_cache(part), native=Original(API, part))
    data = text_at(inner, "file_data", where=".file")
    source = media.read_address(data)
    if isinstance(source, Url) and not data.startswith(("http:", "https:", "data:")):
        source = Base64(data, media.type_of_name(name) or "application/pdf")
    return Document(source, name, cache=_cache(part), native=Original(API, part))


def _document_url(part: Wired) -> Document:
    title = text_or_none(part, "document_name")
    return Document(media.read_address(text_at(part, "document_url")), title, native=Original(API, part))


def _thinking(part: Wired) -> Thinking:
    return read_thinking(API, part)


def _unknown(part: Wired, kind: str) -> Opaque:
    text = part.get("text")
    return Opaque(kind, text if type(text) is str else None, native=Original(API, part))


_PARTS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "text": _text,
    "refusal": _refusal,
    "image_url": read_image,
    "input_audio": _audio,
    "video_url": _video,
    "file": _file,
    "document_url": _document_url,
    "thinking": _thinking,
}
