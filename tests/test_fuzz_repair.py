"""Whatever is broken is diagnosed and mended, or refused with its place: never a crash, never half a result [L10]."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import segue
from support.corpus import APIS
from test_fuzz import PLACE, broken_requests, is_placed

#: Models at home, beside each bare API.
MODELS = {
    "openai-completions": ("openai-completions/gpt-4.1",),
    "openai-responses": ("openai/gpt-5.2",),
    "anthropic-messages": ("anthropic/claude-opus-5", "anthropic/claude-opus-4-5"),
    "google-generative-ai": ("google/gemini-3-pro-preview",),
}


def at_home(api: str) -> tuple[str, ...]:
    return (api, *MODELS.get(api, ()))


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=50)
def test_broken_requests_are_diagnosed(api: str, data: st.DataObject) -> None:
    request = data.draw(broken_requests(api))
    target = data.draw(st.sampled_from(at_home(data.draw(st.sampled_from(APIS)))))
    try:
        problems = segue.check(request, target, api=api)
    except segue.InvalidHistory as refused:
        is_placed(refused)
        return
    for problem in problems:
        assert PLACE.fullmatch(problem.path), problem.path
        assert problem.message


@pytest.mark.parametrize("api", MODELS)
@given(data=st.data())
@settings(max_examples=50)
def test_broken_requests_are_mended_or_refused(api: str, data: st.DataObject) -> None:
    """What comes out is JSON, and can be looked at and mended again."""
    request = data.draw(broken_requests(api))
    target = data.draw(st.sampled_from(at_home(api)))
    try:
        mended = segue.repair(request, target, api=api)
    except segue.InvalidHistory as refused:
        is_placed(refused)
        return
    assert json.loads(mended.json()) == mended.payload
    assert segue.repair(mended.payload, target, api=api).payload
    assert all(problem.message for problem in segue.check(mended.payload, target, api=api))


@pytest.mark.parametrize("wrong", [["user"], {"user": 1}])
def test_what_is_no_name_is_diagnosed(wrong: object) -> None:
    call = {"id": wrong, "type": "function", "function": {"name": "f", "arguments": "{}"}}
    for broken in (
        {"role": wrong, "content": "Hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": wrong, "content": "1"},
    ):
        history = [{"role": "user", "content": "Hi"}, broken]
        problems = segue.check(history, "openai-completions/gpt-4.1", api="openai-completions")
        assert [problem.path for problem in problems if problem.path.startswith("$[1]")]
        assert segue.repair(history, "openai-completions/gpt-4.1", api="openai-completions").payload["messages"]


def test_a_part_of_no_known_type_goes_home() -> None:
    film = {"fileData": {"fileUri": "https://www.youtube.com/watch?v=v1"}, "type": {"startOffset": "10s"}}
    body = {"contents": [{"role": "user", "parts": [film]}]}
    assert segue.convert(body, "google/gemini-3-pro-preview").payload["contents"][0]["parts"][0]["fileData"]


def test_what_the_assistant_said_aloud_stays_its_own() -> None:
    """At home it is named by its id, and stands at no other place."""
    body = {
        "model": "gpt-4o-audio-preview",
        "messages": [
            {"role": "user", "content": "Say it."},
            {"role": "assistant", "content": None, "audio": {"id": "audio_1"}},
            {"role": "user", "content": "Again."},
        ],
    }
    for to in ("openai-completions", "openai-completions/gpt-4o-audio-preview"):
        assert segue.repair(body, to).payload == body
