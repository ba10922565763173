"""L2 and L3 over recorded traffic: what goes to another provider is accepted there, complete, and told of."""

import json

import pytest

import segue
from support import corpus
from support.corpus import Record
from support.jsonish import parse
from support.judge import complaints
from support.sameness import differences

MODELS = {
    "openai-completions/gpt-4.1": "openai-completions",
    "openai/gpt-5.2": "openai-responses",
    "anthropic/claude-opus-5": "anthropic-messages",
    "anthropic/claude-haiku-4-5": "anthropic-messages",
    "google/gemini-3-pro-preview": "google-generative-ai",
    "google/gemini-2.5-flash": "google-generative-ai",
    "mistral/mistral-large-latest": "mistral",
    "mistral/magistral-medium-latest": "mistral",
    "bedrock/us.anthropic.claude-opus-4-6-v1": "bedrock-converse",
    "bedrock/us.amazon.nova-pro-v1:0": "bedrock-converse",
}

# Recordings that do not come out perfectly at a model, each with the reason.
IMPERFECT: dict[tuple[str, str], str] = {}

RECORDS = corpus.parameters(*corpus.APIS, where=corpus.self_contained)
HELD_ELSEWHERE = corpus.parameters(*corpus.APIS, where=lambda record: not corpus.self_contained(record))


@pytest.mark.parametrize("record", RECORDS)
def test_to_another_api(record: Record) -> None:
    """The codec alone, for a careful stranger: complete and of the vendor's types."""
    found: dict[str, list[str]] = {}
    for api in corpus.APIS:
        if api != record.api:
            converted = segue.convert(record.request, to=api, api=record.api)
            found[api] = complaints(record.api, record.request, api, converted.payload, converted.report)
    assert _of_some(found) == {}


@pytest.mark.parametrize("record", RECORDS)
def test_to_a_model(record: Record) -> None:
    """With all repairs: by every rule of the provider too, also where the model is of the same API."""
    found: dict[str, list[str]] = {}
    for model, api in MODELS.items():
        converted = segue.convert(record.request, to=model, api=record.api)
        found[model] = complaints(record.api, record.request, api, converted.payload, converted.report, model=model)
    known = {model for identity, model in IMPERFECT if identity == record.id}
    assert set(_of_some(found)) & known == known, "an imperfect recording comes out perfectly now"
    assert {model: lines for model, lines in _of_some(found).items() if model not in known} == {}


@pytest.mark.parametrize("record", RECORDS)
def test_the_same_bytes_every_time(record: Record) -> None:
    before = json.dumps(record.request)
    for model in MODELS:
        first = segue.convert(record.request, to=model, api=record.api)
        assert segue.convert(record.request, to=model, api=record.api).json() == first.json()
        assert list(differences(first.payload, parse(first.json()))) == []
    assert json.dumps(record.request) == before


@pytest.mark.parametrize("record", HELD_ELSEWHERE)
def test_what_a_server_holds_is_refused(record: Record) -> None:
    for api in corpus.APIS:
        if api != record.api:
            with pytest.raises(segue.SegueError):
                segue.convert(record.request, to=api, api=record.api)


def _of_some(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {target: lines for target, lines in found.items() if lines}
