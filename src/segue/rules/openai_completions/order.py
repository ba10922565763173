"""Chat Completions: how calls and results belong together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.rules.look import text_of, word_of
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Finding, Rule


def unanswered(look: CompletionsLook) -> Iterator[Finding]:
    """Calls that nothing directly behind them answers."""
    last = look.messages[-1].message if look.messages else -1
    for said, calls, results in look.exchanges:
        is_pending = not look.whole and said is not None and last == (results[-1] if results else said).message
        if is_pending or not calls:
            continue
        answered = {word_of(spot.value, "tool_call_id") for spot in results}
        for spot in calls:
            if word_of(spot.value, "id") not in answered:
                yield Finding(spot.path, f"no tool message behind it answers the call {spot.value.get('id')!r}")


def stray_results(look: CompletionsLook) -> Iterator[Finding]:
    """Results of no call directly before them."""
    for _, calls, results in look.exchanges:
        called = {word_of(spot.value, "id") for spot in calls}
        for spot in results:
            call_id = word_of(spot.value, "tool_call_id")
            if isinstance(call_id, str) and call_id not in called:
                yield Finding(spot.path, f"no call {call_id!r} was made directly before")


def _results_of_nothing(look: CompletionsLook) -> Iterator[Finding]:
    for exchange in look.exchanges:
        for spot in exchange.results:
            if not isinstance(spot.value.get("tool_call_id"), str):
                yield Finding(f"{spot.path}.tool_call_id", "it does not say which call it answers")


def _repeated_ids(look: CompletionsLook) -> Iterator[Finding]:
    """Ids that return in a later turn were seen to pass."""
    seen: set[object] = set()
    for _, calls, results in look.exchanges:
        for spots, key in ((calls, "id"), (results, "tool_call_id")):
            here: set[object] = set()
            for spot in spots:
                call_id = text_of(spot.value, key)
                if call_id in here:
                    what = "call" if key == "id" else "result for the call"
                    yield Finding(f"{spot.path}.{key}", f"a second {what} {call_id!r}")
                elif key == "id" and call_id in seen:
                    yield Finding(f"{spot.path}.id", f"the id {call_id!r} stands for an earlier call", certain=False)
                here.add(call_id)
        seen.update(word_of(spot.value, "id") for spot in calls)


RULES: Final = (
    Rule(
        id="OAI-01",
        demand="Every call is answered by a tool message directly behind the message that makes it.",
        words=(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            "'tool_call_id'. The following tool_call_ids did not have response messages: call_…"
        ),
        certainty="H",
        fix="the result is moved behind its call, or one that says that there is none is put there",
        same_as=frozenset({"ANT-05"}),
        find=unanswered,
    ),
    Rule(
        id="OAI-02",
        demand="A tool message answers a call of the message that it stands behind.",
        words=(
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
        ),
        certainty="H",
        fix="the result is moved to its call; where there is none, its words become the user's",
        same_as=frozenset({"ANT-07"}),
        find=stray_results,
    ),
    Rule(
        id="OAI-03",
        demand="A tool message names the call that it answers.",
        words="Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
        certainty="H",
        fix="it answers the first call that waits for an answer",
        find=_results_of_nothing,
    ),
    Rule(
        id="OAI-04",
        demand="A call has an id of its own, and one result.",
        words="Invalid parameter: Duplicate value for 'tool_call_id' of 'call_…', in messages[7] and messages[8].",
        certainty="H",
        fix="later calls get other ids, together with their results; a second result becomes the user's words",
        same_as=frozenset({"ANT-09", "U-4"}),
        find=_repeated_ids,
    ),
)
