"""Effort words and token budgets: two ways to say how much a model may think."""

from __future__ import annotations

from typing import Final

from segue.conversation import Message, Reasoning, Thinking, ToolResult

#: What an effort word is worth in tokens where an API counts, and the least that a provider takes [ANT-48].
BUDGETS: Final = {"minimal": 1024, "low": 2048, "medium": 8192, "high": 16384, "xhigh": 32768, "max": 49152}
LEAST_BUDGET: Final = 1024


def budget_of(reasoning: Reasoning) -> int | None:
    """The budget that was asked for, or that its effort word stands for."""
    if reasoning.budget is not None and reasoning.budget >= 0:
        return reasoning.budget
    return BUDGETS.get(reasoning.effort or "")


def effort_of(reasoning: Reasoning, words: tuple[str, ...]) -> str | None:
    """The effort word nearest to what was asked for, among those that the target knows."""
    if reasoning.effort in words:
        return reasoning.effort
    known = [word for word in BUDGETS if word in words]
    wanted = budget_of(reasoning)
    if wanted is None or not known:
        return None
    return min(known, key=lambda word: (abs(BUDGETS[word] - wanted), BUDGETS[word]))


def is_off(reasoning: Reasoning) -> bool:
    """Was thinking asked to be off?"""
    return reasoning.enabled is False or reasoning.effort == "none" or reasoning.budget == 0


def answers_a_foreign_call(items: list[tuple[int, Message]]) -> bool:
    """Does the history end in results of a turn whose assistant message does not start with thinking?"""
    said: list[Message] = []
    answers = False
    for _, message in reversed(items):
        if message.role == "assistant":
            said.append(message)
        elif said:
            break
        else:
            answers = answers or any(isinstance(block, ToolResult) for block in message.blocks)
    first = next((message.blocks[0] for message in reversed(said) if message.content), None)
    return answers and not isinstance(first, Thinking)
