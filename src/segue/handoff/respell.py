"""Originals that their own provider refuses: written anew from their blocks, or sent as if another had made them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from segue.apis import codec
from segue.apis.codec import Author
from segue.apis.reading import Wired
from segue.conversation import (
    AnyBlock,
    Compaction,
    Message,
    Opaque,
    ServerToolCall,
    ServerToolResult,
    ToolChange,
    ToolResult,
)
from segue.handoff.handoff import Handoff, Item
from segue.handoff.ownership import disowned
from segue.rules import Finding, Rule, are_plain, broken, rules_of

#: Blocks that are nothing but their originals.
_UNWRITABLE = (Opaque, Compaction, ServerToolCall, ServerToolResult, ToolChange)


def respell(items: list[Item], handoff: Handoff) -> list[Item]:
    """Take away the originals that break a rule of spelling, and the authors of what goes back to nobody."""
    if handoff.wire.api not in handoff.survey.apis or handoff.leaves_originals:
        return items
    if not handoff.mends and _are_plain(items, handoff):
        return items
    audience = handoff.audience
    rules = [rule for rule in rules_of(audience.api) if (rule.rewrites or rule.disowns) and rule.concerns(audience)]
    if not rules:
        return items
    values = handoff.replayed(items)
    beside = handoff.conversation.native
    at_home = beside is not None and beside.api == audience.api
    body: Wired = {**(beside.value if beside is not None and at_home else {}), handoff.wire.messages_key: values}
    faults: dict[int, list[tuple[Rule, str]]] = {}
    for rule, finding in broken(body, audience, "$", whole=False, rules=rules):
        if rule.disowns and not finding.certain and not handoff.mends:
            continue  # what may pass goes back as its author said it
        at, below = _divided(finding)
        faults.setdefault(at, []).append((rule, below))
        handoff.writing.tell("rewritten", (items[at][0], below), "Message", finding.message, rule=rule.id)
    if not faults:
        return items
    out = list(items)
    for at, found in faults.items():
        index, message = items[at]
        out[at] = (index, _without_original(message, [below for rule, below in found if rule.rewrites], handoff))
        if any(rule.whole_turn for rule, _ in found):
            for near in _turn_around(at, items):
                if near not in faults:
                    out[near] = (items[near][0], replace(items[near][1], native=None))
    return disowned(out, [at for at, found in faults.items() if any(rule.disowns for rule, _ in found)])


def _are_plain(items: list[Item], handoff: Handoff) -> bool:
    """Is none of them one that a rule of spelling could be about? Those that were read at a glance are not asked."""
    odd: list[Wired | list[Wired] | str] = [
        native.value
        for _, message in items
        if (native := message.native) and not native.plain and handoff.writing.is_native(message)
    ]
    objects = [value for value in odd if isinstance(value, dict)]
    return are_plain(_when_asked(items, handoff), handoff.wire.api, objects)


def _when_asked(items: list[Item], handoff: Handoff) -> Iterator[Wired]:
    yield from handoff.replayed(items)


def _turn_around(at: int, items: list[Item]) -> range:
    """The places of the messages that one side says in a row."""
    is_said = items[at][1].role == "assistant"
    first = last = at
    while first > 0 and (items[first - 1][1].role == "assistant") is is_said:
        first -= 1
    while last + 1 < len(items) and (items[last + 1][1].role == "assistant") is is_said:
        last += 1
    return range(first, last + 1)


def _divided(finding: Finding) -> tuple[int, str]:
    """Of ``$[3].content[1].id``: 3, and ``.content[1].id``."""
    at, _, below = finding.path.removeprefix("$[").partition("]")
    return int(at), below


def _without_original(message: Message, faults: list[str], handoff: Handoff) -> Message:
    """The message without its original, and those of its blocks that are spelled wrong without theirs."""
    native = message.native
    if native is None or not faults:
        return message
    whole: Wired | list[Wired] | str = native.value
    respelled = codec(native.api).respell(whole, list(dict.fromkeys(faults))) if isinstance(whole, dict) else None
    if respelled is not None:
        return _read_again(message, respelled, native.api)
    place = codec(native.api).place
    blocks: list[AnyBlock] = []
    holders = {fault[: end.start()] for fault in faults for end in re.finditer(r"[.\[]|$", fault)}
    for ordinal, block in enumerate(message.blocks):
        spoiled = place(native.value, ordinal) in holders
        blocks.append(_renewed(block, handoff) if spoiled and not isinstance(block, _UNWRITABLE) else block)
    return replace(message, content=tuple(blocks), native=None)


def _read_again(message: Message, wire: Wired, api: str) -> Message:
    """What the message says in these words, which are all its own."""
    (read,) = codec(api).read_messages([wire], Author(message.provider, api, message.model))
    return read


def _renewed(block: AnyBlock, handoff: Handoff) -> AnyBlock:
    writing = handoff.writing
    if isinstance(block, ToolResult) and not isinstance(block.content, str):
        inner = [part if isinstance(part, _UNWRITABLE) else _renewed(part, handoff) for part in block.content]
        return writing.replace(block, native=None, content=tuple(inner))
    return writing.replace(block, native=None)
