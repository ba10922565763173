"""Constructs that few recordings hold, each in the least request that has it: at home unchanged, elsewhere told of."""

import pytest

import segue
from support.examples import PNG
from support.jsonish import Json, JsonObject, as_list
from support.judge import complaints
from support.sameness import differences

MODELS = {
    "openai-completions/gpt-4.1": "openai-completions",
    "openai/gpt-5.2": "openai-responses",
    "anthropic/claude-opus-5": "anthropic-messages",
    "anthropic/claude-haiku-4-5": "anthropic-messages",
    "google/gemini-3-pro-preview": "google-generative-ai",
    "google/gemini-2.5-flash": "google-generative-ai",
}

PICTURE = f"data:image/png;base64,{PNG}"
ASKED = "Which boats lie in the harbour?"
SCHEMA: JsonObject = {"type": "object", "properties": {"harbour": {"type": "string"}}}


def chat(*messages: Json) -> JsonObject:
    return {"model": "gpt-4.1", "messages": [{"role": "user", "content": ASKED}, *messages]}


def answered(**fields: Json) -> JsonObject:
    """A chat in which the answer has these fields too."""
    answer: JsonObject = {"role": "assistant", "content": "The ketch and the barge.", **fields}
    return chat(answer, {"role": "user", "content": "Thanks."})


def called(*content: Json) -> JsonObject:
    """A chat with a call whose result is of these parts."""
    call: JsonObject = {"id": "call_1", "type": "function", "function": {"name": "boats", "arguments": "{}"}}
    return chat(
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": list[Json](content)},
    )


def items(*told: Json) -> JsonObject:
    return {"model": "gpt-5.2", "input": [{"role": "user", "content": ASKED}, *told]}


def claude(*blocks: Json, role: str = "assistant", after: str = "Thanks.") -> JsonObject:
    """A question, these blocks, and thanks."""
    said: JsonObject = {"role": role, "content": list[Json](blocks)}
    messages: list[Json] = (
        [said, {"role": "assistant", "content": "Noted."}]
        if role == "user"
        else [
            {"role": "user", "content": ASKED},
            said,
        ]
    )
    return {
        "model": "claude-opus-5",
        "max_tokens": 1024,
        "messages": [*messages, {"role": "user", "content": after}],
        "tools": [{"name": "boats", "input_schema": SCHEMA}],
    }


def gemini(*parts: Json, role: str = "model") -> JsonObject:
    said: list[Json] = [{"role": "user", "parts": [{"text": ASKED}]}, {"role": role, "parts": list[Json](parts)}]
    return {"contents": [*said, {"role": "user", "parts": [{"text": "Thanks."}]}]}


TEXT: JsonObject = {"type": "text", "text": "The ketch and the barge."}
CALL: JsonObject = {"type": "tool_use", "id": "toolu_1", "name": "boats", "input": {}}


def result(*content: Json, **fields: Json) -> JsonObject:
    body = claude(CALL)
    answer: JsonObject = {"type": "tool_result", "tool_use_id": "toolu_1", "content": list[Json](content), **fields}
    return {**body, "messages": [*as_list(body["messages"])[:2], {"role": "user", "content": [answer]}]}


