"""Anthropic: who may speak when, and how calls and results belong together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.rules.anthropic_messages.look import AnthropicLook, Turn
from segue.rules.look import text_of, word_of
from segue.rules.rule import Audience, Finding, Rule

_MOST_MESSAGES: Final = 100_000


def _incomplete(look: AnthropicLook) -> Iterator[Finding]:
    if not look.messages:
        yield Finding(look.root, "there is no message")
    if look.whole and not isinstance(look.body.get("max_tokens"), int):
        yield Finding("$.max_tokens", "the limit of the answer is missing")


def _begins_with_assistant(look: AnthropicLook) -> Iterator[Finding]:
    if look.turns and look.turns[0].role == "assistant":
        yield Finding(look.turns[0].path, "the history begins with the assistant")


def _ends_with_assistant(look: AnthropicLook) -> Iterator[Finding]:
    last = look.turns[-1] if look.turns else None
    if last is None or last.role != "assistant" or not look.whole:
        return
    kinds = [text_of(spot.value, "type") for spot in last.blocks]
    paused = bool(kinds) and kinds[-1].endswith(("_tool_use", "_tool_result"))
    if "tool_use" not in kinds and not paused:
        certain = not any(kind.endswith("_tool_use") for kind in kinds)
        yield Finding(look.messages[-1].path, "the history ends with the assistant", certain)


def _is_claude_without_prefill(audience: Audience) -> bool:
    return audience.model.known and not audience.model.prefill


def _has_no_system_role(audience: Audience) -> bool:
    return audience.model.known and not audience.model.midhistory_system


def _system_messages(look: AnthropicLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if message.get("role") == "system":
            yield Finding(f"{path}.role", "this model knows no system messages")


def _misplaced_system(look: AnthropicLook) -> Iterator[Finding]:
    for at, turn in enumerate(look.turns):
        if turn.role != "system":
            continue
        behind = look.turns[at + 1].role if at + 1 < len(look.turns) else "assistant"
        if at == 0 or look.turns[at - 1].role != "user" or behind != "assistant":
            yield Finding(turn.path, "a system message stands between a user's message and the assistant's answer")


def _too_many(look: AnthropicLook) -> Iterator[Finding]:
    if len(look.messages) > _MOST_MESSAGES:
        yield Finding(look.root, f"there are {len(look.messages):,} messages")


def _followed(look: AnthropicLook) -> Iterator[tuple[Turn, Turn | None]]:
    turns = [turn for turn in look.turns if turn.role != "system"]
    for at, turn in enumerate(turns):
        yield turn, turns[at + 1] if at + 1 < len(turns) else None


def _unanswered(look: AnthropicLook) -> Iterator[Finding]:
    for turn, behind in _followed(look):
        if turn.role != "assistant" or (behind is None and not look.whole):
            continue
        answered = (
            {word_of(spot.value, "tool_use_id") for spot in behind.of("tool_result")} if behind else set[object]()
        )
        for spot in turn.of("tool_use"):
            if word_of(spot.value, "id") not in answered:
                yield Finding(spot.path, f"the call {spot.value.get('id')!r} has no result in the next message")


def _said_behind_calls(look: AnthropicLook) -> Iterator[Finding]:
    for turn in look.turns:
        calls = [at for at, spot in enumerate(turn.blocks) if word_of(spot.value, "type") == "tool_use"]
        if turn.role == "assistant" and calls:
            for spot in turn.blocks[calls[0] + 1 :]:
                if word_of(spot.value, "type") == "text":
                    yield Finding(spot.path, "text stands behind a call")


def _stray_results(look: AnthropicLook) -> Iterator[Finding]:
    before: Turn | None = None
    for turn, _ in _followed(look):
        called = {word_of(spot.value, "id") for spot in before.of("tool_use")} if before else set[object]()
        for spot in turn.of("tool_result"):
            if turn.role != "user" or word_of(spot.value, "tool_use_id") not in called:
                call_id = word_of(spot.value, "tool_use_id")
                yield Finding(spot.path, f"no call {call_id!r} was made in the message before")
        before = turn


def _results_behind_others(look: AnthropicLook) -> Iterator[Finding]:
    for turn in look.turns:
        said = False
        for spot in turn.blocks:
            if word_of(spot.value, "type") != "tool_result":
                said = True
            elif said:
                yield Finding(spot.path, "a result stands behind other content")


def _repeated_ids(look: AnthropicLook) -> Iterator[Finding]:
    """Ids that return in a later turn were seen to pass."""
    seen: set[object] = set()
    for turn in look.turns:
        here: set[object] = set()
        for spot in turn.of("tool_use"):
            call_id = word_of(spot.value, "id")
            if call_id in seen or call_id in here:
                message = f"the id {call_id!r} stands for an earlier call"
                yield Finding(f"{spot.path}.id", message, certain=call_id in here)
            here.add(call_id)
        seen |= here


def _several_results(look: AnthropicLook) -> Iterator[Finding]:
    for turn in look.turns:
        told: set[object] = set()
        for spot in turn.of("tool_result"):
            call_id = word_of(spot.value, "tool_use_id")
            if call_id in told:
                yield Finding(spot.path, f"the call {call_id!r} has several results")
            told.add(call_id)


RULES: Final = (
    Rule(
        id="ANT-01",
        demand="A request has at least one message, and `max_tokens`.",
        words="messages: at least one message is required",
        certainty="H",
        fix="a limit is set; a history without any message cannot be mended",
        find=_incomplete,
    ),
    Rule(
        id="ANT-02",
        demand="The first message is the user's.",
        words='messages: first message must use the "user" role',
        certainty="M",
        fix="a user's message `(continued)` is put before it",
        find=_begins_with_assistant,
    ),
    Rule(
        id="ANT-04",
        demand="Since Claude 4.6, the last message is the user's: there is no prefill.",
        words="This model does not support assistant message prefill. The conversation must end with a user message.",
        certainty="H",
        fix="a user's message `Continue.` is put behind it",
        find=_ends_with_assistant,
        applies=_is_claude_without_prefill,
    ),
    Rule(
        id="ANT-05",
        demand="Every call is answered in the very next message.",
        words=(
            "messages.N: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_…. Each "
            "`tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        certainty="H",
        fix="the result is moved behind its call, or one that says that there is none is put there",
        find=_unanswered,
    ),
    Rule(
        id="ANT-06",
        demand="Nothing is said behind the last call of a message.",
        words=(
            "messages.N: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_…. Each "
            "`tool_use` block must have a corresponding `tool_result` block in the next message."
        ),
        certainty="H",
        fix="the text is moved before the first call of its message",
        find=_said_behind_calls,
        rewrites=True,
        whole_turn=True,
    ),
    Rule(
        id="ANT-07",
        demand="A result answers a call of the message before it.",
        words=(
            "messages.N.content.M: unexpected `tool_use_id` found in `tool_result` blocks: toolu_…. Each "
            "`tool_result` block must have a corresponding `tool_use` block in the previous message."
        ),
        certainty="H",
        fix="the result is moved to its call; where there is none, its words become the user's",
        find=_stray_results,
    ),
    Rule(
        id="ANT-08",
        demand="The results of a turn stand in one message, before anything else in it.",
        words=(
            "messages.N: Did not find M `tool_result` block(s) at the beginning of this message. Messages following "
            "`tool_use` blocks must begin with a matching number of `tool_result` blocks."
        ),
        certainty="H",
        fix="results are put first, in the order of their calls",
        find=_results_behind_others,
        rewrites=True,
        whole_turn=True,
    ),
    Rule(
        id="ANT-09",
        demand="The id of a call is unique in the whole request, and a call has one result.",
        words="messages.N.content.M: `tool_use` ids must be unique",
        certainty="H",
        fix="later calls get other ids, together with their results; of several results the last good one stays",
        same_as=frozenset({"U-4"}),
        find=lambda look: (*_repeated_ids(look), *_several_results(look)),
    ),
    Rule(
        id="ANT-10",
        demand="Most models know no system messages: instructions stand beside the messages.",
        words=(
            'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" '
            "as an input message role."
        ),
        certainty="H",
        fix="instructions at the front go to `system`, later ones are said by the user in `<system>` tags",
        find=_system_messages,
        applies=_has_no_system_role,
    ),
    Rule(
        id="ANT-11",
        demand="Where system messages are known, they stand between a user's message and the answer.",
        certainty="M",
        fix="instructions elsewhere are said by the user in `<system>` tags",
        find=_misplaced_system,
        applies=lambda audience: audience.model.midhistory_system,
    ),
    Rule(
        id="ANT-13",
        demand="A request has at most 100,000 messages.",
        certainty="H",
        fix="split or compact the history: what to leave out is not for a library to choose",
        find=_too_many,
    ),
)
