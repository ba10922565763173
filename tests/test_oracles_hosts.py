"""Each check of a host finds the one defect that was put into a body which that host takes."""

from typing import NamedTuple

import pytest

from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject, objects
from support.provider_checks import violations

CHAT, RESPONSES, MESSAGES, GEMINI = (
    EXAMPLES[api] for api in ("openai-completions", "openai-responses", "anthropic-messages", "google-generative-ai")
)

ASIDE: JsonObject = {"type": "text", "text": "By the way."}
PICTURE: JsonObject = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
FILE: JsonObject = {"type": "file", "file": {"file_id": "file_1"}}
PARTS: Json = [ASIDE, ASIDE]
TOOL: JsonObject = {"type": "function", "function": {"name": "moon"}}


def thinking(key: str) -> JsonObject:
    """The conversation with the thinking of its answers, under a key."""
    body = CHAT
    for path, message in objects(CHAT["messages"], "$.messages"):
        if message["role"] == "assistant":
            body = replaced(body, f"{path}.{key}", "Both, then.")
    return body


def plain() -> JsonObject:
    """Text alone, as strings, without thinking."""
    return replaced(CHAT, "$.messages[1].content", "Can the ketch leave?")


def named(body: JsonObject, ids: dict[str, str]) -> JsonObject:
    for path, message in objects(body["messages"], "$.messages"):
        if message.get("tool_call_id") in ids:
            body = replaced(body, f"{path}.tool_call_id", ids[str(message["tool_call_id"])])
        for call_path, call in objects(message.get("tool_calls"), f"{path}.tool_calls"):
            body = replaced(body, f"{call_path}.id", ids[str(call["id"])])
    return body


SHORT = {"call_tide": "tide00001", "call_wind": "wind00001"}
MISTRALS = named(plain(), SHORT)
ARGUMENTS = "$.messages[2].tool_calls[0].function.arguments"
KIMI = thinking("reasoning_content")
DEEPSEEK = replaced(KIMI, "$.messages[1].content", "Can the ketch leave?")
CLOUD = replaced(without(MESSAGES, "$.model"), "$.anthropic_version", "vertex-2023-10-16")
URL: JsonObject = {"type": "url", "url": "https://example.org/ketch.png"}


class Host(NamedTuple):
    provider: str
    model: str
    api: str
    body: JsonObject


OPENAI = Host("openai", "gpt-4.1", "openai-completions", CHAT)

SOUND = {
    "openai": OPENAI,
    "azure": OPENAI._replace(provider="azure"),
    "deepseek": Host("deepseek", "deepseek-v4-pro", "openai-completions", DEEPSEEK),
    "moonshot": Host("moonshot", "kimi-k2.6", "openai-completions", KIMI),
    "xiaomi": Host("xiaomi", "mimo-v2.5", "openai-completions", KIMI),
    "mistral": Host("mistral", "mistral-large-latest", "openai-completions", MISTRALS),
    "groq": Host("groq", "llama-3.3-70b-versatile", "openai-completions", plain()),
    "cerebras": Host("cerebras", "gpt-oss-120b", "openai-completions", plain()),
    "xai": Host("xai", "grok-4", "openai-completions", CHAT),
    "openrouter": Host("openrouter", "mistral-nemo", "openai-completions", MISTRALS),
    "dashscope": Host("dashscope", "qwen3-vl-plus", "openai-completions", CHAT),
    "zai": Host("zai", "glm-4.6v", "openai-completions", CHAT),
    "minimax": Host("minimax", "minimax-m3", "openai-completions", CHAT),
    "ollama": Host("ollama", "gemma3", "openai-completions", CHAT),
    "vllm": Host("vllm", "my-model", "openai-completions", CHAT),
    "llamacpp": Host("llamacpp", "my-model", "openai-completions", replaced(CHAT, "$.messages[2].content", "")),
    "vertex claude": Host("vertex", "claude-opus-5", "anthropic-messages", CLOUD),
    "minimax messages": Host("minimax", "minimax-m3", "anthropic-messages", MESSAGES),
    "deepseek messages": Host("deepseek", "deepseek-v4-pro", "anthropic-messages", MESSAGES),
    "zai messages": Host("zai", "glm-5.2", "anthropic-messages", MESSAGES),
    "ollama messages": Host("ollama", "gemma3", "anthropic-messages", MESSAGES),
    "openai responses": Host("openai", "gpt-5.2", "openai-responses", RESPONSES),
    "deepseek responses": Host("deepseek", "deepseek-v4-pro", "openai-responses", without(RESPONSES, "$.input[2]")),
    "vertex": Host("vertex", "gemini-3-pro", "google-generative-ai", GEMINI),
}


