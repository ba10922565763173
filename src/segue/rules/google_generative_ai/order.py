"""Gemini: who may speak when, and how calls and their responses belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from segue.rules.google_generative_ai.look import ANSWER, CALL, GoogleLook, Turn, held, signature_of
from segue.rules.look import Spot, text_of
from segue.rules.rule import Audience, Finding, Rule


def _followed(look: GoogleLook) -> Iterator[tuple[Turn, Turn | None]]:
    for at, turn in enumerate(look.turns):
        yield turn, look.turns[at + 1] if at + 1 < len(look.turns) else None


def _miscounted(look: GoogleLook) -> Iterator[Finding]:
    for turn, behind in _followed(look):
        calls = turn.of(*CALL) if turn.role == "model" else []
        if not calls or (behind is None and not look.whole):
            continue
        answers = behind.of(*ANSWER) if behind else []
        if len(answers) < len(calls):
            call = _unanswered(calls, answers)
            name = held(call, *CALL)[1].get("name")
            yield Finding(call.path, f"the call of {name!r} has no response: {len(answers)} for {len(calls)} calls")
        elif len(answers) > len(calls):
            yield Finding(answers[len(calls)].path, f"{len(answers)} responses for {len(calls)} calls")
        elif behind is not None:
            yield from _between(behind)


def _unanswered(calls: list[Spot], answers: list[Spot]) -> Spot:
    """The first call that no response names."""
    named = Counter(held(spot, *ANSWER)[1].get("name") for spot in answers)
    for spot in calls:
        name = held(spot, *CALL)[1].get("name")
        if not named[name]:
            return spot
        named[name] -= 1
    return calls[-1]


def _between(turn: Turn) -> Iterator[Finding]:
    """Other parts were seen to pass behind the responses, and nobody has seen them pass among them."""
    left = len(turn.of(*ANSWER))
    for spot in turn.parts:
        if any(key in spot.value for key in ANSWER):
            left -= 1
        elif left:
            yield Finding(spot.path, "something else stands before the last response", certain=False)


def _out_of_turn(look: GoogleLook) -> Iterator[Finding]:
    before: Spot | None = None
    calling = {spot.message for spot in look.of("functionCall")}
    for spot in look.messages:
        if spot.message in calling and _models(spot):
            if before is None:
                yield Finding(spot.path, "the history begins with a call", words=_CALLS)
            elif _models(before):
                # Two contents with calls in both were seen to pass.
                message, certain = "a call stands behind what the model said", before.message not in calling
                yield Finding(spot.path, message, certain, _CALLS)
        before = spot
    called = False
    for turn in look.turns:
        if turn.role == "user" and not called:
            for spot in turn.of(*ANSWER):
                yield Finding(spot.path, "no call was made in the turn before", words=_ANSWERS)
        called = turn.role == "model" and bool(turn.of(*CALL))


def _models(spot: Spot) -> bool:
    return spot.value.get("role") == "model"


def _begins_with_model(look: GoogleLook) -> Iterator[Finding]:
    if look.turns and look.turns[0].role == "model" and not look.turns[0].of(*CALL):
        yield Finding(look.turns[0].path, "the history begins with the model", certain=False)


def _ends_with_model(look: GoogleLook) -> Iterator[Finding]:
    last = look.turns[-1] if look.turns else None
    if look.whole and last is not None and last.role == "model" and not last.of(*CALL):
        yield Finding(look.messages[-1].path, "the history ends with the model")


def _continues_no_model(audience: Audience) -> bool:
    return audience.model.known and not audience.model.prefill


def _unsigned(look: GoogleLook) -> Iterator[Finding]:
    """Only the current turn is looked at, and of each of its steps the first call."""
    steps: list[Turn] = []
    for turn in reversed(look.turns):
        if turn.role == "user" and len(turn.of(*ANSWER)) < len(turn.parts):
            break
        if turn.role == "model":
            steps.append(turn)
    for step in reversed(steps):
        calls = step.of(*CALL)
        if calls and not signature_of(calls[0].value)[1]:
            name = held(calls[0], *CALL)[1].get("name")
            message = f"the first call of the step, {name!r}, has no signature"
            yield Finding(calls[0].path, message, certain=look.audience.model.known)


def _wants_signatures(audience: Audience) -> bool:
    return audience.model.signature_required


def _ids_and_names(look: GoogleLook, key: str) -> Iterator[tuple[Spot, Any, set[Any]]]:
    """Each response whose id or name no call of the turn before has, with what those have."""
    for turn, behind in _followed(look):
        if turn.role != "model" or behind is None or not turn.of(*CALL):
            continue
        known = {held(spot, *CALL)[1].get(key) for spot in turn.of(*CALL)}
        for spot in behind.of(*ANSWER):
            given = held(spot, *ANSWER)[1].get(key)
            if given is not None and given not in known:
                yield spot, given, known


def _unknown_ids(look: GoogleLook) -> Iterator[Finding]:
    for spot, given, _ in _ids_and_names(look, "id"):
        yield Finding(f"{held(spot, *ANSWER)[0]}.id", f"no call has the id {given!r}")


def other_names(look: GoogleLook) -> Iterator[Finding]:
    """Responses under names that nobody called."""
    for spot, given, known in _ids_and_names(look, "name"):
        called = ", ".join(sorted(map(str, known)))
        yield Finding(f"{held(spot, *ANSWER)[0]}.name", f"{given!r} was not called, but {called}", certain=False)


def _repeated_ids(look: GoogleLook) -> Iterator[Finding]:
    seen: set[str] = set()
    for spot in look.of("functionCall"):
        path, call = held(spot, *CALL)
        call_id = text_of(call, "id")
        if call_id and call_id in seen:
            yield Finding(f"{path}.id", f"the id {call_id!r} stands for an earlier call")
        seen.add(call_id)


_CALLS: Final = (
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
)
_ANSWERS: Final = "Please ensure that function response turn comes immediately after a function call turn."

RULES: Final = (
    Rule(
        id="GEM-01",
        demand="The turn behind calls holds one response for each of them, and nothing between.",
        words=(
            "Please ensure that the number of function response parts is equal to the number of function call parts of "
            "the function call turn."
        ),
        certainty="H",
        fix="the response is moved behind its call, or one that says that there is none; a stray one becomes text",
        same_as=frozenset({"ANT-05", "OAI-01"}),
        find=_miscounted,
    ),
    Rule(
        id="GEM-02",
        demand="Calls stand directly behind what the user said or responses, and responses directly behind calls.",
        words=_CALLS,
        certainty="H",
        fix="neighbouring contents become one, words of the user are put in front, and stray responses become text",
        same_as=frozenset({"ANT-07", "OAI-02"}),
        find=_out_of_turn,
    ),
    Rule(
        id="GEM-03",
        demand="The roles are user and model, and the user begins.",
        words="Please use a valid role: user, model.",
        certainty="H",
        fix="roles get their names here, and words of the user are put in front",
        same_as=frozenset({"ANT-02"}),
        find=_begins_with_model,
    ),
    Rule(
        id="GEM-05",
        demand="In the current turn the first call of each step carries a thought signature.",
        words=(
            "Function call is missing a thought_signature in functionCall parts. This is required for tools to work "
            "correctly, and missing thought_signature may lead to degraded model performance."
        ),
        certainty="H",
        fix="the documented placeholder `skip_thought_signature_validator` is put there",
        find=_unsigned,
        applies=_wants_signatures,
    ),
    Rule(
        id="GEM-08",
        demand="Where responses have ids, they are those of their calls.",
        certainty="M",
        fix="responses belong to calls by their order and name; ids are made to agree",
        find=_unknown_ids,
        rewrites=True,
    ),
    Rule(
        id="GEM-16",
        demand="The history ends with the user.",
        certainty="M",
        fix="the user says `Continue.`",
        same_as=frozenset({"ANT-04"}),
        find=_ends_with_model,
        applies=_continues_no_model,
    ),
    Rule(
        id="U-4",
        demand="The id of a call stands for one call.",
        certainty="M",
        fix="later calls get other ids, together with their responses",
        find=_repeated_ids,
    ),
)
