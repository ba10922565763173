"""Breaches of what hosts of Chat Completions demand beyond OpenAI."""

from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, QUESTION
from support.jsonish import Json, JsonObject

from .case import RuleCase

SOUND = replaced(EXAMPLES["openai-completions"], "$.messages[1].content", QUESTION)
SEEN = EXAMPLES["openai-completions"]

DEEPSEEK = "deepseek/deepseek-reasoner"
KIMI = "moonshot/kimi-k2.6"
GROQ = "groq/llama-3.3-70b-versatile"
CEREBRAS = "cerebras/llama-3.3-70b"
GROK = "xai/grok-4"
OPENROUTER = "openrouter/anthropic/claude-opus-5"
BLIND = "openrouter/deepseek/deepseek-v3.2"
QWEN = "dashscope/qwen3-max"
GLM = "zai/glm-5.2"
MINIMAX = "minimax/MiniMax-M2"
MIMO = "xiaomi/mimo-v2.5-pro"
OLLAMA = "ollama/qwen3:8b"
GEMMA = "vllm/google/gemma-2-9b-it"
QWEN_OF_ONES_OWN = "vllm/qwen/qwen3-32b"
MISTRAL = "openrouter/mistralai/mistral-large-2411"
LLAMACPP = "llamacpp/my-model"

CALLING = "$.messages[2]"
CALLS = f"{CALLING}.tool_calls"
ARGUMENTS = f"{CALLS}[0].function.arguments"
ASKED = "$.messages[1].content"
ANSWER = "$.messages[5]"

TEXT: JsonObject = {"type": "text", "text": "By the way."}
NOTHING: JsonObject = {"role": "assistant", "content": ""}
AGAIN: JsonObject = {"role": "user", "content": "And?"}
RULES: JsonObject = {"role": "system", "content": "Be brief."}
DETAIL: JsonObject = {"type": "reasoning.text", "text": "Hm.", "format": "anthropic-claude-v1", "index": 0}
ADDRESS: JsonObject = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
FILE: JsonObject = {"type": "file", "file": {"file_data": "data:application/pdf;base64,JVBERi0x", "filename": "a.pdf"}}
CUSTOM: JsonObject = {"id": "call_tide", "type": "custom", "custom": {"name": "tide", "input": "Tønder"}}


def asked(**beside: Json) -> JsonObject:
    """The sound request, with more asked for beside its messages."""
    return {**SOUND, **beside}


def thinking(**beside: Json) -> JsonObject:
    """The same while the model thinks."""
    return asked(thinking={"type": "enabled"}, **beside)


def with_reasoning(key: str, value: Json) -> JsonObject:
    """The sound request, with reasoning where it calls."""
    return replaced(SOUND, f"{CALLING}.{key}", value)


