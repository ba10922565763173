"""Ids and names of calls: what the target's patterns refuse gets another id or name, the same one everywhere.

What is invented derives from what it replaces, so that the next turn's history starts with the same bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from segue.apis.ids import IdForm, form_for
from segue.conversation import AnyBlock, Message, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item, holding


def map_ids(items: list[Item], handoff: Handoff) -> list[Item]:
    """Ids that the target takes, each of them once."""
    ids = handoff.survey.call_ids
    form = form_for(handoff.wire.ids, handoff.writing.dialect)
    if form.takes(ids) and len(set(ids)) == len(ids):
        return items
    return _Ids(form, handoff).mapped(items)


class _Ids:
    def __init__(self, form: IdForm, handoff: Handoff) -> None:
        self._form = form
        self._handoff = handoff
        self._used: set[str] = set()
        self._repeats: Counter[str] = Counter()
        self._waiting: dict[str, list[str]] = {}

    def mapped(self, items: list[Item]) -> list[Item]:
        for _, message in items if self._handoff.leaves_originals else ():
            if self._handoff.leaves_alone(message):
                self._used.update(block.id for block in message.content if type(block) is ToolCall)
        return [(index, self._message(index, message)) for index, message in items]

    def _message(self, index: int, message: Message) -> Message:
        if self._handoff.leaves_alone(message):
            return message
        blocks = list(message.blocks)
        changed = False
        for at, block in enumerate(blocks):
            if type(block) is ToolCall:
                blocks[at] = self._call(index, block)
            elif type(block) is ToolResult:
                blocks[at] = self._result(block)
            changed = changed or blocks[at] is not block
        return holding(message, tuple(blocks)) if changed else message

    def _result(self, result: ToolResult) -> ToolResult:
        waiting = self._waiting.get(result.tool_call_id)
        known = waiting.pop(0) if waiting else result.tool_call_id
        if known == result.tool_call_id:
            return result
        return self._handoff.writing.derived(result, replace(result, tool_call_id=known))

    def _call(self, index: int, call: ToolCall) -> ToolCall:
        fits = self._form.fits(call.id)
        made = call.id if fits else self._form.made(call.id)
        if made in self._used:
            made = self._unused(made, call.id)
        self._used.add(made)
        self._waiting.setdefault(call.id, []).append(made)
        if made == call.id:
            return call
        writing = self._handoff.writing
        rule = "U-4" if fits else "ANT-14"
        writing.tell("rewritten", (index, call), "ToolCallId", f"{call.id!r} becomes {made!r}", rule=rule)
        return writing.derived(call, replace(call, id=made))

    def _unused(self, made: str, given: str) -> str:
        while made in self._used:
            self._repeats[given] += 1
            made = self._form.made(f"{given}#{self._repeats[given] + 1}")
        return made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def map_names(items: list[Item], handoff: Handoff) -> list[Item]:
    """Names that the target takes, in definitions, choices, calls and results alike."""
    wire, conversation = handoff.wire, handoff.conversation
    names = frozenset(
        [*handoff.survey.call_names, *[tool.name for tool in conversation.tools if tool.kind != "hosted"]]
    )
    unfit = _unfit(names, wire.name_pattern, wire.name_max)
    if not unfit:
        return items
    renamed = {name: _fitting_name(name, handoff) for name in unfit}
    tools = tuple(
        replace(tool, name=renamed[tool.name], native=None) if tool.name in renamed else tool
        for tool in conversation.tools
    )
    for index, tool in enumerate(conversation.tools):
        if tool.name in renamed and index < len(handoff.writing.source.tools):
            why = f"{tool.name!r} becomes {renamed[tool.name]!r}: {wire.api} takes names like {wire.name_pattern}"
            handoff.writing.tell("rewritten", handoff.writing.tool_path(index), "ToolName", why, rule="ANT-21")
    choice = conversation.settings.tool_choice
    settings = conversation.settings
    if choice is not None and choice.names:
        chosen = replace(choice, names=tuple(renamed.get(name, name) for name in choice.names))
        settings = replace(settings, tool_choice=chosen)
    handoff.revise(tools=tools, settings=settings)
    return [(index, _renamed(index, message, renamed, handoff)) for index, message in items]


@lru_cache(maxsize=256)
def _unfit(names: frozenset[str], pattern: str, longest: int) -> list[str]:
    """The names that a pattern refuses; the tools of a program are the same with every request."""
    return sorted(name for name in names if len(name) > longest or not re.fullmatch(pattern, name))


def _fitting_name(name: str, handoff: Handoff) -> str:
    made = re.sub(r"[^a-zA-Z0-9_-]", "_", name) or "tool"
    if not (made[0].isalpha() or made[0] == "_"):
        made = f"_{made}"
    digest = _digest(name)
    return f"{made[: handoff.wire.name_max - 9]}_{digest}"


def _renamed(index: int, message: Message, renamed: dict[str, str], handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    blocks: list[AnyBlock] = []
    writing = handoff.writing
    for block in message.blocks:
        if type(block) is ToolCall and block.name in renamed:
            why = f"{block.name!r} becomes {renamed[block.name]!r}"
            writing.tell("rewritten", (index, block), "ToolName", why, rule="ANT-21")
            blocks.append(writing.replace(block, name=renamed[block.name]))
        elif type(block) is ToolResult and block.tool_name in renamed:
            blocks.append(writing.replace(block, tool_name=renamed[block.tool_name]))
        else:
            blocks.append(block)
    return handoff.rebuilt(message, blocks)


def name_results(items: list[Item], handoff: Handoff) -> list[Item]:
    """Where results say whose they are, each has the name of the tool that was called [OAI-09]."""
    if not handoff.writing.dialect.tool_result_name or not handoff.survey.pairs.results:
        return items
    called = {call.id: call.name for _, message in items for call in message.content if type(call) is ToolCall}
    out = list(items)
    for at, (index, message) in enumerate(items):
        for block in message.content:
            if type(block) is ToolResult and called.get(block.tool_call_id, block.tool_name) != block.tool_name:
                out[at] = (index, _named(message, called, handoff))
                break
    return out


def _named(message: Message, called: dict[str, str], handoff: Handoff) -> Message:
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is ToolResult and (name := called.get(block.tool_call_id, block.tool_name)) != block.tool_name:
            blocks.append(handoff.writing.replace(block, tool_name=name))
        else:
            blocks.append(block)
    return holding(message, tuple(blocks))
