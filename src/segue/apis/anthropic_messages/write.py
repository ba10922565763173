"""Neutral messages → Anthropic messages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, assert_never

from segue.apis import media
from segue.apis.anthropic_messages.parts import read_block
from segue.apis.anthropic_messages.wire import API, NULL_IN_ANSWERS
from segue.apis.reading import Wired
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Compaction,
    Document,
    FileId,
    Image,
    Message,
    Opaque,
    Parts,
    PlainText,
    Refusal,
    ServerToolCall,
    ServerToolResult,
    Source,
    Text,
    Thinking,
    ToolCall,
    ToolChange,
    ToolResult,
    Url,
    Video,
)
from segue.jsontext import copy, load_object

#: A text that stands where a message must not be empty; blanks are refused [ANT-16, ANT-17].
NOTHING = "(no content)"


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Wired]:
    """Write messages; neighbours of one role become one message, with the results of calls first [ANT-08].

    What was read at a glance is written right here, each of the other blocks with the care that it asks for.
    """
    replay = writing.replay
    out: list[Wired] = []
    open_role: str | None = None
    wire: Wired = {}
    content: list[Wired] = []
    first_call: int | None = None
    for index, message in items:
        native, said = message.native, message.content
        role = "user" if message.role == "tool" else message.role
        if native is not None and native.api == API and native.content is said and native.value.get("role") == role:
            writing.lends = True
            out.append(native.value if native.plain or not replay else _replayed(native.value))
            open_role = None
            continue
        if not said:
            continue
        if open_role != role:
            open_role, content, first_call = role, [], None
            wire = {"role": role, "content": content}
            out.append(wire)
        else:
            wire["content"] = content
        plain = native is not None and native.plain and native.content is said
        for block in said if type(said) is tuple else message.blocks:
            if type(block) is ToolResult:
                only = block.content[0] if plain and block.content and block.is_error is None else None
                if type(only) is Text and (text := only.text) and not text.isspace():
                    content.append({"type": "tool_result", "tool_use_id": block.tool_call_id, "content": text})
                else:
                    content.append(_answer(block, writing, index))
            elif type(block) is ToolCall:
                first_call = len(content) if first_call is None else first_call
                given = load_object(block.raw_arguments) if plain and block.native is None else None
                content.append(
                    {"type": "tool_use", "id": block.id, "name": block.name, "input": given}
                    if given is not None
                    else _call(index, block, writing)
                )
            elif type(block) is Text and first_call is not None:
                # Nothing may be said behind a call of the message [ANT-06].
                writing.tell("moved", (index, block), block, "text stands before the calls", rule="ANT-06")
                content.insert(first_call, _block(block, writing))
                first_call += 1
            elif type(block) is Text and plain:
                content.append({"type": "text", "text": block.text})
            else:
                content.append(_block(block, writing))
        if len(content) == 1 and len(part := content[0]) == 2 and "text" in part:
            wire["content"] = part["text"]  # one plain text is a string, until more is said
    return out


def _replayed(wire: Wired) -> Wired:
    """The message without what is null in answers and refused as null in requests. Nothing is copied yet."""
    content: list[Wired] | str | None = wire.get("content")
    if type(content) is not list or NULL_IN_ANSWERS.isdisjoint(chain.from_iterable(content)):
        return wire
    return {**wire, "content": [_replayed_block(block) for block in content]}


def _replayed_block(block: Wired) -> Wired:
    return {key: value for key, value in block.items() if value is not None or key not in NULL_IN_ANSWERS}


def _block(block: AnyBlock, writing: Writing) -> Wired:
    native = block.native
    if native is not None and native.api == API and (element := writing.standing(block, read_block)) is not None:
        return copy(_replayed_block(element) if writing.replay else element)
    wire = _rendered(block, writing)
    if block.cache is not None and wire["type"] not in ("thinking", "redacted_thinking"):
        wire["cache_control"] = _mark(block.cache)
    return wire


def _mark(ttl: str) -> Wired:
    return {"type": "ephemeral", "ttl": ttl} if ttl else {"type": "ephemeral"}


def _call(index: int, call: ToolCall, writing: Writing) -> Wired:
    native = call.native
    if native is not None and native.api == API:
        return _block(call, writing)
    wire: Wired = {"type": "tool_use", "id": call.id, "name": call.name, "input": writing.arguments(index, call)}
    if call.cache is not None:
        wire["cache_control"] = _mark(call.cache)
    return wire


def _answer(result: ToolResult, writing: Writing, index: int) -> Wired:
    native = result.native
    if result.cache is not None or (native is not None and native.api == API):
        return _block(result, writing)
    return _result(result, writing, index)


def _rendered(block: AnyBlock, writing: Writing) -> Wired:
    match block:
        case Text():
            return {"type": "text", "text": block.text}
        case ToolResult():
            return _result(block, writing, len(writing.source.messages))
        case ToolCall():
            return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.arguments}
        case Thinking():
            if block.encrypted is not None:
                return {"type": "redacted_thinking", "data": block.encrypted}
            # Hosts that ignore signatures still want the key [DS-04].
            return {"type": "thinking", "thinking": block.text, "signature": block.signature or ""}
        case Image():
            return {"type": "image", "source": _source(block.source)}
        case Document():
            return _document(block)
        case Opaque():
            return copy(block.native.value) if block.native else {"type": block.kind}
        case Audio() | Video() | Refusal() | ServerToolCall() | ServerToolResult() | ToolChange() | Compaction():
            raise AssertionError(f"{type(block).__name__} has no block here: a pass should have rendered it")
        case _:
            assert_never(block)


def _result(result: ToolResult, writing: Writing, index: int) -> Wired:
    wire: Wired = {"type": "tool_result", "tool_use_id": result.tool_call_id}
    content = result.content
    only = content[0] if len(content) == 1 else None
    if type(only) is Text and only.cache is None:
        text = only.text
        if text and not text.isspace():
            wire["content"] = text
    elif isinstance(content, str):
        if content and not content.isspace():
            wire["content"] = content
    elif content:
        blocks = [_block(block, writing) for block in content if not _is_blank(block)]
        if blocks:
            wire["content"] = blocks
    if result.is_error is not None:
        wire["is_error"] = result.is_error
    if result.is_error and "content" not in wire:
        wire["content"] = NOTHING
        writing.tell("synthesized", (index, result), result, "a failure needs words", rule="BED-08")
    return wire


def _is_blank(block: AnyBlock) -> bool:
    return type(block) is Text and (not block.text or block.text.isspace())


def _document(block: Document) -> Wired:
    wire: Wired = {"type": "document", "source": _source(block.source)}
    if block.title:
        wire["title"] = block.title
    if block.context:
        wire["context"] = block.context
    return wire


def _source(source: Source) -> Wired:
    match source:
        case Base64():
            return {"type": "base64", "media_type": media.usual(source.media_type), "data": source.data}
        case Url():
            return {"type": "url", "url": source.url}
        case FileId():
            return {"type": "file", "file_id": source.id}
        case PlainText():
            return {"type": "text", "media_type": "text/plain", "data": source.text}
        case Parts():
            return {"type": "content", "content": [_part_of_document(block) for block in source.blocks]}
        case _:
            assert_never(source)


def _part_of_document(block: AnyBlock) -> Wired:
    if type(block) is Image:
        return {"type": "image", "source": _source(block.source)}
    return {"type": "text", "text": block.text if type(block) is Text else ""}


def write_system(blocks: Any, writing: Writing) -> Any:
    """The instructions beside the messages: a string, or text blocks where they carry marks."""
    kept = [block for block in blocks if type(block) is Text and not _is_blank(block)]
    if len(kept) == 1 and kept[0].cache is None:
        return kept[0].text
    return [_block(block, writing) for block in kept]
