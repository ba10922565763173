"""What is asked for beside the history: what a model cannot do, or not at once [DS-07, KIM-02]."""

from __future__ import annotations

from msgspec.structs import replace

from segue.apis.effort import is_off
from segue.conversation import Reasoning
from segue.handoff.handoff import Handoff, Item


def settle_asked(items: list[Item], handoff: Handoff) -> list[Item]:
    """Where no call can be forced while the model thinks, it does not think; where it must, it may choose."""
    writing, settings = handoff.writing, handoff.conversation.settings
    choice, asked = settings.tool_choice, settings.reasoning
    if writing.dialect.thinking_with_forced_tools or choice is None or choice.mode != "required":
        return items
    if writing.capabilities.reasoning is None or (asked is not None and is_off(asked)):
        return items
    if writing.capabilities.thinking_off:
        why = "no call can be forced while the model thinks, so it does not"
        writing.tell("rewritten", writing.setting_paths.get("reasoning", "$"), "Setting", why, rule="DS-07")
        handoff.revise(settings=replace(settings, reasoning=Reasoning(enabled=False)))
    else:
        why = "this model always thinks, and then no call can be forced: it may choose"
        writing.tell("rewritten", writing.setting_paths.get("tool_choice", "$"), "Setting", why, rule="DS-07")
        handoff.revise(settings=replace(settings, tool_choice=replace(choice, mode="auto")))
    return items


def limit_answer(items: list[Item], handoff: Handoff) -> list[Item]:
    """Ask for no longer an answer than the model gives: providers refuse a higher limit, whatever comes of it."""
    writing, settings = handoff.writing, handoff.conversation.settings
    most = writing.capabilities.max_output
    if writing.endpoint is None or most is None or settings.max_tokens is None or settings.max_tokens <= most:
        return items
    path = writing.setting_paths.get("max_tokens", "$")
    writing.tell("rewritten", path, "Setting", f"the longest answer of {writing.capabilities.id} has {most:,} tokens")
    thinking = settings.reasoning
    if thinking is not None and thinking.budget is not None and thinking.budget >= most:
        # Thought is a part of the answer, and something has to be left for the words.
        thinking = replace(thinking, budget=most // 2)
    handoff.revise(settings=replace(settings, max_tokens=most, reasoning=thinking))
    return items
