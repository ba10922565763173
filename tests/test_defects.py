"""Every defect that a provider is known to refuse is mended on the way to a model, or refused in words (L2, L10)."""

import pytest

import segue
from support.judge import complaints
from test_oracles_provider_checks import CASES, Case

MODELS = {
    "openai-completions/gpt-4.1": "openai-completions",
    "openai/gpt-5.2": "openai-responses",
    "anthropic/claude-opus-5": "anthropic-messages",
    "anthropic/claude-haiku-4-5": "anthropic-messages",
    "google/gemini-3-pro-preview": "google-generative-ai",
    "mistral/mistral-large-latest": "mistral",
}


# One id for two calls and both their results: which result is whose cannot be told.
AMBIGUOUS = {"ANT-09"}

JOURNEYS = [
    pytest.param(api, case, model, id=f"{api}-{case.rule}-{model}")
    for api, cases in CASES.items()
    for case in cases
    for model in MODELS
    if case.rule not in AMBIGUOUS
]


@pytest.mark.parametrize(("api", "case", "model"), JOURNEYS)
def test_a_defect_is_mended_or_refused(api: str, case: Case, model: str) -> None:
    try:
        converted = segue.convert(case.payload, to=model, api=api)
    except segue.SegueError:
        return
    assert complaints(api, case.payload, MODELS[model], converted.payload, converted.report, model=model) == []
