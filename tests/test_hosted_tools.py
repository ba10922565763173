"""Tools that hosts of Chat Completions run themselves go to the hosts that know them."""

import pytest

import segue
from support.jsonish import Json, JsonObject, as_list

ASK: JsonObject = {"role": "user", "content": "Which boats lie in the harbour?"}
FUNCTION: JsonObject = {
    "type": "function",
    "function": {"name": "boats", "parameters": {"type": "object", "properties": {}}},
}
ADVISOR: JsonObject = {"type": "openrouter:advisor", "parameters": {"model": "anthropic/claude-opus-5"}}
BROWSER: JsonObject = {"type": "browser_search"}
BUILTIN: JsonObject = {"type": "builtin_function", "function": {"name": "$web_search"}}
RETRIEVAL: JsonObject = {"type": "retrieval", "retrieval": {"knowledge_id": "boats"}}

HOME: list[tuple[JsonObject, str]] = [
    (ADVISOR, "openrouter/openai/gpt-5.2"),
    (BROWSER, "groq/openai/gpt-oss-120b"),
    (BUILTIN, "moonshot/kimi-k2.6"),
    (RETRIEVAL, "zai/glm-5.2"),
]
HOSTS = ["openai-completions/gpt-4.1", "deepseek/deepseek-chat", "vllm/qwen3-32b", "mistral/mistral-large"]


def asking(*tools: Json, **beside: Json) -> JsonObject:
    return {"messages": [ASK], "tools": list(tools), **beside}


def tools(body: JsonObject, to: str) -> tuple[list[Json], segue.Report]:
    converted = segue.convert(body, to=segue.endpoint(to, api="openai-completions"), api="openai-completions")
    return as_list(converted.payload.get("tools") or []), converted.report


@pytest.mark.parametrize(("tool", "to"), HOME)
def test_the_host_that_runs_it_gets_it(tool: JsonObject, to: str) -> None:
    sent, report = tools(asking(tool, FUNCTION), to)
    assert sent == [tool, FUNCTION]
    assert not report.losses


@pytest.mark.parametrize(("tool", "home"), HOME)
def test_no_other_host_does(tool: JsonObject, home: str) -> None:
    for to in {*HOSTS, *(other for _, other in HOME)} - {home}:
        sent, report = tools(asking(FUNCTION, tool), to)
        assert [each for each in sent if "boats" not in str(each)] == []
        assert len(sent) == 1
        assert [(change.path, change.block) for change in report.losses] == [("$.tools[1]", "Tool")], to


def test_where_it_was_the_only_one_nothing_is_said_of_choosing() -> None:
    payload = segue.convert(asking(ADVISOR, tool_choice="auto"), to="groq/llama-3.3-70b-versatile").payload
    assert payload.keys() == {"model", "messages"}


def test_what_is_not_there_is_not_demanded() -> None:
    body = asking(ADVISOR, FUNCTION, tool_choice={"type": "openrouter:advisor"})
    assert "tool_choice" not in segue.convert(body, to="openai-completions/gpt-4.1").payload
    assert segue.convert(body, to="openrouter/openai/gpt-4.1").payload["tool_choice"] == body["tool_choice"]


def test_a_bare_api_gets_its_own_request_back() -> None:
    body = asking(ADVISOR, BROWSER, FUNCTION)
    assert segue.convert(body, to="openai-completions", api="openai-completions").payload == body


def test_the_history_goes_home_with_it() -> None:
    body = asking(ADVISOR, FUNCTION)
    away = segue.convert(body, to="deepseek/deepseek-chat", api="openai-completions")
    assert segue.encode(away.conversation, to="openrouter/openai/gpt-5.2").payload["tools"] == body["tools"]
