"""Neutral messages → Responses items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from segue.apis.openai_responses.hosts import kept
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
from segue.jsontext import copy

#: What somebody says, in parts of one message; everything else is an item of its own.
_PARTS = frozenset({Text, Refusal, Image, Document, Audio, Video})

#: Items whose id is optional: where their reasoning does not stand before them, a kept id is refused [RSP-02].
_ID_IS_OPTIONAL = frozenset({"message", "function_call", "custom_tool_call", "reasoning"})

#: Items of which nobody has to know later that they were there.
_USUAL = frozenset({"message", "function_call", None})

_OTHER_CALLS = frozenset({"custom_tool_call", *BUILTIN_CALLS})


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Any]:
    """Write messages; every block is an item of its own, but for the parts of what somebody said.

    Originals and plain blocks, which most are, are written in this loop; `_write` writes the others.
    """
    items = list(items)
    if writing.untouched and (whole := writing.whole(items, _agrees)) is not None:
        return whole
    out: list[Any] = []
    add = out.append
    called: dict[str, str] = {}  # the types of calls that are no functions': their outputs are of their own kinds
    replay = writing.replay
    original: Wired | list[Any] | str | None
    originals = kept(_originals(items), items, writing)
    for (index, message), original in zip(items, originals, strict=True):
        content, is_said = message.content, message.role == "assistant"
        if original is not None:
            writing.lends = True
            if type(original) is dict and (not is_said or original.get("type") in _USUAL):
                add(_replayed(original, message, writing) if is_said and replay else original)
            else:
                _put_back(index, message, original, writing, out, called)
            continue
        if type(content) is not tuple or not content or (is_said and message.api == API):
            _write(index, message, message.blocks, writing, out, called)
            continue
        for at, block in enumerate(content):
            if type(block) is ToolCall and block.kind == "function" and _is_foreign(block):
                arguments = block.raw_arguments or "{}"
                add({"type": "function_call", "call_id": block.id, "name": block.name, "arguments": arguments})
            elif type(block) is ToolResult and (text := _plain_output(block)) is not None and not called:
                add({"type": "function_call_output", "call_id": block.tool_call_id, "output": text})
            elif type(block) is Text and (is_said or (block.cache is None and len(content) == 1)):
                if block.text or not is_said:
                    add({"role": _speaker(message), "content": block.text})
            else:
                _write(index, message, content[at:], writing, out, called)
                break
    return out


def _originals(items: list[tuple[int, Message]]) -> list[Any]:
    """For every message what it was read from, where that still stands; it is lent, and nothing in it is changed."""
    return [
        native.value
        if (native := message.native) is not None
        and native.api == API
        and native.content is message.content
        and (message.role == "tool" or _agrees(message, native))
        else None
        for _, message in items
    ]


def _agrees(message: Message, native: Original) -> bool:
    """Is it still said by whom it was said? Among the items only messages name a role."""
    value: Wired | list[Any] | str = native.value
    if type(value) is not dict:
        return True
    role = value.get("role", message.role)
    return (
        role == message.role
        or (role == "developer" and message.role == "system")
        or value.get("type") not in (None, "message")
    )


def _put_back(
    index: int, message: Message, original: Any, writing: Writing, out: list[Any], called: dict[str, str]
) -> None:
    """Write what a message was read from: an item, a text that is the whole input, or an answer's items."""
    given: Wired | list[Any] | str = original
    if message.role != "assistant":
        out.append({"role": "user", "content": given} if isinstance(given, str) else given)
        return
    items: list[Any] = given if isinstance(given, list) else [given] if isinstance(given, dict) else []
    for item in items:
        _note(item, called)
        out.append(_sent(index, item, message, writing) if writing.replay else item)


def _is_foreign(block: ToolCall) -> bool:
    return block.native is None or block.native.api != API


def _plain_output(result: ToolResult) -> str | None:
    """What a function put out, if it is one text and no failure."""
    content = result.content
    if len(content) == 1 and type(only := content[0]) is Text and not result.is_error:
        return only.text
    return None


def _speaker(message: Message) -> str:
    if message.authority == "developer":
        return "developer"
    return "user" if message.role == "tool" else message.role


def _note(item: Wired, called: dict[str, str]) -> None:
    """Remember the type of a call that is no function's."""
    kind = item.get("type")
    if kind in _OTHER_CALLS and (call_id := item.get("call_id") or item.get("id")):
        called[call_id] = kind


def _sent(index: int, item: Wired, message: Message, writing: Writing) -> Wired:
    kept = _replayed(item, message, writing)
    if item.get("type") == "reasoning" and not isinstance(item.get("summary"), list):
        why = "reasoning has a summary, if an empty one"
        writing.tell("rewritten", (index, ".summary"), "Thinking", why, rule="RSP-06")
        return {**kept, "summary": []}
    return kept


def _replayed(item: Wired, message: Message, writing: Writing) -> Wired:
    """The item without what is only sent, never taken. Nothing in it is copied."""
    kind = item.get("type")
    if "id" in item and kind in _ID_IS_OPTIONAL and not writing.wrote(message):
        if kind == "message" and (said := _words(item["content"])) is not None:
            # An output message is one by its id; without it, its words are an easy message.
            return {"type": "message", "role": "assistant", "content": said}
        item = {**item}
        del item["id"]
        item.pop("phase", None)
    item = _taken(item)
    content: list[Wired | str] | str | None = item.get("content")
    if kind == "message" and isinstance(content, list):
        return {**item, "content": [_taken(part) if isinstance(part, dict) else part for part in content]}
    return item


def _taken(wire: Wired) -> Wired:
    if RESPONSE_ONLY.isdisjoint(wire):
        return wire
    return {key: value for key, value in wire.items() if key not in RESPONSE_ONLY}


def _words(parts: list[Wired | str] | str) -> str | None:
    """What was said in words: where there are any, blank ones do not count."""
    texts = [text for part in parts if type(part) is dict and type(text := part.get("text")) is str]
    if len(texts) < 2:
        return texts[0] if texts else None
    return "\n\n".join([text for text in texts if not text.isspace()] or texts)


def _own(item: Wired, message: Message, writing: Writing) -> Wired:
    """A copy of an item of which the message's content is one block among others."""
    goes_back = writing.replay and message.role == "assistant"
    return copy(_replayed(item, message, writing) if goes_back else item)


def _write(
    index: int,
    message: Message,
    blocks: tuple[AnyBlock, ...],
    writing: Writing,
    out: list[Any],
    called: dict[str, str],
) -> None:
    said: list[AnyBlock] = []
    assistant = message.role == "assistant"
    for block in blocks:
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
    if len(blocks) == 1 and type(block := blocks[0]) is Text and (block.cache is None or message.role == "assistant"):
        content: Any = block.text
    else:
        content = [write_part(block, writing) for block in blocks]
    if content == "" and message.role == "assistant":
        return
    item: Wired = {"role": _speaker(message), "content": content}
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
