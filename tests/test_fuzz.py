"""L10, clear refusal, for requests that were valid until something happened to them.

Each either converts, or is refused with the place of what is wrong; nothing else comes out.
"""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import APIS, MODELS, VOCABULARIES, Json, JsonObject, Pen, responses
from strategies.dialogue import write_dialogue
from strategies.mutations import mutated

TARGETS = [*APIS, *MODELS.values()]

PLACE = re.compile(r"\$(\.\w*|\[\d+\]|\['.*'\]|\[\".*\"\])*…?", re.DOTALL)


@st.composite
def broken_requests(draw: st.DrawFn, api: str) -> JsonObject:
    pen = Pen.drawn(draw)
    return mutated(pen, write_dialogue(pen, VOCABULARIES[api], turns=1).request())


@st.composite
def broken_responses(draw: st.DrawFn, api: str) -> JsonObject:
    return mutated(Pen.drawn(draw), draw(responses(api, calls=None)))


def is_placed(refused: segue.InvalidHistory) -> None:
    assert PLACE.fullmatch(refused.path), refused.path


Outcome = segue.Converted | segue.InvalidHistory


def converted_or_refused(source: "Json | bytes | segue.Conversation", target: str, api: str | None) -> Outcome:
    try:
        return segue.convert(source, target, api=api)
    except segue.InvalidHistory as refused:
        return refused


def mended_or_refused(request: JsonObject, target: str, api: str) -> Outcome:
    try:
        return segue.repair(request, target, api=api)
    except segue.InvalidHistory as refused:
        return refused


def read_or_refused(response: JsonObject, api: str) -> segue.Message | segue.InvalidHistory:
    try:
        return segue.decode_response(response, api=api)
    except segue.InvalidHistory as refused:
        return refused


def converts_or_refuses(source: "Json | bytes | segue.Conversation", target: str, api: str | None) -> None:
    converted = converted_or_refused(source, target, api)
    if isinstance(converted, segue.InvalidHistory):
        assert PLACE.fullmatch(converted.path), converted.path
        assert str(converted)
        return
    assert json.loads(json.dumps(converted.payload, allow_nan=False)) == converted.payload
    assert json.loads(converted.json()) == converted.payload
    assert str(converted.report)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=150)
def test_l10_broken_requests_convert_or_are_refused(api: str, data: st.DataObject) -> None:
    """L10 from damaged requests to every API and a model of each."""
    request = data.draw(broken_requests(api))
    for target in TARGETS:
        converts_or_refuses(request, target, api)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=60)
def test_l10_broken_requests_of_an_unsaid_api_convert_or_are_refused(api: str, data: st.DataObject) -> None:
    """L10 where the API has to be found out first; finding out never fails."""
    request = data.draw(broken_requests(api))
    detected = segue.detect(request)
    assert detected is None or isinstance(detected, str)
    converts_or_refuses(request, data.draw(st.sampled_from(TARGETS)), None)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=60)
def test_l10_requests_read_as_another_apis_convert_or_are_refused(api: str, data: st.DataObject) -> None:
    """L10 for the wrong `api`: valid requests of one API given as another's."""
    request = data.draw(broken_requests(api))
    for claimed in APIS:
        converts_or_refuses(request, data.draw(st.sampled_from(TARGETS)), claimed)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=40)
def test_l10_broken_requests_have_a_plan_or_are_refused(api: str, data: st.DataObject) -> None:
    """L10 for going through a switch, and for holding a history to a checklist."""
    request = data.draw(broken_requests(api))
    target = data.draw(st.sampled_from(TARGETS))
    try:
        plan = segue.plan(request, target, api=api)
    except segue.InvalidHistory as refused:
        is_placed(refused)
    else:
        assert json.loads(json.dumps(plan.to_dict())) == plan.to_dict()
        assert str(plan)
        if plan.tokens is not None:
            assert 0 <= plan.tokens.low <= plan.tokens.high
    if api == "openai-completions":
        for problem in segue.check(request, profile="deepseek", api=api):
            assert PLACE.fullmatch(problem.path), problem.path


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=80)
def test_l10_broken_answers_are_read_or_refused(api: str, data: st.DataObject) -> None:
    """L10 for damaged answers."""
    response = data.draw(broken_responses(api))
    message = read_or_refused(response, api)
    if isinstance(message, segue.InvalidHistory):
        assert PLACE.fullmatch(message.path), message.path
        return
    assert message.role == "assistant"
    for target in TARGETS:
        converts_or_refuses(segue.Conversation((segue.user("a"), message)), target, None)


KEYS: tuple[str, ...] = ("messages", "input", "contents", "role", "content", "parts", "type", "text", "id")


def containers(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    lists: st.SearchStrategy[Json] = st.lists(inner, max_size=3)
    objects: st.SearchStrategy[Json] = st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    return lists | objects


NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)

ANYTHING: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5), containers, max_leaves=8
)


@given(source=ANYTHING)
@settings(max_examples=300)
def test_l10_any_json_converts_or_is_refused(source: Json) -> None:
    """L10 for JSON that was never a request."""
    detected = segue.detect(source)
    assert detected is None or isinstance(detected, str)
    for api in (None, *APIS):
        converts_or_refuses(source, "anthropic-messages", api)


@given(source=st.binary(max_size=40) | st.text(max_size=40))
@settings(max_examples=200)
def test_l10_any_bytes_convert_or_are_refused(source: bytes | str) -> None:
    """L10 for bytes and texts that are not JSON at all."""
    assert segue.detect(source) is None or isinstance(segue.detect(source), str)
    converts_or_refuses(source, "openai-responses", None)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_l10_broken_requests_are_checked_and_mended_or_refused(api: str, data: st.DataObject) -> None:
    """L10 for checks, which tell of everything, and for repairs, which refuse what nobody can mend."""
    request = data.draw(broken_requests(api))
    for target in TARGETS:
        mended = mended_or_refused(request, target, api)
        if isinstance(mended, segue.InvalidHistory):
            assert PLACE.fullmatch(mended.path), mended.path
            continue
        assert all(PLACE.fullmatch(problem.path) for problem in segue.check(request, target, api=api))
        assert json.loads(mended.json()) == mended.payload
        assert str(mended.report)