COMPLETIONS: dict[str, JsonObject] = {
    "Groq: a document": chat(
        {"role": "user", "content": [{"type": "document", "document": {"data": {"boats": ["ketch"]}, "id": "d1"}}]}
    ),
    "Groq: a document in a result": called({"type": "document", "document": {"data": {"boats": ["ketch"]}}}),
    "Groq: tools that it ran": answered(
        executed_tools=[{"index": 0, "type": "search", "arguments": '{"query": "boats"}', "output": "Two boats."}],
        reasoning="I will look it up.",
    ),
    "OpenRouter: tools that it ran": answered(
        reasoning_details=[
            {
                "type": "reasoning.text",
                "text": "I look.",
                "signature": None,
                "format": "anthropic-claude-v1",
                "index": 0,
            },
            {"type": "reasoning.server_tool_call", "tool_name": "web", "arguments": "{}", "result": "Two boats."},
        ]
    ),
    "OpenRouter: thinking in pieces": answered(
        reasoning="I look.",
        reasoning_details=[
            {"type": "reasoning.summary", "summary": "I look.", "format": "openai-responses-v1", "index": 0},
            {"type": "reasoning.encrypted", "data": "c2VhbGVk", "format": "openai-responses-v1", "index": 0},
        ],
    ),
    "OpenRouter: pictures in an answer": answered(images=[{"type": "image_url", "image_url": {"url": PICTURE}}]),
    "OpenRouter: a film": chat(
        {"role": "user", "content": [{"type": "video_url", "video_url": {"url": "https://example.org/boats.mp4"}}]}
    ),
    "OpenRouter: a cache mark": chat(
        {"role": "user", "content": [{"type": "text", "text": "And now?", "cache_control": {"type": "ephemeral"}}]}
    ),
    "OpenRouter: other reasoning from here on": chat(
        {"role": "system", "content": "", "configuration_update": {"reasoning": {"effort": "high"}}},
        {"role": "user", "content": "And now?"},
    ),
    "a picture in a result": called(
        {"type": "text", "text": "Two."}, {"type": "image_url", "image_url": {"url": PICTURE}}
    ),
    "a place for the cache to break": chat(
        {
            "role": "user",
            "content": [{"type": "text", "text": "And now?", "prompt_cache_breakpoint": {"mode": "explicit"}}],
        }
    ),
    "Gemini: a signature on a call": chat(
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "boats", "arguments": "{}"},
                    "extra_content": {"google": {"thought_signature": "c2lnbmVk"}},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "Two."},
    ),
    "LiteLLM: a signature in an id": chat(
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1__thought__c2lnbmVk",
                    "type": "function",
                    "function": {"name": "boats", "arguments": "{}"},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1__thought__c2lnbmVk", "content": "Two."},
    ),
    "Mistral: thinking among the parts": answered(
        content=[
            {"type": "thinking", "thinking": [{"type": "text", "text": "I look."}], "closed": True},
            {"type": "text", "text": "Two boats."},
        ]
    ),
    "Mistral: references": answered(
        content=[{"type": "text", "text": "Two boats."}, {"type": "reference", "reference_ids": [1, "a"]}]
    ),
    "Mistral: a document by its address": chat(
        {"role": "user", "content": [{"type": "document_url", "document_url": "https://example.org/boats.pdf"}]}
    ),
    "Mistral: an answer that is begun": chat({"role": "assistant", "content": "The ketch", "prefix": True}),
    "annotations": answered(
        annotations=[
            {
                "type": "url_citation",
                "url_citation": {"url": "https://example.org", "title": "Boats", "start_index": 0, "end_index": 3},
            }
        ]
    ),
    "thinking in the text": answered(content="<think>I look.</think>Two boats."),
    "an answer out of nothing": answered(content="", reasoning_content="I look."),
    "one that speaks of others": chat({"role": "user", "name": "Jens Olsen", "content": "And mine?"}),
}

RESPONSES: dict[str, JsonObject] = {
    "another voice in a stored conversation": items(
        {
            "type": "message",
            "id": "msg_1",
            "status": "completed",
            "role": "critic",
            "content": [
                {"type": "text", "text": "The barge is no boat."},
                {"type": "reasoning_text", "text": "Or is it?"},
            ],
        },
        {"role": "user", "content": "Thanks."},
    ),
    "a part of several agents": items(
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "agent": {"agent_name": "harbour"},
            "content": [{"type": "output_text", "text": "Two boats.", "annotations": []}],
        },
        {"role": "user", "content": "Thanks."},
    ),
    "a message between agents": items(
        {
            "type": "agent_message",
            "author": "harbour",
            "recipient": "log",
            "content": [{"type": "text", "text": "Write down: two boats."}],
        },
        {"role": "user", "content": "Thanks."},
    ),
    "a call of agents": items(
        {"type": "multi_agent_call", "call_id": "call_1", "action": "spawn_agent", "arguments": '{"task": "count"}'},
        {
            "type": "multi_agent_call_output",
            "call_id": "call_1",
            "action": "spawn_agent",
            "output": [{"type": "output_text", "text": "Spawned."}],
        },
        {"role": "user", "content": "Thanks."},
    ),
    "OpenRouter: other reasoning from here on": items(
        {"type": "configuration_update", "reasoning": {"effort": "high"}}, {"role": "user", "content": "And now?"}
    ),
    "a result with a name": items(
        {"type": "function_call", "call_id": "call_1", "name": "boats", "arguments": "{}", "namespace": "port"},
        {
            "type": "function_call_output",
            "call_id": "call_1",
            "name": "boats",
            "namespace": "port",
            "output": [
                {"type": "input_text", "text": "Two."},
                {"type": "input_image", "image_url": PICTURE, "detail": "auto"},
            ],
        },
    ),
    "a place for the cache to break": items(
        {
            "role": "user",
            "content": [{"type": "input_text", "text": "And now?", "prompt_cache_breakpoint": {"mode": "explicit"}}],
        }
    ),
    "logprobs": items(
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [
                {
                    "type": "output_text",
                    "text": "Two.",
                    "annotations": [],
                    "logprobs": [{"token": "Two", "logprob": -0.1, "bytes": [84], "top_logprobs": []}],
                }
            ],
        },
        {"role": "user", "content": "Thanks."},
    ),
    "a screenshot": items(
        {
            "type": "computer_call",
            "id": "cu_1",
            "call_id": "call_1",
            "pending_safety_checks": [],
            "status": "completed",
            "actions": [{"type": "click", "x": 1, "y": 2, "button": "left", "keys": ["CTRL"]}],
        },
        {
            "type": "computer_call_output",
            "call_id": "call_1",
            "output": {"type": "computer_screenshot", "image_url": PICTURE},
        },
    ),
    "an open reasoning": items(
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [],
            "content": [{"type": "reasoning_text", "text": "I look."}],
            "encrypted_content": None,
        },
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": []},
        {"role": "user", "content": "Thanks."},
    ),
}

