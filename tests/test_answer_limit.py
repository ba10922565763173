"""No longer an answer is asked for than the model gives: providers refuse the limit, and then every turn."""

from typing import Any

import pytest

import segue

ASKED: list[dict[str, Any]] = [{"role": "user", "content": "Write a long story."}]
PARTS: list[dict[str, Any]] = [{"role": "user", "parts": [{"text": "Write a long story."}]}]


@pytest.mark.parametrize(
    ("body", "to", "limit"),
    [
        ({"messages": ASKED, "max_tokens": 100_000}, "anthropic/claude-3-5-haiku", {"max_tokens": 8192}),
        ({"messages": ASKED, "max_tokens": 100_000}, "openai-completions/gpt-4o", {"max_completion_tokens": 16_384}),
        ({"messages": ASKED, "max_completion_tokens": 100_000}, "deepseek/deepseek-chat", {"max_tokens": 8192}),
        ({"input": "Hi", "max_output_tokens": 100_000}, "openai/gpt-4o", {"max_output_tokens": 16_384}),
        (
            {"contents": PARTS, "generationConfig": {"maxOutputTokens": 100_000, "topK": 3}},
            "google/gemini-2.0-flash",
            {"generationConfig": {"maxOutputTokens": 8192, "topK": 3}},
        ),
    ],
)
def test_a_limit_beyond_the_models_own_is_lowered(body: dict[str, Any], to: str, limit: dict[str, Any]) -> None:
    converted = segue.convert({"model": "gpt-4o", **body} if "contents" not in body else body, to)
    names = {"max_tokens", "max_completion_tokens", "max_output_tokens", "generationConfig"}
    assert {key: value for key, value in converted.payload.items() if key in names} == limit
    (told,) = [change for change in converted.report.changes if "longest answer" in change.why]
    assert (told.block, told.lossy) == ("Setting", False)
    (planned,) = [each for each in segue.plan(body, to).settings if each.name == "max_tokens"]
    assert planned.before == 100_000
    assert planned.why == told.why


def test_thinking_leaves_room_for_words() -> None:
    body = {
        "model": "claude-opus-4-5",
        "max_tokens": 100_000,
        "thinking": {"type": "enabled", "budget_tokens": 90_000},
        "messages": ASKED,
    }
    payload = segue.convert(body, "anthropic/claude-haiku-4-5").payload
    assert payload["max_tokens"] == 64_000
    assert 1024 <= payload["thinking"]["budget_tokens"] < 64_000


@pytest.mark.parametrize("to", ["openai-completions/gpt-4o", "openai-compatible/m", "openai-completions"])
def test_a_limit_within_it_stays(to: str) -> None:
    converted = segue.convert({"model": "gpt-4o", "messages": ASKED, "max_tokens": 16_384}, to)
    assert not [change for change in converted.report.changes if "longest answer" in change.why]
