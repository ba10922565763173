"""Neutral messages → Converse messages."""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import assert_never

from segue.apis import media
from segue.apis.bedrock_converse.parts import cache_point, read_block
from segue.apis.bedrock_converse.wire import (
    API,
    AUDIO_FORMATS,
    DOCUMENT_FORMATS,
    IMAGE_FORMATS,
    TYPES_IN_ANSWERS,
    VIDEO_FORMATS,
)
from segue.apis.reading import Wired, inside, only_objects, reads_as_error
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
from segue.jsontext import copy, load_object, owned_at

#: A text that stands where a message must not be empty; blanks are refused [BED-08].
NOTHING = "(no content)"

#: What is said beside a document that came without a word [BED-11].
SEE_DOCUMENT = "(See the document.)"

_LONGEST_NAME = 200


def write_messages(items: Iterable[tuple[int, Message]], writing: Writing) -> list[Wired]:
    """Write messages; neighbours of one role become one message, since roles have to alternate [BED-01]."""
    items = list(items)
    if writing.untouched and (whole := writing.whole(items, _agrees)) is not None:
        return whole
    return _Messages(writing).written(items)


class _Messages:
    """The messages so far, and the names of the documents in them, which have to differ."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._out: list[Wired] = []
        self._borrowed: set[int] = set()
        self._names: set[str] = set()
        self._again: defaultdict[str, int] = defaultdict(int)

    def written(self, items: Iterable[tuple[int, Message]]) -> list[Wired]:
        for index, message in items:
            native = message.native
            if (
                native is not None
                and native.api == API
                and native.content is message.content
                and _agrees(message, native)
                and (not self._writing.replay or type(native.value.get("content")) is list)
            ):
                self._replay(index, native.value)
            else:
                self._add(index, message)
        return owned_at(sorted(self._borrowed), self._out)

    def _replay(self, index: int, wire: Wired) -> None:
        self._names.update(name for block in only_objects(wire.get("content")) for name in _names_in(block))
        if self._writing.replay and self._out and self._out[-1]["role"] == wire["role"]:
            why = f"two messages of role {wire['role']!r} are one here"
            self._writing.tell("merged", self._writing.path(index), "Message", why, rule="BED-01")
            self._open(wire["role"]).extend(copy(_replayed(wire)["content"]))
            return
        self._borrowed.add(len(self._out))
        self._out.append(_replayed(wire) if self._writing.replay else wire)

    def _open(self, role: str) -> list[Wired]:
        """The content of the last message if it is of this role, ours to add to; else that of a new one."""
        at = len(self._out) - 1
        if at >= 0 and self._out[at]["role"] == role and (self._writing.replay or at not in self._borrowed):
            if at in self._borrowed:
                self._borrowed.remove(at)
                self._out[at] = copy(self._out[at])
            return self._out[at]["content"]
        self._out.append({"role": role, "content": []})
        return self._out[-1]["content"]

    def _add(self, index: int, message: Message) -> None:
        if not message.content:
            return
        content = self._open("user" if message.role == "tool" else message.role)
        documented = False
        for block in message.blocks:
            if type(block) is ToolResult:
                content.append(self._answer(index, block))
            elif type(block) is ToolCall:
                content.append(self._call(index, block))
            elif type(block) is Text and content:
                self._add_text(index, block, content)
            else:
                documented = documented or type(block) is Document
                content.append(self._block(index, block))
            if block.cache is not None and type(block) is not Opaque:
                content.append(cache_point(block.cache))
        if documented and not any("text" in block for block in content):
            content.append({"text": SEE_DOCUMENT})
            why = "a document comes with a text beside it"
            self._writing.tell("synthesized", self._writing.path(index), "Text", why, rule="BED-11")

    def _add_text(self, index: int, block: Text, content: list[Wired]) -> None:
        """Nothing may follow the last call of a message [ANT-06]."""
        calls = len(content)
        while calls and ("toolUse" in content[calls - 1] or "cachePoint" in content[calls - 1]):
            calls -= 1
        if calls == len(content):
            content.append(self._block(index, block))
            return
        content.insert(calls, self._block(index, block))
        self._writing.tell("moved", (index, block), block, "text stands before the calls", rule="ANT-06")

    def _call(self, index: int, call: ToolCall) -> Wired:
        if call.native is not None and (element := self._writing.standing(call, read_block)) is not None:
            return copy(_replayed_block(element) if self._writing.replay else element)
        given = self._writing.arguments(index, call)
        return {"toolUse": {"toolUseId": call.id, "name": call.name, "input": given}}

    def _answer(self, index: int, result: ToolResult) -> Wired:
        element = None if result.native is None else self._writing.standing(result, read_block)
        if element is not None and self._are_new(names := _names_in(element)):
            self._names.update(names)
            return copy(element)
        held = result.content
        said: tuple[AnyBlock, ...] = (Text(held),) if isinstance(held, str) else held
        value = None if result.json is None else load_object(result.json)
        if value is not None:
            said = tuple(part for part in said if type(part) is not Text or part.text != result.json)
        content: list[Wired] = [{"json": value}] if value is not None else []
        content += [self._block(index, part) for part in said if not _is_blank(part)]
        inner: Wired = {"toolUseId": result.tool_call_id, "content": content}
        if not self._writing.dialect.result_status:
            if result.is_error and not reads_as_error(result.text):
                content.insert(0, {"text": "Error:"})
                if not self._writing.is_invented(result):
                    why = "this model knows no failed results, so the text says it"
                    self._writing.tell("rewritten", (index, result), result, why, rule="BED-10")
            return {"toolResult": inner}
        if result.is_error is not None:
            inner["status"] = "error" if result.is_error else "success"
        if result.is_error and not content:
            content.append({"text": NOTHING})
            self._writing.tell("synthesized", (index, result), result, "a failure needs words", rule="BED-08")
        return {"toolResult": inner}

    def _block(self, index: int, block: AnyBlock) -> Wired:
        if block.native is None and type(block) is Text:
            return {"text": block.text}
        element = None if block.native is None else self._writing.standing(block, read_block)
        if element is not None and self._are_new(names := _names_in(element)):
            self._names.update(names)
            return copy(element)
        if type(block) is Document:
            return self._document(index, block)
        return _rendered(block, self._writing)

    def _document(self, index: int, block: Document) -> Wired:
        source = block.source
        if type(source) is PlainText:
            source = Base64(base64.b64encode(source.text.encode()).decode(), source.media_type or "text/plain")
        kind = media.usual(source.media_type) if isinstance(source, Base64 | Url) else None
        name = self._named(block.title)
        if block.title is not None and name != block.title:
            why = f"{block.title!r} becomes {name!r}: names of documents are plain, and no two alike"
            self._writing.tell("rewritten", (index, block), "DocumentName", why, rule="BED-11")
        inner: Wired = {"name": name, "source": _source(source)}
        if word := _format(kind or _type_of_address(source), DOCUMENT_FORMATS):
            inner["format"] = word
        if block.context:
            inner["context"] = block.context
        return {"document": inner}

    def _are_new(self, names: list[str]) -> bool:
        return self._names.isdisjoint(names) and len(set(names)) == len(names)

    def _named(self, title: str | None) -> str:
        plain = re.sub(r"[^a-zA-Z0-9()\[\]-]+", " ", title or "").strip()[:_LONGEST_NAME].strip() or "document"
        name = plain
        while name in self._names:
            self._again[plain] += 1
            name = f"{plain[: _LONGEST_NAME - 8]} {self._again[plain] + 1}"
        self._names.add(name)
        return name


def _agrees(message: Message, native: Original) -> bool:
    return native.value.get("role") == message.role or (message.role == "tool" and native.value["role"] == "user")


def _replayed(wire: Wired) -> Wired:
    """The message without what answers say and requests do not know. Nothing is copied yet."""
    content: list[Wired] = wire["content"]
    if not any("toolUse" in block and _says_too_much(block) for block in content):
        return wire
    return {**wire, "content": [_replayed_block(block) for block in content]}


def _says_too_much(block: Wired) -> bool:
    return inside(block["toolUse"]).get("type") in TYPES_IN_ANSWERS and "type" in block["toolUse"]


def _replayed_block(block: Wired) -> Wired:
    if "toolUse" not in block or not _says_too_much(block):
        return block
    return {**block, "toolUse": {key: value for key, value in block["toolUse"].items() if key != "type"}}


def _names_in(block: Wired) -> list[str]:
    """The names of the documents in a block: itself, or in the result that it is."""
    if "toolResult" in block:
        held = only_objects(inside(block["toolResult"]).get("content"))
        return [name for part in held for name in _names_in(part)]
    name = inside(block.get("document")).get("name")
    return [name] if type(name) is str else []


def _is_blank(block: AnyBlock) -> bool:
    return type(block) is Text and (not block.text or block.text.isspace())


def _rendered(block: AnyBlock, writing: Writing) -> Wired:
    match block:
        case Text():
            return {"text": block.text}
        case Thinking():
            if block.encrypted is not None:
                return {"reasoningContent": {"redactedContent": block.encrypted}}
            told = {"text": block.text}
            if block.signature and writing.dialect.signatures:
                told["signature"] = block.signature
            return {"reasoningContent": {"reasoningText": told}}
        case Image():
            return {"image": _medium(block.source, IMAGE_FORMATS)}
        case Audio():
            return {"audio": _medium(block.source, AUDIO_FORMATS)}
        case Video():
            return {"video": _medium(block.source, VIDEO_FORMATS)}
        case Opaque():
            return copy(block.native.value) if block.native else {"text": block.text or ""}
        case (
            Document()
            | ToolCall()
            | ToolResult()
            | Refusal()
            | ServerToolCall()
            | ServerToolResult()
            | ToolChange()
            | Compaction()
        ):
            raise AssertionError(f"{type(block).__name__} has no block here: a pass should have rendered it")
        case _:
            assert_never(block)


def _medium(source: Source, formats: dict[str, str]) -> Wired:
    kind = media.usual(source.media_type) if isinstance(source, Base64 | Url) else None
    word = _format(kind or _type_of_address(source), formats) or next(iter(formats))
    return {"format": word, "source": _source(source)}


def _type_of_address(source: Source) -> str | None:
    return media.type_of_name(source.url) if type(source) is Url else None


def _format(kind: str | None, formats: dict[str, str]) -> str | None:
    return next((word for word, known in formats.items() if known == kind), None)


def _source(source: Source) -> Wired:
    match source:
        case Base64():
            return {"bytes": source.data}
        case Url():
            return {"s3Location": {"uri": source.url}}
        case PlainText():
            return {"text": source.text}
        case Parts():
            return {"content": [{"text": block.text} for block in source.blocks if type(block) is Text]}
        case FileId():
            raise AssertionError("a file of another account has no source here: a pass should have rendered it")
        case _:
            assert_never(source)


def write_system(blocks: str | tuple[AnyBlock, ...], writing: Writing) -> list[Wired]:
    """The instructions beside the messages."""
    if isinstance(blocks, str):
        return [] if not blocks or blocks.isspace() else [{"text": blocks}]
    written: list[Wired] = []
    for block in blocks:
        element = writing.standing(block, read_block)
        if element is not None and not _is_blank(block):
            written.append(copy(element))
        elif type(block) is Text and not _is_blank(block):
            written.append({"text": block.text})
            if block.cache is not None and writing.dialect.cache_points:
                written.append(cache_point(block.cache))
    return written
