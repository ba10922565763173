"""Converse's content blocks, each read by itself: an object with one key, which says what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis.bedrock_converse.hosted import read_server_call, read_server_result
from segue.apis.bedrock_converse.wire import API, AUDIO_FORMATS, DOCUMENT_FORMATS, IMAGE_FORMATS, VIDEO_FORMATS
from segue.apis.reading import (
    Wired,
    inside,
    list_at,
    list_or_none,
    object_at,
    only_objects,
    text_at,
    text_or_none,
)
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Citation,
    Document,
    Image,
    Opaque,
    Original,
    Parts,
    PlainText,
    Source,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChange,
    ToolResult,
    Url,
    Video,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump, encode_bytes


def read_blocks(content: list[Any], where: str) -> tuple[AnyBlock, ...]:
    """Read a list of blocks. The plain ones, which most are, are read in this loop; `read_block` reads the others."""
    given: list[Wired] = content
    blocks: list[AnyBlock] = []
    add = blocks.append
    inner: Wired | None
    try:
        for wire in given:
            if type(wire) is dict and len(wire) == 1:
                if type(text := wire.get("text")) is str:
                    add(Text(text, native=Original(API, wire)))
                    continue
                if type(inner := wire.get("toolUse")) is dict and len(inner) == 3:
                    call_id, name, asked = inner.get("toolUseId"), inner.get("name"), inner.get("input")
                    if type(call_id) is str and type(name) is str and type(asked) is dict:
                        text = encode_bytes(asked).decode()
                        add(ToolCall(call_id, name, text, native=Original(API, wire, (text, asked))))
                        continue
                elif type(inner := wire.get("toolResult")) is dict:
                    add(_result(inner, wire))
                    continue
            add(read_block(wire))
    except InvalidHistory as error:
        raise error.under(f"{where}[{len(blocks)}]") from error.__cause__
    return tuple(blocks)


def read_block(element: Any) -> AnyBlock:
    """Read one block; one that nobody has heard of is carried as it is."""
    wire: Wired = element
    if type(wire) is not dict:
        raise expected("a content block", wire)
    text = wire.get("text")
    if type(text) is str:
        return Text(text, native=Original(API, wire))
    if text is not None or "text" in wire:
        raise expected("a string", text, ".text")
    if "json" in wire:
        return Text(dump(wire["json"]), native=Original(API, wire))
    for key in wire:
        reader = _BLOCKS.get(key)
        if reader is not None:
            inner: Wired = wire[key]
            if type(inner) is not dict:
                raise expected("an object", inner, f".{key}")
            return reader(inner, wire)
    kind = next(iter(wire), "block")
    said = inside(wire.get(kind)).get("text")
    return Opaque(kind, said if type(said) is str else None, native=Original(API, wire))


def _call(inner: Wired, wire: Wired) -> AnyBlock:
    if inner.get("type") == "server_tool_use":
        return read_server_call(inner, wire)
    call_id, name, given = inner.get("toolUseId"), inner.get("name"), inner.get("input")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".toolUse.toolUseId")
    if type(name) is not str:
        raise expected("a tool's name", name, ".toolUse.name")
    if type(given) is not dict:
        raise InvalidHistory(
            f"expected an object as input, got {type(given).__name__}", "$.toolUse.input", rule="BED-07"
        )
    text = dump(given)
    return ToolCall(call_id, name, text, native=Original(API, wire, (text, given)))


def _result(inner: Wired, wire: Wired) -> AnyBlock:
    call_id, status = inner.get("toolUseId"), inner.get("status")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".toolResult.toolUseId")
    if status is not None and type(status) is not str:
        raise expected("a string", status, ".toolResult.status")
    content: list[Any] | None = inner.get("content")
    if type(content) is not list:
        raise expected("a list", content, ".toolResult.content")
    if type(kind := inner.get("type")) is str:
        return read_server_result(inner, wire, kind)
    blocks = read_blocks(content, ".toolResult.content")
    failed = None if status is None else status == "error"
    value = dump(content[0]["json"]) if len(content) == 1 and "json" in content[0] else None
    return ToolResult(call_id, blocks, None, failed, value, native=Original(API, wire))


def _thinking(inner: Wired, wire: Wired) -> AnyBlock:
    native = Original(API, wire)
    if "redactedContent" in inner:
        return Thinking(encrypted=text_at(inner, "redactedContent", where=".reasoningContent"), native=native)
    if "reasoningText" not in inner:
        return Opaque("reasoningContent", native=native)
    told = object_at(inner, "reasoningText", where=".reasoningContent")
    where = ".reasoningContent.reasoningText"
    text, signature = text_at(told, "text", where=where), text_or_none(told, "signature", where=where)
    return Thinking(text, signature=signature, native=native)


def _source(inner: Wired, kind: str, media_type: str | None) -> Source | None:
    """Where the bytes are; None where they are in a place that nobody has heard of."""
    source = object_at(inner, "source", where=f".{kind}")
    where = f".{kind}.source"
    if "bytes" in source:
        return Base64(text_at(source, "bytes", where=where), media_type)
    if "s3Location" in source:
        location = object_at(source, "s3Location", where=where)
        return Url(text_at(location, "uri", where=f"{where}.s3Location"), media_type)
    if "text" in source:
        return PlainText(text_at(source, "text", where=where), media_type)
    if "content" in source:
        return Parts(read_blocks(list_at(source, "content", where=where), f"{where}.content"))
    return None


def _type(inner: Wired, kind: str, formats: dict[str, str]) -> str | None:
    word = text_or_none(inner, "format", where=f".{kind}")
    if word is None or "/" in word:
        return word
    return formats.get(word, f"{kind}/{word}")


def _image(inner: Wired, wire: Wired) -> AnyBlock:
    source = _source(inner, "image", _type(inner, "image", IMAGE_FORMATS))
    return Image(source, native=Original(API, wire)) if source else Opaque("image", native=Original(API, wire))


def _audio(inner: Wired, wire: Wired) -> AnyBlock:
    source = _source(inner, "audio", _type(inner, "audio", AUDIO_FORMATS))
    return Audio(source, native=Original(API, wire)) if source else Opaque("audio", native=Original(API, wire))


def _video(inner: Wired, wire: Wired) -> AnyBlock:
    source = _source(inner, "video", _type(inner, "video", VIDEO_FORMATS))
    return Video(source, native=Original(API, wire)) if source else Opaque("video", native=Original(API, wire))


def _document(inner: Wired, wire: Wired) -> AnyBlock:
    source, native = _source(inner, "document", _type(inner, "document", DOCUMENT_FORMATS)), Original(API, wire)
    name, context = (text_or_none(inner, key, where=".document") for key in ("name", "context"))
    return Document(source, name, context, native=native) if source else Opaque("document", native=native)


def _search_result(inner: Wired, wire: Wired) -> Document:
    parts = Parts(read_blocks(list_at(inner, "content", where=".searchResult"), ".searchResult.content"))
    where = ".searchResult"
    source, title = text_or_none(inner, "source", where=where), text_or_none(inner, "title", where=where)
    return Document(parts, title, source, native=Original(API, wire))


def _cited(inner: Wired, wire: Wired) -> Text | Opaque:
    where, native = ".citationsContent", Original(API, wire)
    pieces = list_or_none(inner, "content", where=where) or []
    said = [piece["text"] for piece in only_objects(pieces) if type(piece.get("text")) is str]
    if len(said) < len(pieces):
        return Opaque("citationsContent", "".join(said), native=native)
    citations = tuple(_citation(entry) for entry in only_objects(list_or_none(inner, "citations", where=where)))
    return Text("".join(said), citations, native=native)


def _citation(entry: Wired) -> Citation:
    location = inside(entry.get("location"))
    kind = next(iter(location), "citation")
    url, title = inside(location.get("web")).get("url"), entry.get("title")
    quoted = [part["text"] for part in only_objects(entry.get("sourceContent")) if type(part.get("text")) is str]
    return Citation(
        kind,
        url if type(url) is str else None,
        title if type(title) is str else None,
        "".join(quoted) or None,
    )


def _guarded(inner: Wired, wire: Wired) -> Opaque:
    text = inside(inner.get("text")).get("text")
    return Opaque("guardContent", text if type(text) is str else None, native=Original(API, wire))


def read_cache_point(inner: Wired, wire: Wired) -> Opaque:
    """A mark that stands by itself: what is before it may be cached, for so long."""
    ttl = inner.get("ttl")
    return Opaque("cachePoint", cache=ttl if type(ttl) is str else "", native=Original(API, wire))


def cache_point(ttl: str) -> Wired:
    """The mark that what stands before it may be cached, for so long or for as long as is usual."""
    return {"cachePoint": {"type": "default", "ttl": ttl}} if ttl else {"cachePoint": {"type": "default"}}


def _tool_change(inner: Wired, wire: Wired) -> ToolChange:
    tool = inside(inner.get("tool"))
    name, server = tool.get("name"), tool.get("serverName")
    named = name if type(name) is str else server if type(server) is str else str(tool.get("type"))
    native = Original(API, wire)
    if "toolRemoval" in wire:
        return ToolChange(removed=(named,), native=native)
    return ToolChange((Tool(named, namespace=server if type(server) is str else None),), native=native)


_BLOCKS: Final[dict[str, Callable[[Wired, Wired], AnyBlock]]] = {
    "toolUse": _call,
    "toolResult": _result,
    "reasoningContent": _thinking,
    "image": _image,
    "document": _document,
    "video": _video,
    "audio": _audio,
    "citationsContent": _cited,
    "searchResult": _search_result,
    "guardContent": _guarded,
    "cachePoint": read_cache_point,
    "toolAddition": _tool_change,
    "toolRemoval": _tool_change,
}
