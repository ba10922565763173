"""Gemini behind Chat Completions: its signatures hang on calls, under `extra_content`."""

import segue
from support.jsonish import Json, JsonObject, as_list, as_object

GEMINI = segue.endpoint("google/gemini-3-pro-preview", api="openai-completions")
OLDER = segue.endpoint("google/gemini-2.5-pro", api="openai-completions")
PLACEHOLDER = "skip_thought_signature_validator"


def call(call_id: str, signature: str | None = None) -> JsonObject:
    made: JsonObject = {"id": call_id, "type": "function", "function": {"name": "tide", "arguments": "{}"}}
    return made if signature is None else {**made, "extra_content": {"google": {"thought_signature": signature}}}


def history(*calls: Json) -> JsonObject:
    results = [{"role": "tool", "tool_call_id": as_object(each)["id"], "content": "16:20"} for each in calls]
    return {
        "messages": [
            {"role": "user", "content": "When is high water?"},
            {"role": "assistant", "content": None, "tool_calls": list(calls)},
            *results,
        ],
        "tools": [{"type": "function", "function": {"name": "tide", "parameters": {"type": "object"}}}],
    }


def calls(converted: segue.Converted) -> list[JsonObject]:
    return [as_object(each) for each in as_list(as_object(converted.payload["messages"][1])["tool_calls"])]


def signatures(converted: segue.Converted) -> list[Json]:
    found: list[Json] = []
    for each in calls(converted):
        beside = as_object(each.get("extra_content") or {})
        found.append(as_object(beside.get("google") or {}).get("thought_signature"))
    return found


def test_a_signature_outlives_the_empty_id_of_its_call() -> None:
    converted = segue.repair(history(call("", "U0lH"), call("")), to=GEMINI)
    ids = [each["id"] for each in calls(converted)]
    assert signatures(converted) == ["U0lH", None]
    assert all(ids)
    assert len(set(map(str, ids))) == 2
    assert [message["tool_call_id"] for message in converted.payload["messages"][2:]] == ids


def test_and_an_author_who_is_named() -> None:
    body = history(call("functions.tide:0", "U0lH"))
    kept = segue.convert(body, to=GEMINI, source_model="google/gemini-3-pro-preview")
    assert signatures(kept) == ["U0lH"]
    assert "Signature" not in {change.block for change in kept.report.changes}


def test_a_strangers_signature_does_not() -> None:
    converted = segue.convert(history(call("", "U0lH")), to="deepseek/deepseek-chat")
    assert signatures(converted) == [None]
    assert "Signature" in {change.block for change in converted.report.changes}


def test_a_call_of_another_model_carries_the_placeholder_and_only_the_first_of_a_step() -> None:
    for body in (history(call("a"), call("b")), history(call("x" * 50), call("b"))):
        converted = segue.convert(body, to=GEMINI)
        assert signatures(converted) == [PLACEHOLDER, None]
        told = [
            (change.action, change.path, change.rule)
            for change in converted.report.changes
            if change.block == "Signature"
        ]
        assert told == [("synthesized", "$.messages[1].tool_calls[0]", "GEM-05")]


def test_from_another_api_too() -> None:
    claudes: JsonObject = {
        "max_tokens": 9,
        "messages": [
            {"role": "user", "content": "When is high water?"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "tide", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "16:20"}]},
        ],
    }
    assert signatures(segue.convert(claudes, to=GEMINI)) == [PLACEHOLDER]


def test_who_wants_none_gets_none() -> None:
    for to in (OLDER, "openai-completions/gpt-4.1", "openrouter/google/gemini-3-pro-preview"):
        assert signatures(segue.convert(history(call("a")), to=to)) == [None]


def test_mending_twice_is_mending_once() -> None:
    once = segue.repair(history(call("a"), call("b")), to=GEMINI)
    again = segue.repair(once.payload, to=GEMINI)
    assert again.payload == once.payload
    assert again.report.changes == ()
