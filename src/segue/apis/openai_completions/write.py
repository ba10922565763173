"""Neutral messages → chat messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from segue.apis import media
from segue.apis.chat import address_of, told_as_failed, write_picture, write_thinking
from segue.apis.openai_completions.hosts import joined_texts, reasoning_keys, respeller
from segue.apis.openai_completions.originals import as_it_came
from segue.apis.openai_completions.parts import read_part
from segue.apis.openai_completions.signatures import still_signed, with_signature
from segue.apis.openai_completions.wire import API
from segue.apis.reading import Wired
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Block,
    Document,
    FileId,
    Image,
    Message,
    Opaque,
    Refusal,
    ServerToolCall,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Video,
)
from segue.jsontext import copy

#: What the name of a speaker may not hold, and how long it may be.
_UNNAMEABLE: Final = re.compile(r"[\s<|\\/>]")
_LONGEST_NAME: Final = 64

#: What is said in words alone.
_WORDS: Final = (Text, Refusal)


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Wired]:
    """Write messages; what an assistant said in one go becomes one message."""
    items = list(items)
    respell = respeller(writing)
    # What was read at a glance has nothing that a host minds, but for content that is null, and calls to be signed.
    null_taken = respell is None or writing.dialect.null_content
    glances = not writing.dialect.call_signatures
    out: list[Wired] = []
    spoken: list[AnyBlock] = []
    speaker: tuple[int, Message] | None = None
    for at, (index, message) in enumerate(items):
        native, role = message.native, message.role
        own: Wired | None = None
        if native is not None and native.api == API:
            glanced = glances and native.plain and native.content is message.content and message.name is None
            if glanced and native.value["role"] == role and (null_taken or native.value["content"] is not None):
                own = native.value
            else:
                own = as_it_came(at, items, writing, respell)
        if own is None and role == "assistant":
            if message.content:
                speaker = speaker or (index, message)
                spoken += message.blocks
            continue
        if speaker is not None:
            out.append(_assistant(*speaker, spoken, writing))
            speaker, spoken = None, []
        if own is not None:
            writing.lends = True
            out.append(own)
        elif role != "system":
            _write_client(index, message, writing, out)
        elif message.content:
            out.append(_system(message, writing))
    if speaker is not None:
        out.append(_assistant(*speaker, spoken, writing))
    return out


def write_system(blocks: str | tuple[AnyBlock, ...], writing: Writing) -> Wired:
    """Instructions that stood beside the messages lead them here."""
    return _system(Message("system", blocks), writing)


def _system(message: Message, writing: Writing) -> Wired:
    developer = message.authority == "developer" and writing.dialect.developer_role
    wire: Wired = {"role": "developer" if developer else "system", "content": _content(message.blocks, writing)}
    _name(message, wire, writing)
    return wire


def _name(message: Message, wire: Wired, writing: Writing) -> None:
    """Who speaks, in letters that are taken [OAI-09]."""
    if message.name is not None and writing.dialect.message_names:
        wire["name"] = _UNNAMEABLE.sub("_", message.name)[:_LONGEST_NAME] or "_"


def _write_client(index: int, message: Message, writing: Writing, out: list[Wired]) -> None:
    """A user's message, or results, which are messages of their own and come first."""
    content = message.content
    said: list[AnyBlock] = []
    names = writing.dialect.tool_result_name
    for block in content if type(content) is tuple else message.blocks:
        if type(block) is not ToolResult:
            said.append(block)
            continue
        only = block.content[0] if len(block.content) == 1 else None
        if type(only) is Text and not block.is_error and not (names and block.tool_name):
            out.append({"role": "tool", "tool_call_id": block.tool_call_id, "content": only.text})
        else:
            out.append(_result(index, block, writing))
    if said or (message.role == "user" and not content):
        wire: Wired = {"role": "user", "content": _content(said, writing)}
        _name(message, wire, writing)
        out.append(wire)


def _result(index: int, result: ToolResult, writing: Writing) -> Wired:
    content = result.content
    if isinstance(content, str):
        written: Any = content
    elif len(content) == 1 and type(content[0]) is Text:
        written = content[0].text
    elif writing.dialect.content_parts and content:
        parts = [_part(block, writing) for block in content]
        written = joined_texts(parts) if writing.dialect.single_text else parts
    else:
        written = result.text
    if isinstance(written, str):
        written = told_as_failed(written, index, result, writing)
    wire: Wired = {"role": "tool", "tool_call_id": result.tool_call_id, "content": written}
    if writing.dialect.tool_result_name and result.tool_name:
        wire["name"] = result.tool_name
    return wire


def _assistant(index: int, message: Message, blocks: list[AnyBlock], writing: Writing) -> Wired:
    said: list[AnyBlock] = []
    calls: list[Wired] = []
    wire: Wired = {"role": "assistant"}
    for block in blocks:
        if type(block) is ToolCall:
            if block.kind == "function" and ((native := block.native) is None or native.api != API):
                function = {"name": block.name, "arguments": block.raw_arguments or "{}"}
                calls.append({"id": block.id, "type": "function", "function": function})
            else:
                calls.append(write_call(block, writing))
        elif type(block) is Text:
            if calls:
                writing.tell("moved", (index, block), block, "text stands before the calls of its message")
            said.append(block)
        elif not _has_own_key(block, wire, writing):
            said.append(block)
    only = said[0] if len(said) == 1 else None
    if type(only) is Text and only.cache is None:
        wire["content"] = only.text
    elif type(only) is Refusal:
        wire["content"], wire["refusal"] = None if writing.dialect.null_content else "", only.text
    elif said:
        wire["content"] = _content(said, writing)
    else:
        wire["content"] = None if calls and writing.dialect.null_content else ""
    if message.name is not None:
        _name(message, wire, writing)
    if calls:
        wire["tool_calls"] = calls
    return with_signature(index, wire, writing) if writing.dialect.call_signatures else wire


