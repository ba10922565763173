"""Mistral: what every message has to say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Audience, Finding, Rule


def _nothing_said(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        role: Any = message.get("role")
        if message.get("content") or message.get("tool_calls"):
            continue
        if role == "assistant":
            yield Finding(path, "it has neither content nor calls")
        elif role == "user":
            yield Finding(path, "it is empty", certain=False)


def _does_not_think(audience: Audience) -> bool:
    return audience.named and audience.model.known and audience.model.reasoning is None


def _thoughts(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("thinking"):
        yield Finding(spot.path, f"{look.audience.model.id} takes no reasoning")


RULES: Final = (
    Rule(
        id="MIS-04",
        demand="A message has content, or calls.",
        words="Assistant message must have either content or tool_calls, but not none.",
        certainty="H",
        fix="an empty message of the assistant's is left out, a user's says that it is empty",
        same_as=frozenset({"ANT-16", "KIM-05"}),
        find=_nothing_said,
    ),
    Rule(
        id="MIS-05",
        demand="Reasoning goes back to models that reason, and to no others.",
        words="Reasoning input is not enabled for this model",
        certainty="H",
        fix="it becomes plain text",
        find=_thoughts,
        applies=_does_not_think,
    ),
)
