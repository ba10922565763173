"""Mistral: who may speak after whom, and what every message has to say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Audience, Finding, Rule

#: Who may not speak after whom. A user behind a result was seen to pass; servers of one's own refuse it.
_REFUSED: Final = {
    ("assistant", "system"): True,
    ("tool", "system"): True,
    ("tool", "user"): False,
}


def _out_of_order(look: CompletionsLook) -> Iterator[Finding]:
    before: Any = None
    for spot in look.messages:
        role: Any = spot.value.get("role")
        certain = _REFUSED.get((before, role))
        if certain is not None:
            yield Finding(f"{spot.path}.role", f"unexpected role {role!r} after role {before!r}", certain)
        elif role == "assistant" and before in (None, "system"):
            yield Finding(f"{spot.path}.role", "the assistant speaks first", certain=False)
        before = role
    if look.whole and look.messages and before not in ("user", "tool"):
        last = look.messages[-1]
        if last.value.get("prefix") is not True and not last.value.get("tool_calls"):
            yield Finding(f"{last.path}.role", f"the last role is {before!r}")


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
        id="MIS-03",
        demand="Instructions stand in front; after results comes the assistant; the user, or a result, has the last "
        "word, or the beginning of an answer that is marked as a prefix.",
        words="Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
        certainty="H",
        fix="later instructions become the user's words, an assistant's word goes between results and the user, and a "
        "user's word ends the history",
        same_as=frozenset({"ANT-02", "ANT-04", "VL-01", "ANT-11"}),
        find=_out_of_order,
    ),
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
