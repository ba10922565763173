"""One look over all blocks, so that passes with nothing to do cost nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from segue.conversation import AnyBlock, Message, Opaque, Text, ToolCall, ToolResult

#: Half a character, escaped in JSON.
ESCAPED_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


class Survey(Struct, frozen=True):
    """What there is in a history. Places are the indices of messages."""

    kinds: frozenset[type]
    """The kinds of blocks beside plain texts, calls and results, and all kinds inside results."""
    instructions: list[int]
    """Where messages of the system stand."""
    apis: frozenset[str]
    """The APIs that originals came from."""
    spoken: bool
    """Something was said by a program: no provider sent or took it."""
    escaped: bool
    """The text of some arguments may hold half a character."""
    call_ids: list[str]
    call_names: frozenset[str]
    answered: bool
    """There are results."""
    paired: bool
    """Every call is answered directly behind it, once, or waits at the very end."""
    waiting: frozenset[str]
    """Ids of calls that nobody has answered at the end."""
    signed: bool
    """Blocks carry signatures."""
    marked: frozenset[int]
    cited: frozenset[int]
    named: frozenset[int]
    """Where blocks carry cache marks, where texts cite sources, where somebody is named."""
    blank: bool
    """Texts are empty or white space."""
    misplaced: bool
    """Calls stand where the assistant does not speak, or results where it does."""


def survey(messages: Sequence[Message]) -> Survey:
    """Look at every block once. Kinds are compared by ``type``: ``isinstance`` takes six times as long here."""
    kinds: set[type] = set()
    instructions: list[int] = []
    calls: list[ToolCall] = []
    others: list[tuple[int, ToolResult]] = []
    hung: list[tuple[int, AnyBlock]] = []
    waiting: set[str] = set()
    paired = True
    answering = answered = blank = misplaced = False
    for index, message in enumerate(messages):
        role = message.role
        is_said = role == "assistant"
        if role == "system":
            instructions.append(index)
        if answering and is_said and waiting:
            paired = False
        content = message.content
        blank = blank or not content
        for block in content if type(content) is tuple else message.blocks:
            if block.signature is not None or block.cache is not None:
                hung.append((index, block))
            if type(block) is Text:
                paired = paired and (is_said or not waiting)
                text = block.text
                blank = blank or not text or text.isspace()
                if block.citations:
                    hung.append((index, block))
            elif type(block) is ToolCall:
                misplaced = misplaced or not is_said
                paired = paired and block.id not in waiting
                waiting.add(block.id)
                calls.append(block)
                answering = False
            elif type(block) is ToolResult:
                misplaced = misplaced or is_said or role == "system"
                answered = True
                held = block.content
                only = held[0] if type(held) is tuple and len(held) == 1 else None
                if type(only) is Text and only.cache is None and not only.citations:
                    blank = blank or only.text.isspace()
                else:
                    others.append((index, block))
                if block.tool_call_id in waiting:
                    waiting.remove(block.tool_call_id)
                    answering = True
                else:
                    paired = False
            else:
                kinds.add(type(block))
                # A cache mark that stands by itself comes between nothing.
                is_mark = type(block) is Opaque and block.cache is not None
                paired = paired and (is_said or is_mark or not waiting)
    inside = list(_inside(others))
    kinds.update(type(part) for _, part in inside)
    apis = {None if (native := message.native) is None else native.api for message in messages}
    return Survey(
        kinds=frozenset(kinds),
        instructions=instructions,
        apis=frozenset(api for api in apis if api is not None),
        spoken=None in apis,
        escaped=ESCAPED_HALF.search(_arguments(calls)) is not None,
        call_ids=[call.id for call in calls],
        call_names=frozenset([call.name for call in calls]),
        answered=answered,
        paired=paired,
        waiting=frozenset(waiting),
        signed=any(block.signature is not None for _, block in hung),
        marked=frozenset(index for index, block in (*hung, *inside) if block.cache is not None),
        cited=frozenset(index for index, block in (*hung, *inside) if type(block) is Text and block.citations),
        named=_named(messages),
        blank=blank or any(part.text.isspace() for _, part in inside if type(part) is Text),
        misplaced=misplaced or ToolCall in kinds or ToolResult in kinds,
    )


def _named(messages: Sequence[Message]) -> frozenset[int]:
    if {message.name for message in messages} <= {None}:
        return frozenset()
    return frozenset(index for index, message in enumerate(messages) if message.name is not None)


def _inside(results: list[tuple[int, ToolResult]]) -> Iterator[tuple[int, AnyBlock]]:
    """What the results hold, and where."""
    for index, result in results:
        content = result.content
        for part in content if type(content) is tuple else (Text(result.text),):
            yield index, part


def _arguments(calls: list[ToolCall]) -> str:
    """The texts of all arguments but those that came as objects: these were whole."""
    texts = [
        call.raw_arguments
        for call in calls
        if (native := call.native) is None or (held := native.content) is None or held[0] is not call.raw_arguments
    ]
    return " ".join(texts)
