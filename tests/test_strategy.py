"""What becomes of tool traffic: itself, prose, or nothing; and what becomes of messages that cannot be read."""

from typing import Any

import pytest

import segue

HISTORY: list[dict[str, Any]] = [
    {"role": "user", "content": "How warm is it?"},
    {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}},
            {"id": "c2", "type": "function", "function": {"name": "clock", "arguments": "{}"}},
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "21 °C"},
    {"role": "tool", "tool_call_id": "c2", "content": "noon"},
    {"role": "assistant", "content": "21 °C at noon."},
    {"role": "user", "content": "Thanks."},
]


def texts(messages: list[dict[str, Any]]) -> str:
    return str([message["content"] for message in messages])


@pytest.mark.parametrize("to", ["openai-completions", "anthropic/claude-opus-5"])
def test_simplified_traffic_is_told_by_the_user_in_order(to: str) -> None:
    converted = segue.convert(HISTORY, to, strategy="simplify")
    messages = converted.payload["messages"]
    told = texts(messages)
    assert "tool_calls" not in str(messages)
    assert "tool_use" not in told
    assert told.index("I look.") < told.index("weather") < told.index("21 °C") < told.index("noon")
    assert {message["role"] for message in messages} == {"user", "assistant"}
    assert converted.report.lossless
    assert len([change for change in converted.report.changes if change.action == "kept-as-text"]) == 4


def test_stripped_traffic_is_gone_and_told() -> None:
    converted = segue.convert(HISTORY, "openai-responses", strategy="strip")
    assert "Bern" not in str(converted.payload["input"])
    assert all(item["content"] for item in converted.payload["input"])
    assert "I look." in str(converted.payload["input"])
    assert [loss.path for loss in converted.report.losses] == [
        "$[1].tool_calls[0]",
        "$[1].tool_calls[1]",
        "$[2].content",
        "$[3].content",
    ]


def test_a_model_that_calls_no_tools_is_told_of_them_in_prose() -> None:
    tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
    request = {"messages": HISTORY, "tools": [tool], "tool_choice": "auto"}
    converted = segue.convert(request, "amazon-bedrock/us.deepseek.r1-v1:0")
    assert "toolConfig" not in converted.payload
    assert "toolUse" not in str(converted.payload)
    assert "Bern" in str(converted.payload["messages"])
    assert [(loss.path, loss.block) for loss in converted.report.losses] == [("$.tools[0]", "Tool")]


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    asked: Any = "summarise"
    with pytest.raises(segue.UsageError, match="full, simplify, strip"):
        segue.convert(HISTORY, "openai-responses", strategy=asked)


def test_a_lenient_reader_leaves_what_it_cannot_read_in_its_place() -> None:
    broken = [HISTORY[0], {"role": "user", "content": 7}, HISTORY[-1]]
    with pytest.raises(segue.InvalidHistory) as refused:
        segue.decode(broken)
    assert refused.value.path == "$[1].content"
    conversation = segue.decode(broken, lenient=True)
    assert [message.text for message in conversation.messages] == ["How warm is it?", "", "Thanks."]
    converted = segue.encode(conversation, "anthropic/claude-opus-5")
    assert converted.payload["messages"][0]["content"][1]["text"] == "Thanks."
    assert [loss.path for loss in converted.report.losses] == ["$.messages[1].content[0]"]


def test_a_lenient_reader_reads_a_whole_request() -> None:
    body = {"model": "gpt-5.2", "messages": [*HISTORY, 7]}
    conversation = segue.decode(body, lenient=True, api="openai-completions")
    assert len(conversation.messages) == len(HISTORY) + 1
    assert conversation.model == "gpt-5.2"


