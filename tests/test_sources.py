"""What people have in their hands: SDK objects, JSON text, lists of messages with answers among them."""

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from anthropic.types import Message as ClaudeMessage
from google.genai import types as google
from mistralai.client import models as mistral
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

import segue

ASKED = {"role": "user", "content": "Which day is it?"}
COMPLETION: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4.1-2025-04-14",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": None,
                "refusal": None,
                "tool_calls": [
                    {"id": "call_1", "type": "function", "function": {"name": "today", "arguments": "{ }"}},
                ],
            },
        }
    ],
    "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13},
}
CLAUDE: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-opus-5",
    "content": [
        {"type": "thinking", "thinking": "Ask the clock.", "signature": "c2ln"},
        {"type": "tool_use", "id": "toolu_1", "name": "today", "input": {"zone": "UTC"}},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 9, "output_tokens": 4, "cache_read_input_tokens": 5},
}
RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1,
    "status": "completed",
    "model": "gpt-5.2",
    "output": [
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "today", "arguments": "{}"},
    ],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
    "usage": {
        "input_tokens": 9,
        "output_tokens": 4,
        "total_tokens": 13,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 3},
    },
}
GEMINI: dict[str, Any] = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [{"functionCall": {"name": "today", "args": {}}, "thoughtSignature": "c2ln+/8="}],
            },
            "finishReason": "STOP",
        }
    ],
    "modelVersion": "gemini-3-pro-preview",
}

ANSWERS = {
    "openai-completions": (COMPLETION, ChatCompletion.model_validate(COMPLETION)),
    "anthropic-messages": (CLAUDE, ClaudeMessage.model_validate(CLAUDE)),
    "openai-responses": (RESPONSE, Response.model_validate(RESPONSE)),
    "google-generative-ai": (GEMINI, google.GenerateContentResponse.model_validate(GEMINI)),
}


@pytest.mark.parametrize("api", ANSWERS)
def test_an_answer_is_known_as_json_and_as_the_vendors_object(api: str) -> None:
    wire, vendors = ANSWERS[api]
    for answer in (wire, json.dumps(wire), json.dumps(wire).encode(), vendors):
        assert segue.detect(answer) == api
        message = segue.decode_response(answer)
        assert [call.name for call in message.get_tool_calls()] == ["today"]
        assert message.stop is not None
        assert message.stop.reason == "tool_use"


@pytest.mark.parametrize("api", ANSWERS)
def test_the_vendors_object_replays_as_its_json_does(api: str) -> None:
    wire, vendors = ANSWERS[api]
    from_json, from_object = (segue.encode(segue.decode([ASKED, a]), api).payload for a in (wire, vendors))
    assert from_object == from_json


def test_who_wrote_an_answer_gets_its_signature_back_and_nobody_else_does() -> None:
    history = [ASKED, CLAUDE, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1"}]}]
    home = segue.convert(history, "anthropic/claude-opus-5").payload["messages"]
    assert home[1]["content"] == CLAUDE["content"]
    away = segue.convert(history, "openai/gpt-5.2")
    assert "c2ln" not in str(away.payload)
    assert "Ask the clock." in str(away.payload)


def test_usage_is_counted_alike() -> None:
    usage = segue.decode_response(CLAUDE).usage
    assert usage is not None
    assert (usage.input, usage.output, usage.cache_read) == (14, 4, 5)
    assert usage.raw["input_tokens"] == 9


def test_vendors_objects_stand_anywhere_in_a_list() -> None:
    claude = ClaudeMessage.model_validate(CLAUDE)
    history = [
        ASKED,
        {"role": "assistant", "content": claude.content},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Monday"}]},
    ]
    payload = segue.convert(history, "openai-completions").payload
    assert payload["messages"][1]["tool_calls"][0]["function"] == {"name": "today", "arguments": '{"zone":"UTC"}'}
    completion = ChatCompletion.model_validate(COMPLETION)
    again = segue.convert([ASKED, completion.choices[0].message], "anthropic/claude-opus-5")
    assert again.report.pending == ("$[1].tool_calls[0]",)


def test_a_list_of_googles_contents() -> None:
    contents = [
        google.Content(
            role="user",
            parts=[google.Part(text="Look."), google.Part.from_bytes(data=b"\xfb\xff", mime_type="image/png")],
        ),
        google.Content(role="model", parts=[google.Part(text="I do.")]),
    ]
    payload = segue.decode(contents).messages
    assert [message.role for message in payload] == ["user", "assistant"]
    image = segue.convert(contents, "google-generative-ai").payload["contents"][0]["parts"][1]["inlineData"]
    assert image == {"mimeType": "image/png", "data": "+/8="}


def test_a_list_of_items() -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "today", "arguments": "{}"}
    items = [ASKED, call, {"type": "function_call_output", "call_id": "call_1", "output": "Tuesday"}]
    assert segue.detect(items) == "openai-responses"
    assert segue.convert(items, "openai-responses").payload["input"] == items


