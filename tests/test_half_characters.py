"""Half characters in what programs say, and in what models write into arguments (U-1)."""

import json

import pytest

import segue

MODELS = ["openai-completions/gpt-4.1", "openai/gpt-5.2", "anthropic/claude-opus-5", "google/gemini-3-pro-preview"]


@pytest.mark.parametrize("model", MODELS)
def test_what_a_program_says_is_made_whole(model: str) -> None:
    call = segue.ToolCall("call_1", "note", '{"text": "cut \\ud83d here"}')
    conversation = segue.Conversation(
        (
            segue.user("a \ud83d b"),
            segue.assistant(call),
            segue.tool_result("call_1", "c \udc00 d"),
            segue.user("Go on."),
        )
    )
    converted = segue.encode(conversation, model)
    sent = json.dumps(json.loads(converted.json()), ensure_ascii=False)
    assert "a \ufffd b" in sent
    assert "c \ufffd d" in sent
    assert "cut \ufffd here" in sent
    assert [change.rule for change in converted.report.changes].count("U-1") == 3


@pytest.mark.parametrize("model", MODELS)
def test_whole_characters_that_are_escaped_stay_as_they_were_written(model: str) -> None:
    arguments = '{"text": "a whole \\ud83c\\udf88"}'
    request = [
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "n", "arguments": arguments}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "done"},
    ]
    converted = segue.convert(request, model)
    assert "U-1" not in {change.rule for change in converted.report.changes}


def test_a_program_that_wants_it_as_it_is_gets_it() -> None:
    arguments = '{"text": "\\ud83d"}'
    request = [
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "n", "arguments": arguments}}],
        },
    ]
    assert segue.convert(request, "openai-completions").payload["messages"] == request


CUT = '{"text": "cut \\ud83d here"}'
CHAT = {
    "messages": [
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "n", "arguments": CUT}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "done"},
        {"role": "user", "content": "Go on."},
    ],
}
ITEMS = {
    "input": [
        {"role": "user", "content": "Go."},
        {"type": "function_call", "call_id": "c1", "name": "n", "arguments": CUT},
        {"type": "function_call_output", "call_id": "c1", "output": "done"},
    ],
}
IN_CHAT = "$.messages[1].tool_calls[0].function.arguments"


@pytest.mark.parametrize(
    ("request_", "to", "path"),
    [
        (CHAT, "openai-completions/gpt-4.1", IN_CHAT),
        (CHAT, "openai-completions", IN_CHAT),
        (CHAT, "anthropic/claude-opus-5", IN_CHAT),
        (CHAT, "mistral/mistral-large-latest", IN_CHAT),
        (ITEMS, "openai/gpt-5.2", "$.input[1].arguments"),
        (ITEMS, "google/gemini-3-pro-preview", "$.input[1].arguments"),
        (ITEMS["input"], "openai/gpt-5.2", "$[1].arguments"),
    ],
)
def test_half_a_character_in_arguments_is_found_where_it_is(request_: object, to: str, path: str) -> None:
    found = [problem for problem in segue.check(request_, to) if problem.rule == "U-1"]
    assert [(problem.path, problem.severity) for problem in found] == [(path, "error")]
    assert "U-1" not in {problem.rule for problem in segue.check(segue.repair(request_, to).payload, to)}


def test_whole_characters_in_arguments_are_no_finding() -> None:
    for arguments in ('{"text": "\\ud83c\\udf88"}', '{"text": "\\\\ud83c"}', '{"text": "\\ud83c'):
        call = {"id": "c1", "type": "function", "function": {"name": "n", "arguments": arguments}}
        said = {"role": "assistant", "content": None, "tool_calls": [call]}
        request = [{"role": "user", "content": "Go."}, said, {"role": "tool", "tool_call_id": "c1", "content": "done"}]
        assert "U-1" not in {problem.rule for problem in segue.check(request, "openai-completions/gpt-4.1")}
