"""One small conversation as each of the four wires writes it.

It has instructions, an image, thinking, parallel calls, their results and an answer.
"""

from .jsonish import JsonObject

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNQSJgAAAG0ARHcak2KAAAAAElFTkSuQmCC"

SYSTEM = "You keep the harbour's log. Answer briefly."
QUESTION = "Which of these boats can leave before dusk?"
THOUGHT = "Tide and wind decide; I will ask for both."
PREFACE = "Let me look at the tide and the wind."
TIDE = "High water at 16:20, low water at 22:41."
WIND: JsonObject = {"knots": 14, "from": "south-west", "gusts": [19, 21]}
WIND_TEXT = '{"knots": 14, "from": "south-west", "gusts": [19, 21]}'
ANSWER = "The ketch can; the barge has to wait for the morning."
FAREWELL = "Thanks, note that down."

SCHEMA: JsonObject = {"type": "object", "properties": {"harbour": {"type": "string"}}, "required": ["harbour"]}
HARBOUR: JsonObject = {"harbour": "Tønder"}
HARBOUR_TEXT = '{"harbour": "Tønder"}'

COMPLETIONS: JsonObject = {
    "model": "gpt-4.1",
    "messages": [
        {"role": "system", "content": SYSTEM},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": QUESTION},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
            ],
        },
        {
            "role": "assistant",
            "content": PREFACE,
            "tool_calls": [
                {"id": "call_tide", "type": "function", "function": {"name": "tide", "arguments": HARBOUR_TEXT}},
                {"id": "call_wind", "type": "function", "function": {"name": "wind", "arguments": HARBOUR_TEXT}},
            ],
        },
        {"role": "tool", "tool_call_id": "call_tide", "content": TIDE},
        {"role": "tool", "tool_call_id": "call_wind", "content": WIND_TEXT},
        {"role": "assistant", "content": ANSWER},
        {"role": "user", "content": FAREWELL},
    ],
    "tools": [
        {"type": "function", "function": {"name": "tide", "description": "Tides", "parameters": SCHEMA}},
        {"type": "function", "function": {"name": "wind", "description": "Wind", "parameters": SCHEMA}},
    ],
}

RESPONSES: JsonObject = {
    "model": "gpt-5.2",
    "instructions": SYSTEM,
    "input": [
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": QUESTION},
                {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}", "detail": "auto"},
            ],
        },
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": THOUGHT}]},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": PREFACE, "annotations": []}],
        },
        {"type": "function_call", "call_id": "call_tide", "name": "tide", "arguments": HARBOUR_TEXT},
        {"type": "function_call", "call_id": "call_wind", "name": "wind", "arguments": HARBOUR_TEXT},
        {"type": "function_call_output", "call_id": "call_tide", "output": TIDE},
        {"type": "function_call_output", "call_id": "call_wind", "output": WIND_TEXT},
        {"role": "assistant", "content": ANSWER},
        {"role": "user", "content": FAREWELL},
    ],
    "tools": [
        {"type": "function", "name": "tide", "description": "Tides", "parameters": SCHEMA, "strict": False},
        {"type": "function", "name": "wind", "description": "Wind", "parameters": SCHEMA, "strict": False},
    ],
}

ANTHROPIC: JsonObject = {
    "model": "claude-opus-5",
    "max_tokens": 1024,
    "system": SYSTEM,
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": QUESTION},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": THOUGHT, "signature": "c2lnbmVk"},
                {"type": "text", "text": PREFACE},
                {"type": "tool_use", "id": "toolu_tide", "name": "tide", "input": HARBOUR},
                {"type": "tool_use", "id": "toolu_wind", "name": "wind", "input": HARBOUR},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_tide", "content": TIDE},
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_wind",
                    "content": [{"type": "text", "text": WIND_TEXT}],
                },
            ],
        },
        {"role": "assistant", "content": ANSWER},
        {"role": "user", "content": FAREWELL},
    ],
    "tools": [
        {"name": "tide", "description": "Tides", "input_schema": SCHEMA},
        {"name": "wind", "description": "Wind", "input_schema": SCHEMA},
    ],
}

GOOGLE: JsonObject = {
    "systemInstruction": {"parts": [{"text": SYSTEM}]},
    "contents": [
        {
            "role": "user",
            "parts": [{"text": QUESTION}, {"inlineData": {"mimeType": "image/png", "data": PNG}}],
        },
        {
            "role": "model",
            "parts": [
                {"text": THOUGHT, "thought": True},
                {"text": PREFACE},
                {"functionCall": {"name": "tide", "args": HARBOUR}, "thoughtSignature": "c2lnbmVk"},
                {"functionCall": {"name": "wind", "args": HARBOUR}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"name": "tide", "response": {"output": TIDE}}},
                {"functionResponse": {"name": "wind", "response": WIND}},
            ],
        },
        {"role": "model", "parts": [{"text": ANSWER}]},
        {"role": "user", "parts": [{"text": FAREWELL}]},
    ],
    "tools": [
        {
            "functionDeclarations": [
                {"name": "tide", "description": "Tides", "parametersJsonSchema": SCHEMA},
                {"name": "wind", "description": "Wind", "parametersJsonSchema": SCHEMA},
            ]
        }
    ],
}

