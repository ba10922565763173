"""One look over all blocks, so that passes with nothing to do cost nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from segue.conversation import Message, Text, ToolCall, ToolResult


class Survey(Struct, frozen=True):
    """What there is in a history."""

    kinds: frozenset[type]
    """The kinds of blocks, those inside results included."""
    roles: frozenset[str]
    call_ids: list[str]
    call_names: frozenset[str]
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
    """Look at every block once."""
    kinds: set[type] = set()
    roles: set[str] = set()
    names: set[str] = set()
    call_ids: list[str] = []
    waiting: set[str] = set()
    paired = True
    answering = False
    signed = marked = cited = blank = named = misplaced = False
    for message in messages:
        role = message.role
        roles.add(role)
        if message.name is not None:
            named = True
        content = message.content
        if type(content) is str:
            content = message.blocks
        if waiting and role == "assistant" and answering:
            paired = False
        for block in content:
            kind = type(block)
            kinds.add(kind)
            if block.signature is not None:
                signed = True
            if block.cache is not None:
                marked = True
            if kind is Text:
                if waiting and role != "assistant":
                    paired = False
                if block.citations:
                    cited = True
                if not block.text or block.text.isspace():
                    blank = True
            elif kind is ToolCall:
                if role != "assistant":
                    misplaced = True
                call_ids.append(block.id)
                names.add(block.name)
                if block.id in waiting:
                    paired = False
                waiting.add(block.id)
                answering = False
            elif kind is ToolResult:
                if role == "assistant" or role == "system":
                    misplaced = True
                if block.tool_call_id in waiting:
                    waiting.remove(block.tool_call_id)
                    answering = True
                else:
                    paired = False
                inner = block.content
                if type(inner) is str:
                    blank = blank or inner.isspace()
                elif len(inner) == 1 and type(only := inner[0]) is Text:
                    blank = blank or only.text.isspace()
                    marked = marked or only.cache is not None
                elif inner:
                    blank = blank or block.text.isspace()
                    inside = set(map(type, inner))
                    kinds |= inside
                    misplaced = misplaced or ToolCall in inside or ToolResult in inside
                    marked = marked or any(part.cache is not None for part in inner)
            elif waiting and role != "assistant":
                paired = False
    return Survey(
        kinds=frozenset(kinds),
        roles=frozenset(roles),
        call_ids=call_ids,
        call_names=frozenset(names),
        paired=paired,
        waiting=frozenset(waiting),
        signed=signed,
        marked=marked,
        cited=cited,
        blank=blank,
        named=named,
        misplaced=misplaced,
    )
