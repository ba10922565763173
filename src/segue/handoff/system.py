"""Instructions: at the front where they stood at the front, and where they stood otherwise.

An instruction from the middle never moves to the front: it would speak about what has not happened yet, and every
token behind it would have to be read again.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from segue.apis.reading import Wired
from segue.conversation import AnyBlock, Message, Opaque, Text
from segue.handoff.handoff import Handoff, Item

_NO_ROLE = "no system role is known here, so the user begins with the instructions"


def place_system(items: list[Item], handoff: Handoff) -> list[Item]:
    """Give instructions the place that the target has for them."""
    dialect = handoff.writing.dialect
    if handoff.survey.instructions:
        if not dialect.developer_role and _speak_developers(handoff):
            items = [(index, _without_developer(index, message, handoff)) for index, message in items]
        if not handoff.wire.system_anywhere:
            items = _beside(items, handoff)
        elif not dialect.system_role or (_one_leads(handoff) and not _leads_alone(items, handoff)):
            items = _in_front(items, handoff)
        _tell_wordless(items, handoff)
    if not dialect.system_role and handoff.conversation.system:
        items = _with_the_user(items, handoff)
    return items


def _tell_wordless(items: list[Item], handoff: Handoff) -> None:
    """An instruction may say nothing in words, and all in keys that only its own API knows."""
    writing = handoff.writing
    messages = writing.source.messages
    wordless = [index for index in handoff.survey.instructions if not messages[index].content]
    kept = {id(message) for _, message in items if writing.is_native(message)} if wordless else frozenset[int]()
    for index in wordless:
        native = messages[index].native
        if native is None or id(messages[index]) in kept:
            continue
        said: Wired = native.value
        for key in sorted(said.keys() - {"type", "role", "content"}):
            why = f"it means something to {native.api} only, and only where it stood"
            writing.drop((index, f".{key}"), "Setting", why)


def _speak_developers(handoff: Handoff) -> bool:
    messages = handoff.writing.source.messages
    return any(messages[index].authority == "developer" for index in handoff.survey.instructions)


def _without_developer(index: int, message: Message, handoff: Handoff) -> Message:
    """What the developer says is the system's word, where nobody knows a developer [OAI-16, DS-05]."""
    if message.authority != "developer" or handoff.leaves_alone(message):
        return message
    handoff.writing.tell("rewritten", (index, ".role"), "System", "it is said as system here", rule="OAI-16")
    return replace(message, authority=None, native=None)