CASES = [
    RuleCase("DS-01", with_reasoning("reasoning_content", "Hm."), f"{CALLING}.reasoning_content", "vllm/deepseek-r1"),
    RuleCase("DS-02", SOUND, f"{CALLING}.reasoning_content", DEEPSEEK),
    RuleCase("DS-02", SOUND, f"{CALLING}.reasoning", BLIND),
    RuleCase("DS-03", with_reasoning("reasoning_content", ""), f"{CALLING}.reasoning_content", DEEPSEEK),
    RuleCase("DS-05", replaced(SOUND, "$.messages[0].role", "developer"), "$.messages[0].role", DEEPSEEK),
    RuleCase("DS-05", replaced(SOUND, "$.messages[3].content", [TEXT]), "$.messages[3].content", DEEPSEEK),
    RuleCase("DS-05", SEEN, f"{ASKED}[1]", DEEPSEEK),
    RuleCase("DS-05", replaced(SOUND, f"{CALLS}[0]", CUSTOM), f"{CALLS}[0].type", DEEPSEEK),
    RuleCase("DS-06", without(SOUND, "$.messages[4]"), f"{CALLS}[1]", DEEPSEEK),
    RuleCase("DS-07", asked(tool_choice="required"), "$.tool_choice", DEEPSEEK),
    RuleCase("DS-07", asked(tool_choice="required"), "$.tool_choice", QWEN),
    RuleCase("KIM-01", thinking(), f"{CALLING}.reasoning_content", KIMI),
    RuleCase("KIM-02", thinking(reasoning_effort="high"), "$.reasoning_effort", KIMI),
    RuleCase("KIM-02", thinking(tool_choice="required"), "$.tool_choice", KIMI),
    RuleCase("KIM-05", inserted(SOUND, "$.messages", 6, NOTHING), "$.messages[6].content", KIMI),
    RuleCase("MIM-01", SOUND, f"{CALLING}.reasoning_content", MIMO),
    RuleCase("GRQ-01", with_reasoning("reasoning_content", "Hm."), f"{CALLING}.reasoning_content", GROQ),
    RuleCase("GRQ-01", replaced(SOUND, f"{ANSWER}.mood", "good"), f"{ANSWER}.mood", GROQ),
    RuleCase("GRQ-01", replaced(SOUND, "$.messages[1].name", "Ann"), "$.messages[1].name", GROQ),
    RuleCase("GRQ-01", asked(logprobs=True), "$.logprobs", GROQ),
    RuleCase("GRQ-02", replaced(SOUND, ASKED, [TEXT]), ASKED, GROQ),
    RuleCase("CER-01", with_reasoning("reasoning_content", "Hm."), f"{CALLING}.reasoning_content", CEREBRAS),
    RuleCase(
        "CER-01", with_reasoning("reasoning_content", "Hm."), f"{CALLING}.reasoning_content", "cerebras/gpt-oss-120b"
    ),
    RuleCase("XAI-01", replaced(SOUND, f"{CALLING}.content", None), f"{CALLING}.content", GROK),
    RuleCase("XAI-01", replaced(SOUND, f"{ANSWER}.content", ""), f"{ANSWER}.content", GROK),
    RuleCase("XAI-01", replaced(SOUND, ASKED, [TEXT, TEXT]), ASKED, GROK),
    RuleCase("XAI-02", asked(store=True), "$.store", GROK),
    RuleCase("XAI-02", replaced(SOUND, "$.messages[0].role", "developer"), "$.messages[0].role", GROK),
    RuleCase("ORT-02", SEEN, f"{ASKED}[1]", BLIND),
    RuleCase("ORT-03", with_reasoning("reasoning_details", [DETAIL]), f"{CALLING}.reasoning_details", KIMI),
    RuleCase("ORT-03", with_reasoning("reasoning_details", [DETAIL]), f"{CALLING}.reasoning_details", MINIMAX),
    RuleCase("ORT-04", asked(reasoning={"effort": "high"}, reasoning_effort="high"), "$.reasoning_effort", OPENROUTER),
    RuleCase("QWN-01", replaced(SOUND, ARGUMENTS, '{"harbour": '), ARGUMENTS, QWEN),
    RuleCase("QWN-02", replaced(SOUND, ASKED, [TEXT, FILE]), f"{ASKED}[1]", QWEN),
    RuleCase("GLM-01", replaced(SOUND, f"{ANSWER}.content", ""), f"{ANSWER}.content", GLM),
    RuleCase("GLM-01", without(without(SOUND, "$.messages[6]"), "$.messages[1]"), "$.messages", GLM),
    RuleCase("GLM-02", asked(thinking={"type": "disabled"}), "$.thinking", "zai/glm-5.3"),
    RuleCase("CER-02", asked(disable_reasoning=True), "$.disable_reasoning", "cerebras/gpt-oss-120b"),
    RuleCase("MMX-01", without(SOUND, "$.messages[4]"), f"{CALLS}[1]", MINIMAX),
    RuleCase("MMX-01", replaced(SOUND, ARGUMENTS, ""), ARGUMENTS, MINIMAX),
    RuleCase("MMX-02", without(SOUND, "$.tools[0].function.parameters"), "$.tools[0].function.parameters", MINIMAX),
    RuleCase("OLL-01", replaced(SOUND, ARGUMENTS, "[1]"), ARGUMENTS, OLLAMA),
    RuleCase("OLL-01", replaced(SOUND, ASKED, [TEXT, ADDRESS]), f"{ASKED}[1]", OLLAMA),
    RuleCase("VL-01", SOUND, "$.messages[0]", GEMMA),
    RuleCase("VL-01", inserted(SOUND, "$.messages", 1, RULES), "$.messages[1]", QWEN_OF_ONES_OWN),
    RuleCase("VL-01", inserted(SOUND, "$.messages", 2, AGAIN), "$.messages[2]", QWEN_OF_ONES_OWN),
    RuleCase("VL-01", without(SOUND, "$.messages[1]"), "$.messages[1]", QWEN_OF_ONES_OWN),
    RuleCase("VL-02", replaced(SOUND, ARGUMENTS, "null"), ARGUMENTS, QWEN_OF_ONES_OWN),
    RuleCase("VL-03", replaced(SOUND, f"{CALLING}.content", None), f"{CALLING}.content", LLAMACPP),
    RuleCase("MIS-01", SOUND, f"{CALLS}[0].id", MISTRAL),
    RuleCase("MIS-03", without(SOUND, "$.messages[5]"), "$.messages[5].role", MISTRAL),
    RuleCase("VL-06", SEEN, f"{ASKED}[1]", QWEN_OF_ONES_OWN),
]
