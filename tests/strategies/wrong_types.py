"""Requests in which one member has the wrong type or is missing, and where that is."""

from collections.abc import Iterator

from .values import Json, JsonObject

SOUND: dict[str, JsonObject] = {
    "bedrock-converse": {
        "messages": [
            {"role": "user", "content": [{"text": "hello"}]},
            {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}},
                    {"text": "one moment"},
                    {"toolUse": {"toolUseId": "tooluse_1", "name": "search", "input": {}}},
                ],
            },
            {"role": "user", "content": [{"toolResult": {"toolUseId": "tooluse_1", "content": [{"text": "found"}]}}]},
            {"role": "user", "content": [{"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}}]},
        ],
        "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"schema": "{}"}}}},
    },
    "openai-completions": {
        "model": "gpt-5.2",
        "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": [{"type": "text", "text": "hello"}]},
            {
                "role": "assistant",
                "content": "one moment",
                "tool_calls": [
                    {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{}"}},
                    {"id": "call_2", "type": "custom", "custom": {"name": "write", "input": "text"}},
                ],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "found"},
            {"role": "tool", "tool_call_id": "call_2", "content": [{"type": "text", "text": "written"}]},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]},
        ],
    },
    "openai-responses": {
        "model": "gpt-5.2",
        "input": [
            {"role": "user", "content": "hello"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
            {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "hm"}]},
            {"type": "function_call", "call_id": "call_1", "name": "search", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "call_1", "output": "found"},
            {"type": "custom_tool_call", "call_id": "call_2", "name": "write", "input": "text"},
            {"type": "custom_tool_call_output", "call_id": "call_2", "output": "written"},
        ],
    },
    "anthropic-messages": {
        "model": "claude-opus-5",
        "max_tokens": 1024,
        "messages": [
            {"role": "user", "content": "hello"},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
                    {"type": "text", "text": "one moment"},
                    {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},
                ],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]},
            {"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "https://example.com"}}]},
        ],
    },
    "google-generative-ai": {
        "contents": [
            {"role": "user", "parts": [{"text": "hello"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "search", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "search", "response": {"output": "found"}}}]},
            {"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]},
        ],
    },
    "mistral": {
        "model": "mistral-large-latest",
        "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": [{"type": "text", "text": "hello"}]},
            {
                "role": "assistant",
                "content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}],
                "tool_calls": [{"id": "call00001", "function": {"name": "search", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "call00001", "content": "found"},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]},
        ],
    },
}

