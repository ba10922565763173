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
