"""Which calls a history makes, and whether each is answered where it should be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segue.conversation import Message, Opaque, ToolCall, ToolResult


class Pairs(NamedTuple):
    """The calls of a history, their results, and how they stand to each other."""

    calls: list[ToolCall]
    ids: list[str]
    """The ids of the calls."""
    results: list[ToolResult]
    waiting: frozenset[str]
    """Ids of calls that nobody has answered at the end."""
    paired: bool
    """Every call is answered directly behind it, once, or waits at the very end."""
    resumed: bool
    """The assistant goes on behind a message with calls, before anybody answers."""


def find_pairs(messages: Sequence[Message]) -> Pairs:
    """See who answers whom."""
    try:
        return _in_order(messages) or _in_any_order(messages)
    except IndexError:  # there are more results than calls
        return _in_any_order(messages)


def _in_order(messages: Sequence[Message]) -> Pairs | None:
    """Mostly results come in the order of their calls, and then this is all there is to see."""
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    called, answered = calls.append, results.append
    answers = 0
    calling = answering = resumed = False
    for message in messages:
        content = message.content
        if message.role == "assistant":
            if answering and answers < len(calls):
                return None
            resumed = resumed or calling
            for block in content if type(content) is tuple else ():
                if type(block) is ToolCall:
                    called(block)
                    calling, answering = True, False
                elif type(block) is ToolResult:
                    return None
        else:
            calling = False
            for block in content if type(content) is tuple else message.blocks:
                if type(block) is ToolResult:
                    if calls[answers].id != block.tool_call_id:
                        return None
                    answered(block)
                    answers += 1
                    answering = True
                elif answers < len(calls) or type(block) is ToolCall:
                    return None
    ids = [call.id for call in calls]
    if len(set(ids)) < len(ids):
        return None
    return Pairs(calls, ids, results, frozenset(ids[answers:]), paired=True, resumed=resumed)


def _in_any_order(messages: Sequence[Message]) -> Pairs:
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    waiting: set[str] = set()
    paired = True
    calling = answering = resumed = False
    for message in messages:
        is_said = message.role == "assistant"
        if answering and is_said and waiting:
            paired = False
        resumed = resumed or (calling and is_said)
        calling = calling and is_said
        for block in message.blocks:
            if type(block) is ToolCall:
                paired = paired and block.id not in waiting
                waiting.add(block.id)
                calls.append(block)
                calling, answering = is_said, False
            elif type(block) is ToolResult:
                results.append(block)
                if block.tool_call_id in waiting:
                    waiting.remove(block.tool_call_id)
                    answering = True
                else:
                    paired = False
            else:
                # A cache mark that stands by itself comes between nothing.
                is_mark = type(block) is Opaque and block.cache is not None
                paired = paired and (is_said or is_mark or not waiting)
    return Pairs(calls, [call.id for call in calls], results, frozenset(waiting), paired=paired, resumed=resumed)
