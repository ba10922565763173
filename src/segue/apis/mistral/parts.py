"""The chunks of a content list, and calls → blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis import media
from segue.apis.chat import read_picture, read_thinking
from segue.apis.mistral.wire import API
from segue.apis.reading import Wired, content_refused, each, text_at, text_or_none
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Document,
    FileId,
    Image,
    Opaque,
    Original,
    Text,
    Thinking,
    ToolCall,
)
from segue.errors import expected
from segue.jsontext import dump

#: The id that Mistral's own types give to a call without one.
NO_ID: Final = "null"


def read_content(content: Any) -> tuple[AnyBlock, ...]:
    """Read content: a string, a list of chunks, or null."""
    if type(content) is str:
        return (Text(content),)
    chunks: list[Any] | None = content
    if chunks is None:
        return ()
    if type(chunks) is not list:
        raise content_refused(chunks, ".content")
    return each(chunks, ".content", read_chunk)


def read_chunk(chunk: Any) -> AnyBlock:
    """Read one chunk; one that nobody has heard of is carried as it is."""
    wire: Wired = chunk
    if type(wire) is not dict:
        raise expected("a content chunk", wire)
    kind = wire.get("type")
    if type(kind) is not str:
        raise expected("a chunk's type", kind, ".type")
    reader = _CHUNKS.get(kind)
    return Opaque(kind, _words(wire), native=Original(API, wire)) if reader is None else reader(wire)


def _words(wire: Wired) -> str | None:
    """What a person would read in a chunk that has no neutral form: its text, or what it points to."""
    content: Wired | None = wire.get("content")
    holders = (wire, content) if isinstance(content, dict) else (wire,)
    found = (holder.get(key) for holder in holders for key in ("text", "title", "file_name", "uri"))
    return next((text for text in found if type(text) is str and text), None)


def _text(wire: Wired) -> Text:
    return Text(text_at(wire, "text"), native=Original(API, wire))


def _image(wire: Wired) -> Image:
    source, detail = read_picture(wire)
    return Image(source, detail, native=Original(API, wire))


def _audio(wire: Wired) -> Audio:
    given = text_at(wire, "input_audio")
    inline = not given.startswith(("http://", "https://", "data:"))
    source = Base64(given, "audio/wav") if inline else media.read_address(given)
    return Audio(source, native=Original(API, wire))


def _document(wire: Wired) -> Document:
    source = media.read_address(text_at(wire, "document_url"))
    return Document(source, text_or_none(wire, "document_name"), native=Original(API, wire))


def _file(wire: Wired) -> Document:
    return Document(FileId(text_at(wire, "file_id")), native=Original(API, wire))


def _thinking(wire: Wired) -> Thinking:
    return read_thinking(API, wire)


_CHUNKS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "text": _text,
    "image_url": _image,
    "input_audio": _audio,
    "document_url": _document,
    "file": _file,
    "thinking": _thinking,
}


def read_plain_call(wire: Any) -> ToolCall | None:
    """Read a call of a function with all that it has, and nothing beside it."""
    call: Wired = wire
    if type(call) is not dict or len(call) != 3 or call.get("type") != "function":
        return None
    function: Wired | None = call.get("function")
    if type(function) is not dict or len(function) != 2:
        return None
    call_id, name, text = call.get("id"), function.get("name"), function.get("arguments")
    if type(call_id) is not str or call_id == NO_ID or type(name) is not str or type(text) is not str:
        return None
    return ToolCall(call_id, name, text, native=Original(API, call))


def read_call(wire: Any, index: int, ordinal: int) -> ToolCall | Opaque:
    """Read the call at this place of the message with this index."""
    where = f".tool_calls[{ordinal}]"
    call: Wired = wire
    if type(call) is not dict:
        raise expected("a tool call object", call, where)
    kind = call.get("type")
    if type(kind) is str and kind not in ("function", NO_ID):
        return Opaque(kind, native=Original(API, call))
    function: Wired | None = call.get("function")
    if type(function) is not dict:
        raise expected("an object", function, f"{where}.function")
    name = text_at(function, "name", where=f"{where}.function")
    given: Wired | str | None = function.get("arguments")
    native = Original(API, call)
    if isinstance(given, str):
        text = given
    elif isinstance(given, dict):
        text = dump(given)
        native = Original(API, call, (text, given))
    elif given is None:
        text = "{}"
    else:
        raise expected("the arguments, as an object or the JSON text of one", given, f"{where}.function.arguments")
    call_id = text_or_none(call, "id", where=where)
    if call_id is None or call_id == NO_ID:
        return ToolCall(f"call_{index}_{ordinal}", name, text, synthetic_id=True, native=native)
    return ToolCall(call_id, name, text, native=native)


def chunk_count(wire: Wired) -> int:
    """How many blocks the content of an assistant's message is read into."""
    content: list[Any] | str | None = wire.get("content")
    return len(content) if isinstance(content, list) else int(bool(content))
