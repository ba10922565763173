"""Chat Completions: the hosts whose models find a result's call by the name of its tool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.rules.look import text_of, word_of
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Finding, Rule


def _nameless(look: CompletionsLook) -> Iterator[Finding]:
    for exchange in look.exchanges:
        called = {word_of(spot.value, "id") for spot in exchange.calls}
        for spot in exchange.results:
            if not text_of(spot.value, "name") and word_of(spot.value, "tool_call_id") in called:
                yield Finding(spot.path, "the result does not name its tool")


RULES: Final = (
    Rule(
        id="S3-03",
        demand="A tool message carries the name of its tool.",
        certainty="M",
        fix="the name is that of the call which it answers",
        find=_nameless,
        hosts=frozenset({"deepseek"}),
        rewrites=True,
    ),
)
