"""Chat messages → neutral messages, one for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis import media
from segue.apis.codec import Author
from segue.apis.openai_completions.wire import API, ROLES
from segue.apis.reading import (
    Wired,
    content_refused,
    list_or_none,
    object_at,
    object_or_none,
    objects,
    says_failure,
    text_at,
    text_or_none,
)
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Document,
    FileId,
    Image,
    Message,
    Opaque,
    Original,
    Refusal,
    ServerToolCall,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Url,
    Video,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump

#: The keys in which dialects put a model's reasoning beside its answer.
REASONING_KEYS: Final = ("reasoning_content", "reasoning", "reasoning_details")


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages."""
    messages: list[Message] = []
    index = -1
    try:
        for wire in wires:
            index += 1
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role = wire.get("role")
            if role == "tool":
                messages.append(_tool(wire, index))
            elif role == "assistant":
                messages.append(read_assistant(wire, author, index))
            elif role == "function":
                messages.append(_function(wire, index, messages))
            elif role in ("user", "system", "developer"):
                messages.append(_said(wire, role))
            elif type(role) is str:
                raise InvalidHistory(f"unknown role {role!r}: use one of {', '.join(sorted(ROLES))}", "$.role")
            else:
                raise expected("a role", role, "$.role")
    except InvalidHistory as error:
        raise error.under(f"[{index}]") from error.__cause__
    return messages


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its message; the order is that of `read_assistant`."""
    if wire.get("role") in ("tool", "function"):
        return ".content"
    if any(wire.get(key) for key in REASONING_KEYS):
        if ordinal == 0:
            said = [key for key in REASONING_KEYS if wire.get(key)]
            return f".{said[0]}" if len(said) == 1 else ""
        ordinal -= 1
    content = wire.get("content")
    if type(content) is list:
        if ordinal < len(content):
            return f".content[{ordinal}]"
        ordinal -= len(content)
    elif content:
        if ordinal == 0:
            return ".content"
        ordinal -= 1
    for key in ("refusal", "audio"):
        if wire.get(key):
            if ordinal == 0:
                return f".{key}"
            ordinal -= 1
    for key in ("executed_tools", "images"):
        count = len(wire.get(key) or ())
        if ordinal < count:
            return f".{key}[{ordinal}]"
        ordinal -= count
    return f".tool_calls[{ordinal}]" if wire.get("tool_calls") else ".function_call"


def _said(wire: Wired, role: str) -> Message:
    content = wire.get("content")
    blocks = (Text(content),) if type(content) is str else _parts(content)
    name = wire.get("name")
    if name is not None and type(name) is not str:
        raise expected("a string", name, ".name")
    return Message(
        "user" if role == "user" else "system",
        blocks,
        name=name,
        authority="developer" if role == "developer" else None,
        native=Original(API, wire, blocks),
    )


def read_assistant(wire: Wired, author: Author, index: int) -> Message:
    """Read what a model said: reasoning, content, refusal, audio, calls, in this order."""
    content, calls = wire.get("content"), wire.get("tool_calls")
    # Most messages have these keys only: nothing else needs to be looked for.
    plain = len(wire) == 1 + ("content" in wire) + ("tool_calls" in wire)
    blocks: list[AnyBlock] = [] if plain or (block := _reasoning(wire)) is None else [block]
    if type(content) is str:
        if content:
            blocks.append(Text(content))
    elif content is not None:
        blocks += _parts(content)
    if not plain:
        if refusal := text_or_none(wire, "refusal"):
            blocks.append(Refusal(refusal))
        if audio := object_or_none(wire, "audio"):
            blocks.append(_spoken(audio))
        blocks += _hosted(wire)
    if type(calls) is list:
        for ordinal, call in enumerate(calls):
            blocks.append(_call(call, ordinal))
    elif calls is not None:
        raise expected("a list of tool calls", calls, ".tool_calls")
    name = None
    if not plain:
        legacy = object_or_none(wire, "function_call")
        if legacy and (legacy.get("name") or legacy.get("arguments")):
            blocks.append(_legacy_call(legacy, index))
        name = text_or_none(wire, "name")
    held = tuple(blocks)
    native = Original(API, wire, held)
    return Message("assistant", held, author.provider, author.api, author.model, name=name, native=native)


def _tool(wire: Wired, index: int) -> Message:
    call_id = wire.get("tool_call_id")
    if type(call_id) is not str:
        if call_id is not None:
            raise expected("a string", call_id, ".tool_call_id")
        text = "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'."
        raise InvalidHistory(text, "$.tool_call_id", rule="OAI-03")
    content = wire.get("content")
    failed = None
    if type(content) is str:
        blocks: tuple[AnyBlock, ...] = (Text(content),)
        if content.startswith("{") and says_failure(content):
            failed = True
    else:
        blocks = () if content is None else _parts(content)
    name = wire.get("name")
    if name is not None and type(name) is not str:
        raise expected("a string", name, ".name")
    held = (ToolResult(call_id, blocks, name, failed),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def _function(wire: Wired, index: int, before: list[Message]) -> Message:
    """The legacy answer names its function only: it belongs to the last call of that name."""
    name = text_at(wire, "name")
    calls = (call for message in reversed(before) for call in message.get_tool_calls())
    call_id = next((call.id for call in calls if call.name == name), f"call_{index}_0")
    content = wire.get("content")
    held = (ToolResult(call_id, (Text(content),) if type(content) is str else _parts(content or []), name),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def _reasoning(wire: Wired) -> Thinking | None:
    details = wire.get("reasoning_details")
    if details:
        return _reasoning_details(wire, details)
    said = {key: text for key in ("reasoning_content", "reasoning") if (text := text_or_none(wire, key))}
    if not said:
        return None
    return Thinking(text="\n\n".join(dict.fromkeys(said.values())), native=Original(API, said))


def _reasoning_details(wire: Wired, details: Any) -> Thinking:
    if type(details) is not list:
        raise expected("a list", details, ".reasoning_details")
    said: list[str] = []
    signature = encrypted = None
    for index, detail in enumerate(objects(details, ".reasoning_details")):
        where = f".reasoning_details[{index}]"
        if text := text_or_none(detail, "text", where=where) or text_or_none(detail, "summary", where=where):
            said.append(text)
        signature = signature or text_or_none(detail, "signature", where=where)
        encrypted = encrypted or text_or_none(detail, "data", where=where)
    text = "".join(said)
    for key in ("reasoning", "reasoning_content"):
        # Hosts repeat the details' text here; where it is another text, it is said too.
        if (other := text_or_none(wire, key)) and other not in text:
            text = f"{other}\n\n{text}" if text else other
    native = Original(API, {key: wire[key] for key in REASONING_KEYS if wire.get(key)})
    return Thinking(text=text, encrypted=encrypted, signature=signature, native=native)


def _call(wire: Any, ordinal: int) -> ToolCall | Opaque:
    where = f".tool_calls[{ordinal}]"
    if type(wire) is not dict:
        raise expected("a tool call object", wire, where)
    kind = wire.get("type")
    if kind == "custom":
        custom = object_at(wire, "custom", where=where)
        name = text_at(custom, "name", where=f"{where}.custom")
        text = text_at(custom, "input", where=f"{where}.custom")
        call_id = text_at(wire, "id", where=where)
        return ToolCall(call_id, name, text, kind="custom", native=Original(API, wire))
    if kind != "function" and type(kind) is str:
        return Opaque(kind, native=Original(API, wire))
    function = wire.get("function")
    if type(function) is not dict:
        raise expected("an object", function, f"{where}.function")
    name, arguments, call_id = function.get("name"), function.get("arguments"), wire.get("id")
    if type(name) is not str:
        raise expected("a function's name", name, f"{where}.function.name")
    if type(arguments) is not str:
        arguments = _arguments(arguments, f"{where}.function.arguments")
    if type(call_id) is not str:
        raise expected("the call's id", call_id, f"{where}.id")
    if len(wire) > 3 and "extra_content" in wire:
        return ToolCall(call_id, name, arguments, signature=_google_signature(wire), native=Original(API, wire))
    return ToolCall(call_id, name, arguments, native=Original(API, wire))


def _arguments(value: Any, path: str) -> str:
    """Some hosts send an object where OpenAI sends its text, or nothing for no arguments."""
    if value is None:
        return "{}"
    if type(value) is dict:
        return dump(value)
    raise expected("the JSON text of the arguments", value, path)


def _google_signature(wire: Wired) -> str | None:
    """Gemini behind this wire: ``extra_content.google.thought_signature``."""
    google = wire["extra_content"].get("google") if type(wire["extra_content"]) is dict else None
    signature = google.get("thought_signature") if type(google) is dict else None
    return signature if type(signature) is str else None


def _hosted(wire: Wired) -> list[AnyBlock]:
    """What a host did by itself: Groq fuses its tools into the message, OpenRouter hangs pictures on it."""
    blocks: list[AnyBlock] = []
    for index, ran in enumerate(objects(list_or_none(wire, "executed_tools") or [], ".executed_tools")):
        where = f".executed_tools[{index}]"
        given = text_or_none(ran, "arguments", where=where)
        output = text_or_none(ran, "output", where=where)
        name = text_or_none(ran, "name", where=where) or text_or_none(ran, "type", where=where) or "tool"
        blocks.append(ServerToolCall(name, raw_input=given or "{}", output=output, native=Original(API, ran)))
    for index, part in enumerate(objects(list_or_none(wire, "images") or [], ".images")):
        try:
            blocks.append(_image(part))
        except InvalidHistory as error:
            raise error.under(f".images[{index}]") from error.__cause__
    return blocks


def _legacy_call(wire: Wired, index: int) -> ToolCall:
    name = text_at(wire, "name", where=".function_call")
    arguments = wire.get("arguments")
    text = arguments if type(arguments) is str else _arguments(arguments, ".function_call.arguments")
    return ToolCall(f"call_{index}_0", name, text, synthetic_id=True)


def _spoken(wire: Wired) -> Audio:
    audio_id = text_or_none(wire, "id", where=".audio")
    data = text_or_none(wire, "data", where=".audio")
    source = Base64(data, "audio/wav") if data else FileId(audio_id or "")
    return Audio(source, text_or_none(wire, "transcript", where=".audio"), native=Original(API, {"audio": wire}))


# Parts of a content list.


def _parts(content: Any) -> tuple[AnyBlock, ...]:
    if type(content) is not list:
        raise content_refused(content, ".content")
    blocks: list[AnyBlock] = []
    index = -1
    try:
        for index, part in enumerate(content):
            blocks.append(Text(part) if type(part) is str else read_part(part))
    except InvalidHistory as error:
        raise error.under(f".content[{index}]") from error.__cause__
    return tuple(blocks)


def read_part(part: Any) -> AnyBlock:
    """Read one part of a content list."""
    if type(part) is not dict:
        raise expected("a content part", part)
    kind = part.get("type")
    if type(kind) is not str:
        raise expected("a part's type", kind, ".type")
    reader = _PARTS.get(kind)
    return _unknown(part, kind) if reader is None else reader(part)


def _cache(part: Wired) -> str | None:
    if "prompt_cache_breakpoint" in part or "cache_control" in part:
        mark = part.get("prompt_cache_breakpoint") or part.get("cache_control")
        if type(mark) is dict:
            ttl = mark.get("ttl")
            return ttl if type(ttl) is str else ""
    return None


def _text(part: Wired) -> Text:
    return Text(text_at(part, "text"), cache=_cache(part), native=Original(API, part))


def _refusal(part: Wired) -> Refusal:
    return Refusal(text_at(part, "refusal"), native=Original(API, part))


def _image(part: Wired) -> Image:
    # OpenAI nests the address, Mistral writes it flat as well.
    holder = part.get("image_url")
    if type(holder) is str:
        return Image(media.read_address(holder), cache=_cache(part), native=Original(API, part))
    inner = object_at(part, "image_url")
    address = text_at(inner, "url", where=".image_url")
    detail = text_or_none(inner, "detail", where=".image_url")
    return Image(media.read_address(address), detail, cache=_cache(part), native=Original(API, part))


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
    inner = part.get("file")
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
    """Mistral: a list of text and reference chunks, or a plain string on older servers."""
    inner = part.get("thinking")
    said = inner if type(inner) is str else "".join(_chunk_texts(inner))
    return Thinking(text=said, signature=text_or_none(part, "signature"), native=Original(API, part))


def _chunk_texts(chunks: Any) -> list[str]:
    if type(chunks) is not list:
        raise expected("a list of chunks", chunks, ".thinking")
    return [chunk["text"] for chunk in chunks if type(chunk) is dict and type(chunk.get("text")) is str]


def _unknown(part: Wired, kind: str) -> Opaque:
    text = part.get("text")
    return Opaque(kind, text if type(text) is str else None, native=Original(API, part))


_PARTS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "text": _text,
    "refusal": _refusal,
    "image_url": _image,
    "input_audio": _audio,
    "video_url": _video,
    "file": _file,
    "document_url": _document_url,
    "thinking": _thinking,
}