class Case(NamedTuple):
    host: str
    rule: str
    body: JsonObject
    model: str | None = None


LAST = "$.messages[6]"
CASES = [
    Case("openai", "OAI-18", KIMI),
    Case("openai", "OAI-16", CHAT, "o1-mini"),
    Case("openai", "VL-06", CHAT, "gpt-3.5-turbo"),
    Case("azure", "OAI-18", thinking("reasoning")),
    Case("deepseek", "DS-02", replaced(DEEPSEEK, "$.messages[2].reasoning_content", "")),
    Case("deepseek", "DS-02", without(DEEPSEEK, "$.messages[5].reasoning_content")),
    Case("deepseek", "DS-05", replaced(DEEPSEEK, "$.messages[0].role", "developer")),
    Case("deepseek", "DS-05", replaced(DEEPSEEK, "$.messages[3].content", PARTS)),
    Case("deepseek", "DS-05", replaced(DEEPSEEK, "$.tools[0].type", "namespace")),
    Case("deepseek", "DS-07", replaced(DEEPSEEK, "$.tool_choice", "required")),
    Case("deepseek", "VL-02", replaced(DEEPSEEK, ARGUMENTS, "")),
    Case("deepseek", "VL-06", replaced(DEEPSEEK, "$.messages[1].content", [PICTURE])),
    Case("moonshot", "KIM-01", without(KIMI, "$.messages[2].reasoning_content")),
    Case("moonshot", "KIM-02", replaced(replaced(KIMI, "$.thinking", {}), "$.reasoning_effort", "high")),
    Case("moonshot", "KIM-02", replaced(KIMI, "$.tool_choice", "required")),
    Case("moonshot", "KIM-05", replaced(KIMI, "$.messages[5].content", "")),
    Case("moonshot", "KIM-05", inserted(KIMI, "$.messages[1].content", 0, FILE)),
    Case("xiaomi", "MIM-01", without(KIMI, "$.messages[2].reasoning_content")),
    Case("mistral", "MIS-01", plain()),
    Case("mistral", "MIS-03", without(MISTRALS, "$.messages[5]")),
    Case("mistral", "MIS-03", replaced(MISTRALS, "$.messages[6].role", "system")),
    Case("mistral", "MIS-03", without(MISTRALS, LAST)),
    Case("mistral", "MIS-03", without(MISTRALS, "$.messages[1]")),
    Case("mistral", "MIS-04", replaced(MISTRALS, "$.messages[5].content", "")),
    Case("mistral", "MIS-06", replaced(MISTRALS, "$.messages[5].refusal", None)),
    Case("mistral", "MIS-06", replaced(MISTRALS, "$.messages[6].name", "Jens")),
    Case("mistral", "MIS-06", replaced(MISTRALS, "$.store", False)),
    Case("groq", "GRQ-01", replaced(plain(), "$.messages[5].reasoning_content", "Both.")),
    Case("groq", "GRQ-01", replaced(plain(), "$.messages[5].reasoning", "Both.")),
    Case("groq", "GRQ-01", replaced(plain(), "$.messages[5].function_call", None)),
    Case("groq", "GRQ-02", replaced(plain(), "$.messages[6].content", PARTS)),
    Case("cerebras", "CER-01", replaced(plain(), "$.messages[5].reasoning_content", "Both.")),
    Case("cerebras", "CER-01", replaced(plain(), "$.messages[5].reasoning", "Both."), "zai-glm-4.7"),
    Case("cerebras", "CER-01", replaced(plain(), "$.store", True)),
    Case("xai", "XAI-01", replaced(CHAT, "$.messages[5].content", None)),
    Case("xai", "XAI-01", replaced(CHAT, "$.messages[5].content", "")),
    Case("xai", "XAI-01", inserted(CHAT, "$.messages[1].content", 0, ASIDE)),
    Case("xai", "XAI-02", replaced(CHAT, "$.messages[0].role", "developer")),
    Case("openrouter", "MIS-01", plain()),
    Case("openrouter", "ANT-14", named(plain(), {"call_tide": "functions.tide:0", "call_wind": "w"}), "claude-opus-5"),
    Case("openrouter", "ORT-04", replaced(replaced(MISTRALS, "$.reasoning", {}), "$.reasoning_effort", "low")),
    Case("openrouter", "DS-02", plain(), "deepseek-v3.2"),
    Case("openrouter", "GLM-01", without(without(plain(), LAST), "$.messages[1]"), "glm-5.2"),
    Case("dashscope", "QWN-01", replaced(CHAT, ARGUMENTS, "{")),
    Case("dashscope", "QWN-02", inserted(CHAT, "$.messages[1].content", 0, FILE)),
    Case("zai", "GLM-01", without(without(CHAT, LAST), "$.messages[1]")),
    Case("zai", "GLM-01", replaced(CHAT, "$.messages[5].content", "")),
    Case("minimax", "MMX-01", named(CHAT, {"call_tide": "functions.tide:0", "call_wind": "w"})),
    Case("minimax", "MMX-01", replaced(CHAT, ARGUMENTS, "[]")),
    Case("minimax", "MMX-02", inserted(CHAT, "$.tools", 0, TOOL)),
    Case("ollama", "OLL-01", replaced(CHAT, ARGUMENTS, "")),
    Case("ollama", "OLL-01", replaced(CHAT, "$.messages[1].content[1].image_url.url", "https://example.org/a.png")),
    Case("vllm", "VL-01", replaced(CHAT, "$.messages[6].role", "system")),
    Case("vllm", "VL-01", without(CHAT, "$.messages[1]")),
    Case("vllm", "VL-01", inserted(CHAT, "$.messages", 2, {"role": "user", "content": "Well?"})),
    Case("vllm", "VL-01", without(CHAT, LAST)),
    Case("vllm", "VL-01", CHAT, "google/gemma-2-9b-it"),
    Case("vllm", "VL-02", replaced(CHAT, ARGUMENTS, '"high"')),
    Case("vllm", "MIS-01", CHAT, "mistralai/Mistral-Small-3.2"),
    Case("vllm", "DS-01", KIMI, "deepseek-ai/DeepSeek-R1"),
    Case("llamacpp", "VL-03", replaced(CHAT, "$.messages[2].content", None)),
    Case("vertex claude", "ANT-27", MESSAGES),
    Case("vertex claude", "ANT-34", replaced(CLOUD, "$.messages[0].content[1].source", URL)),
    Case("minimax messages", "MMX-01", inserted(MESSAGES, "$.messages[2].content", 2, ASIDE)),
    Case("deepseek messages", "DS-04", without(MESSAGES, "$.messages[1].content[0]")),
    Case("zai messages", "GLM-01", replaced(MESSAGES, "$.messages", [{"role": "assistant", "content": "Hello?"}])),
    Case("ollama messages", "ANT-34", replaced(MESSAGES, "$.messages[0].content[1].source", URL)),
    Case("openai responses", "RSP-06", replaced(RESPONSES, "$.input[1].content", PARTS)),
    Case("deepseek responses", "DS-09", without(RESPONSES, "$.input[1]")),
    Case("deepseek responses", "DS-09", inserted(RESPONSES, "$.input", 5, {"role": "user", "content": "Well?"})),
    Case("deepseek responses", "RSP-15", replaced(RESPONSES, "$.input[3].arguments", "")),
    Case("vertex", "GEM-04", replaced(GEMINI, "$.contents[4].parts[0]", {"text": ""})),
]


@pytest.mark.parametrize("host", SOUND.values(), ids=SOUND)
def test_what_a_host_takes_breaks_nothing(host: Host) -> None:
    assert violations(host.api, host.body, model=host.model, provider=host.provider) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.host}-{case.rule}")
def test_the_check_finds(case: Case) -> None:
    host = SOUND[case.host]
    found = violations(host.api, case.body, model=case.model or host.model, provider=host.provider)
    assert case.rule in {violation.rule for violation in found}
