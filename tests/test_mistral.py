"""Mistral's own API: told from Chat Completions by what is its own, and written as its servers take it."""

from typing import Any

import pytest

import segue
from segue.models import endpoint

ASKED = {"role": "user", "content": "Is it high tide?"}
CALL = {"id": "a1B2c3D4e", "function": {"name": "tide", "arguments": {"harbour": "Ribe"}}}
CALLED = {"role": "assistant", "content": "", "tool_calls": [CALL]}
THOUGHT = {"type": "thinking", "thinking": [{"type": "text", "text": "The moon is full."}], "closed": True}
ANSWERED = {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "It is."}]}
BEGUN = {"role": "assistant", "content": "It is", "prefix": True}
FUNCTION: dict[str, Any] = {
    "type": "function",
    "function": {"name": "tide", "parameters": {"type": "object", "properties": {}}},
}


def request(*messages: dict[str, Any], **beside: Any) -> dict[str, Any]:
    return {"model": "magistral-medium-latest", "messages": list(messages), **beside}


class TestDetection:
    @pytest.mark.parametrize(
        "source",
        [
            request(ASKED, random_seed=7),
            request(ASKED, safe_prompt=True, tools=[FUNCTION], tool_choice="any"),
            request(ASKED, ANSWERED, ASKED, tools=[FUNCTION]),
            request(ASKED, BEGUN),
            request({"role": "user", "content": [{"type": "file", "file_id": "f1"}]}),
            [ASKED, CALLED, {"role": "tool", "tool_call_id": "a1B2c3D4e", "content": "Yes."}, ANSWERED],
            {"choices": [{"index": 0, "message": ANSWERED, "finish_reason": "stop"}]},
        ],
    )
    def test_what_only_mistral_has(self, source: Any) -> None:
        assert segue.detect(source) == "mistral"

    @pytest.mark.parametrize(
        "source",
        [
            request(ASKED),
            request(ASKED, {"role": "assistant", "content": "Yes.", "prefix": False}, ASKED),
            request(ASKED, CALLED, tools=[FUNCTION], tool_choice="any"),
            request(ASKED, BEGUN) | {"model": "deepseek-chat"},
            request(ASKED, ANSWERED, max_completion_tokens=9),
            [ASKED, {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm."}, ANSWERED],
            {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}]},
        ],
    )
    def test_what_reads_the_same_or_what_mistral_would_refuse_is_chat(self, source: Any) -> None:
        assert segue.detect(source) == "openai-completions"

    def test_a_request_for_two_servers_is_ambiguous(self) -> None:
        torn = request(ASKED, random_seed=7, max_completion_tokens=9)
        assert segue.detect(torn) is None
        with pytest.raises(segue.InvalidHistory, match="this could be mistral, openai-completions: say which"):
            segue.decode(torn)

    def test_a_list_is_of_one_of_them(self) -> None:
        """Its results are read with its calls, though a result by itself says nothing."""
        told = [ASKED, CALLED, {"role": "tool", "content": "Yes."}, ANSWERED]
        assert segue.convert(told, "mistral").payload["messages"] == told


class TestReading:
    def test_results_without_ids_answer_in_order(self) -> None:
        calls = [{"function": {"name": name, "arguments": "{}"}} for name in ("tide", "wind")]
        results = [{"role": "tool", "name": name, "content": f"{name}!"} for name in ("tide", "wind")]
        body = request(ASKED, {"role": "assistant", "tool_calls": calls}, *results)
        claude = segue.convert(body, "anthropic/claude-opus-5", api="mistral").payload["messages"]
        made = [block["id"] for block in claude[1]["content"]]
        assert len(set(made)) == 2
        assert [(block["tool_use_id"], block["content"]) for block in claude[2]["content"]] == [
            (made[0], "tide!"),
            (made[1], "wind!"),
        ]

    def test_an_answer_that_the_providers_tools_had_a_part_in(self) -> None:
        steps = [
            {"role": "tool", "tool_call_id": "s1", "content": "Found: high water at four."},
            {"role": "assistant", "content": "At four."},
        ]
        body = {"id": "c1", "choices": [{"index": 0, "messages": steps, "finish_reason": "stop"}]}
        message = segue.decode_response(body, api="mistral")
        assert message.text == "At four."
        assert isinstance(message.blocks[0], segue.ServerToolResult)
        again = segue.encode(segue.Conversation((segue.user("When?"), message)), "mistral").payload
        assert "high water at four" in str(again)

    @pytest.mark.parametrize("reason", ["model_length", "error", "tool_calls"])
    def test_why_it_stopped(self, reason: str) -> None:
        body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "A"}, "finish_reason": reason}]}
        stop = segue.decode_response(body, api="mistral").stop
        assert stop is not None
        assert (stop.reason, stop.raw) == (
            {"model_length": "context_window", "error": "error", "tool_calls": "tool_use"}[reason],
            reason,
        )


