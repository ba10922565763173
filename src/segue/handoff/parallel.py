"""More calls in one go than a host takes in one message: they are made in several steps [OAI-06]."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator

from segue.conversation import AnyBlock, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item

#: Messages of one go, and which of their blocks are said in one step of it.
Step = list[tuple[Item, list[AnyBlock]]]


def split_calls(items: list[Item], handoff: Handoff) -> list[Item]:
    """Let each step make as many calls as may be, with their results directly behind it."""
    most = handoff.writing.dialect.max_tools if handoff.wire.counts_tools else None
    if most is None or len(handoff.survey.call_ids) <= most:
        return items
    out: list[Item] = []
    at = 0
    while at < len(items):
        go, answers = _exchange(items, at)
        at += len(go) + len(answers)
        out += _in_steps(go, answers, most, handoff) if _calls(go) > most else [*go, *answers]
    return out


def _exchange(items: list[Item], at: int) -> tuple[list[Item], list[Item]]:
    """What the assistant says from here on, and the results behind it; anything else is a go by itself."""
    behind = at
    while behind < len(items) and items[behind][1].role == "assistant":
        behind += 1
    if behind == at:
        return [items[at]], []
    end = behind
    while end < len(items) and any(type(block) is ToolResult for block in items[end][1].content):
        end += 1
    return items[at:behind], items[behind:end]


def _calls(go: list[Item]) -> int:
    return sum(type(block) is ToolCall for _, message in go for block in message.content)


def _in_steps(go: list[Item], answers: list[Item], most: int, handoff: Handoff) -> list[Item]:
    steps = list(_steps(go, most))
    waiting: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, step in enumerate(steps):
        for _, said in step:
            for call in said:
                if type(call) is ToolCall:
                    waiting[call.id].append(number)
    answered = [_sorted(item, waiting, len(steps)) for item in answers]
    if any(waiting.values()) or any(handoff.leaves_alone(message) for _, message in (*go, *answers)):
        return [*go, *answers]  # calls that nobody has answered yet are not sent yet
    why = f"{_calls(go)} calls in one message, and {most} may be: they are made in {len(steps)} steps"
    handoff.writing.tell("split", handoff.writing.path(go[0][0]), "Message", why, rule="OAI-06")
    out: list[Item] = []
    for number, step in enumerate(steps):
        out += _rebuilt(step, handoff)
        out += _rebuilt(((item, parts[number]) for item, parts in zip(answers, answered, strict=True)), handoff)
    return out


def _steps(go: list[Item], most: int) -> Iterator[Step]:
    step: Step = []
    calls = 0
    for item in go:
        said: list[AnyBlock] = []
        for block in item[1].blocks:
            if type(block) is ToolCall and calls == most:
                yield [*step, (item, said)]
                step, said, calls = [], [], 0
            calls += type(block) is ToolCall
            said.append(block)
        step.append((item, said))
    yield step


def _sorted(item: Item, waiting: defaultdict[str, deque[int]], count: int) -> list[list[AnyBlock]]:
    """The blocks of an answer, step by step; what is no result comes behind them all."""
    parts: list[list[AnyBlock]] = [[] for _ in range(count)]
    for block in item[1].blocks:
        calls = waiting[block.tool_call_id] if type(block) is ToolResult else None
        parts[calls.popleft() if calls else -1].append(block)
    return parts


def _rebuilt(pieces: Iterable[tuple[Item, list[AnyBlock]]], handoff: Handoff) -> Iterator[Item]:
    return ((index, handoff.rebuilt(message, blocks)) for (index, message), blocks in pieces if blocks)