def _beside(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leading instructions stand beside the messages; later ones are the user's words, or keep their place."""
    count = len(handoff.survey.instructions)
    # Mostly they all lead: then nothing behind them needs to be looked at.
    ends = count if all(message.role == "system" for _, message in items[:count]) else len(items)
    looks_on = ends > count and handoff.writing.capabilities.midhistory_system
    placed = _placed(items) if looks_on else frozenset[int]()
    leading: list[AnyBlock] = []
    rest: list[Item] = []
    for at, (index, message) in enumerate(items[:ends]):
        if message.role != "system" or handoff.leaves_alone(message) or (at in placed and _is_own(message, handoff)):
            rest.append((index, message))
        elif rest:
            rest += _said_by_user(index, message, handoff)
        else:
            leading += _instructing(index, message, handoff)
            if _is_own(message, handoff):
                where = handoff.writing.path(index)
                handoff.writing.tell("moved", where, "System", "it stands beside the messages", rule="ANT-11")
    _add_to_system(leading, handoff)
    return rest + items[ends:]


def _one_leads(handoff: Handoff) -> bool:
    return handoff.wire.leading_system_only or handoff.writing.dialect.leading_system_only


def _instructing(index: int, message: Message, handoff: Handoff) -> Iterator[AnyBlock]:
    """What of an instruction may stand beside the messages."""
    for block in message.blocks:
        if type(block) is Text or may_instruct(block, handoff):
            yield block
        else:
            handoff.writing.drop((index, block), block, "instructions are text")


def may_instruct(block: AnyBlock, handoff: Handoff) -> bool:
    """May it stand among the instructions, though it is no text?"""
    if type(block) is not Opaque or handoff.writing.element(block.native) is None:
        return False
    known = block.kind in handoff.wire.instruction_kinds
    return known and (block.cache is None or handoff.writing.dialect.cache_points)


def _leads_alone(items: list[Item], handoff: Handoff) -> bool:
    """Is there one system message, and does it lead?"""
    roles = [message.role for _, message in items]
    return not handoff.conversation.system and roles.count("system") == 1 and roles[0] == "system"


def _in_front(items: list[Item], handoff: Handoff) -> list[Item]:
    """All leading instructions are one; later ones are the user's words [VL-01, MIS-03]."""
    leading: list[AnyBlock] = []
    rest: list[Item] = []
    for index, message in items:
        if message.role != "system" or handoff.leaves_alone(message):
            rest.append((index, message))
        elif rest:
            rest += _said_by_user(index, message, handoff, "VL-01")
        else:
            if leading or handoff.conversation.system:
                where = handoff.writing.path(index)
                handoff.writing.tell("merged", where, "System", "one system message leads here", rule="VL-01")
            leading += message.blocks
    _add_to_system(leading, handoff)
    return rest


def _add_to_system(leading: list[AnyBlock], handoff: Handoff) -> None:
    if leading:
        before = handoff.conversation.system
        held = (Text(before),) if isinstance(before, str) else before
        handoff.revise(system=(*held, *leading))


def _with_the_user(items: list[Item], handoff: Handoff) -> list[Item]:
    """Where no system role is known, the first user's message begins with the instructions [OAI-16, VL-01]."""
    writing = handoff.writing
    system = handoff.conversation.system
    words = (Text(system),) if isinstance(system, str) else system
    told = [
        writing.derived(block, Text(f"<system>\n{block.text}\n</system>"))
        for block in words
        if type(block) is Text and block.text
    ]
    handoff.revise(system=())
    if not told:
        return items
    index = items[0][0] if items else 0
    writing.tell(
        "moved",
        "$.system" if system is writing.source.system else writing.path(index),
        "System",
        _NO_ROLE,
        rule="OAI-16",
    )
    if items and items[0][1].role == "user":
        first = items[0][1]
        return [(index, handoff.rebuilt(first, [*told, *first.blocks])), *items[1:]]
    return [(index, Message("user", tuple(told))), *items]


def _placed(items: list[Item]) -> frozenset[int]:
    """Where system messages stand as a newer Claude takes them: between a user's message and the answer [ANT-11]."""
    placed: set[int] = set()
    group: list[int] = []
    before = ""
    for at, (_, message) in enumerate(items):
        if message.role == "system":
            group.append(at)
            continue
        if not message.content:
            continue  # it says nothing any more, and is not written
        if before in ("user", "tool") and message.role == "assistant":
            placed.update(group)
        group, before = [], message.role
    return frozenset(placed if before not in ("user", "tool") else placed.union(group))


def _is_own(message: Message, handoff: Handoff) -> bool:
    """Was it written for the API that it goes to? [ANT-10]"""
    return message.native is not None and message.native.api == handoff.wire.api


def _said_by_user(index: int, message: Message, handoff: Handoff, rule: str = "ANT-11") -> list[Item]:
    """An instruction among the messages; an empty one is none."""
    writing = handoff.writing
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is Text and block.text and not block.text.isspace():
            path = writing.path(index, block)
            why = "an instruction among the messages is the user's here"
            writing.tell("rewritten", path, "System", why, rule=rule)
            blocks.append(writing.derived(block, Text(f"<system>\n{block.text}\n</system>")))
        elif type(block) is not Text:
            writing.tell("moved", (index, block), block, "it stands in a user's message", rule="ANT-11")
            blocks.append(block)
    return [(index, Message("user", tuple(blocks)))] if blocks else []
