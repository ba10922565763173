"""How many media there may be, and how large: in a request [VL-06], in one message [BED-11]."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final

from segue.apis.codec import Allowance
from segue.conversation import (
    AnyBlock,
    Base64,
    Document,
    Image,
    Message,
    Text,
    ToolResult,
)
from segue.handoff.handoff import Handoff, Item
from segue.handoff.media import MEDIA
from segue.rules.media import fault_in_size

#: What stands where something was; models that lose it without a trace make it up [U-10].
_MARKERS: Final[dict[type, str]] = {Image: "(Here was an image.)", Document: "(Here was a document.)"}

#: Why each thing goes, by its id, and for which rule's sake.
_Excess = dict[int, tuple[str, str]]


def limit_images(items: list[Item], handoff: Handoff) -> list[Item]:
    """Keep the newest images, as many as the host takes; where an older one was, words say so.

    Each one that goes changes what was sent before [L5]: so several go at once, and then none for a while.
    """
    most = handoff.writing.dialect.max_images
    if most is None or handoff.survey.kinds.isdisjoint(MEDIA):
        return items
    held = [image for _, message in items for image in _images(message)]
    why = f"the host takes {most} images at most: the newest stay"
    return _without(items, {id(image): (why, "VL-06") for image in held[: _oldest(items, most)]}, handoff)


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


def limit_media(items: list[Item], handoff: Handoff) -> list[Item]:
    """Keep what one message may hold of each kind of medium: the newest, and none that is too large."""
    allowances = handoff.wire.allowances
    if not allowances or handoff.survey.kinds.isdisjoint(MEDIA):
        return items
    excess: _Excess = {}
    written = [item for item in items if item[1].content or handoff.writing.is_native(item[1])]
    for _, turn in groupby(written, lambda item: item[1].role == "assistant"):
        blocks = [block for _, message in turn if not handoff.leaves_alone(message) for block in _all(message)]
        for kind, allowed in allowances.items():
            excess |= _beyond(allowed, [block for block in blocks if type(block).__name__.lower() == kind], kind)
    return _without(items, excess, handoff)


def _beyond(allowed: Allowance, held: list[AnyBlock], kind: str) -> _Excess:
    excess: _Excess = {}
    fitting: list[AnyBlock] = []
    for block in held:
        fault = _too_large(block, allowed)
        if fault is None:
            fitting.append(block)
        else:
            excess[id(block)] = (fault, "BED-11")
    why = f"a message holds {allowed.count} {kind}s at most: the newest stay"
    return excess | {id(block): (why, "BED-11") for block in fitting[: max(0, len(fitting) - allowed.count)]}


def _too_large(block: AnyBlock, allowed: Allowance) -> str | None:
    source = block.source if isinstance(block, Image | Document) else None
    return fault_in_size(source.data, allowed.size, allowed.edge) if isinstance(source, Base64) else None


def _all(message: Message) -> Iterable[AnyBlock]:
    for block in message.blocks:
        yield block
        if type(block) is ToolResult and not isinstance(block.content, str):
            yield from block.content


def _without(items: list[Item], excess: _Excess, handoff: Handoff) -> list[Item]:
    if not excess:
        return items
    return [(index, _with_less(index, message, excess, handoff)) for index, message in items]


def _with_less(index: int, message: Message, excess: _Excess, handoff: Handoff) -> Message:
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        marked = _marking(index, block, excess, handoff)
        kept = marked(block)
        if type(kept) is ToolResult and not isinstance(kept.content, str):
            inner = tuple(map(marked, kept.content))
            if any(a is not b for a, b in zip(inner, kept.content, strict=True)):
                kept = handoff.writing.replace(kept, content=inner, native=None)
        blocks.append(kept)
    return handoff.rebuilt(message, blocks)


def _marking(index: int, at: AnyBlock, excess: _Excess, handoff: Handoff) -> Callable[[AnyBlock], AnyBlock]:
    """What stands for a block at this place: itself, or a marker that says what it was."""

    def marked(block: AnyBlock) -> AnyBlock:
        if id(block) not in excess:
            return block
        why, rule = excess[id(block)]
        handoff.writing.drop((index, at), block, why, rule=rule)
        return Text(_MARKERS[type(block)])

    return marked