SEARCHED: list[dict[str, Any]] = [
    {"role": "user", "content": "Combien de tickets ?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"q": "open", "limit": 5}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "42 tickets trouvés"},
]


def test_french_is_the_text_that_is_promised() -> None:
    messages = segue.convert(SEARCHED, "openai-completions", strategy="simplify", language="fr").payload["messages"]
    assert messages[1]["content"] == "[Outil utilisé: search(q='open', limit=5)]\nRésultat: 42 tickets trouvés"


def test_a_result_that_nobody_asked_for_has_no_arguments() -> None:
    stray = [SEARCHED[0], SEARCHED[2]]
    told = segue.Wording(answered="{name}({arguments}) = {result}", arguments="python")
    messages = segue.convert(stray, "openai-completions", strategy="simplify", language=told).payload["messages"]
    assert "42 tickets" in texts(messages)


def test_words_of_ones_own_hold_whatever_was_said() -> None:
    braces = [*SEARCHED[:2], {**SEARCHED[2], "content": "{name} {0} {"}]
    told = segue.Wording(answered="{name}: {result}", role="assistant")
    messages = segue.convert(braces, "openai-completions", strategy="simplify", language=told).payload["messages"]
    assert messages[1] == {"role": "assistant", "content": "search: {name} {0} {"}


@pytest.mark.parametrize("variable", ["HISTORY_CONVERSION_STRATEGY", "SEGUE_STRATEGY"])
def test_the_environment_names_the_usual_strategy(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "strip")
    assert "42" not in texts(segue.convert(SEARCHED, "openai-completions/gpt-4.1").payload["messages"])
    asked_for = segue.convert(SEARCHED, "openai-completions/gpt-4.1", strategy="full").payload["messages"]
    assert asked_for[1]["tool_calls"]


def test_an_unknown_strategy_in_the_environment_warns(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HISTORY_CONVERSION_STRATEGY", "gentle")
    messages = segue.convert(SEARCHED, "openai-completions/gpt-4.1").payload["messages"]
    assert "tool_calls" not in str(messages)
    assert caplog.messages == ["Unknown strategy 'gentle', using 'simplify'"]


def test_unknown_words_are_refused_with_those_that_are_known() -> None:
    gentle: Any = "gentle"
    with pytest.raises(segue.UsageError, match="full, simplify, strip"):
        segue.convert(SEARCHED, "openai-completions", strategy=gentle)
    with pytest.raises(segue.UsageError, match="en, fr"):
        segue.convert(SEARCHED, "openai-completions", language="de")


def test_images_are_left_out_as_asked() -> None:
    seen = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]}]
    converted = segue.convert(seen, "anthropic/claude-opus-5", images="placeholder")
    assert converted.payload["messages"] == [{"role": "user", "content": "(Here was an image.)"}]
    assert not converted.report.lossless


@pytest.mark.parametrize("variable", ["HISTORY_CONVERSION_STRATEGY", "SEGUE_STRATEGY"])
@pytest.mark.parametrize("word", ["simplify", " Strip ", "gentle"])
def test_the_environment_does_not_touch_what_is_not_converted(
    variable: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An API by itself gets its own history back; mending leaves alone what is in order."""
    monkeypatch.setenv(variable, word)
    assert segue.convert(HISTORY, "openai-completions").payload["messages"] == HISTORY
    assert segue.encode(segue.decode(HISTORY), "openai-completions").report.lossless
    assert segue.repair(HISTORY, "openai-completions/gpt-4.1").payload["messages"] == HISTORY
    assert segue.check(HISTORY, "openai-completions/gpt-4.1") == []
    assert "tool_calls" not in str(segue.convert(HISTORY, "openai-completions", strategy="simplify").payload)


def test_the_specifications_own_variable_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEGUE_STRATEGY", "strip")
    monkeypatch.setenv("HISTORY_CONVERSION_STRATEGY", "full")
    assert segue.convert(SEARCHED, "openai-completions/gpt-4.1").payload["messages"][1]["tool_calls"]
    monkeypatch.setenv("HISTORY_CONVERSION_STRATEGY", "")
    assert "42" not in texts(segue.convert(SEARCHED, "openai-completions/gpt-4.1").payload["messages"])


def test_a_plan_is_for_the_usual_strategy_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEGUE_STRATEGY", "strip")
    assert segue.plan(SEARCHED, "anthropic/claude-opus-5").lost == {"ToolCall": 1, "ToolResult": 1}
    assert segue.plan(SEARCHED, "anthropic/claude-opus-5", strategy="full").lost == {}


STRAY: list[dict[str, Any]] = [
    {"role": "user", "content": "How warm is it?"},
    {"role": "tool", "tool_call_id": "c9", "content": "21 °C"},
    {"role": "user", "content": "Thanks."},
]


@pytest.mark.parametrize("model", ["openai-completions/gpt-4.1", "google/gemini-3-pro-preview"])
def test_a_result_of_a_call_that_nobody_made_is_traffic_like_any_other(model: str) -> None:
    told = segue.convert(STRAY, model, strategy="simplify", language="fr")
    assert "[Outil utilisé: unknown_tool()]\nRésultat: 21 °C" in str(told.payload).replace("\\n", "\n")
    left_out = segue.convert(STRAY, model, strategy="strip")
    assert "21 °C" not in str(left_out.payload)
    assert [change.path for change in left_out.report.losses] == ["$[1].content"]
