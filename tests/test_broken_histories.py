"""Histories that sessions died of: each is diagnosed in the provider's words, and mended or refused with the reason.

The numbers are those of the acceptance table: S1 and S3 are the specifications that ask for it.
"""

import json

import pytest

import segue
from support.examples import PNG
from support.jsonish import Json, JsonObject, as_list, as_object

GPT = "openai-completions/gpt-4.1"
CLAUDE = "anthropic/claude-opus-5"
DEEPSEEK = "deepseek/deepseek-chat"

ASK: JsonObject = {"role": "user", "content": "Crée une note dans movies"}
ARGUMENTS = '{"notebook_id":"movies","markdown_content":"Heat"}'
CALL: JsonObject = {
    "id": "call_123",
    "type": "function",
    "function": {"name": "create_note", "arguments": ARGUMENTS},
}
CALLING: JsonObject = {"role": "assistant", "content": None, "tool_calls": [CALL]}
DONE: JsonObject = {
    "role": "tool",
    "tool_call_id": "call_123",
    "name": "create_note",
    "content": '{"success":true,"note":{"id":7}}',
}
FAILED: JsonObject = {**DONE, "content": '{"success":false,"error":"notebook_id manquant"}'}


def request(*messages: JsonObject, **beside: Json) -> JsonObject:
    return {"model": "gpt-4.1", "messages": list(messages), **beside}


def without(value: JsonObject, key: str) -> JsonObject:
    return {name: member for name, member in value.items() if name != key}


def rules(source: JsonObject, target: str = GPT) -> dict[str, str]:
    """What is found, and where."""
    found = segue.check(source, target, api="openai-completions")
    return {problem.rule: problem.path for problem in found}


def mended(source: JsonObject, target: str = GPT) -> list[JsonObject]:
    """The messages of the mended request, in which nothing is found any more."""
    repaired = segue.repair(source, target, api="openai-completions")
    assert rules(repaired.payload, target) == {}
    return [as_object(message) for message in as_list(repaired.payload["messages"])]


@pytest.mark.parametrize("result", [DONE, FAILED], ids=["success", "failure"])
def test_s3_07_the_form_that_works_is_sound(result: JsonObject) -> None:
    """S3-07, S3-11, S3-15, S3-16: a failure that the model can read is a result like another."""
    sound = request(ASK, CALLING, result)
    assert segue.check(sound, profile="deepseek") == []
    assert rules(sound) == {}
    assert mended(sound) == sound["messages"]


def test_s3_01_content_that_is_not_there_becomes_null() -> None:
    """S3-01: what JavaScript calls undefined, JSON leaves out."""
    assert mended(request(ASK, without(CALLING, "content"), DONE))[1] == CALLING


def test_s3_01_an_answer_without_content_becomes_empty() -> None:
    """S3-01 where there are no calls either."""
    broken = request(ASK, {"role": "assistant"})
    assert rules(broken) == {"OAI-11": "$.messages[1].content"}
    assert mended(broken)[1] == {"role": "assistant", "content": ""}


def test_s3_02_a_number_where_calls_belong_is_diagnosed() -> None:
    """S3-02: what was called is not there any more; its result becomes the user's words."""
    broken = request(ASK, {**CALLING, "tool_calls": 1}, DONE)
    found = rules(broken)
    assert found["OAI-06"] == "$.messages[1].tool_calls"
    assert found["OAI-02"] == "$.messages[2]"
    assert "note" in str(mended(broken)[-1]["content"])


def test_s3_03_a_result_without_a_name_gets_that_of_its_call() -> None:
    """S3-03 and S3-12: hosts that ask for the name have it looked up."""
    broken = request(ASK, CALLING, without(DONE, "name"))
    assert rules(broken) == {}
    assert rules(broken, DEEPSEEK)["S3-03"] == "$.messages[2]"
    assert mended(broken, DEEPSEEK)[2] == DONE


def test_s3_04_a_result_of_a_call_that_nobody_made() -> None:
    """S3-04: the call gets a result that says there is none, and the words of the stray one stay."""
    broken = request(ASK, CALLING, {**DONE, "tool_call_id": "call_999"})
    assert rules(broken) == {"OAI-01": "$.messages[1].tool_calls[0]", "OAI-02": "$.messages[2]"}
    roles = [message["role"] for message in mended(broken)]
    assert roles == ["user", "assistant", "tool", "user"]


def test_s1_03_an_empty_list_of_calls_is_left_out() -> None:
    """S1-03: OpenAI refuses it."""
    broken = request(ASK, {"role": "assistant", "content": "Voilà.", "tool_calls": []}, ASK)
    assert rules(broken) == {"OAI-06": "$.messages[1].tool_calls"}
    assert mended(broken)[1] == {"role": "assistant", "content": "Voilà."}


@pytest.mark.parametrize("target", [GPT, CLAUDE])
def test_s1_32_a_call_without_a_result_never_vanishes(target: str) -> None:
    """S1-32: it is answered with words that say so."""
    broken = request(ASK, CALLING, {"role": "user", "content": "Laisse."})
    mended_there = segue.repair(broken, target, api="openai-completions").payload
    assert "create_note" in json.dumps(mended_there)
    assert "No result provided" in json.dumps(mended_there)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"model": "gpt-5.2", "previous_response_id": "resp_1", "input": "Go on."}, "previous_response_id"),
        ({"model": "gpt-4.1", "messages": []}, "empty history"),
        ({"model": "claude-opus-5", "max_tokens": 10, "messages": []}, "empty history"),
    ],
    ids=["held elsewhere", "nothing", "nothing at all"],
)
def test_what_cannot_be_mended_says_so_and_why(source: JsonObject, words: str) -> None:
    """History that only a provider holds, and none at all."""
    target = GPT if "claude" in str(source["model"]) else CLAUDE
    with pytest.raises(segue.InvalidHistory, match=words) as refused:
        segue.repair(source, target)
    assert refused.value.rule in {"L11", "ANT-01"}
    found = segue.check(source, target)
    assert any(problem.rule == refused.value.rule and problem.severity == "error" for problem in found)


@pytest.mark.parametrize("tools", [[1.5, {"googleMaps": {}}], 3, {"googleMaps": {}}])
def test_tools_that_are_none_are_diagnosed(tools: Json) -> None:
    body: JsonObject = {"tools": tools, "contents": [{"role": "user", "parts": [{"text": "Hi."}]}]}
    found = segue.check(body, "google/gemini-3-pro-preview", api="google-generative-ai")
    assert [problem.path.partition("[")[0] for problem in found] == ["$.tools"]


def test_a_format_that_is_no_word_is_diagnosed() -> None:
    image: JsonObject = {"image": {"format": {"value": "webp"}, "source": {"bytes": PNG}}}
    body: JsonObject = {"messages": [{"role": "user", "content": [{"text": "Hi."}, image]}]}
    found = segue.check(body, "bedrock/us.anthropic.claude-opus-4-6-v1", api="bedrock-converse")
    assert ("BED-11", "$.messages[0].content[1].image.format") in [(each.rule, each.path) for each in found]