def test_a_conversation_is_its_own_source() -> None:
    conversation = segue.Conversation((segue.user("Hi"), segue.assistant("Hello", model="gpt-5.2")), "Be brief.")
    assert segue.decode(conversation) is conversation
    payload = segue.convert(conversation, "anthropic-messages").payload
    assert payload["system"] == "Be brief."
    assert [message["role"] for message in payload["messages"]] == ["user", "assistant", "user"]


def test_an_answer_is_the_assistants_whatever_its_role_is_called() -> None:
    ran = {"index": 0, "type": "python", "arguments": '{"code": "1"}', "output": "1"}
    said = {"role": "model", "content": "One.", "executed_tools": [ran]}
    message = segue.decode_response({"choices": [{"index": 0, "message": said}]}, api="openai-completions")
    sent = segue.encode(segue.Conversation((segue.user("1?"), message)), "openai-completions").payload["messages"]
    assert sent[1] == {**said, "role": "assistant"}
    with pytest.raises(segue.InvalidHistory) as refused:
        segue.decode_response({"choices": [{"message": {**said, "role": ["model"]}}]}, api="openai-completions")
    assert refused.value.path == "$.choices[0].message.role"


def test_bytes_of_boto3_are_read_as_their_base64() -> None:
    picture = b"\x89PNG\r\n\x1a\n"
    content = [{"text": "Look."}, {"image": {"format": "png", "source": {"bytes": picture}}}]
    history = {"messages": [{"role": "user", "content": content}], "modelId": "us.amazon.nova-pro-v1:0"}
    image = segue.convert(history, "anthropic/claude-opus-5").payload["messages"][0]["content"][1]
    assert image["source"]["data"] == base64.b64encode(picture).decode()
    with pytest.raises(segue.InvalidHistory, match="bytes"):
        segue.decode({"messages": [{"role": "user", "content": [{"text": picture}]}]})


def test_googles_objects_as_python_dumps_them_have_nulls_and_bytes() -> None:
    parts = [
        google.Part(text="Look."),
        google.Part(inline_data=google.Blob(data=b"\x89PNG\r\n", mime_type="image/png")),
    ]
    called = google.Part(function_call=google.FunctionCall(name="today", args={}), thought_signature=b"\xfb\xff")
    contents = [google.Content(role="user", parts=parts), google.Content(role="model", parts=[called])]
    history = [content.model_dump() for content in contents]
    assert segue.convert(history, "openai-completions").payload == segue.convert(contents, "openai-completions").payload
    assert segue.decode(history).messages[1].blocks[0].signature == base64.b64encode(b"\xfb\xff").decode()


def test_mistrals_objects_say_by_default_who_speaks() -> None:
    history = [mistral.SystemMessage(content="Be brief."), mistral.UserMessage(content="Which day is it?")]
    payload = segue.convert(history, "anthropic-messages", api="mistral").payload
    assert (payload["system"], payload["messages"]) == ("Be brief.", [ASKED])


def test_times_that_an_sdk_has_read_are_read_as_their_text() -> None:
    answer = google.GenerateContentResponse.model_validate({**GEMINI, "createTime": "2026-11-20T01:02:03Z"})
    for source in (answer, answer.model_dump(), answer.model_dump(by_alias=True)):
        assert segue.decode_response(source).get_tool_calls()[0].name == "today"
    claude = {**CLAUDE, "container": {"id": "container_1", "expires_at": datetime(2026, 11, 20, tzinfo=UTC)}}
    assert segue.decode_response(claude).get_tool_calls()[0].name == "today"