class TestWriting:
    def test_models_are_spoken_to_in_it_and_in_chat_where_asked(self) -> None:
        own, chat = (endpoint("mistral/mistral-large-latest", api=api) for api in (None, "openai-completions"))
        assert (own.api, own.url) == ("mistral", "https://api.mistral.ai/v1/chat/completions")
        assert (chat.api, chat.url) == ("openai-completions", own.url)
        assert chat.dialect == own.dialect

    def test_reasoning_goes_to_models_that_reason(self) -> None:
        body = request(ASKED, ANSWERED, ASKED)
        thinker = segue.convert(body, "mistral/magistral-small-latest")
        assert thinker.payload["messages"][1]["content"][0]["thinking"] == THOUGHT["thinking"]
        doer = segue.convert(body, "mistral/mistral-large-latest")
        assert doer.payload["messages"][1]["content"][0] == {"type": "text", "text": "The moon is full."}
        assert [change.action for change in doer.report.changes] == ["kept-as-text"]

    def test_reasoning_goes_as_a_chunk_in_chat_too(self) -> None:
        chat = endpoint("mistral/magistral-small-latest", api="openai-completions")
        deepseek = {"role": "assistant", "content": "It is.", "reasoning_content": "The moon is full."}
        messages = segue.convert(request(ASKED, deepseek, ASKED), chat, api="openai-completions").payload["messages"]
        assert messages[1] == {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "The moon is full."}]},
                {"type": "text", "text": "It is."},
            ],
        }

    def test_the_beginning_of_an_answer_stays_one(self) -> None:
        body = request(ASKED, BEGUN)
        assert segue.convert(body, "mistral/magistral-medium-latest").payload["messages"] == body["messages"]
        unmarked = segue.convert(request(ASKED, {**BEGUN, "prefix": False}), "mistral/magistral-medium-latest")
        assert unmarked.payload["messages"][-1]["role"] == "user"

    def test_settings_have_their_names(self) -> None:
        asked = {"max_completion_tokens": 9, "seed": 7, "stop": "END", "tool_choice": "required", "tools": [FUNCTION]}
        body = segue.convert(request(ASKED, **asked), "mistral/mistral-large-latest", api="openai-completions").payload
        assert (body["max_tokens"], body["random_seed"], body["stop"]) == (9, 7, ["END"])
        assert body["tool_choice"] == "required"
        assert body.keys().isdisjoint({"max_completion_tokens", "seed"})

    def test_a_choice_among_some_tools_is_told(self) -> None:
        some = {"mode": "required", "tools": [{"type": "function", "function": {"name": name}} for name in ("a", "b")]}
        asked = {"tools": [FUNCTION], "tool_choice": {"type": "allowed_tools", "allowed_tools": some}}
        converted = segue.convert(request(ASKED, **asked), "mistral/mistral-large-latest", api="openai-completions")
        assert converted.payload["tool_choice"] == "required"
        assert [change.path for change in converted.report.losses] == ["$.tool_choice"]

    @pytest.mark.parametrize(
        ("model", "effort", "written"),
        [
            ("mistral-small-latest", "high", "high"),
            ("mistral-large-latest", "high", None),
            ("magistral-x", "low", None),
        ],
    )
    def test_effort_goes_to_models_that_take_it(self, model: str, effort: str, written: str | None) -> None:
        body = request(ASKED, reasoning_effort=effort, stop="END")
        converted = segue.convert(body, f"mistral/{model}", api="openai-completions")
        assert converted.payload.get("reasoning_effort") == written
        assert bool(converted.report.losses) is (written is None)
