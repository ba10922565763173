"""L2, acceptance, and L3, lossless or told: a vendor takes what is sent to its model, and it says what was said."""

import re
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import APIS, MODELS, PAIRS, JsonObject, constructs, requests, samples
from support import facts, injection, provider_checks, vendor_types

ThinkingForm = Literal["text", "tagged", "drop"]

JOURNEYS = [
    (source, construct, target)
    for source in APIS
    for construct in constructs(source, bound=False)
    for target in APIS
    if source != target
]


def assert_acceptable(api: str, converted: segue.Converted) -> None:
    """L2: the vendor's types and every rule of that provider take the payload, once its open calls are answered."""
    if converted.report.pending:
        return
    payload = converted.payload
    problems = vendor_types.problems(api, payload)
    model = MODELS[api].rpartition("/")[2]
    problems += [str(violation) for violation in provider_checks.violations(api, payload, model=model)]
    assert not problems, "\n".join(problems)


def assert_told(source: str, request: JsonObject, target: str, converted: segue.Converted) -> None:
    """L3: nothing is missing, out of order, invented or wrongly paired without the report saying so."""
    untold = facts.compare(source, request, target, converted.payload, converted.report).all()
    assert not untold, "\n".join(untold)


@pytest.mark.parametrize(("source", "construct", "target"), JOURNEYS)
def test_l2_l3_each_construct_is_acceptable_and_complete(source: str, construct: str, target: str) -> None:
    """L2 and L3 for one construct at a time, sent to a model."""
    for request in samples(source, construct, 1 if construct.startswith("settings") else 2):
        converted = segue.convert(request, MODELS[target], api=source)
        assert_told(source, request, target, converted)
        assert_acceptable(target, converted)


THINKING: list[tuple[str, str, str]] = [
    (source, construct, target)
    for source, construct, target in JOURNEYS
    if re.search("think|thought|reason|redact|signature", construct)
]


@pytest.mark.parametrize("form", ["text", "tagged", "drop"])
@pytest.mark.parametrize(("source", "construct", "target"), THINKING)
def test_l2_l3_thinking_in_each_form(source: str, construct: str, target: str, form: ThinkingForm) -> None:
    """L2 and L3 where the caller says what becomes of another model's thinking."""
    for request in samples(source, construct, 1):
        converted = segue.convert(request, MODELS[target], api=source, thinking=form)
        assert_told(source, request, target, converted)
        assert_acceptable(target, converted)


@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(data=st.data())
@settings(max_examples=20)
def test_l2_l3_whole_conversations_are_acceptable_and_complete(source: str, target: str, data: st.DataObject) -> None:
    """L2 and L3 for everything at once, sent to a model."""
    request = data.draw(requests(source, turns=1))
    converted = segue.convert(request, MODELS[target], api=source)
    assert_told(source, request, target, converted)
    assert_acceptable(target, converted)


@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(data=st.data())
@settings(max_examples=10)
def test_l3_codecs_alone_are_complete(source: str, target: str, data: st.DataObject) -> None:
    """L3 to a bare API, where no pass repairs anything."""
    request = data.draw(requests(source, turns=1))
    assert_told(source, request, target, segue.convert(request, target, api=source))


@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(data=st.data())
@settings(max_examples=10)
def test_l2_l3_what_nobody_has_heard_of_is_told_and_breaks_nothing(
    source: str, target: str, data: st.DataObject
) -> None:
    """L2 and L3 with an unknown element in every list of the request."""
    request = data.draw(requests(source, turns=1))
    for unknown in injection.unknown_elements(source, request):
        converted = segue.convert(unknown.request, MODELS[target], api=source)
        assert_told(source, unknown.request, target, converted)
        assert_acceptable(target, converted)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=20)
def test_l2_l3_a_newer_model_of_the_same_vendor_takes_the_history(api: str, data: st.DataObject) -> None:
    """L2 and L3 where the codec is the same on both sides and only the passes work."""
    request = data.draw(requests(api, turns=1))
    converted = segue.convert(request, MODELS[api], api=api)
    assert_told(api, request, api, converted)
