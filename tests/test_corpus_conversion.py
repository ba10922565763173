"""L2 and L3 over recorded traffic: what goes to another provider is accepted there, complete, and told of."""

import pytest

import segue
from support import corpus
from support.corpus import Record
from support.judge import complaints

# For each API, the names to convert to: the codec alone, and a model with all of its repairs.
TARGETS = {
    "openai-completions": ("openai-completions/gpt-4.1",),
    "openai-responses": ("openai/gpt-5.2",),
    "anthropic-messages": ("anthropic/claude-opus-5", "anthropic/claude-haiku-4-5"),
    "google-generative-ai": ("google/gemini-3-pro-preview", "google/gemini-2.5-flash"),
}

# Recordings that do not come out perfectly, each with the reason.
IMPERFECT: dict[tuple[str, str], str] = {}

RECORDS = corpus.parameters(*corpus.APIS, where=corpus.self_contained)
HELD_ELSEWHERE = corpus.parameters(*corpus.APIS, where=lambda record: not corpus.self_contained(record))

MODELS = [(api, model) for api, models in TARGETS.items() for model in models]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("record", RECORDS)
def test_to_another_api(record: Record, target: str) -> None:
    if target == record.api:
        return
    converted = segue.convert(record.request, to=target, api=record.api)
    assert complaints(record.api, record.request, target, converted.payload, converted.report) == []


@pytest.mark.parametrize(("target", "model"), MODELS, ids=[model for _, model in MODELS])
@pytest.mark.parametrize("record", RECORDS)
def test_to_a_model(record: Record, target: str, model: str) -> None:
    if (record.id, model) in IMPERFECT:
        pytest.xfail(IMPERFECT[record.id, model])
    converted = segue.convert(record.request, to=model, api=record.api)
    found = complaints(record.api, record.request, target, converted.payload, converted.report, model=model)
    assert found == []


@pytest.mark.parametrize("record", RECORDS)
def test_the_same_bytes_every_time(record: Record) -> None:
    for _, model in MODELS:
        first = segue.convert(record.request, to=model, api=record.api)
        assert segue.convert(record.request, to=model, api=record.api).json() == first.json()


@pytest.mark.parametrize("record", HELD_ELSEWHERE)
def test_what_a_server_holds_is_refused(record: Record) -> None:
    for target in TARGETS:
        if target != record.api:
            with pytest.raises(segue.SegueError):
                segue.convert(record.request, to=target, api=record.api)
