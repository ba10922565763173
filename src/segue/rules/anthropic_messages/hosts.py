"""Hosts that speak Anthropic's Messages: what they demand beyond Anthropic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.reading import inside, only_objects
from segue.rules.anthropic_messages.look import AnthropicLook
from segue.rules.rule import Finding, Rule

_THINKING: Final = ("thinking", "redacted_thinking")


def _unthought_calls(look: AnthropicLook) -> Iterator[Finding]:
    asked, model = inside(look.body.get("thinking")).get("type"), look.audience.model
    if asked == "disabled" or (model.known and model.reasoning is None):
        return
    for turn in look.turns:
        kinds = [spot.value.get("type") for spot in turn.blocks]
        if turn.role == "assistant" and "tool_use" in kinds and not any(kind in _THINKING for kind in kinds):
            is_on = asked == "enabled" or model.reasoning == "always"
            yield Finding(turn.blocks[kinds.index("tool_use")].path, "a call without the thinking before it", is_on)


def _words_beside_results(look: AnthropicLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        kinds = [part.get("type") for part in only_objects(message.get("content"))]
        for at, kind in enumerate(kinds):
            if kind != "tool_result" and "tool_result" in kinds[:at]:
                yield Finding(f"{path}.content[{at}]", "it stands behind results, in the same message")


RULES: Final = (
    Rule(
        id="DS-04",
        demand="Where a host wants its thinking back, a turn that calls tools begins with thinking.",
        words="The `content[].thinking` in the thinking mode must be passed back to the API.",
        certainty="H",
        fix="the thinking goes back as it was; a turn that has none gets a blank one",
        same_as=frozenset({"DS-02"}),
        find=_unthought_calls,
        applies=lambda audience: audience.dialect.reasoning_required,
    ),
    Rule(
        id="MMX-01",
        demand="Nothing stands behind results in the message that holds them.",
        words="invalid params, tool call result does not follow tool call (2013)",
        certainty="H",
        fix="it becomes a message of its own, after a word of the assistant's",
        same_as=frozenset({"MIS-03"}),
        find=_words_beside_results,
        hosts=frozenset({"minimax"}),
    ),
)