def _has_own_key(block: AnyBlock, wire: Wired, writing: Writing) -> bool:
    """Does it stand beside the content? Reasoning, what tools of the host did and spoken words are put there."""
    if type(block) is Thinking and not _is_chunk(block, writing):
        _think(block, wire, writing)
    elif type(block) is ServerToolCall:
        wire.setdefault("executed_tools", []).append(copy(writing.element(block.native)))
    elif type(block) is Audio:
        wire["audio"] = {"id": block.source.id if isinstance(block.source, FileId) else ""}
    else:
        return False
    return True


def _is_chunk(block: Thinking, writing: Writing) -> bool:
    """Is it a part among the others, as Mistral has it, and not a key beside them?"""
    element: Wired | None = writing.element(block.native)
    return "type" in element if element else writing.dialect.reasoning_chunks


def _think(block: Thinking, wire: Wired, writing: Writing) -> None:
    """Reasoning that the passes let through goes back in the dialect's own field."""
    element = writing.element(block.native)
    taken = reasoning_keys(writing.dialect)
    if isinstance(element, dict) and (writing.endpoint is None or element.keys() <= taken):
        for key, value in copy(element).items():
            wire[key] = wire[key] + value if key in wire else value
        return
    field = writing.dialect.reasoning_field
    if field is not None:
        said: str = wire.get(field) or ""
        if not said.strip():
            wire[field] = block.text
        elif block.text.strip():
            wire[field] = f"{said}\n\n{block.text}"


def write_call(call: ToolCall, writing: Writing) -> Wired:
    """Write one call."""
    native = call.native
    if (
        native is not None
        and native.api == API
        and native.value.get("id") == call.id
        and _same_call(native.value, call)
    ):
        return copy(native.value)
    if call.kind == "custom":
        return {"id": call.id, "type": "custom", "custom": {"name": call.name, "input": call.raw_arguments}}
    function = {"name": call.name, "arguments": call.raw_arguments or "{}"}
    return still_signed({"id": call.id, "type": "function", "function": function}, call)


def _same_call(element: Wired, call: ToolCall) -> bool:
    inner: Wired = element.get("function") or element.get("custom") or {}
    said = inner.get("arguments", inner.get("input"))
    signature = "extra_content" not in element or call.signature is not None
    return inner.get("name") == call.name and said == call.raw_arguments and signature


def _content(blocks: Sequence[AnyBlock], writing: Writing) -> Any:
    only = blocks[0] if len(blocks) == 1 else None
    if type(only) is Text and (only.cache is None or not writing.dialect.content_parts):
        return only.text
    if not blocks:
        return ""
    if not writing.dialect.content_parts and all(isinstance(block, _WORDS) for block in blocks):
        return "\n\n".join(block.text for block in blocks if isinstance(block, _WORDS))
    parts = [_part(block, writing) for block in blocks]
    return joined_texts(parts) if writing.dialect.single_text else parts


def _part(block: Block, writing: Writing) -> Wired:
    if (element := writing.standing(block, read_part)) is not None:
        return copy(element)
    part = _rendered(block)
    if block.cache is not None:
        part.update(_mark(block.cache, writing))
    return part


def _mark(ttl: str, writing: Writing) -> Wired:
    """Some hosts pass Anthropic's marks on."""
    if writing.dialect.cache_control:
        return {"cache_control": {"type": "ephemeral", "ttl": ttl} if ttl else {"type": "ephemeral"}}
    return {"prompt_cache_breakpoint": {"mode": "explicit"}}


def _rendered(block: Block) -> Wired:
    match block:
        case Text():
            return {"type": "text", "text": block.text}
        case Refusal():
            return {"type": "refusal", "refusal": block.text}
        case Thinking():
            return write_thinking(block)
        case Image():
            return write_picture(block, address_of(block.source))
        case Audio():
            source = block.source
            kind = (media.extension(media.usual(source.media_type)) if isinstance(source, Base64) else None) or "wav"
            data = source.data if isinstance(source, Base64) else ""
            return {"type": "input_audio", "input_audio": {"data": data, "format": kind}}
        case Document():
            return {"type": "file", "file": _file(block)}
        case Video():
            return {"type": "video_url", "video_url": {"url": address_of(block.source)}}
        case Opaque():
            return copy(block.native.value) if block.native else {"type": block.kind}
        case _:
            raise AssertionError(f"{type(block).__name__} is no part of a chat message: a pass should have rendered it")


def _file(block: Document) -> Wired:
    source = block.source
    if isinstance(source, FileId):
        return {"file_id": source.id}
    ending = media.extension(media.usual(source.media_type) if isinstance(source, Base64) else None) or "pdf"
    return {"file_data": address_of(source), "filename": block.title or f"document.{ending}"}
