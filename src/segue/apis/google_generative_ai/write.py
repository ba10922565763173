"""Neutral messages → Gemini contents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec.structs import replace

from segue.apis import media
from segue.apis.google_generative_ai.read import read_part
from segue.apis.google_generative_ai.wire import API, BESIDE, SKIP_SIGNATURE, said
from segue.apis.reading import Wired, inside
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
from segue.jsontext import copy, load, load_object


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Wired]:
    """Write messages; neighbours of one role become one content, so that answers stand together [GEM-01]."""
    items = list(items)
    if writing.untouched and (whole := writing.whole(items, _agrees)) is not None:
        return whole
    return _Contents(writing).written(items)


class _Contents:
    """The contents so far, and the names of the calls in them: an answer has to repeat its call's name."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._out: list[Wired] = []
        self._parts: list[Wired] = []
        """Of the last content."""
        self._names: dict[str, str] = {}
        self._without_id: set[str] = set()
        self._unsigned = writing.capabilities.signature_required
        """The next call is the first of its content, and the model wants that one signed."""
        self._answers = 0
        self._signs = writing.capabilities.signature_required
        self._with_ids = writing.dialect.function_call_id

    def written(self, items: list[tuple[int, Message]]) -> list[Wired]:
        out = self._out
        role: str | None = None  # of the last content, as long as its neighbours may join it
        for index, message in items:
            native, content = message.native, message.content
            speaker = "model" if message.role == "assistant" else "user"
            if native is not None and native.api == API and self._goes_back(message, native):
                if out and self._joins(message, out[-1]):
                    self._reopen(index, role)
                    self._parts += copy(native.value["parts"])
                else:
                    self._writing.lends = True
                    out.append(native.value)
                role = None
                self._note(message)
                continue
            if role is None and out and self._joins(message, out[-1]):
                self._reopen(index, role)
                role = speaker
            for block in content if type(content) is tuple else message.blocks:
                if role != speaker and not _is_empty(block):
                    role, self._parts, self._answers, self._unsigned = speaker, [], 0, self._signs
                    out.append({"role": role, "parts": self._parts})
                if type(block) is ToolCall:
                    self._parts.append(self._call(index, block))
                elif type(block) is ToolResult:
                    self._answer(index, block)
                elif type(block) is Text and block.signature is None and block.native is None:
                    if block.text:
                        self._parts.append({"text": block.text})
                elif not _is_empty(block):
                    self._parts.append(_part(block, self._writing))
        return out

    def _goes_back(self, message: Message, native: Original) -> bool:
        """Does this message go out as the original that it came in?"""
        if native.content is not message.content or not _agrees(message, native):
            return False
        if self._signs and self._writing.replay and _lacks_signature(message):
            return False
        if self._writing.mends and self._answers_another_call(message):
            return False
        return not (self._without_id and self._answers_by_lost_id(message))

    def _answers_another_call(self, message: Message) -> bool:
        """Did a result come to stand behind a call of another name or id? [GEM-08, GEM-10]"""
        return any(
            self._names.get(block.tool_call_id, block.tool_name) != block.tool_name
            or _id_in(block) not in (None, block.tool_call_id)
            for block in message.content
            if type(block) is ToolResult
        )

    def _answers_by_lost_id(self, message: Message) -> bool:
        """Does an original name the id of a call that was written anew, without it? [GEM-08]"""
        return any(
            type(block) is ToolResult and block.tool_call_id in self._without_id and _names_its_call(block)
            for block in message.content
        )

    def _joins(self, message: Message, before: Wired) -> bool:
        """Calls belong to what the model said before them: a content of their own behind it is refused [GEM-02]."""
        if message.role != "assistant" or not self._writing.replay:
            return False
        if ToolCall not in map(type, message.blocks):
            return False
        return _says_without_calling(before)

    def _reopen(self, index: int, role: str | None) -> None:
        """Let calls into the last content, and all that the model said before; it may have been written as it came."""
        out = self._out
        first = len(out) - 1
        while first > 0 and _says_without_calling(out[first - 1]):
            first -= 1
        if role is None or first < len(out) - 1:
            self._parts = copy([part for content in out[first:] for part in content["parts"]])
            self._unsigned = self._signs
            out[first:] = [{**out[first], "parts": self._parts}]
            self._writing.tell("merged", (index, None), "Message", "calls stand in one content with it", rule="GEM-02")

    def _note(self, message: Message) -> None:
        """Take notice of the calls of an original."""
        if message.role == "assistant":
            for block in message.content:
                if type(block) is ToolCall:
                    self._names[block.id] = block.name
                    if block.synthetic_id:
                        self._without_id.add(block.id)

    def _call(self, index: int, call: ToolCall) -> Wired:
        call_id, name, native = call.id, call.name, call.native
        self._names[call_id] = name
        own = native is not None and native.api == API
        part = self._own_call(call) if own else None
        if part is None:
            is_text = call.kind != "custom" and (native is None or native.content is None)
            arguments = load_object(call.raw_arguments) if is_text else None
            if arguments is None:
                arguments = self._writing.arguments(index, call)
            inner: Wired = {"id": call_id, "name": name, "args": arguments}
            if not self._with_ids or (own and call.synthetic_id):
                self._without_id.add(inner.pop("id"))
            made: Wired = {"functionCall": inner}
            part = made
        if call.signature is not None:
            part["thoughtSignature"] = call.signature
        elif self._unsigned and "thoughtSignature" not in part:
            part["thoughtSignature"] = SKIP_SIGNATURE
            why = "a call that another model made carries the documented placeholder for its signature"
            self._writing.tell("synthesized", (index, call), "Signature", why, rule="GEM-05")
        self._unsigned = False
        return part

    def _own_call(self, call: ToolCall) -> Wired | None:
        """The part that a call came in, if it still says the call."""
        element = self._writing.standing(call, lambda part: _identified(part, call))
        if element is not None and call.synthetic_id:
            self._without_id.add(call.id)
        return copy(said(element)) if element is not None else None

    def _answer(self, index: int, result: ToolResult) -> None:
        call_id, content = result.tool_call_id, result.content
        only = content[0] if len(content) == 1 else None
        if type(only) is Text and result.json is None:
            response: Wired = {"error" if result.is_error else "output": only.text}
        else:
            response = _response(result)
        name = self._names.get(call_id) or result.tool_name or "unknown_tool"
        if result.tool_name is not None and name != result.tool_name:
            why = f"a response has the name of its call: {result.tool_name!r} becomes {name!r}"
            self._writing.tell("rewritten", (index, result), "ToolName", why, rule="GEM-10")
        inner: Wired = {"id": call_id, "name": name, "response": response}
        if not self._with_ids or call_id in self._without_id:
            del inner["id"]
        # Answers come first in their content, media behind them [GEM-11].
        self._parts.insert(self._answers, {"functionResponse": inner})
        self._answers += 1
        if type(only) is not Text and not isinstance(content, str):
            self._add_media(index, result, content, inner)

    def _add_media(self, index: int, result: ToolResult, content: tuple[AnyBlock, ...], inner: Wired) -> None:
        media_parts = [_part(block, self._writing) for block in content if type(block) in _MEDIA]
        if media_parts and self._writing.capabilities.function_response_media:
            inner["parts"] = media_parts
        else:
            self._parts += media_parts
        if result.json is None and sum(type(block) is Text for block in content) > 1:
            self._writing.tell("merged", (index, result), result, "the texts of a result are one text here")


