"""Ids of calls: each host gets them in the form that it takes, call and result alike, and the same ones every time."""

import re
from typing import Any

import pytest

import segue
from support.jsonish import JsonObject, walk

LONG = "call_" + "x" * 55
ODD = "call/1 (second try)==" + "0" * 30

#: What is given, and what hosts of different forms make of it: the same, or another of their own form.
FORMS = {
    "openai-completions/gpt-5.2": r"[^\x00]{1,40}",
    "deepseek/deepseek-chat": r"[^\x00]+",
    "huggingface/my-model": r"[a-zA-Z0-9_-]{1,40}",
    "openrouter/mistralai/mistral-large-2411": r"[a-zA-Z0-9]{9}",
    "vllm/mistralai/Mistral-7B-Instruct-v0.3": r"[a-zA-Z0-9]{9}",
    "anthropic/claude-opus-5": r"[a-zA-Z0-9_-]{1,64}",
    "openai/gpt-5.2": r"[a-zA-Z0-9_.:|-]{1,64}",
}
GIVEN = ["toolu_01ABCdef", "functions.look:0", "D681PevKs", LONG, ODD, "call_1", "call_1"]


def history(*ids: str) -> list[JsonObject]:
    """One turn for each id: a question, a call, its result."""
    told: list[JsonObject] = []
    for number, call_id in enumerate(ids):
        call: JsonObject = {"id": call_id, "type": "function", "function": {"name": "look", "arguments": "{}"}}
        told.append({"role": "user", "content": f"Question {number}?"})
        told.append({"role": "assistant", "content": "Let me look.", "tool_calls": [call]})
        told.append({"role": "tool", "tool_call_id": call_id, "content": f"Result {number}."})
        told.append({"role": "assistant", "content": f"Answer {number}."})
    return [*told, {"role": "user", "content": "Thanks."}]


def made(to: str, *ids: str) -> tuple[list[str], list[str]]:
    """The ids of the calls, and those of the results, in their order."""
    payload: Any = segue.convert(history(*ids), to, api="openai-completions").payload
    calls, results = list[str](), list[str]()
    for _, value in walk(payload):
        if not isinstance(value, dict):
            continue
        if value.get("type") in ("function", "tool_use") and "id" in value:
            calls.append(str(value["id"]))
        elif value.get("type") == "function_call":
            calls.append(str(value["call_id"]))
        elif value.get("role") == "tool" or value.get("type") in ("tool_result", "function_call_output"):
            results.append(str(next(value[key] for key in ("tool_call_id", "tool_use_id", "call_id") if key in value)))
    return calls, results


@pytest.mark.parametrize("to", FORMS)
def test_ids_have_the_hosts_form_and_are_told_apart(to: str) -> None:
    calls, results = made(to, *GIVEN)
    assert [call for call in calls if not re.fullmatch(FORMS[to], call)] == []
    assert len(set(calls)) == len(GIVEN)
    assert results == calls


@pytest.mark.parametrize("to", FORMS)
def test_an_id_that_fits_is_left_alone(to: str) -> None:
    assert made(to, "D681PevKs") == (["D681PevKs"], ["D681PevKs"])


@pytest.mark.parametrize("to", FORMS)
def test_earlier_ids_do_not_change_when_a_conversation_goes_on(to: str) -> None:
    calls, _ = made(to, *GIVEN)
    for end in range(1, len(GIVEN)):
        assert made(to, *GIVEN[:end])[0] == calls[:end]


def test_ids_that_a_host_takes_are_not_touched_however_long_they_are() -> None:
    assert made("deepseek/deepseek-chat", LONG, ODD)[0] == [LONG, ODD]


def test_what_changed_is_told() -> None:
    converted = segue.convert(history("toolu_01ABCdef"), "openrouter/mistralai/mistral-large-2411")
    told = [change for change in converted.report.changes if change.block == "ToolCallId"]
    assert [(change.action, change.path) for change in told] == [("rewritten", "$[1].tool_calls[0]")]
