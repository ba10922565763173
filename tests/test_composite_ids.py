"""Ids that libraries packed signatures and other ids into are taken apart, and pairs stay pairs."""

import pytest

import segue
from support.jsonish import JsonObject, as_list, as_object, get

TARGETS = (
    "anthropic/claude-opus-5",
    "openai/gpt-5.2",
    "openai-completions/gpt-4.1",
    "google/gemini-3-pro",
    "deepseek/deepseek-chat",
)


def history(call_id: str) -> JsonObject:
    call: JsonObject = {"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}"}}
    return {
        "model": "m",
        "messages": [
            {"role": "user", "content": "q"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": call_id, "content": "done"},
        ],
    }


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("packed", ["call_a1__thought__Q2lRQmpy" + "A" * 80, "call_a1|fc_0123456789abcdef"])
def test_what_is_packed_behind_an_id_is_taken_off(packed: str, to: str) -> None:
    converted = segue.convert(history(packed), to=to, api="openai-completions")
    text = converted.json().decode()
    assert packed not in text
    assert text.count('"call_a1"') == 2
    assert "Q2lRQmpy" not in text
    assert {change.rule for change in converted.report.changes} & {"U-8", "RSP-18"}
    assert converted.report.lossless


def test_an_api_gets_its_own_ids_back() -> None:
    packed = history("call_a1__thought__Q2lR")
    assert segue.convert(packed, to="openai-completions").payload == packed


def test_ids_that_would_become_the_same_stay_apart() -> None:
    packed = history("call_a1|fc_1")
    again = history("call_a1|fc_2")
    both: JsonObject = {"model": "m", "messages": [*as_list(packed["messages"]), *as_list(again["messages"])]}
    payload = as_object(segue.convert(both, to="anthropic/claude-opus-5", api="openai-completions").payload)
    messages = [as_object(message) for message in as_list(payload["messages"])]
    blocks = [as_object(block) for message in messages for block in as_list(message.get("content"))]
    ids = [get(block, "id") for block in blocks if block.get("type") == "tool_use"]
    assert len(set(map(str, ids))) == 2
    assert ids == [get(block, "tool_use_id") for block in blocks if block.get("type") == "tool_result"]