def _is_empty(block: AnyBlock) -> bool:
    """Would it be a part without data?"""
    if type(block) is Text:
        return not block.text and block.signature is None
    return type(block) is Opaque and block.native is not None and block.native.value.keys() <= BESIDE


def _says_without_calling(content: Wired) -> bool:
    parts: list[Wired] = content["parts"]
    return content.get("role") == "model" and not any(p.get("functionCall") or p.get("function_call") for p in parts)


def _names_its_call(result: ToolResult) -> bool:
    return _id_in(result) is not None


def _id_in(result: ToolResult) -> object:
    """The id of its call, as its original names it."""
    part: Wired = result.native.value if result.native is not None else {}
    return inside(part.get("functionResponse") or part.get("function_response")).get("id")


def _lacks_signature(message: Message) -> bool:
    """A model that checks signatures checks those of its elders' calls too [GEM-05]."""
    first = next((block for block in message.content if type(block) is ToolCall), None)
    return first is not None and first.signature is None


def _identified(part: Wired, call: ToolCall) -> object:
    """The call as it is read from its part, under the id that it was given when the part has none."""
    found = read_part(part)
    if isinstance(found, ToolCall) and found.synthetic_id:
        return replace(found, id=call.id)
    return found


def _agrees(message: Message, native: Original) -> bool:
    return (native.value.get("role") == "model") == (message.role == "assistant")


_MEDIA = frozenset({Image, Audio, Video, Document})


def _response(result: ToolResult) -> Wired:
    """An object always: words under ``output`` or ``error``, which these models read best [GEM-10]."""
    if result.json is not None:
        value: Wired | None = load(result.json)
        return value if isinstance(value, dict) else {"output": value}
    return {"error" if result.is_error else "output": result.text}


def _part(block: AnyBlock, writing: Writing) -> Wired:
    if block.native is not None and (element := writing.standing(block, read_part)) is not None:
        return copy(element)
    part = _rendered(block)
    if block.signature is not None:
        part["thoughtSignature"] = block.signature
    return part


def _rendered(block: AnyBlock) -> Wired:
    match block:
        case Text():
            return {"text": block.text}
        case Thinking():
            return {"text": block.text, "thought": True}
        case Image() | Audio() | Video():
            return _medium(block.source, None)
        case Document():
            return _medium(block.source, block.title)
        case Opaque():
            return copy(block.native.value) if block.native else {"text": block.text or ""}
        case (
            ToolCall() | ToolResult() | Refusal() | ServerToolCall() | ServerToolResult() | ToolChange() | Compaction()
        ):
            raise AssertionError(f"{type(block).__name__} has no part here: a pass should have rendered it")
        case _:
            assert_never(block)


def _medium(source: Source, name: str | None) -> Wired:
    match source:
        case Base64():
            return {"inlineData": {"mimeType": media.usual(source.media_type), "data": source.data}}
        case Url():
            inner: dict[str, Any] = {"fileUri": source.url}
            if kind := media.usual(source.media_type) or media.type_of_name(source.url):
                inner["mimeType"] = kind
            return {"fileData": inner}
        case FileId():
            return {"fileData": {"fileUri": source.id}}
        case PlainText():
            return {"text": source.text}
        case Parts():
            raise AssertionError(f"{name or 'a document'} of blocks has no part here: a pass should have rendered it")
        case _:
            assert_never(source)


def write_system(blocks: str | tuple[AnyBlock, ...]) -> Wired:
    """The instructions beside the contents."""
    if isinstance(blocks, str):
        return {"parts": [{"text": blocks}]}
    return {"parts": [{"text": block.text} for block in blocks if type(block) is Text and block.text]}
