"""How many cache marks a request may hold [ANT-26]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from segue.apis.reading import Wired
from segue.conversation import AnyBlock, Block, Message, Opaque, Original, Thinking, Tool, ToolResult
from segue.handoff.handoff import Handoff, Item

_MARKS = frozenset({"cache_control"})

Marked = TypeVar("Marked", bound=Block | Tool)


def limit_marks(items: list[Item], handoff: Handoff) -> list[Item]:
    """Keep the newest cache marks, as many as the target takes, and none on thinking."""
    most, conversation = handoff.wire.max_cache_marks, handoff.conversation
    own = conversation.native if conversation.native and conversation.native.api == handoff.wire.api else None
    places = handoff.survey.marked
    if most is None or not (places or own) or not handoff.writing.dialect.cache_points:
        return items
    if own is not None and handoff.leaves_originals:
        return items
    system = conversation.system if isinstance(conversation.system, tuple) else ()
    beside = [*conversation.tools, *system]
    said = [message for index, message in items if index in places] if places else []
    held = [block for message in said for block in _all(message) if block.cache is not None]
    spare = most - (own is not None and bool(own.value.get("cache_control")))
    marked = [holder for holder in (*beside, *held) if holder.cache is not None and type(holder) is not Thinking]
    excess = {id(holder) for holder in marked[: max(0, len(marked) - spare)]}
    excess |= {id(block) for block in held if type(block) is Thinking}
    if not excess:
        return items
    if any(id(holder) in excess for holder in beside):
        _unmark_beside(system, excess, handoff)
    return [(index, _settled(index, message, excess, handoff)) for index, message in items]


def _all(message: Message) -> list[AnyBlock]:
    """The blocks of a message, each result behind what it holds."""
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is ToolResult and not isinstance(block.content, str):
            blocks += block.content
        blocks.append(block)
    return blocks


def _unmark_beside(system: tuple[AnyBlock, ...], excess: set[int], handoff: Handoff) -> None:
    conversation, writing = handoff.conversation, handoff.writing
    for place, holders in ((writing.tool_path, conversation.tools), (writing.system_path.format, system)):
        for ordinal, holder in enumerate(holders):
            if id(holder) in excess:
                writing.tell("rewritten", place(ordinal), "CacheMark", _why(handoff), rule="ANT-26")
    handoff.revise(tools=tuple(_kept(conversation.tools, excess)))
    if system:
        handoff.revise(system=tuple(_kept(system, excess)))


def _kept(holders: Iterable[Marked], excess: set[int]) -> Iterator[Marked]:
    """What is in excess goes without its mark; what is nothing but a mark goes."""
    for holder in holders:
        if id(holder) not in excess:
            yield holder
        elif not _is_mark(holder):
            yield _unmarked(holder)


def _is_mark(holder: Block | Tool) -> bool:
    """Does the mark stand by itself? Its original is an object with one key, which says so."""
    native = holder.native
    wire: Wired | None = native.value if native is not None else None
    hosts_it = isinstance(holder, Opaque) or (isinstance(holder, Tool) and holder.kind == "hosted")
    return hosts_it and isinstance(wire, dict) and _MARKS.isdisjoint(wire)


def _settled(index: int, message: Message, excess: set[int], handoff: Handoff) -> Message:
    if handoff.leaves_alone(message) or not any(id(block) in excess for block in _all(message)):
        return message
    writing = handoff.writing
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        kept = block
        if type(block) is ToolResult and not isinstance(block.content, str):
            inner = tuple(_unmarked(part) if id(part) in excess else part for part in block.content)
            if any(a is not b for a, b in zip(inner, block.content, strict=True)):
                writing.tell("rewritten", (index, block), "CacheMark", _why(handoff), rule="ANT-26")
                kept = writing.replace(block, content=inner, native=None)
        if id(block) in excess:
            writing.tell("rewritten", (index, block), "CacheMark", _why(handoff), rule="ANT-26")
            if _is_mark(block):
                continue
            kept = writing.derived(block, _unmarked(kept))
        blocks.append(kept)
    return handoff.rebuilt(message, blocks)


def _unmarked(holder: Marked) -> Marked:
    """The same without its mark, in its original too."""
    native = holder.native
    wire: Wired | None = native.value if native is not None else None
    if native is not None and isinstance(wire, dict):
        native = Original(native.api, {key: value for key, value in wire.items() if key not in _MARKS})
    return replace(holder, cache=None, native=native)


def _why(handoff: Handoff) -> str:
    return f"{handoff.wire.max_cache_marks} cache marks may be, and none on thinking: the newest stay"
