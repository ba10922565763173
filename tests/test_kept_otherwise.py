"""Histories as programs keep them: with the nulls that SDKs dump, with results that say nothing, and items kept twice.

What means the same is sent the same; what would be refused is mended.
"""

from collections.abc import Callable
from typing import Any

import pytest

import segue
from segue.apis.reading import is_object
from strategies import CONSTRUCTS, MODELS, samples
from strategies.compare import assert_same
from strategies.wire import HISTORIES
from support.jsonish import FREE_FORM, Json, JsonObject, as_list, get

PARTS = ("text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult")
PART = (*PARTS, "thought", "thoughtSignature", "videoMetadata")

ITEMS = {
    "message": ("status", "phase"),
    "reasoning": ("content", "encrypted_content", "status"),
    "function_call": ("id", "status", "namespace", "caller"),
    "function_call_output": ("id", "status", "caller"),
}

BLOCKS = {
    "text": ("citations", "cache_control"),
    "tool_use": ("caller", "cache_control"),
    "tool_result": ("cache_control", "is_error"),
    "image": ("cache_control",),
    "document": ("cache_control", "title", "context", "citations"),
}

SAID = {"assistant": ("refusal", "function_call", "audio", "annotations", "name"), "user": ("name",)}


def of_role(element: JsonObject) -> tuple[str, ...]:
    return SAID.get(str(element.get("role")), ())


def of_type(names: dict[str, tuple[str, ...]]) -> Callable[[JsonObject], tuple[str, ...]]:
    return lambda element: names.get(str(element.get("type")), ())


def of_part(element: JsonObject) -> tuple[str, ...]:
    """A part in camelCase: who writes with underscores writes the nulls so too."""
    if "functionCall" in element or set(element) <= {"text", "thought"}:
        return PART
    return ("parts", "scheduling", "willContinue") if "response" in element else ()


DUMPED: dict[str, Callable[[JsonObject], tuple[str, ...]]] = {
    "openai-completions": of_role,
    "openai-responses": of_type(ITEMS),
    "anthropic-messages": of_type(BLOCKS),
    "google-generative-ai": of_part,
}
"""The keys that an SDK writes with null on an element that does not have them."""


def dumped(api: str, value: Json) -> Json:
    if isinstance(value, list):
        return [dumped(api, member) for member in value]
    if not isinstance(value, dict):
        return value
    made = {
        key: member if key in FREE_FORM or _is_input(key, member) else dumped(api, member)
        for key, member in value.items()
    }
    return {**dict.fromkeys(DUMPED[api](value)), **made}


def _is_input(key: str, member: Any) -> bool:
    return key == "input" and is_object(member)


@pytest.mark.parametrize(("api", "construct"), [pair for pair in CONSTRUCTS if pair[0] in DUMPED])
def test_nulls_mean_nothing(api: str, construct: str) -> None:
    for plain in samples(api, construct, 2):
        request: JsonObject = {**plain, HISTORIES[api]: dumped(api, plain[HISTORIES[api]])}
        assert_same(segue.convert(request, api, api=api).payload, request)
        for target in MODELS:
            if target != api:
                assert_same(
                    segue.convert(request, MODELS[target], api=api).payload,
                    segue.convert(plain, MODELS[target], api=api).payload,
                )
        found, wanted = (
            [
                (problem.rule, problem.path)
                for problem in segue.check(each, MODELS[api], api=api)
                if problem.severity == "error"
            ]
            for each in (request, plain)
        )
        assert found == wanted


#: What holds a tool's own words, or a model's: a key in there is not harmless.
OWN_WORDS = FREE_FORM | {
    "action",
    "actions",
    "operation",
    "error",
    "output_schema",
    "executableCode",
    "codeExecutionResult",
}


def with_harmless_key(value: Json, harmless: Json) -> Json:
    if isinstance(value, list):
        return [with_harmless_key(member, harmless) for member in value]
    if not isinstance(value, dict) or "stdout" in value:
        return value
    made = {
        key: member if key in OWN_WORDS or _is_input(key, member) else with_harmless_key(member, harmless)
        for key, member in value.items()
    }
    return {**made, "x_harmless": harmless}


@pytest.mark.parametrize(("api", "construct"), [pair for pair in CONSTRUCTS if not pair[1].startswith("unknown")])
def test_a_key_that_nobody_knows_changes_nothing_elsewhere(api: str, construct: str) -> None:
    """What is read at a glance is read as what has to be looked at."""
    [plain] = samples(api, construct, 1)
    request: JsonObject = {**plain, HISTORIES[api]: with_harmless_key(plain[HISTORIES[api]], 7)}
    for target in (*MODELS, *MODELS.values()):
        if not target.startswith(api) and target != MODELS[api]:
            assert_same(
                segue.convert(request, target, api=api).payload,
                segue.convert(plain, target, api=api).payload,
            )


ASKED: JsonObject = {"role": "user", "content": "Which boats?"}
CALLED: JsonObject = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "boats", "arguments": "{}"}}],
}


