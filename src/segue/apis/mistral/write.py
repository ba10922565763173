"""Neutral messages → Mistral's messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from segue.apis.chat import address_of, told_as_failed, write_picture, write_thinking
from segue.apis.mistral.parts import read_chunk
from segue.apis.mistral.wire import API, KEYS
from segue.apis.reading import Wired
from segue.apis.writing import Writing
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
    Source,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from segue.jsontext import copy, dump, load_object, owned_at

#: The keys of a call that Mistral takes back.
_CALL_KEYS: Final = frozenset({"id", "type", "function", "index"})


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Wired]:
    """Write messages; what an assistant said in one go becomes one message."""
    items = list(items)
    if writing.untouched and (whole := writing.whole(items, _agrees)) is not None:
        return whole
    pen = _Pen(writing)
    for index, message in items:
        pen.write(index, message)
    return pen.written()


def write_system(blocks: str | tuple[AnyBlock, ...], writing: Writing) -> Wired:
    """Instructions that stood beside the messages lead them here."""
    return {"role": "system", "content": _content(Message("system", blocks).blocks, writing)}


def _agrees(message: Message, native: Original) -> bool:
    """Does the original still say the role that the message has?"""
    return native.value.get("role") == message.role


class _Pen:
    """Messages as they are written; the assistant's words wait until it has said all of them."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._out: list[Wired] = []
        self._borrowed: list[int] = []
        self._spoken: list[tuple[int, AnyBlock]] = []

    def write(self, index: int, message: Message) -> None:
        native, writing = message.native, self._writing
        if message.role == "tool":
            self._end_turn()
        stands = native is not None and native.api == API and native.content is message.content
        if native is not None and stands and _agrees(message, native) and not self._answers_out_of_order(message):
            self._end_turn()
            self._borrowed.append(len(self._out))
            self._out.append(_replayed(native.value) if writing.replay else native.value)
        elif message.role == "assistant":
            self._spoken += ((index, block) for block in message.blocks)
        else:
            self._end_turn()
            self._write_client(index, message)

    def _answers_out_of_order(self, message: Message) -> bool:
        """Results that name no call answer the calls in their order: has another come between? [MIS-02]"""
        native = message.native
        if (
            not self._writing.mends
            or message.role != "tool"
            or native is None
            or native.value.get("tool_call_id") is not None
        ):
            return False
        given = 0
        while given < len(self._out) and self._out[-1 - given]["role"] == "tool":
            given += 1
        calls: list[Wired] = self._out[-1 - given].get("tool_calls") or [] if given < len(self._out) else []
        called = calls[given].get("id") if given < len(calls) else None
        return called is not None and called != message.tool_call_id

    def written(self) -> list[Wired]:
        self._end_turn()
        return owned_at(self._borrowed, self._out)

    def _end_turn(self) -> None:
        if self._spoken:
            self._out.append(_assistant(self._spoken, self._writing))
            self._spoken = []

    def _write_client(self, index: int, message: Message) -> None:
        """Instructions, or a user's message, or results, which are messages of their own and come first."""
        said: list[AnyBlock] = []
        blocks = message.blocks
        for block in blocks:
            if type(block) is ToolResult:
                self._out.append(_result(index, block, self._writing))
            else:
                said.append(block)
        if said or (message.role == "user" and not blocks):
            self._out.append({"role": message.role, "content": _content(said, self._writing)})


def _replayed(wire: Wired) -> Wired:
    """The message without what Mistral sends, or others add, and it does not take: unknown keys and nulls [MIS-06]."""
    known = KEYS[wire["role"]]
    kept = {key: value for key, value in wire.items() if key in known and value is not None}
    if wire["role"] == "assistant":
        if not kept.get("tool_calls"):
            kept.pop("tool_calls", None)
    elif "content" not in kept:
        kept["content"] = ""
    return wire if len(kept) == len(wire) else kept


def _result(index: int, result: ToolResult, writing: Writing) -> Wired:
    content = result.content
    written = content if isinstance(content, str) else _content(content, writing)
    if result.is_error and isinstance(written, str):
        written = told_as_failed(written, index, result, writing)
    wire: Wired = {"role": "tool", "tool_call_id": result.tool_call_id, "content": written}
    if result.tool_name:
        wire["name"] = result.tool_name
    return wire


def _assistant(spoken: Sequence[tuple[int, AnyBlock]], writing: Writing) -> Wired:
    said: list[AnyBlock] = []
    calls: list[Wired] = []
    for index, block in spoken:
        if type(block) is ToolCall:
            calls.append(_call(index, block, writing))
        else:
            if calls:
                writing.tell("moved", (index, block), block, "text stands before the calls of its message")
            said.append(block)
    wire: Wired = {"role": "assistant"}
    if said or not calls:
        wire["content"] = _content(said, writing)
    if calls:
        wire["tool_calls"] = calls
    return wire


def _call(index: int, call: ToolCall, writing: Writing) -> Wired:
    element = writing.element(call.native)
    if element is not None and element.keys() <= _CALL_KEYS and _same_call(element, call):
        return copy(element)
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": _object(index, call, writing)},
    }


def _object(index: int, call: ToolCall, writing: Writing) -> str:
    """The text of the arguments, which spell an object [MIS-07]."""
    text, native = call.raw_arguments, call.native
    if native is not None and native.content is not None and native.content[0] is text:
        return text  # it is the text of an object
    if call.kind == "custom" or load_object(text) is None:
        return dump(writing.arguments(index, call))
    return text if text[:1] == "{" or text.lstrip().startswith("{") else "{}"


def _same_call(element: Wired, call: ToolCall) -> bool:
    said, native = element["function"], call.native
    spelled = native is not None and native.content is not None and native.content[0] is call.raw_arguments
    same = spelled or said.get("arguments") == call.raw_arguments
    return element.get("id") == call.id and said["name"] == call.name and same


def _content(blocks: Sequence[AnyBlock], writing: Writing) -> Any:
    if not blocks:
        return ""
    if len(blocks) == 1 and type(blocks[0]) is Text:
        return blocks[0].text
    return [_chunk(block, writing) for block in blocks]


def _chunk(block: AnyBlock, writing: Writing) -> Wired:
    if (element := writing.standing(block, read_chunk)) is not None:
        return copy(element)
    match block:
        case Text() | Refusal():
            return {"type": "text", "text": block.text}
        case Thinking():
            return write_thinking(block)
        case Image():
            return write_picture(block, address_of(block.source))
        case Audio():
            return {"type": "input_audio", "input_audio": _sound(block.source)}
        case Document():
            return _document(block)
        case Opaque():
            return copy(block.native.value) if block.native else {"type": block.kind}
        case _:
            raise AssertionError(f"{type(block).__name__} is no chunk of a message: a pass should have rendered it")


def _sound(source: Source) -> str:
    return source.data if isinstance(source, Base64) else address_of(source)


def _document(block: Document) -> Wired:
    if isinstance(block.source, FileId):
        return {"type": "file", "file_id": block.source.id}
    wire: Wired = {"type": "document_url", "document_url": address_of(block.source)}
    if block.title:
        wire["document_name"] = block.title
    return wire
