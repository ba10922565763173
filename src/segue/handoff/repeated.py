"""Items that stand in a history twice under one id: somebody kept them in two places [RSP-13]."""

from __future__ import annotations

from segue.apis.reading import Wired
from segue.conversation import Message
from segue.handoff.handoff import Handoff, Item


def drop_repeated(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave out what is there already, word for word."""
    if not handoff.wire.item_ids or handoff.wire.api not in handoff.survey.apis:
        return items
    if not _come_twice(handoff.replayed(items)):
        return items
    seen: dict[str, Wired] = {}
    repeated: set[int] = set()
    made_again: set[str] = set()
    for at, (index, message) in enumerate(items):
        wire = _item(message)
        name = None if wire is None else _name(wire)
        if wire is None or name is None or handoff.leaves_alone(message) or not handoff.writing.is_native(message):
            continue
        before = seen.setdefault(name, wire)
        if before is not wire and before == wire and (name == wire.get("id") or wire["call_id"] in made_again):
            repeated.add(at)
            made_again.update(call.id for call in message.get_tool_calls())
            handoff.writing.tell("merged", (index, None), "Item", "it stands in the history already", rule="RSP-13")
    if not repeated:
        return items
    kept = [item for at, item in enumerate(items) if at not in repeated]
    if made_again:
        handoff.survey.pair_again([message for _, message in kept])  # another answer is left alone now
    return kept


def _come_twice(wires: list[Wired]) -> bool:
    """Does any id?"""
    ids = [found for wire in wires if type(found := wire.get("id")) is str]
    return len(set(ids)) < len(ids)


def _item(message: Message) -> Wired | None:
    native = message.native
    wire: Wired | None = native.value if native is not None else None
    return wire if isinstance(wire, dict) and "type" in wire else None


def _name(wire: Wired) -> str | None:
    """What an item is known by: its id, or the call that it answers."""
    named, answered = wire.get("id"), wire.get("call_id")
    if isinstance(named, str):
        return named
    return f"answer to {answered}" if isinstance(answered, str) and "output" in wire else None
