"""Neutral messages → Responses items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from segue.apis.openai_responses.outputs import write_output
from segue.apis.openai_responses.parts import write_part
from segue.apis.openai_responses.wire import API, BUILTIN_CALLS, RESPONSE_ONLY
from segue.apis.reading import Wired
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Audio,
    Compaction,
    Document,
    Image,
    Message,
    Opaque,
    Original,
    Refusal,
    ServerToolCall,
    ServerToolResult,
    Text,
    Thinking,
    ToolCall,
    ToolChange,
    ToolResult,
    Video,
)
from segue.jsontext import copy, owned_at

#: What somebody says, in parts of one message; everything else is an item of its own.
_PARTS = frozenset({Text, Refusal, Image, Document, Audio, Video})

#: Items whose id is optional: where their reasoning does not stand before them, a kept id is refused [RSP-02].
_ID_IS_OPTIONAL = frozenset({"message", "function_call", "custom_tool_call", "reasoning"})

_OTHER_CALLS = frozenset({"custom_tool_call", *BUILTIN_CALLS})


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Any]:
    """Write messages; every block is an item of its own, but for the parts of what somebody said."""
    items = list(items)
    if writing.untouched and (whole := writing.whole(items, _agrees)) is not None:
        return whole
    out: list[Any] = []
    borrowed: list[int] = []
    called: dict[str, str] = {}  # the types of calls that are no functions': their outputs are of their own kinds
    replay = writing.replay
    for index, message in items:
        native = message.native
        if native is None or native.api != API or native.content is not message.content or not _agrees(message, native):
            _write(index, message, writing, out, called)
            continue
        value: Wired | list[Any] | str = native.value
        start = len(out)
        if message.role != "assistant":
            out.append({"role": "user", "content": value} if isinstance(value, str) else value)
        elif isinstance(value, dict):
            out.append(_sent(index, value, message, writing) if replay else value)
            _note(value, called)
        else:
            answered: list[Any] = value if isinstance(value, list) else []
            out += [_sent(index, item, message, writing) if replay else item for item in answered]
            for item in answered:
                _note(item, called)
        borrowed.extend(range(start, len(out)))
    return owned_at(borrowed, out)


def _note(item: Wired, called: dict[str, str]) -> None:
    """Remember the type of a call that is no function's."""
    kind = item.get("type")
    if kind in _OTHER_CALLS and (call_id := item.get("call_id") or item.get("id")):
        called[call_id] = kind


def _agrees(message: Message, native: Original) -> bool:
    value: Wired | list[Any] | str = native.value
    if type(value) is not dict or ((kind := value.get("type")) != "message" and kind is not None):
        return True
    role = value.get("role")
    return role == message.role or (role == "developer" and message.role == "system")


def _sent(index: int, item: Wired, message: Message, writing: Writing) -> Wired:
    kept = _replayed(item, message, writing)
    if item.get("type") != "reasoning" or isinstance(item.get("summary"), list):
        return kept
    why = "reasoning has a summary, if an empty one"
    writing.tell("rewritten", (index, ".summary"), "Thinking", why, rule="RSP-06")
    return {**kept, "summary": []}


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
    kept = {key: value for key, value in kept.items() if key not in ("id", "phase")}
    if kind != "message":
        return kept
    # An output message is one by its id; without it, its words are an easy message.
    parts: list[Wired | str] = kept["content"]
    texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    if not texts:
        return kept
    said = [text for text in texts if not text.isspace()] or texts
    return {"type": "message", "role": "assistant", "content": "\n\n".join(said)}


def _own(item: Wired, message: Message, writing: Writing) -> Wired:
    """A copy of an item of which the message's content is one block among others."""
    goes_back = writing.replay and message.role == "assistant"
    return copy(_replayed(item, message, writing) if goes_back else item)


def _without_response_keys(part: Wired | str) -> Wired | str:
    if not isinstance(part, dict):
        return part
    return {key: value for key, value in part.items() if key not in RESPONSE_ONLY}


def _write(index: int, message: Message, writing: Writing, out: list[Any], called: dict[str, str]) -> None:
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
            item = _call(block, message, writing)
            _note(item, called)
            out.append(item)
        elif type(block) is ToolResult:
            out.append(write_output(index, block, called.get(block.tool_call_id, ""), writing))
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
        content = [write_part(block, writing) for block in blocks]
    if content == "" and message.role == "assistant":
        return
    item: Wired = {"role": role, "content": content}
    if message.role == "assistant" and message.api == API:
        item = {"type": "message", **item}  # without a type it would be a new input, and follow no reasoning [RSP-01]
    if message.role == "assistant" and message.phase and message.api == API:
        item["phase"] = message.phase
    out.append(item)


def _item(block: AnyBlock, message: Message, writing: Writing) -> Wired:
    element: Wired | str | None = writing.element(block.native)
    match block:
        case Thinking():
            if isinstance(element, dict):
                return _own(element, message, writing)
            return _reasoning(block)
        case Opaque() | ServerToolCall() | ServerToolResult() | ToolChange() | Compaction():
            if isinstance(element, dict):
                return _own(element, message, writing)
            raise AssertionError(f"{type(block).__name__} has no item here: a pass should have rendered it")
        case Text() | Refusal() | Image() | Document() | Audio() | Video() | ToolCall() | ToolResult():
            raise AssertionError(f"{type(block).__name__} is written elsewhere")
        case _:
            assert_never(block)


def _reasoning(block: Thinking) -> Wired:
    """Reasoning that goes without its original: as ciphertext, or in words where the host takes them [RSP-06]."""
    if block.encrypted is None:
        return {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": block.text}]}
    summary = [{"type": "summary_text", "text": block.text}] if block.text else []
    return {"type": "reasoning", "summary": summary, "encrypted_content": block.encrypted}


def _call(call: ToolCall, message: Message, writing: Writing) -> Wired:
    element = writing.element(call.native)
    if element is not None and _says(element, call):
        return _own(element, message, writing)
    if call.kind == "custom":
        return {"type": "custom_tool_call", "call_id": call.id, "name": call.name, "input": call.raw_arguments}
    arguments = call.raw_arguments or "{}"
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}


def _says(element: Wired, call: ToolCall) -> bool:
    if call.kind == "builtin":
        return element.get("call_id", element.get("id")) == call.id
    said = element.get("arguments", element.get("input"))
    return (element.get("call_id"), element.get("name"), said) == (call.id, call.name, call.raw_arguments)