ANTHROPIC: dict[str, JsonObject] = {
    "a connector's text": claude({"type": "connector_text", "connector_text": "Two boats, says the log."}, TEXT),
    "a listing of tools": claude(
        {"type": "mcp_tool_listing", "mcp_server_name": "port", "tools": [{"name": "boats", "input_schema": SCHEMA}]},
        TEXT,
    ),
    "another model went on": claude(
        TEXT,
        {
            "type": "fallback",
            "from": {"model": "claude-opus-5"},
            "to": {"model": "claude-sonnet-5"},
            "trigger": "refusal",
        },
        {"type": "text", "text": "And a dinghy."},
    ),
    "a picture that may be scaled": claude(
        {"type": "text", "text": "Look:"},
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": PNG},
            "transformations": {"oversized_image": "downsize"},
        },
        role="user",
    ),
    "what the browser shows": result(
        {"type": "text", "text": "Clicked."},
        {"type": "browser_state", "tabs": [{"id": 1, "title": "Boats", "url": "https://example.org"}]},
        toolset_name="browser",
    ),
    "every kind of citation": claude(
        {
            "type": "text",
            "text": "Two boats.",
            "citations": [
                {
                    "type": "char_location",
                    "cited_text": "Two",
                    "document_index": 0,
                    "document_title": "Log",
                    "start_char_index": 0,
                    "end_char_index": 3,
                },
                {
                    "type": "web_search_result_location",
                    "cited_text": "Two",
                    "url": "https://example.org",
                    "title": "Boats",
                    "encrypted_index": "c2VhbGVk",
                },
            ],
        }
    ),
    "a sealed summary with a reading": claude(
        {
            "type": "compaction",
            "content": "They spoke of boats.",
            "encrypted_content": "c2VhbGVk",
            "signature": "c2lnbmVk",
            "tool_changes": [],
        },
        TEXT,
    ),
    "a call from code": claude(
        {
            "type": "server_tool_use",
            "id": "srvtoolu_1",
            "name": "code_execution",
            "input": {"code": "print(boats())"},
        },
        {**CALL, "caller": {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}},
        after="Stop.",
    ),
    "thinking that is not shown": claude({"type": "thinking", "thinking": "", "signature": "c2lnbmVk"}, TEXT),
    "thinking out of sight": claude({"type": "redacted_thinking", "data": "c2VhbGVk"}, TEXT),
    "an empty result": result(),
    "a failed result": result({"type": "text", "text": "No such harbour."}, is_error=True),
}

