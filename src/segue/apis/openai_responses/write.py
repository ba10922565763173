"""Neutral messages → Responses items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from segue.apis import media
from segue.apis.openai_responses.parts import read_part
from segue.apis.openai_responses.wire import API, RESPONSE_ONLY
from segue.apis.reading import Wired, reads_as_error
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Block,
    Compaction,
    Document,
    FileId,
    Image,
    Message,
    Opaque,
    Original,
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
from segue.jsontext import copy, owned_at

#: What somebody says, in parts of one message; everything else is an item of its own.
_PARTS = frozenset({Text, Refusal, Image, Document, Audio, Video})

#: Items whose id is optional: where their reasoning does not stand before them, a kept id is refused [RSP-02].
_ID_IS_OPTIONAL = frozenset({"message", "function_call", "custom_tool_call", "reasoning"})


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Any]:
    """Write messages; every block is an item of its own, but for the parts of what somebody said."""
    items = list(items)
    if writing.untouched and (whole := writing.whole(items, _agrees)) is not None:
        return whole
    out: list[Any] = []
    borrowed: list[int] = []
    scribbled: set[str] = set()  # ids of calls whose input is free text: their outputs are of their own kind
    replay = writing.replay
    for index, message in items:
        native = message.native
        if native is None or native.api != API or native.content is not message.content or not _agrees(message, native):
            _write(index, message, writing, out, scribbled)
            continue
        value: Wired | list[Any] | str = native.value
        start = len(out)
        if message.role != "assistant":
            out.append({"role": "user", "content": value} if isinstance(value, str) else value)
        elif isinstance(value, dict):
            out.append(_replayed(value, message, writing) if replay else value)
            if value.get("type") == "custom_tool_call":
                scribbled.update(call.id for call in message.get_tool_calls())
        else:
            answered: list[Any] = value if isinstance(value, list) else []
            out += [_replayed(item, message, writing) if replay else item for item in answered]
            scribbled.update(call.id for call in message.get_tool_calls() if call.kind == "custom")
        borrowed.extend(range(start, len(out)))
    return owned_at(borrowed, out)


def _agrees(message: Message, native: Original) -> bool:
    value: Wired | list[Any] | str = native.value
    if type(value) is not dict or ((kind := value.get("type")) != "message" and kind is not None):
        return True
    role = value.get("role")
    return role == message.role or (role == "developer" and message.role == "system")


def _replayed(item: Wired, message: Message, writing: Writing) -> Wired:
    """The item without what is only sent, never taken. Nothing in it is copied yet."""
    kept = item
    if not RESPONSE_ONLY.isdisjoint(item):
        kept = {key: value for key, value in item.items() if key not in RESPONSE_ONLY}
    kind = kept.get("type")
    content: list[Any] | str | None = kept.get("content") if kind == "message" else None
    if isinstance(content, list) and not all(map(RESPONSE_ONLY.isdisjoint, content)):
        kept = {**kept, "content": [_without_response_keys(part) for part in content]}
    if "id" not in kept or kind not in _ID_IS_OPTIONAL or writing.wrote(message):
        return kept
    kept = kept.copy()
    del kept["id"]
    if kind != "message":
        return kept
    # An output message is one by its id; without it, its words are an easy message.
    parts: list[Wired | str] = kept["content"]
    texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    if not texts:
        return kept
    said = [text for text in texts if not text.isspace()] or texts
    easy: Wired = {"type": "message", "role": "assistant", "content": "\n\n".join(said)}
    if kept.get("phase"):
        easy["phase"] = kept["phase"]
    return easy


def _own(item: Wired, message: Message, writing: Writing) -> Wired:
    """A copy of an item of which the message's content is one block among others."""
    goes_back = writing.replay and message.role == "assistant"
    return copy(_replayed(item, message, writing) if goes_back else item)


def _without_response_keys(part: Wired | str) -> Wired | str:
    if not isinstance(part, dict):
        return part
    return {key: value for key, value in part.items() if key not in RESPONSE_ONLY}


