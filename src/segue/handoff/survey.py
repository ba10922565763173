"""One look over all blocks, so that passes with nothing to do cost nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from segue.conversation import AnyBlock, Message, Text, ToolCall, ToolResult


class Survey(Struct, frozen=True):
    """What there is in a history."""

    kinds: frozenset[type]
    """The kinds of blocks beside plain texts, calls and results, and all kinds inside results."""
    roles: frozenset[str]
    call_ids: list[str]
    call_names: frozenset[str]
    answered: bool
    """There are results."""
    paired: bool
    """Every call is answered directly behind it, once, or waits at the very end."""
    waiting: frozenset[str]
    """Ids of calls that nobody has answered at the end."""
    signed: bool
    marked: bool
    """Blocks carry signatures; blocks carry cache marks."""
    cited: bool
    blank: bool
    """Texts cite sources; texts are empty or white space."""
    named: bool
    misplaced: bool
    """Calls stand where the assistant does not speak, or results where it does."""


def survey(messages: Iterable[Message]) -> Survey:
    """Look at every block once. Kinds are compared by ``type``: ``isinstance`` takes six times as long here."""
    kinds: set[type] = set()
    roles: set[str] = set()
    names: set[str] = set()
    call_ids: list[str] = []
    others: list[ToolResult] = []
    waiting: set[str] = set()
    paired = True
    answering = answered = signed = marked = cited = blank = named = misplaced = False
    for message in messages:
        role = message.role
        roles.add(role)
        if message.name is not None:
            named = True
        is_said = role == "assistant"
        if answering and is_said and waiting:
            paired = False
        content = message.content
        for block in content if type(content) is tuple else message.blocks:
            if block.signature is not None or block.cache is not None:
                signed = signed or block.signature is not None
                marked = marked or block.cache is not None
            if type(block) is Text:
                paired = paired and (is_said or not waiting)
                text = block.text
                blank = blank or not text or text.isspace()
                if block.citations:
                    cited = True
            elif type(block) is ToolCall:
                misplaced = misplaced or not is_said
                call_id = block.id
                paired = paired and call_id not in waiting
                waiting.add(call_id)
                call_ids.append(call_id)
                names.add(block.name)
                answering = False
            elif type(block) is ToolResult:
                misplaced = misplaced or is_said or role == "system"
                answered = True
                held = block.content
                only = held[0] if type(held) is tuple and len(held) == 1 else None
                if type(only) is Text and only.cache is None and not only.citations:
                    blank = blank or only.text.isspace()
                else:
                    others.append(block)
                call_id = block.tool_call_id
                if call_id in waiting:
                    waiting.remove(call_id)
                    answering = True
                else:
                    paired = False
            else:
                kinds.add(type(block))
                paired = paired and (is_said or not waiting)
    inside = _inside(others)
    kinds.update(map(type, inside))
    return Survey(
        kinds=frozenset(kinds),
        roles=frozenset(roles),
        call_ids=call_ids,
        call_names=frozenset(names),
        answered=answered,
        paired=paired,
        waiting=frozenset(waiting),
        signed=signed,
        marked=marked or any(part.cache is not None for part in inside),
        cited=cited or any(part.citations for part in inside if type(part) is Text),
        blank=blank or any(part.text.isspace() for part in inside if type(part) is Text),
        named=named,
        misplaced=misplaced or ToolCall in kinds or ToolResult in kinds,
    )


def _inside(results: list[ToolResult]) -> list[AnyBlock]:
    """What the results hold."""
    inside: list[AnyBlock] = []
    for result in results:
        content = result.content
        inside += content if type(content) is tuple else (Text(result.text),)
    return inside