GOOGLE: dict[str, JsonObject] = {
    "a tool of its own": gemini(
        {
            "toolCall": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"query": "boats"}},
            "thoughtSignature": "c2ln",
        },
        {"toolResponse": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "response": {"found": "Two boats."}}},
        {"text": "Two boats."},
    ),
    "who speaks how": gemini({"text": "Two boats.", "speechMetadata": {"speaker": "Jens", "style": "calm"}}),
    "how to look at media": gemini(
        {"inlineData": {"mimeType": "image/png", "data": PNG, "displayName": "boats"}, "mediaProcessing": "STATIC"},
        role="user",
    ),
    "code with ids": gemini(
        {"executableCode": {"id": "c1", "code": "print(2)", "language": "PYTHON"}},
        {"codeExecutionResult": {"id": "c1", "outcome": "OUTCOME_OK", "output": "2"}},
        {"text": "Two."},
    ),
    "a result that goes on": {
        "contents": [
            {"role": "user", "parts": [{"text": ASKED}]},
            {"role": "model", "parts": [{"functionCall": {"id": "f1", "name": "boats", "args": {}}}]},
            {
                "role": "user",
                "parts": [
                    {
                        "functionResponse": {
                            "id": "f1",
                            "name": "boats",
                            "response": {"output": "Two."},
                            "willContinue": False,
                            "scheduling": "WHEN_IDLE",
                        }
                    }
                ],
            },
        ]
    },
    "everything with underscores": {
        "system_instruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": ASKED}, {"inline_data": {"mime_type": "image/png", "data": PNG}}]},
            {"role": "model", "parts": [{"function_call": {"name": "boats", "args": {}}, "thought_signature": "c2ln"}]},
            {"role": "function", "parts": [{"function_response": {"name": "boats", "response": {"result": "Two."}}}]},
        ],
        "tools": [{"function_declarations": [{"name": "boats", "parameters_json_schema": SCHEMA}]}],
        "generation_config": {"max_output_tokens": 100},
    },
    "a signature alone": gemini({"text": "Two boats."}, {"text": "", "thoughtSignature": "c2ln"}),
    "a thought without words": gemini({"text": "", "thought": True, "thoughtSignature": "c2ln"}, {"text": "Two."}),
}

CONSTRUCTS = {
    "openai-completions": COMPLETIONS,
    "openai-responses": RESPONSES,
    "anthropic-messages": ANTHROPIC,
    "google-generative-ai": GOOGLE,
}
EVERY = [
    pytest.param(api, request, id=f"{api}: {name}")
    for api, requests in CONSTRUCTS.items()
    for name, request in requests.items()
]


@pytest.mark.parametrize(("api", "request_"), EVERY)
def test_at_home_it_is_as_it_was(api: str, request_: JsonObject) -> None:
    assert list(differences(request_, segue.convert(request_, api, api=api).payload)) == []


@pytest.mark.parametrize(("api", "request_"), EVERY)
def test_another_api_takes_it_and_nothing_is_lost_unsaid(api: str, request_: JsonObject) -> None:
    found: dict[str, list[str]] = {}
    for other in CONSTRUCTS:
        if other != api:
            converted = segue.convert(request_, other, api=api)
            found[other] = complaints(api, request_, other, converted.payload, converted.report)
    assert {other: lines for other, lines in found.items() if lines} == {}


@pytest.mark.parametrize(("api", "request_"), EVERY)
def test_every_model_takes_it(api: str, request_: JsonObject) -> None:
    found: dict[str, list[str]] = {}
    for model, other in MODELS.items():
        converted = segue.convert(request_, model, api=api)
        found[model] = complaints(api, request_, other, converted.payload, converted.report, model=model)
    assert {model: lines for model, lines in found.items() if lines} == {}


@pytest.mark.parametrize("to", ["openai/gpt-5.2", "openai-completions/gpt-4.1", "google/gemini-3-pro-preview"])
def test_an_instruction_without_words_is_told(to: str) -> None:
    asked: JsonObject = {"role": "user", "content": ASKED}
    instruction: JsonObject = {"role": "system", "output_config": {"effort": "high"}}
    answer: JsonObject = {"role": "assistant", "content": "The ketch."}
    body: JsonObject = {"model": "claude-opus-5", "max_tokens": 9, "messages": [asked, instruction, answer, asked]}
    report = segue.convert(body, to, api="anthropic-messages").report
    assert [change.path for change in report.losses] == ["$.messages[1].output_config"]
    assert (
        segue.convert(body, "anthropic/claude-opus-5", api="anthropic-messages").payload["messages"][1] == instruction
    )


@pytest.mark.parametrize("to", [*CONSTRUCTS, "mistral", "bedrock-converse"])
def test_what_a_structured_result_shows_comes_with_its_values(to: str) -> None:
    shown: JsonObject = {"inlineData": {"mimeType": "image/png", "data": PNG}}
    answer: JsonObject = {"name": "boats", "response": {"boats": ["ketch"], "more": None}, "parts": [shown]}
    history: list[Json] = [
        {"role": "user", "parts": [{"text": ASKED}]},
        {"role": "model", "parts": [{"functionCall": {"name": "boats", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": answer}]},
    ]
    converted = segue.convert(history, to, api="google-generative-ai")
    assert PNG in str(converted.payload)
    assert "ketch" in str(converted.payload)
    assert converted.report.lossless