MISTRAL: JsonObject = {
    "model": "magistral-medium-latest",
    "messages": [
        {"role": "system", "content": SYSTEM},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": QUESTION},
                {"type": "image_url", "image_url": f"data:image/png;base64,{PNG}"},
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}], "closed": True},
                {"type": "text", "text": PREFACE},
            ],
            "tool_calls": [
                {"id": "callTide1", "type": "function", "function": {"name": "tide", "arguments": HARBOUR_TEXT}},
                {"id": "callWind2", "type": "function", "function": {"name": "wind", "arguments": HARBOUR}},
            ],
        },
        {"role": "tool", "tool_call_id": "callTide1", "name": "tide", "content": TIDE},
        {"role": "tool", "tool_call_id": "callWind2", "name": "wind", "content": WIND_TEXT},
        {"role": "assistant", "content": ANSWER},
        {"role": "user", "content": FAREWELL},
    ],
    "tools": [
        {"type": "function", "function": {"name": "tide", "description": "Tides", "parameters": SCHEMA}},
        {"type": "function", "function": {"name": "wind", "description": "Wind", "parameters": SCHEMA}},
    ],
}

BEDROCK: JsonObject = {
    "system": [{"text": SYSTEM}],
    "messages": [
        {
            "role": "user",
            "content": [{"text": QUESTION}, {"image": {"format": "png", "source": {"bytes": PNG}}}],
        },
        {
            "role": "assistant",
            "content": [
                {"reasoningContent": {"reasoningText": {"text": THOUGHT, "signature": "c2lnbmVk"}}},
                {"text": PREFACE},
                {"toolUse": {"toolUseId": "tooluse_tide", "name": "tide", "input": HARBOUR}},
                {"toolUse": {"toolUseId": "tooluse_wind", "name": "wind", "input": HARBOUR}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"toolResult": {"toolUseId": "tooluse_tide", "content": [{"text": TIDE}], "status": "success"}},
                {"toolResult": {"toolUseId": "tooluse_wind", "content": [{"json": WIND}], "status": "success"}},
            ],
        },
        {"role": "assistant", "content": [{"text": ANSWER}]},
        {"role": "user", "content": [{"text": FAREWELL}]},
    ],
    "toolConfig": {
        "tools": [
            {"toolSpec": {"name": "tide", "description": "Tides", "inputSchema": {"json": SCHEMA}}},
            {"toolSpec": {"name": "wind", "description": "Wind", "inputSchema": {"json": SCHEMA}}},
        ]
    },
}

EXAMPLES: dict[str, JsonObject] = {
    "openai-completions": COMPLETIONS,
    "openai-responses": RESPONSES,
    "anthropic-messages": ANTHROPIC,
    "google-generative-ai": GOOGLE,
    "mistral": MISTRAL,
    "bedrock-converse": BEDROCK,
}

# Where each wire holds: the question, the answer, the image, the first result, the second result.
QUESTIONS: dict[str, str] = {
    "openai-completions": "$.messages[1].content[0]",
    "openai-responses": "$.input[0].content[0]",
    "anthropic-messages": "$.messages[0].content[0]",
    "google-generative-ai": "$.contents[0].parts[0]",
    "mistral": "$.messages[1].content[0]",
    "bedrock-converse": "$.messages[0].content[0]",
}
IMAGES = {api: path.removesuffix("[0]") + "[1]" for api, path in QUESTIONS.items()}
ANSWERS: dict[str, str] = {
    "openai-completions": "$.messages[5]",
    "openai-responses": "$.input[7]",
    "anthropic-messages": "$.messages[3]",
    "google-generative-ai": "$.contents[3]",
    "mistral": "$.messages[5]",
    "bedrock-converse": "$.messages[3]",
}
FAREWELLS: dict[str, str] = {
    "openai-completions": "$.messages[6]",
    "openai-responses": "$.input[8]",
    "anthropic-messages": "$.messages[4]",
    "google-generative-ai": "$.contents[4]",
    "mistral": "$.messages[6]",
    "bedrock-converse": "$.messages[4]",
}
RESULTS: dict[str, tuple[str, str]] = {
    "mistral": ("$.messages[3].content", "$.messages[4].content"),
    "bedrock-converse": (
        "$.messages[2].content[0].toolResult.content",
        "$.messages[2].content[1].toolResult.content",
    ),
    "openai-completions": ("$.messages[3].content", "$.messages[4].content"),
    "openai-responses": ("$.input[5].output", "$.input[6].output"),
    "anthropic-messages": ("$.messages[2].content[0].content", "$.messages[2].content[1].content"),
    "google-generative-ai": (
        "$.contents[2].parts[0].functionResponse.response",
        "$.contents[2].parts[1].functionResponse.response",
    ),
}
