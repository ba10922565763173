"""Hosts of Chat Completions: models that think whatever they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.reading import inside
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Audience, Finding, Rule


def _thinks_always(audience: Audience) -> bool:
    model = audience.model
    return model.known and model.reasoning is not None and not model.thinking_off


def _switched_off(look: CompletionsLook) -> Iterator[Finding]:
    if look.whole and inside(look.body.get("thinking")).get("type") == "disabled":
        yield Finding("$.thinking", "this model cannot be told not to think")


def _disabled(look: CompletionsLook) -> Iterator[Finding]:
    if look.whole and look.body.get("disable_reasoning") is True:
        yield Finding("$.disable_reasoning", "this model cannot be told not to think")


RULES: Final = (
    Rule(
        id="GLM-02",
        demand="The newest GLM thinks always.",
        certainty="M",
        fix="it is not told to stop",
        hosts=frozenset({"zai"}),
        find=_switched_off,
        applies=_thinks_always,
        unsets=True,
    ),
    Rule(
        id="CER-02",
        demand="gpt-oss thinks always.",
        certainty="M",
        fix="it is not told to stop",
        hosts=frozenset({"cerebras"}),
        find=_disabled,
        applies=_thinks_always,
        unsets=True,
    ),
)
