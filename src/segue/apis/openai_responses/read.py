"""Responses items → neutral messages, one for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis import media
from segue.apis.codec import Author
from segue.apis.openai_responses.items import ITEM_READERS
from segue.apis.openai_responses.wire import API
from segue.apis.reading import Wired, content_refused, list_or_none, text_at, text_or_none
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Citation,
    Document,
    FileId,
    Image,
    Message,
    Opaque,
    Original,
    Refusal,
    Text,
    ToolCall,
    ToolResult,
)
from segue.errors import InvalidHistory, expected


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of items."""
    messages: list[Message] = []
    index = -1
    try:
        for wire in wires:
            index += 1
            messages.append(read_item(wire, author))
    except InvalidHistory as error:
        raise error.under(f"[{index}]") from error.__cause__
    return messages


def read_item(wire: Any, author: Author) -> Message:
    """Read one item."""
    if type(wire) is not dict:
        raise expected("an item object", wire)
    kind = wire.get("type")
    if kind is None or kind == "message":
        if kind is None and "role" not in wire and type(wire.get("id")) is str:
            kind = "item_reference"  # whose type may be absent
        else:
            return _message(wire, author)
    if type(kind) is not str:
        raise expected("an item's type", kind, "$.type")
    if kind == "function_call":
        return _call(wire, author)
    if kind == "function_call_output":
        return _output(wire)
    reader = ITEM_READERS.get(kind)
    block = Opaque(kind, native=Original(API, wire)) if reader is None else reader(wire)
    held = (block,)
    native = Original(API, wire, held)
    if type(block) is ToolResult:
        return Message("tool", held, tool_call_id=block.tool_call_id, native=native)
    if kind in ("additional_tools", "mcp_approval_response", "item_reference", "tool_search_output"):
        return Message("system" if kind == "additional_tools" else "user", held, native=native)
    return Message("assistant", held, author.provider, author.api, author.model, native=native)


def place(wire: Any, ordinal: int) -> str:
    """The path of the n-th block below its item; an answer is a list of items."""
    if type(wire) is list:
        return _place_among(wire, ordinal)
    if wire.get("type") in (None, "message") and "role" in wire:
        return f".content[{ordinal}]" if type(wire.get("content")) is list else ".content"
    return ""


def _place_among(items: list[Wired], ordinal: int) -> str:
    for index, item in enumerate(items):
        content = item.get("content")
        count = len(content) if item.get("type") == "message" and type(content) is list else 1
        if ordinal < count:
            return f".output[{index}]{place(item, ordinal)}"
        ordinal -= count
    return ""


def _message(wire: Wired, author: Author) -> Message:
    role = wire.get("role")
    content = wire.get("content")
    blocks: tuple[AnyBlock, ...] = (Text(content),) if type(content) is str else read_parts(content)
    native = Original(API, wire, blocks)
    match role:
        case "assistant":
            return Message(
                "assistant",
                blocks,
                author.provider,
                author.api,
                author.model,
                id=text_or_none(wire, "id"),
                phase=text_or_none(wire, "phase"),
                native=native,
            )
        case "user":
            return Message("user", blocks, native=native)
        case "system":
            return Message("system", blocks, native=native)
        case "developer":
            return Message("system", blocks, authority="developer", native=native)
        case str():
            raise InvalidHistory(f"unknown role {role!r}: use one of assistant, developer, system, user", "$.role")
        case _:
            raise expected("a role", role, "$.role")


def _call(wire: Wired, author: Author) -> Message:
    call_id, name, arguments = wire.get("call_id"), wire.get("name"), wire.get("arguments")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".call_id")
    if type(name) is not str:
        raise expected("a function's name", name, ".name")
    if type(arguments) is not str:
        raise expected("the JSON text of the arguments", arguments, ".arguments")
    namespace = wire.get("namespace")
    caller = wire.get("caller")
    held = (
        ToolCall(
            call_id,
            name,
            arguments,
            namespace=namespace if type(namespace) is str else None,
            caller=caller_of(caller),
            native=Original(API, wire),
        ),
    )
    return Message("assistant", held, author.provider, author.api, author.model, native=Original(API, wire, held))


def caller_of(caller: Any) -> str | None:
    """The program that made a call, if it was not the model itself."""
    found = caller.get("caller_id") if type(caller) is dict else None
    return found if type(found) is str else None


def _output(wire: Wired) -> Message:
    call_id, output = wire.get("call_id"), wire.get("output")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".call_id")
    blocks = (Text(output),) if type(output) is str else read_parts(output, "output")
    name = wire.get("name")
    held = (ToolResult(call_id, blocks, name if type(name) is str else None, native=Original(API, wire)),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def read_parts(content: Any, key: str = "content") -> tuple[AnyBlock, ...]:
    """Read a content list."""
    if type(content) is not list:
        raise content_refused(content, f".{key}")
    blocks: list[AnyBlock] = []
    index = -1
    try:
        for part in content:
            index += 1
            blocks.append(read_part(part))
    except InvalidHistory as error:
        raise error.under(f".{key}[{index}]") from error.__cause__
    return tuple(blocks)


def read_part(part: Any) -> AnyBlock:
    """Read one part."""
    if type(part) is not dict:
        raise expected("a content part", part)
    kind = part.get("type")
    if type(kind) is not str:
        raise expected("a part's type", kind, ".type")
    reader = _PARTS.get(kind)
    if reader is not None:
        return reader(part)
    text = part.get("text")
    return Opaque(kind, text if type(text) is str else None, native=Original(API, part))


def _cache(part: Wired) -> str | None:
    mark = part.get("prompt_cache_breakpoint")
    if type(mark) is not dict:
        return None
    ttl = mark.get("ttl")
    return ttl if type(ttl) is str else ""


def _text(part: Wired) -> Text:
    citations = _citations(part) if part.get("annotations") else ()
    return Text(text_at(part, "text"), citations, cache=_cache(part), native=Original(API, part))


def _citations(part: Wired) -> tuple[Citation, ...]:
    citations: list[Citation] = []
    for index, entry in enumerate(list_or_none(part, "annotations") or []):
        where = f".annotations[{index}]"
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
    inner = part.get("input_audio")
    held = inner if type(inner) is dict else part
    kind = text_or_none(held, "format", where=".input_audio")
    source = Base64(text_at(held, "data", where=".input_audio"), media.type_of_name(f".{kind}") if kind else None)
    return Audio(source, native=Original(API, part))


_PARTS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "input_text": _text,
    "output_text": _text,
    "text": _text,
    "summary_text": _text,
    "refusal": _refusal,
    "input_image": _image,
    "computer_screenshot": _image,
    "input_file": _file,
    "input_audio": _audio,
}