@pytest.mark.parametrize("content", [{"content": None}, {"content": []}, {}])
def test_a_result_of_nothing_is_an_empty_text_in_chat(content: JsonObject) -> None:
    history: list[Json] = [ASKED, CALLED, {"role": "tool", "tool_call_id": "call_1", **content}]
    converted = segue.convert(history, "openai-completions/gpt-4.1", api="openai-completions")
    assert get(as_list(converted.payload["messages"])[2], "content") == ""
    assert [(change.rule, change.path) for change in converted.report.changes] == [("OAI-11", "$[2].content")]


@pytest.mark.parametrize("blank", ["", " \n"])
def test_a_blank_text_in_a_result_is_left_out_where_it_is_refused(blank: str) -> None:
    call: JsonObject = {"type": "tool_use", "id": "toolu_1", "name": "boats", "input": {}}
    parts: list[Json] = [{"type": "text", "text": blank}, {"type": "text", "text": "Two."}]
    result: JsonObject = {"type": "tool_result", "tool_use_id": "toolu_1", "content": parts}
    history: list[Json] = [ASKED, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    body: JsonObject = {
        "max_tokens": 9,
        "messages": history,
        "tools": [{"name": "boats", "input_schema": {"type": "object"}}],
    }
    repaired = segue.repair(body, "anthropic/claude-opus-5", api="anthropic-messages")
    assert "Two." in str(repaired.payload)
    assert repr(blank) not in str(repaired.payload)
    assert [
        problem for problem in segue.check(repaired.payload, "anthropic/claude-opus-5") if problem.severity == "error"
    ] == []
    assert segue.convert(body, "anthropic-messages", api="anthropic-messages").payload == body


def test_a_call_that_was_kept_twice_goes_with_its_output() -> None:
    call: JsonObject = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "boats", "arguments": "{}"}
    output: JsonObject = {"type": "function_call_output", "call_id": "call_1", "output": "Two."}
    history: list[Json] = [ASKED, call, output]
    sent = segue.convert([*history, *history, ASKED], "openai/gpt-5.2", api="openai-responses").payload
    assert [item.get("type", item.get("role")) for item in as_list(sent["input"]) if isinstance(item, dict)] == [
        "user",
        "function_call",
        "function_call_output",
        "user",
        "user",
    ]


def test_calls_of_one_id_keep_their_outputs_although_these_are_alike() -> None:
    calls: list[JsonObject] = [
        {"type": "function_call", "id": f"fc_{n}", "call_id": "call_1", "name": "boats", "arguments": "{}"}
        for n in range(2)
    ]
    output: JsonObject = {"type": "function_call_output", "call_id": "call_1", "output": "Done."}
    history: list[Json] = [ASKED, calls[0], output, calls[1], output, ASKED]
    sent = segue.convert(history, "openai/gpt-5.2", api="openai-responses").payload
    assert str(sent["input"]).count("Done.") == 2


def test_a_failure_without_words_is_a_failure() -> None:
    call: JsonObject = {"type": "tool_use", "id": "toolu_1", "name": "boats", "input": {}}
    result: JsonObject = {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True}
    history: list[Json] = [ASKED, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    assert segue.decode(history, api="anthropic-messages").messages[2].blocks[0] == segue.ToolResult(
        "toolu_1", (), is_error=True
    )


@pytest.mark.parametrize("target", ["mistral/mistral-large-latest", "zai/glm-5.2", "vllm/my-model"])
def test_instructions_alone_get_a_user_where_one_is_wanted(target: str) -> None:
    converted = segue.convert([{"role": "system", "content": "Be brief."}], target, api="openai-completions")
    assert [get(message, "role") for message in as_list(converted.payload["messages"])] == ["system", "user"]
    assert [change.action for change in converted.report.changes] == ["synthesized"]


def test_a_choice_of_tools_goes_with_the_tools() -> None:
    body: JsonObject = {"max_tokens": 9, "messages": [ASKED], "tool_choice": {"type": "auto"}}
    converted = segue.convert(body, "anthropic/claude-opus-5", api="anthropic-messages")
    assert "tool_choice" not in converted.payload
    assert [change.path for change in converted.report.changes] == ["$.tool_choice"]


@pytest.mark.parametrize("target", ["openai-completions", "openai-completions/gpt-4.1", "mistral"])
def test_what_only_its_own_api_understands_leaves_no_empty_message(target: str) -> None:
    asked: JsonObject = {
        "type": "mcp_approval_request",
        "id": "mcpr_1",
        "server_label": "s",
        "name": "n",
        "arguments": "{}",
    }
    granted: JsonObject = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True}
    history: list[Json] = [ASKED, asked, granted, {"role": "assistant", "content": "Two."}, ASKED]
    converted = segue.convert(history, target, api="openai-responses")
    assert all(get(message, "content") for message in as_list(converted.payload["messages"]))
    assert "$[2]" in [change.path for change in converted.report.losses]
