"""Rules are data that can be believed: each finds its breach at its place, and nothing in what providers took."""

import re
from collections import Counter

import pytest

import segue
from segue.apis import codec
from segue.rules import APIS, Audience, are_plain, broken, rule_of, rules_of
from segue.rules.elsewhere import ELSEWHERE
from segue.rules.universal import UNIVERSAL
from support.corpus import Record, accepted, parameters
from support.examples import EXAMPLES
from support.facts.rules import IDS
from support.jsonish import JsonObject
from support.rule_cases import CASES, RuleCase
from support.target import target_of

#: Too large to stand in a test, or nothing that a single request shows.
WITHOUT_A_CASE = {"ANT-13"}

BREACHES = [pytest.param(api, case, id=f"{case.rule}-{case.path}") for api in APIS for case in CASES[api]]
HOMES = {
    "anthropic-messages": ("anthropic/claude-opus-5", "anthropic/claude-opus-4-5", "anthropic/claude-haiku-4-5"),
    "openai-completions": ("openai-completions/gpt-4.1",),
    "mistral": ("mistral/magistral-medium-latest",),
    "openai-responses": ("openai/gpt-5.2",),
    "google-generative-ai": ("google/gemini-2.5-pro", "google/gemini-3-pro-preview"),
    "bedrock-converse": ("bedrock/us.anthropic.claude-opus-4-6-v1", "bedrock-converse/us.amazon.nova-pro-v1:0"),
}


def errors(problems: list[segue.Problem]) -> list[str]:
    return [str(problem) for problem in problems if problem.severity == "error"]


@pytest.mark.parametrize(("api", "case"), BREACHES)
def test_a_breach_is_found_where_it_is(api: str, case: RuleCase) -> None:
    found = segue.check(case.request, case.to, api=api)
    assert (case.rule, case.path) in {(problem.rule, problem.path) for problem in found}


@pytest.mark.parametrize("api", APIS)
def test_every_rule_has_a_breach_that_shows_it(api: str) -> None:
    assert {rule.id for rule in rules_of(api)} - {case.rule for case in CASES[api]} <= WITHOUT_A_CASE


def test_of_all_that_is_known_of_providers_either_there_is_an_entry_or_it_is_said_why_not() -> None:
    entries = {*UNIVERSAL, *(rule.id for api in APIS for rule in rules_of(api))}
    assert len(IDS) == 181
    assert IDS - entries == set(ELSEWHERE)
    assert entries - IDS == {"FORM", "MOJIBAKE", "L11", "S3-03", "GEM-17"}, "rules of our own"


@pytest.mark.parametrize("api", APIS)
def test_rules_are_told_apart_and_say_what_they_want(api: str) -> None:
    for name, count in Counter(rule.id for rule in rules_of(api)).items():
        assert count == 1, f"{name} stands {count} times"
    for rule in rules_of(api):
        assert re.fullmatch(r"[A-Z]+\d?-\d+", rule.id)
        assert rule.demand.endswith(".")
        assert not rule.fix.endswith(".")
        assert rule.words is None or len(rule.words) > 10


@pytest.mark.parametrize(("api", "model"), [(api, model) for api in APIS for model in HOMES[api]])
def test_nothing_is_found_in_what_is_sound(api: str, model: str) -> None:
    assert errors(segue.check(EXAMPLES[api], model, api=api)) == []


@pytest.mark.parametrize("record", parameters(*APIS))
def test_no_error_is_found_in_what_a_provider_took(record: Record) -> None:
    assert errors(segue.check(record.request, target_of(record), api=record.api)) == []


def test_the_recordings_are_many_enough_to_tell() -> None:
    counts = [len(accepted(api)) for api in APIS]
    assert all(count > 20 for count in counts) or not any(counts)


REPAIRABLE = [
    pytest.param(api, case, id=f"{case.rule}-{case.path}") for api in APIS for case in CASES[api] if case.repairable
]


@pytest.mark.parametrize(("api", "case"), REPAIRABLE)
def test_a_breach_is_mended(api: str, case: RuleCase) -> None:
    mended = segue.repair(case.request, case.to, api=api)
    left = segue.check(mended.payload, case.to, api=api)
    assert errors(left) == []
    assert case.rule not in {problem.rule for problem in left}


@pytest.mark.parametrize(("api", "case"), REPAIRABLE)
def test_mending_twice_is_mending_once(api: str, case: RuleCase) -> None:
    once = segue.repair(case.request, case.to, api=api).payload
    again = segue.repair(once, case.to, api=api)
    assert again.payload == once
    assert again.report.changes == ()


@pytest.mark.parametrize(("api", "case"), REPAIRABLE)
def test_what_was_mended_is_told(api: str, case: RuleCase) -> None:
    mended = segue.repair(case.request, case.to, api=api)
    assert mended.report.changes, f"{case.rule} was mended without a word"


REWRITING = [
    pytest.param(api, case, id=f"{case.rule}-{case.path}")
    for api in APIS
    for case in CASES[api]
    if (rule := rule_of(case.rule)) and rule.rewrites and case.path.startswith(f"$.{codec(api).wire.messages_key}[")
]


@pytest.mark.parametrize(("api", "case"), REWRITING)
def test_what_a_rewriting_rule_is_about_is_never_passed_over_as_plain(api: str, case: RuleCase) -> None:
    assert not are_plain(messages_of(api, case.request), api)


@pytest.mark.parametrize("api", APIS)
def test_no_rewriting_rule_finds_anything_in_plain_recordings(api: str) -> None:
    rules = [rule for rule in rules_of(api) if rule.rewrites]
    for record in accepted(api):
        messages = messages_of(api, record.request)
        for message in messages:
            if are_plain([message], api):
                body = {codec(api).wire.messages_key: [message]}
                assert list(broken(body, Audience(api), "$", whole=False, rules=rules)) == [], record.id
        if are_plain(messages, api):
            assert list(broken(record.request, Audience(api), "$", whole=False, rules=rules)) == [], record.id


def messages_of(api: str, request: JsonObject) -> list[JsonObject]:
    messages = request.get(codec(api).wire.messages_key)
    return [message for message in messages if isinstance(message, dict)] if isinstance(messages, list) else []
