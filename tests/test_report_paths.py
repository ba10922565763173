"""What a report says of things beside the messages, and of things that were made up: where, and no more than once."""

import pytest

import segue
from support.jsonish import Json, JsonObject

UNANSWERED: JsonObject = {
    "messages": [
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "n", "arguments": "{}"}}],
        },
        {"role": "user", "content": "Never mind."},
    ]
}


@pytest.mark.parametrize(
    "to",
    [
        "openai-completions/gpt-4.1",
        "openai/gpt-5.2",
        "mistral/mistral-large-latest",
        "bedrock/us.meta.llama3-3-70b-instruct-v1:0",
    ],
)
def test_of_a_result_that_was_made_up_only_that_is_told(to: str) -> None:
    changes = segue.convert(UNANSWERED, to).report.changes
    assert [change.action for change in changes if change.block == "ToolResult"] == ["synthesized"]


@pytest.mark.parametrize("to", ["openai-completions/gpt-4.1", "openai/gpt-5.2", "mistral/mistral-large-latest"])
def test_a_failure_that_was_recorded_is_still_told(to: str) -> None:
    said: JsonObject = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "n", "input": {}}]}
    failed: JsonObject = {"type": "tool_result", "tool_use_id": "t1", "content": "Sunk.", "is_error": True}
    history: list[Json] = [{"role": "user", "content": "Go."}, said, {"role": "user", "content": [failed]}]
    told = [change.why for change in segue.convert(history, to, api="anthropic-messages").report.changes]
    assert "this API has no error flag, so the text says it" in told


def declared(*names: str) -> JsonObject:
    functions: list[Json] = [{"name": name, "parametersJsonSchema": {"type": "object"}} for name in names]
    return {"functionDeclarations": functions}


GEMINI: JsonObject = {
    "contents": [{"role": "user", "parts": [{"text": "Go."}]}],
    "tools": [{"googleSearch": {}}, declared("look", "tide.now"), {"function_declarations": [{"name": "a:b"}]}],
}


def test_tools_of_gemini_are_told_where_they_are_declared() -> None:
    changes = segue.convert(GEMINI, "anthropic/claude-opus-5").report.changes
    assert [change.path for change in changes if change.block == "ToolName"] == [
        "$.tools[1].functionDeclarations[1]",
        "$.tools[2].function_declarations[0]",
    ]
    assert [change.path for change in changes if change.block == "Tool"] == ["$.tools[0].googleSearch"]


def test_names_that_gemini_refuses_are_told_inside_their_declarations() -> None:
    request: JsonObject = {**GEMINI, "tools": [declared("look", "3d print")]}
    repaired = segue.repair(request, "google/gemini-3-pro-preview")
    assert [change.path for change in repaired.report.changes] == ["$.tools[0].functionDeclarations[1]"]


def test_tools_of_converse_are_told_in_its_tool_config() -> None:
    tools: list[Json] = [{"toolSpec": {"name": "2 look", "inputSchema": {"json": {"type": "object"}}}}]
    request: JsonObject = {
        "messages": [{"role": "user", "content": [{"text": "Go."}]}],
        "toolConfig": {"tools": tools},
    }
    changes = segue.convert(request, "google/gemini-3-pro-preview").report.changes
    assert [change.path for change in changes] == ["$.toolConfig.tools[0]"]
