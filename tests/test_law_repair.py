"""L2 and L6 for repairs: whatever stands wrong is mended or refused in words, once is enough, and the rest stays."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from segue.rules import rules_of
from strategies import MODELS, VOCABULARIES, Json, JsonObject, requests
from strategies.breaches import broken
from strategies.compare import assert_same
from strategies.pen import Pen
from support.rule_cases import CASES

APIS = tuple(MODELS)

TOGETHER = {"google-generative-ai"}
"""Where all results of a turn are one message: one that is moved is put among others."""

BEYOND_REPAIR = {case.rule for cases in CASES.values() for case in cases if not case.repairable}
"""What nobody but the owner can mend."""

SENT_NEVER_TAKEN = {"annotations", "logprobs", "parsed"}


def damaged(api: str) -> st.SearchStrategy[JsonObject]:
    @st.composite
    def drawn(draw: st.DrawFn) -> JsonObject:
        return broken(Pen.drawn(draw), api, draw(requests(api)))

    return drawn()


def errors(problems: list[segue.Problem]) -> list[str]:
    certain = [problem for problem in problems if problem.severity == "error"]
    return [str(problem) for problem in certain if problem.rule not in BEYOND_REPAIR]


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_l2_what_is_repaired_breaks_no_rule(api: str, data: st.DataObject) -> None:
    """L2 for requests whose messages went astray."""
    request = data.draw(damaged(api))
    mended = segue.repair(request, MODELS[api], api=api)
    assert errors(segue.check(mended.payload, MODELS[api], api=api)) == []


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_l6_mending_twice_is_mending_once(api: str, data: st.DataObject) -> None:
    """L6: a second repair finds nothing to do, and says so."""
    request = data.draw(damaged(api))
    once = segue.repair(request, MODELS[api], api=api).payload
    again = segue.repair(once, MODELS[api], api=api)
    assert_same(again.payload, once)
    assert [str(change) for change in again.report.changes] == []


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_what_no_change_names_stays_as_it_was(api: str, data: st.DataObject) -> None:
    """A repair touches what is wrong, and what stands beside it; it says where."""
    request = data.draw(damaged(api))
    mended = segue.repair(request, MODELS[api], api=api)
    key = VOCABULARIES[api].history
    before, after = entries(request[key]), [plain(entry) for entry in entries(mended.payload[key])]
    renamed = any(change.block == "ToolCallId" for change in mended.report.changes)
    renamed = renamed or (api in TOGETHER and any(is_result_moved(change) for change in mended.report.changes))
    named = set(around(before, set(places(mended.report, f"$.{key}["))))
    for at, entry in enumerate(before):
        if at not in named and not (renamed and holds_results(entry)):
            assert plain(entry) in after, f"{at} changed: {mended.report}"
            after.remove(plain(entry))


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=30)
def test_checking_never_fails_and_changes_nothing(api: str, data: st.DataObject) -> None:
    """L8 and L10 for checks, whoever is to take the history."""
    request = data.draw(damaged(api))
    copied = plain(request)
    for model in (*MODELS, *MODELS.values()):
        for problem in segue.check(request, model, api=api):
            assert problem.path.startswith("$")
    assert plain(request) == copied


def test_rules_say_what_nobody_can_mend() -> None:
    """Otherwise the first law would excuse what it should find."""
    known = {rule.id for api in CASES for rule in rules_of(api)}
    assert known > BEYOND_REPAIR


def entries(history: Json) -> list[JsonObject]:
    assert isinstance(history, list)
    return [entry for entry in history if isinstance(entry, dict)]


def places(report: segue.Report, root: str) -> Iterator[int]:
    for change in report.changes:
        if change.path.startswith(root):
            yield int(change.path.removeprefix(root).partition("]")[0])


def around(history: list[JsonObject], touched: set[int]) -> Iterator[int]:
    """The places themselves, those that the same side says in one go with them, and what answers that.

    What is touched may be gone from between them.
    """
    for at in touched:
        first = last = at
        while first > 0 and (first - 1 in touched or is_said(history[first - 1]) == is_said(history[at])):
            first -= 1
        for side in (is_said(history[at]), not is_said(history[at])):
            while last < len(history) and (last in touched or is_said(history[last]) == side):
                last += 1
        yield from range(first, last)


def is_result_moved(change: segue.Change) -> bool:
    return change.action == "moved" and change.block == "ToolResult"


def is_said(entry: JsonObject) -> bool:
    """Does the model say it? Items of other kinds than messages are its calls, and what answers them."""
    if "role" in entry:
        return entry["role"] in ("assistant", "model")
    return "type" in entry and not str(entry["type"]).endswith("_output")


def holds_results(entry: JsonObject) -> bool:
    if entry.get("role") == "tool" or str(entry.get("type")).endswith("_output"):
        return True
    said = f"{entry.get('content')}{entry.get('parts')}"
    return any(word in said for word in ("tool_result", "toolResult", "functionResponse", "function_response"))


def plain(value: Json) -> Json:
    """Without what is only a way to write absence, and what vendors send and do not take."""
    if isinstance(value, list):
        return [plain(member) for member in value]
    if not isinstance(value, dict):
        return value
    members = {key: plain(member) for key, member in value.items() if key not in SENT_NEVER_TAKEN}
    return {key: member for key, member in members.items() if member not in (None, [])}
