"""The parts of what an item says, both ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, assert_never

from segue.apis import media
from segue.apis.openai_responses.wire import API
from segue.apis.reading import Wired, content_refused, each, list_or_none, text_at, text_or_none
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Block,
    Citation,
    Document,
    FileId,
    Image,
    Opaque,
    Original,
    Parts,
    PlainText,
    Refusal,
    Source,
    Text,
    Url,
)
from segue.errors import expected
from segue.jsontext import copy


def read_parts(content: Any, key: str = "content") -> tuple[AnyBlock, ...]:
    """Read a content list."""
    parts: list[Any] = content
    if type(parts) is not list:
        raise content_refused(parts, f".{key}")
    return each(parts, f".{key}", read_part)


def read_part(part: Any) -> AnyBlock:
    """Read one part."""
    wire: Wired = part
    if type(wire) is not dict:
        raise expected("a content part", wire)
    kind = wire.get("type")
    if type(kind) is not str:
        raise expected("a part's type", kind, ".type")
    reader = _PARTS.get(kind)
    if reader is not None:
        return reader(wire)
    text = wire.get("text")
    return Opaque(kind, text if type(text) is str else None, native=Original(API, wire))


def _cache(part: Wired) -> str | None:
    mark: Wired | None = part.get("prompt_cache_breakpoint")
    if type(mark) is not dict:
        return None
    ttl = mark.get("ttl")
    return ttl if type(ttl) is str else ""


def _text(part: Wired) -> Text:
    citations = _citations(part) if part.get("annotations") else ()
    return Text(text_at(part, "text"), citations, cache=_cache(part), native=Original(API, part))


def _citations(part: Wired) -> tuple[Citation, ...]:
    citations: list[Citation] = []
    for index, given in enumerate(list_or_none(part, "annotations") or []):
        where = f".annotations[{index}]"
        entry: Wired = given
        if type(entry) is not dict:
            raise expected("an annotation", entry, where)
        start, end = entry.get("start_index"), entry.get("end_index")
        citations.append(
            Citation(
                str(entry.get("type")),
                text_or_none(entry, "url", where=where),
                text_or_none(entry, "title", where=where) or text_or_none(entry, "filename", where=where),
                start=start if type(start) is int else None,
                end=end if type(end) is int else None,
            )
        )
    return tuple(citations)


def _refusal(part: Wired) -> Refusal:
    return Refusal(text_at(part, "refusal"), native=Original(API, part))


def _image(part: Wired) -> Image:
    detail = text_or_none(part, "detail")
    address = text_or_none(part, "image_url")
    source = FileId(text_or_none(part, "file_id") or "") if address is None else media.read_address(address)
    return Image(source, detail, cache=_cache(part), native=Original(API, part))


def _file(part: Wired) -> Document:
    name = text_or_none(part, "filename")
    native = Original(API, part)
    if data := text_or_none(part, "file_data"):
        source = media.read_address(data)
        if not data.startswith(("http:", "https:", "data:")):
            source = Base64(data, media.type_of_name(name) or "application/pdf")
        return Document(source, name, cache=_cache(part), native=native)
    if url := text_or_none(part, "file_url"):
        return Document(media.read_address(url, media.type_of_name(url)), name, cache=_cache(part), native=native)
    return Document(FileId(text_or_none(part, "file_id") or ""), name, cache=_cache(part), native=native)


def _audio(part: Wired) -> Audio:
    inner: Wired | str | None = part.get("input_audio")
    held = inner if type(inner) is dict else part
    kind = text_or_none(held, "format", where=".input_audio")
    source = Base64(text_at(held, "data", where=".input_audio"), media.type_of_name(f".{kind}") if kind else None)
    return Audio(source, native=Original(API, part))


_PARTS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "input_text": _text,
    "output_text": _text,
    "text": _text,
    "summary_text": _text,
    "reasoning_text": _text,
    "refusal": _refusal,
    "input_image": _image,
    "computer_screenshot": _image,
    "input_file": _file,
    "input_audio": _audio,
}


# Writing.


def write_part(block: Block, writing: Writing) -> Wired:
    """Write one part of what is said or put out."""
    if (element := writing.standing(block, read_part)) is not None:
        return copy(element)
    part = _rendered(block)
    if block.cache is not None:
        part["prompt_cache_breakpoint"] = {"mode": "explicit"}
    return part


def _rendered(block: Block) -> Wired:
    match block:
        case Text():
            return {"type": "input_text", "text": block.text}
        case Refusal():
            return {"type": "refusal", "refusal": block.text}
        case Image():
            image: Wired = {"type": "input_image", "detail": block.detail or "auto"}
            source = block.source
            image["file_id" if isinstance(source, FileId) else "image_url"] = _address(source)
            return image
        case Document():
            return _written_file(block)
        case Opaque():
            return copy(block.native.value) if block.native else {"type": block.kind}
        case _:
            raise AssertionError(f"{type(block).__name__} is no part here: a pass should have rendered it")


def _written_file(block: Document) -> Wired:
    source = block.source
    match source:
        case FileId():
            return {"type": "input_file", "file_id": source.id}
        case Url():
            return {"type": "input_file", "file_url": source.url}
        case _:
            kind = media.usual(source.media_type) if isinstance(source, Base64) else None
            name = block.title or f"document.{media.extension(kind) or 'pdf'}"
            return {"type": "input_file", "filename": name, "file_data": _address(source)}


def _address(source: Source) -> str:
    match source:
        case Base64():
            return media.data_uri(source, media.usual(source.media_type))
        case Url():
            return source.url
        case FileId():
            return source.id
        case PlainText() | Parts():
            raise AssertionError("a text document has no address: a pass should have rendered it")
        case _:
            assert_never(source)