WRONG: dict[str, dict[str, tuple[Json, ...]]] = {
    "bedrock-converse": {
        "$.messages[0]": (None, 7, "hello", []),
        "$.messages[0].role": (None, 7, "narrator", "tool"),
        "$.messages[0].content": (7, True, {"text": "a"}),
        "$.messages[1].content[0]": (None, 7, []),
        "$.messages[1].content[0].reasoningContent": (None, 7, "hm"),
        "$.messages[1].content[0].reasoningContent.reasoningText.text": (None, 7),
        "$.messages[1].content[0].reasoningContent.reasoningText.signature": (7, {}),
        "$.messages[1].content[1].text": (None, 7, []),
        "$.messages[1].content[2].toolUse": (None, 7),
        "$.messages[1].content[2].toolUse.toolUseId": (None, 7),
        "$.messages[1].content[2].toolUse.name": (None, 7),
        "$.messages[1].content[2].toolUse.input": (7, [], "{}"),
        "$.messages[2].content[0].toolResult.toolUseId": (None, 7),
        "$.messages[2].content[0].toolResult.content": (None, 7, "found", {"text": "a"}),
        "$.messages[2].content[0].toolResult.status": (7,),
        "$.messages[3].content[0].image.format": (7,),
        "$.messages[3].content[0].image.source": (None, 7, "https://example.com"),
        "$.messages[3].content[0].image.source.bytes": (None, 7),
        "$.outputConfig.textFormat.structure.jsonSchema.schema": (None, 7, "", "{", "[]"),
    },
    "openai-completions": {
        "$.messages[0]": (None, 7, "hello", []),
        "$.messages[0].role": (None, 7, "narrator", "", ["user"]),
        "$.messages[0].content": (7, True, {"text": "a"}),
        "$.messages[1].content": (7, {"text": "a"}),
        "$.messages[1].content[0]": (None, 7, []),
        "$.messages[1].content[0].type": (7, {}),
        "$.messages[1].content[0].text": (None, 7, []),
        "$.messages[2].tool_calls": (7, {}, "call"),
        "$.messages[2].tool_calls[0]": (None, 7, []),
        "$.messages[2].tool_calls[0].id": (None, 7, {}),
        "$.messages[2].tool_calls[0].function": (None, 7, "search"),
        "$.messages[2].tool_calls[0].function.name": (None, 7, {}),
        "$.messages[2].tool_calls[0].function.arguments": (7, [], True),
        "$.messages[2].tool_calls[1].custom": (None, 7),
        "$.messages[2].tool_calls[1].custom.input": (7, {}),
        "$.messages[3].tool_call_id": (None, 7, []),
        "$.messages[3].content": (7, {"a": 1}),
        "$.messages[5].content[0].image_url": (7, []),
        "$.messages[5].content[0].image_url.url": (None, 7),
    },
    "openai-responses": {
        "$.input": (7, {}, True),
        "$.input[0]": (None, 7, "hello", []),
        "$.input[0].role": (7, "narrator", []),
        "$.input[0].content": (7, {"a": 1}),
        "$.input[1].content[0]": (None, 7, []),
        "$.input[1].content[0].text": (None, 7),
        "$.input[1].type": (7, {}),
        "$.input[2].summary": (7, "hm", {}),
        "$.input[2].summary[0]": (7, None),
        "$.input[3].call_id": (None, 7, {}),
        "$.input[3].name": (None, 7),
        "$.input[3].arguments": (None, 7, {}),
        "$.input[4].call_id": (7, {}),
        "$.input[4].output": (None, 7, {}),
        "$.input[5].input": (7, {}),
        "$.input[6].output": (7,),
    },
    "anthropic-messages": {
        "$.messages[0]": (None, 7, "hello", []),
        "$.messages[0].role": (None, 7, "narrator", "tool"),
        "$.messages[0].content": (7, True, {"text": "a"}),
        "$.messages[1].content[0]": (None, 7, []),
        "$.messages[1].content[0].thinking": (None, 7),
        "$.messages[1].content[0].signature": (7, {}),
        "$.messages[1].content[1].type": (None, 7),
        "$.messages[1].content[1].text": (None, 7, []),
        "$.messages[1].content[2].id": (None, 7),
        "$.messages[1].content[2].name": (None, 7),
        "$.messages[1].content[2].input": (7, [], "{}"),
        "$.messages[2].content[0].tool_use_id": (None, 7),
        "$.messages[2].content[0].content": (7, {"a": 1}),
        "$.messages[2].content[0].is_error": ("yes", 7),
        "$.messages[3].content[0].source": (None, 7, "https://example.com"),
        "$.messages[3].content[0].source.url": (None, 7),
    },
    "google-generative-ai": {
        "$.contents[0]": (None, 7, "hello", []),
        "$.contents[0].role": (7, "narrator", "assistant"),
        "$.contents[0].parts": (7, "hello", {"text": "a"}),
        "$.contents[0].parts[0]": (None, 7, "hello", []),
        "$.contents[0].parts[0].text": (7, [], {}),
        "$.contents[1].parts[0].functionCall": (7, "search", []),
        "$.contents[1].parts[0].functionCall.name": (None, 7),
        "$.contents[1].parts[0].functionCall.args": (7, [], "{}"),
        "$.contents[2].parts[0].functionResponse.name": (7,),
        "$.contents[2].parts[0].functionResponse.response": (7, "found", ["found"]),
        "$.contents[3].parts[0].inlineData": (7, "data"),
        "$.contents[3].parts[0].inlineData.data": (None, 7),
        "$.contents[3].parts[0].inlineData.mimeType": (7,),
    },
    "mistral": {
        "$.messages[0]": (None, 7, "hello", []),
        "$.messages[0].role": (None, 7, "narrator", "", ["user"]),
        "$.messages[0].content": (7, True, {"text": "a"}),
        "$.messages[1].content[0]": (None, 7, []),
        "$.messages[1].content[0].type": (7, {}),
        "$.messages[1].content[0].text": (None, 7, []),
        "$.messages[2].content[0].thinking": (None, 7, {}),
        "$.messages[2].content[0].signature": (7, {}),
        "$.messages[2].tool_calls": (7, {}, "call"),
        "$.messages[2].tool_calls[0]": (None, 7, []),
        "$.messages[2].tool_calls[0].id": (7, {}),
        "$.messages[2].tool_calls[0].function": (None, 7, "search"),
        "$.messages[2].tool_calls[0].function.name": (None, 7, {}),
        "$.messages[2].tool_calls[0].function.arguments": (7, [], True),
        "$.messages[3].tool_call_id": (7, []),
        "$.messages[3].content": (7, {"a": 1}),
        "$.messages[4].content[0].image_url": (None, 7, []),
        "$.messages[4].content[0].image_url.url": (None, 7),
    },
}
"""For each place, what may not stand there; None stands for null, which nowhere here means absence."""

REQUIRED: dict[str, tuple[str, ...]] = {
    "bedrock-converse": (
        "$.messages[0].role",
        "$.messages[1].content[2].toolUse.toolUseId",
        "$.messages[1].content[2].toolUse.name",
        "$.messages[2].content[0].toolResult.toolUseId",
        "$.messages[2].content[0].toolResult.content",
        "$.messages[3].content[0].image.source",
    ),
    "openai-completions": (
        "$.messages[0].role",
        "$.messages[1].content[0].text",
        "$.messages[2].tool_calls[0].id",
        "$.messages[2].tool_calls[0].function",
        "$.messages[2].tool_calls[0].function.name",
        "$.messages[3].tool_call_id",
    ),
    "openai-responses": (
        "$.input[0].role",
        "$.input[3].call_id",
        "$.input[3].name",
        "$.input[3].arguments",
        "$.input[4].output",
    ),
    "anthropic-messages": (
        "$.messages[0].role",
        "$.messages[1].content[1].type",
        "$.messages[1].content[1].text",
        "$.messages[1].content[2].id",
        "$.messages[1].content[2].name",
        "$.messages[2].content[0].tool_use_id",
        "$.messages[3].content[0].source",
    ),
    "google-generative-ai": ("$.contents[1].parts[0].functionCall.name",),
    "mistral": (
        "$.messages[0].role",
        "$.messages[1].content[0].text",
        "$.messages[2].tool_calls[0].function",
        "$.messages[2].tool_calls[0].function.name",
    ),
}
"""Members that no reader can do without."""


def wrong_types() -> Iterator[tuple[str, str, Json]]:
    for api, places in WRONG.items():
        for place, values in places.items():
            yield from ((api, place, value) for value in values)


def missing_members() -> list[tuple[str, str]]:
    return [(api, place) for api, places in REQUIRED.items() for place in places]