def _write(index: int, message: Message, writing: Writing, out: list[Any], scribbled: set[str]) -> None:
    said: list[AnyBlock] = []
    assistant = message.role == "assistant"
    for block in message.blocks:
        kind = type(block)
        if kind in _PARTS:
            said.append(block)
            if assistant:
                _say(message, said, writing, out)
                said = []
            continue
        if said:
            _say(message, said, writing, out)
            said = []
        if type(block) is ToolCall:
            out.append(_call(block, message, writing, scribbled))
        elif type(block) is ToolResult:
            out.append(_output(index, block, writing, is_custom=block.tool_call_id in scribbled))
        else:
            out.append(_item(block, message, writing))
    if said or (message.role == "user" and not message.content):
        _say(message, said, writing, out)


def _say(message: Message, blocks: list[AnyBlock], writing: Writing, out: list[Any]) -> None:
    role = "developer" if message.authority == "developer" else message.role
    if message.role == "tool":
        role = "user"
    if len(blocks) == 1 and type(block := blocks[0]) is Text and (block.cache is None or message.role == "assistant"):
        content: Any = block.text
    else:
        content = [_part(block, writing) for block in blocks]
    if content == "" and message.role == "assistant":
        return
    item: Wired = {"role": role, "content": content}
    if message.role == "assistant" and message.phase and message.api == API:
        item["phase"] = message.phase
    out.append(item)


def _item(block: AnyBlock, message: Message, writing: Writing) -> Wired:
    element: Wired | str | None = writing.element(block.native)
    match block:
        case Thinking():
            if isinstance(element, dict):
                return _own(element, message, writing)
            return {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": block.text}]}
        case Opaque() | ServerToolCall() | ServerToolResult() | ToolChange() | Compaction():
            if isinstance(element, dict):
                return _own(element, message, writing)
            raise AssertionError(f"{type(block).__name__} has no item here: a pass should have rendered it")
        case Text() | Refusal() | Image() | Document() | Audio() | Video() | ToolCall() | ToolResult():
            raise AssertionError(f"{type(block).__name__} is written elsewhere")
        case _:
            assert_never(block)


def _call(call: ToolCall, message: Message, writing: Writing, scribbled: set[str]) -> Wired:
    element = writing.element(call.native)
    if element is not None and _says(element, call):
        return _own(element, message, writing)
    if call.kind == "custom":
        scribbled.add(call.id)
        return {"type": "custom_tool_call", "call_id": call.id, "name": call.name, "input": call.raw_arguments}
    arguments = call.raw_arguments or "{}"
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}


def _says(element: Wired, call: ToolCall) -> bool:
    if call.kind == "builtin":
        return element.get("call_id", element.get("id")) == call.id
    said = element.get("arguments", element.get("input"))
    return (element.get("call_id"), element.get("name"), said) == (call.id, call.name, call.raw_arguments)


def _output(index: int, result: ToolResult, writing: Writing, *, is_custom: bool) -> Wired:
    kind = "custom_tool_call_output" if is_custom else "function_call_output"
    content = result.content
    if isinstance(content, str):
        output: Any = content
    elif len(content) == 1 and type(content[0]) is Text:
        output = content[0].text
    elif not content:
        output = ""
    else:
        output = [_part(block, writing) for block in content]
    if result.is_error and isinstance(output, str) and not reads_as_error(output):
        output = f"Error: {output}"
        path = writing.path(index, result)
        writing.tell("rewritten", path, result, "this API has no error flag, so the text says it")
    return {"type": kind, "call_id": result.tool_call_id, "output": output}


def _part(block: Block, writing: Writing) -> Wired:
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
            return _file(block)
        case Opaque():
            return copy(block.native.value) if block.native else {"type": block.kind}
        case _:
            raise AssertionError(f"{type(block).__name__} is no part here: a pass should have rendered it")


def _file(block: Document) -> Wired:
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
