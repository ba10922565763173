"""What is made for a host breaks none of the rules that are known of it, and says the same when it is made again."""

import pytest

import segue
from segue.models import API, Endpoint, default_registry
from support.examples import EXAMPLES, PNG
from support.jsonish import JsonObject, as_list

CHAT: API = "openai-completions"

#: Models that hosts treat differently.
MODELS = [
    "some-model",
    "deepseek-r1",
    "deepseek-v3.2",
    "kimi-k2.6",
    "gpt-oss-120b",
    "qwen3-32b",
    "glm-5.2",
    "minimax-m2",
    "mimo-v2.5",
    "mistral-small-3.2",
    "gemma-2-9b-it",
    "grok-4",
    "llama-4-scout",
]
HOSTS = {
    provider.id: [segue.endpoint(provider.id, model, api=CHAT) for model in MODELS]
    for provider in default_registry().providers
    if CHAT in provider.apis
}

CALLS: JsonObject = {
    "role": "assistant",
    "content": None,
    "reasoning_content": "Both of them.",
    "annotations": [],
    "refusal": None,
    "tool_calls": [
        {"id": "functions.tide:0", "type": "function", "function": {"name": "tide", "arguments": ""}},
        {"id": "call_2|fc_1", "type": "function", "function": {"name": "wind", "arguments": '{"harbour": "Tøn'}},
        {"id": "call_3", "type": "custom", "custom": {"name": "note", "input": "ketch"}},
    ],
}
PICTURE: JsonObject = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
ADDRESS: JsonObject = {"type": "image_url", "image_url": {"url": "https://example.org/harbour.png"}}

#: All that hosts are particular about, in a history that api.openai.com takes.
PARTICULAR: JsonObject = {
    "model": "gpt-5.2",
    "max_completion_tokens": 100,
    "reasoning_effort": "high",
    "temperature": 1.7,
    "store": True,
    "logprobs": True,
    "stream": True,
    "stream_options": {"include_usage": True},
    "tool_choice": "required",
    "tools": [
        {"type": "function", "function": {"name": "tide"}},
        {"type": "function", "function": {"name": "wind", "parameters": {"type": "object", "properties": {}}}},
        {"type": "custom", "custom": {"name": "note"}},
    ],
    "messages": [
        {"role": "developer", "content": "Keep the log."},
        {"role": "system", "content": [{"type": "text", "text": "Briefly."}]},
        {"role": "assistant", "content": "Ahoy."},
        {"role": "user", "name": "Ann", "content": [{"type": "text", "text": "Look:"}, PICTURE, ADDRESS]},
        {"role": "user", "content": ""},
        CALLS,
        {"role": "tool", "tool_call_id": "functions.tide:0", "content": ""},
        {"role": "tool", "tool_call_id": "call_2|fc_1", "content": [{"type": "text", "text": "14"}]},
        {"role": "tool", "tool_call_id": "call_3", "content": "noted"},
        {"role": "user", "content": "And?"},
        {"role": "assistant", "content": ""},
        {"role": "system", "content": "The log is closed."},
        {"role": "assistant", "content": "The ketch can leave."},
        {"role": "assistant", "content": "The barge waits."},
    ],
}


def errors(payload: JsonObject, host: Endpoint) -> list[str]:
    return [str(problem) for problem in segue.check(payload, host, api=CHAT) if problem.severity == "error"]


@pytest.mark.parametrize("provider", HOSTS)
@pytest.mark.parametrize("source", [*EXAMPLES, "particular"])
def test_what_is_made_for_a_host_is_taken_by_it(source: str, provider: str) -> None:
    request, api = (PARTICULAR, CHAT) if source == "particular" else (EXAMPLES[source], source)
    for host in HOSTS[provider]:
        made = segue.convert(request, to=host, api=api)
        assert errors(made.payload, host) == [], host.name
        again = segue.repair(made.payload, host, api=CHAT)
        assert again.payload == made.payload, host.name


@pytest.mark.parametrize("to", ["deepseek/deepseek-reasoner", "groq/llama-3.3-70b", "xai/grok-4", "zai/glm-5.2"])
def test_what_is_particular_would_not_be_taken_as_it_is(to: str) -> None:
    assert errors(PARTICULAR, segue.endpoint(to))


CLAUDES: JsonObject = {
    "max_tokens": 100,
    "messages": [
        {"role": "user", "content": "Which boats lie in the harbour?"},
        {"role": "system", "content": "Answer briefly."},
        {"role": "assistant", "content": "The ketch."},
        {"role": "user", "content": "And the barge?"},
    ],
}


@pytest.mark.parametrize(
    "provider", [row.id for row in default_registry().providers if "anthropic-messages" in row.apis]
)
@pytest.mark.parametrize("model", ["openai/gpt-5.2", "o3", "gpt-oss-120b", "gemini-3-pro-preview"])
def test_who_is_no_claude_is_promised_nothing_of_claudes(provider: str, model: str) -> None:
    """Behind the Messages of other hosts nobody knows what becomes of a system message, or of a begun answer."""
    here = segue.endpoint(provider, model, api="anthropic-messages")
    messages = segue.convert(CLAUDES, to=here, api="anthropic-messages").payload["messages"]
    assert {message["role"] for message in messages} == {"user", "assistant"}
    begun: JsonObject = {
        **CLAUDES,
        "messages": [*as_list(CLAUDES["messages"])[:1], {"role": "assistant", "content": "The"}],
    }
    assert segue.convert(begun, to=here, api="anthropic-messages").payload["messages"][-1]["role"] == "user"
