"""Anthropic's content blocks, each read by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis.anthropic_messages.hosted import read_server_call, read_server_result
from segue.apis.anthropic_messages.wire import API
from segue.apis.reading import (
    Wired,
    bool_or_none,
    content_refused,
    list_at,
    object_at,
    object_or_none,
    only_objects,
    text_at,
    text_or_none,
)
from segue.conversation import (
    AnyBlock,
    Base64,
    Citation,
    Compaction,
    Document,
    FileId,
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
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump, encode_bytes


def cache_of(wire: Wired) -> str | None:
    """The cache mark of a block: its time to live, or an empty string for the usual one."""
    mark = object_or_none(wire, "cache_control")
    if mark is None:
        return None
    ttl = mark.get("ttl")
    return ttl if type(ttl) is str else ""


def _text(wire: Wired) -> Text:
    return Text(text_at(wire, "text"), _citations(wire), cache=cache_of(wire), native=Original(API, wire))


def _citations(wire: Wired) -> tuple[Citation, ...]:
    found: list[Wired] | None = wire.get("citations")
    if type(found) is not list:
        return ()
    citations: list[Citation] = []
    for index, entry in enumerate(found):
        where = f".citations[{index}]"
        if type(entry) is not dict:
            raise expected("a citation", entry, where)
        citations.append(
            Citation(
                str(entry.get("type")),
                text_or_none(entry, "url", where=where),
                text_or_none(entry, "title", where=where) or text_or_none(entry, "document_title", where=where),
                text_or_none(entry, "cited_text", where=where),
            )
        )
    return tuple(citations)


def _thinking(wire: Wired) -> Thinking:
    signature = text_or_none(wire, "signature")
    text, native = text_at(wire, "thinking"), Original(API, wire)
    return Thinking(text=text, signature=signature, cache=cache_of(wire), native=native)


def _redacted(wire: Wired) -> Thinking:
    return Thinking(encrypted=text_at(wire, "data"), cache=cache_of(wire), native=Original(API, wire))


def _source(wire: Wired) -> Source:
    source = object_at(wire, "source")
    kind = source.get("type")
    media_type = text_or_none(source, "media_type", where=".source")
    match kind:
        case "base64":
            return Base64(text_at(source, "data", where=".source"), media_type)
        case "url":
            return Url(text_at(source, "url", where=".source"))
        case "file":
            return FileId(text_at(source, "file_id", where=".source"))
        case "text":
            return PlainText(text_at(source, "data", where=".source"), media_type)
        case "content":
            inner = source.get("content")
            if type(inner) is str:
                return PlainText(inner)
            return Parts(read_blocks(list_at(source, "content", where=".source"), ".source.content"))
        case str():
            return FileId("", media_type)
        case _:
            raise expected("a source's type", kind, ".source.type")


def _image(wire: Wired) -> Image:
    return Image(_source(wire), cache=cache_of(wire), native=Original(API, wire))


def _document(wire: Wired) -> Document:
    return Document(
        _source(wire),
        text_or_none(wire, "title"),
        text_or_none(wire, "context"),
        cache=cache_of(wire),
        native=Original(API, wire),
    )


def _search_result(wire: Wired) -> Document:
    parts = Parts(read_blocks(list_at(wire, "content"), ".content"))
    source = wire.get("source")
    context = source if type(source) is str else None
    return Document(parts, text_or_none(wire, "title"), context, cache=cache_of(wire), native=Original(API, wire))


def _compaction(wire: Wired) -> Compaction:
    return Compaction(
        text_or_none(wire, "content"), text_or_none(wire, "encrypted_content"), native=Original(API, wire)
    )


def _tool_change(wire: Wired) -> ToolChange:
    tool = object_at(wire, "tool")
    definition: Wired | None = tool.get("definition")
    held = definition if type(definition) is dict else tool
    name = held.get("name") or held.get("server_name")
    named = name if type(name) is str else str(held.get("type"))
    native = Original(API, wire)
    if wire["type"] == "tool_removal":
        return ToolChange(removed=(named,), native=native)
    schema: Wired | None = held.get("input_schema")
    text, server = held.get("description"), held.get("server_name")
    added = Tool(
        named,
        text if type(text) is str else None,
        dump(schema) if type(schema) is dict else None,
        namespace=server if type(server) is str else None,
    )
    return ToolChange((added,), native=native)


def _listing(wire: Wired) -> ToolChange:
    names = [tool.get("name") for tool in only_objects(list_at(wire, "tools"))]
    added = tuple(Tool(name) for name in names if type(name) is str)
    return ToolChange(added, native=Original(API, wire))


def _tool_reference(wire: Wired) -> Opaque:
    return Opaque("tool_reference", text_at(wire, "tool_name"), native=Original(API, wire))


def read_plain_turn(content: list[Any]) -> tuple[Text | ToolCall, ...]:
    """Read texts with calls behind them; nothing where anything else is there too, or a text is blank.

    A text that says all that its original would keeps none.
    """
    blocks: list[Text | ToolCall] = []
    add = blocks.append
    wire: Wired
    calling = False
    try:
        for wire in content:
            kind, size = wire["type"], len(wire)
            if kind == "text" and size == 2 and not calling and type(text := wire["text"]) is str:
                if not text or text.isspace():
                    return ()
                add(Text(text))
            elif kind == "tool_use" and size == 4 and type(given := wire["input"]) is dict:
                calling = True
                call_id, name, text = wire["id"], wire["name"], encode_bytes(given).decode()
                if type(call_id) is not str or type(name) is not str:
                    return ()
                add(ToolCall(call_id, name, text, native=Original(API, wire, (text, given))))
            else:
                return ()
    except (KeyError, TypeError):
        return ()
    return tuple(blocks)


def read_plain_answers(content: list[Any]) -> tuple[ToolResult, ...]:
    """Read results that are one text each; nothing where anything else is there too, or a text is blank."""
    results: list[ToolResult] = []
    wire: Wired
    part: Wired
    said: list[Any] | str | None
    try:
        for wire in content:
            call_id, said = wire["tool_use_id"], wire["content"]
            if type(said) is list and len(said) == 1 and len(part := said[0]) == 2 and part["type"] == "text":
                said = part["text"]
            if len(wire) != 3 or wire["type"] != "tool_result":
                return ()
            if type(call_id) is not str or type(said) is not str or not said or said.isspace():
                return ()
            results.append(ToolResult(call_id, (Text(said),), native=Original(API, wire)))
    except (KeyError, TypeError):
        return ()
    return tuple(results)


def read_blocks(content: list[Any], where: str) -> tuple[AnyBlock, ...]:
    """Read a list of blocks."""
    blocks: list[AnyBlock] = []
    wire: Wired
    try:
        for wire in content:
            kind = wire.get("type") if type(wire) is dict else None
            if kind == "text" and len(wire) == 2 and type(text := wire.get("text")) is str:
                blocks.append(Text(text))
            elif kind == "tool_use":
                blocks.append(_tool_use(wire))
            elif kind == "tool_result":
                blocks.append(_tool_result(wire))
            else:
                blocks.append(read_block(wire))
    except InvalidHistory as error:
        raise error.under(f"{where}[{len(blocks)}]") from error.__cause__
    return tuple(blocks)


def read_block(element: Any) -> AnyBlock:
    """Read one block; one that nobody has heard of is carried as it is."""
    wire: Wired = element
    if type(wire) is not dict:
        raise expected("a content block", wire)
    kind = wire.get("type")
    if type(kind) is not str:
        raise expected("a block's type", kind, ".type")
    reader = _BLOCKS.get(kind)
    if reader is not None:
        return reader(wire)
    if kind.endswith("_tool_result"):
        return read_server_result(wire, kind)
    text = wire.get("text")
    return Opaque(kind, text if type(text) is str else None, native=Original(API, wire))


def _tool_use(wire: Wired) -> ToolCall:
    call_id, name, given = wire.get("id"), wire.get("name"), wire.get("input")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".id")
    if type(name) is not str:
        raise expected("a tool's name", name, ".name")
    if type(given) is not dict:
        text = "tool_use.input: Input should be a valid dictionary"
        raise InvalidHistory(f"{text}, got {type(given).__name__}", "$.input", rule="ANT-15")
    text = dump(given)
    native = Original(API, wire, (text, given))
    if len(wire) == 4:
        return ToolCall(call_id, name, text, native=native)
    caller = object_or_none(wire, "caller") or {}
    return ToolCall(
        call_id,
        name,
        text,
        namespace=text_or_none(wire, "toolset_name"),
        caller=text_or_none(caller, "tool_id", where=".caller"),
        cache=cache_of(wire),
        native=native,
    )


def _tool_result(wire: Wired) -> ToolResult:
    call_id = wire.get("tool_use_id")
    content: str | list[Any] | None = wire.get("content")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".tool_use_id")
    if type(content) is str:
        blocks: tuple[AnyBlock, ...] = (Text(content),)
    elif type(content) is list:
        blocks = read_blocks(content, ".content")
    elif content is None:
        blocks = ()
    else:
        raise content_refused(content, ".content")
    native = Original(API, wire)
    if len(wire) == 3 and "content" in wire:
        return ToolResult(call_id, blocks, native=native)
    failed = bool_or_none(wire, "is_error")
    return ToolResult(call_id, blocks, None, failed, cache=cache_of(wire), native=native)


_BLOCKS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "text": _text,
    "thinking": _thinking,
    "redacted_thinking": _redacted,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "image": _image,
    "document": _document,
    "search_result": _search_result,
    "compaction": _compaction,
    "tool_addition": _tool_change,
    "tool_removal": _tool_change,
    "mcp_tool_listing": _listing,
    "tool_reference": _tool_reference,
    "server_tool_use": read_server_call,
    "mcp_tool_use": read_server_call,
}
