"""Items that stand in a history twice under one id: somebody kept them in two places [RSP-13]."""

from __future__ import annotations

from segue.apis.reading import Wired
from segue.conversation import Message
from segue.handoff.handoff import Handoff, Item


def drop_repeated(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave out what is there already, word for word."""
    if not handoff.wire.item_ids or handoff.wire.api not in handoff.survey.apis or not _come_twice(items):
        return items
    seen: dict[str, Wired] = {}
    repeated: set[int] = set()
    for at, (index, message) in enumerate(items):
        wire = _named_item(message)
        if wire is None or handoff.leaves_alone(message) or not handoff.writing.is_native(message):
            continue
        if seen.setdefault(wire["id"], wire) is not wire and seen[wire["id"]] == wire:
            repeated.add(at)
            handoff.writing.tell("merged", (index, None), "Item", "it stands in the history already", rule="RSP-13")
    return [item for at, item in enumerate(items) if at not in repeated] if repeated else items


def _come_twice(items: list[Item]) -> bool:
    """Does any id?"""
    values: list[Wired | list[Wired] | str] = [native.value for _, message in items if (native := message.native)]
    ids = [found for value in values if type(value) is dict and type(found := value.get("id")) is str]
    return len(set(ids)) < len(ids)


def _named_item(message: Message) -> Wired | None:
    native = message.native
    wire: Wired | None = native.value if native is not None else None
    return wire if isinstance(wire, dict) and isinstance(wire.get("id"), str) and "type" in wire else None
