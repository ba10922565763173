"""How much of a thing a request may hold: cache marks [ANT-26], images [VL-06]."""

from __future__ import annotations

from itertools import groupby
from typing import TypeVar

from msgspec.structs import replace

from segue.apis.reading import Wired
from segue.conversation import AnyBlock, Block, Image, Message, Original, Text, Thinking, Tool, ToolResult
from segue.handoff.handoff import Handoff, Item

_AN_IMAGE = "(Here was an image.)"
_MARKS = frozenset({"cache_control"})

Marked = TypeVar("Marked", bound=Block | Tool)


def limit_marks(items: list[Item], handoff: Handoff) -> list[Item]:
    """Keep the newest cache marks, as many as the target takes, and none on thinking."""
    most, conversation = handoff.wire.max_cache_marks, handoff.conversation
    own = conversation.native if conversation.native and conversation.native.api == handoff.wire.api else None
    places = handoff.survey.marked
    if most is None or not (places or own):
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
    for name, holders in (("tools", conversation.tools), ("system", system)):
        for ordinal, holder in enumerate(holders):
            if id(holder) in excess:
                writing.tell("rewritten", f"$.{name}[{ordinal}]", "CacheMark", _why(handoff), rule="ANT-26")
    tools = tuple(_unmarked(tool) if id(tool) in excess else tool for tool in conversation.tools)
    handoff.revise(tools=tools)
    if system:
        handoff.revise(system=tuple(_unmarked(block) if id(block) in excess else block for block in system))


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
                kept = writing.replace(block, content=inner, native=None)
        if id(block) in excess:
            writing.tell("rewritten", (index, block), "CacheMark", _why(handoff), rule="ANT-26")
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


def limit_images(items: list[Item], handoff: Handoff) -> list[Item]:
    """Keep the newest images, as many as the host takes; where an older one was, words say so.

    Each one that goes changes what was sent before [L5]: so several go at once, and then none for a while.
    """
    most = handoff.writing.dialect.max_images
    if most is None or Image not in handoff.survey.kinds:
        return items
    held = [image for _, message in items for image in _images(message)]
    excess = {id(image) for image in held[: _oldest(items, most)]}
    if not excess:
        return items
    return [(index, _with_fewer_images(index, message, excess, handoff)) for index, message in items]


def _images(message: Message) -> list[Image]:
    return [block for block in _all(message) if type(block) is Image]


def _oldest(items: list[Item], most: int) -> int:
    """How many of the oldest images go. It is as if every step had been sent: what a longer history lets go is more,
    or the same, and what is new in a step stays if the limit lets it."""
    gone = seen = 0
    for _, step in groupby(items, lambda item: item[1].role == "assistant"):
        before, seen = seen, seen + sum(len(_images(message)) for _, message in step)
        excess = seen - most
        if excess > gone:
            gone = max(excess, min(before, excess + max(0, most // 2 - 1)))
    return gone


def _with_fewer_images(index: int, message: Message, excess: set[int], handoff: Handoff) -> Message:
    writing = handoff.writing
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        kept = block
        inner: tuple[AnyBlock, ...] = ()
        if type(block) is ToolResult and not isinstance(block.content, str):
            inner = block.content
        for part in (block, *inner):
            if id(part) in excess:
                why = f"the host takes {writing.dialect.max_images} images at most: the newest stay"
                writing.drop((index, block), part, why, rule="VL-06")
        if id(block) in excess:
            kept = Text(_AN_IMAGE)
        elif any(id(part) in excess for part in inner):
            fewer = tuple(Text(_AN_IMAGE) if id(part) in excess else part for part in inner)
            kept = writing.replace(block, content=fewer, native=None)
        blocks.append(kept)
    return handoff.rebuilt(message, blocks)
