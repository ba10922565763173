"""Functions as they were called before tools had ids: OpenAI still knows them, others get tools."""

import pytest

import segue
from support.jsonish import Json, JsonObject, as_list
from support.provider_checks import violations

GPT = "openai-completions/gpt-4.1"
HOSTS = [
    "deepseek/deepseek-chat",
    "mistral/mistral-large",
    "groq/llama-3.3-70b-versatile",
    "vllm/qwen3-32b",
    "xai/grok-4",
]
SCHEMA: JsonObject = {"type": "object", "properties": {"harbour": {"type": "string"}}}
FUNCTION: JsonObject = {"name": "tide", "description": "Tides", "parameters": SCHEMA}


def old(**beside: Json) -> JsonObject:
    return {
        "messages": [
            {"role": "user", "content": "When is high water?"},
            {"role": "assistant", "content": None, "function_call": {"name": "tide", "arguments": "{}"}},
            {"role": "function", "name": "tide", "content": "16:20"},
            {"role": "assistant", "content": "At 16:20."},
            {"role": "user", "content": "And tomorrow?"},
        ],
        "functions": [FUNCTION],
        **beside,
    }


def sent(body: JsonObject, to: str) -> segue.Converted:
    return segue.convert(body, to=segue.endpoint(to, api="openai-completions"), api="openai-completions")


@pytest.mark.parametrize("to", HOSTS)
def test_who_does_not_know_them_gets_tools(to: str) -> None:
    converted = sent(old(function_call="auto"), to)
    payload = converted.payload
    assert payload["tools"] == [{"type": "function", "function": FUNCTION}]
    assert payload["tool_choice"] == "auto"
    assert "function_call" not in str(payload)
    assert "functions" not in payload
    assert [message["role"] for message in payload["messages"]] == ["user", "assistant", "tool", "assistant", "user"]
    assert payload["messages"][2]["tool_call_id"] == payload["messages"][1]["tool_calls"][0]["id"]
    assert not converted.report.losses
    assert {change.rule for change in converted.report.changes} >= {"OAI-17"}
    provider = to.partition("/")[0]
    assert violations("openai-completions", payload, provider=provider) == []


def test_openai_gets_them_as_they_are() -> None:
    body = old(function_call={"name": "tide"})
    converted = segue.convert(body, to=GPT)
    assert {key: converted.payload[key] for key in body} == body
    assert converted.report.changes == ()


def test_one_that_has_to_be_called_has_to_be_elsewhere_too() -> None:
    body = old(function_call={"name": "tide"})
    chosen: JsonObject = {"type": "function", "function": {"name": "tide"}}
    assert sent(body, "groq/llama-3.3-70b-versatile").payload["tool_choice"] == chosen
    assert segue.convert(body, to="anthropic/claude-haiku-4-5").payload["tool_choice"] == {
        "type": "tool",
        "name": "tide",
    }
    assert segue.convert(body, to="openai/gpt-5.2").payload["tool_choice"] == {"type": "function", "name": "tide"}
    assert segue.convert(old(function_call="none"), to="openai/gpt-5.2").payload["tool_choice"] == "none"


def test_where_its_functions_are_rewritten_the_choice_is_too() -> None:
    body = old(functions=[{**FUNCTION, "name": "tide now"}], function_call={"name": "tide now"})
    payload = segue.convert(body, to=GPT).payload
    name = payload["tools"][0]["function"]["name"]
    assert payload["tool_choice"] == {"type": "function", "function": {"name": name}}
    assert "function_call" not in payload


def test_a_bare_api_gets_its_own_request_back() -> None:
    body = old(function_call={"name": "tide"}, random_seed=1)
    assert segue.convert(body, to="openai-completions", api="openai-completions").payload == body


def test_the_history_that_was_sent_is_sent_again() -> None:
    body = old()
    before = sent(body, "groq/llama-3.3-70b-versatile").payload["messages"]
    longer: JsonObject = {
        **body,
        "messages": [*as_list(body["messages"]), {"role": "assistant", "content": "At 17:05."}],
    }
    assert sent(longer, "groq/llama-3.3-70b-versatile").payload["messages"][: len(before)] == before


class TestSeeds:
    def test_mistral_has_another_word_for_it(self) -> None:
        converted = sent({"messages": [{"role": "user", "content": "q"}], "seed": 7}, "mistral/mistral-large")
        assert converted.payload["random_seed"] == 7
        assert "seed" not in converted.payload
        assert [(change.action, change.path) for change in converted.report.changes] == [("rewritten", "$.seed")]

    def test_and_back(self) -> None:
        body: JsonObject = {"messages": [{"role": "user", "content": "q"}], "random_seed": 7}
        assert sent(body, "deepseek/deepseek-chat").payload["seed"] == 7
        assert "random_seed" not in sent(body, GPT.replace("openai-completions", "openai")).payload
        assert sent(body, "mistral/mistral-large").payload["random_seed"] == 7
        assert segue.convert(body, to="google/gemini-2.5-pro", api="openai-completions").payload[
            "generationConfig"
        ] == {"seed": 7}

    def test_from_elsewhere(self) -> None:
        body: JsonObject = {"contents": [{"role": "user", "parts": [{"text": "q"}]}], "generationConfig": {"seed": 7}}
        payload = segue.convert(body, to=segue.endpoint("mistral/mistral-large", api="openai-completions")).payload
        assert payload["random_seed"] == 7
        assert "seed" not in payload
