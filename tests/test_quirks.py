"""What each host of the chat wire is known to want, as a table: the rows of `providers.jsonc` say exactly this.

The facts are the hosts' own words, gathered as rules (DS-02, MIS-03, GRQ-01 …); where nothing is known of a host, the
careful answer stands. A row that changes has to change here, with a reason.
"""

import re
from typing import Any

import pytest
from msgspec.structs import asdict

from segue.models import API, Dialect, Provider, default_registry, endpoint

CHAT: API = "openai-completions"
USUAL = Dialect()

# thinking: the key that takes it back, `!` where turns with calls must have it. null: `content: null` beside calls.
# dev: the role developer. args: the text of a call's arguments is parsed.
# order: `front`, one system message and it leads; `first`, then a user; `turns`, user and assistant alternate; `gap`,
# between results and a user; `user`, somewhere a user; `alone`, results in a message of their own; how it may end.
# content: `string`, no parts; `one text` a message; `inline`, no addresses of images; `no file`; never `empty`.
TABLE = """
target                      thinking            null  dev  args  id        order                        content
openai-completions/gpt-5.2  -                   yes   yes  no    max40     free                         free
openai-completions/o1-mini  -                   yes   no   no    max40     free                         free
azure/gpt-4.1               -                   yes   yes  no    max40     free                         free
deepseek/deepseek-chat      reasoning_content!  no    no   yes   free      free                         string, no file
moonshot/kimi-k2.6          reasoning_content!  no    no   yes   free      free                         no file, empty
mistral/mistral-large       -                   yes   no   yes   alnum9    front first gap prefix       empty
groq/llama-3.3-70b          -                   yes   no   no    free      free                         string, no file
groq/gpt-oss-120b           reasoning           yes   no   no    free      free                         string, no file
groq/qwen3-32b              reasoning           yes   no   no    free      free                         string, no file
groq/llama-4-scout          -                   yes   no   no    free      free                         no file
cerebras/gpt-oss-120b       reasoning           yes   no   no    free      free                         string, no file
cerebras/zai-glm-4.7        -                   yes   no   no    free      free                         string, no file
xai/grok-4                  reasoning_content   no    no   no    free      free                         one text, empty
openrouter/gpt-4o           reasoning           no    no   yes   portable  free                         free
openrouter/mistral-nemo     reasoning           no    no   yes   alnum9    front first gap never        empty
openrouter/grok-4           reasoning           no    no   yes   portable  free                         one text, empty
openrouter/deepseek-v3.2    reasoning!          no    no   yes   portable  free                         free
openrouter/kimi-k2.6        reasoning!          no    no   yes   portable  free                         empty
openrouter/mimo-v2.5        reasoning!          no    no   yes   portable  free                         free
openrouter/glm-5.2          reasoning           no    no   yes   portable  user                         empty
openrouter/minimax-m2       reasoning           no    no   yes   portable  alone                        free
openrouter/qwen3.5-plus     reasoning           no    no   yes   portable  front                        free
dashscope/qwen3-max         reasoning_content   no    no   yes   free      free                         no file
zai/glm-5.2                 reasoning_content   no    no   yes   free      user                         no file, empty
minimax/MiniMax-M2          reasoning_content   no    no   yes   portable  alone                        no file
xiaomi/mimo-v2.5-pro        reasoning_content!  no    no   yes   portable  free                         no file
ollama/mistral:7b           reasoning           yes   no   yes   free      free                         inline, no file
vllm/my-model               -                   no    no   yes   free      front first turns never      no file
vllm/Mistral-Small-3.2      -                   no    no   yes   alnum9    front first turns gap never  no file
vllm/DeepSeek-R1            -                   no    no   yes   free      front first turns never      no file
vllm/gpt-oss-20b            reasoning           no    no   yes   free      front first turns never      no file
sglang/GLM-5.2              reasoning_content   no    no   yes   free      front first turns never      no file
llamacpp/my-model           reasoning_content   no    no   yes   free      front first turns never      no file
lmstudio/my-model           reasoning_content   no    no   yes   free      front first turns never      inline, no file
github-copilot/gpt-4.1      -                   no    yes  yes   portable  free                         free
together/my-model           -                   no    no   yes   free      front first turns never      no file
fireworks/my-model          -                   no    no   yes   free      front first turns never      no file
huggingface/my-model        -                   no    no   yes   portable  front first turns never      no file
openai-compatible/my-model  -                   no    no   yes   portable  front first turns never      no file, empty
"""

ORDER = {
    "leading_system_only": "front",
    "user_first": "first",
    "alternating_roles": "turns",
    "separator_after_tool": "gap",
    "user_required": "user",
    "results_alone": "alone",
}
CONTENT = {
    "content_parts": "string",
    "single_text": "one text",
    "image_urls": "inline",
    "file_parts": "no file",
    "empty_content": "empty",
}

# The flags that the table leaves out, and who has them on the chat wire; a model's own exceptions apart.
FURTHER: dict[str, dict[object, str]] = {
    "reasoning_details": {True: "openrouter minimax"},
    "details_format": {"MiniMax*": "minimax"},
    "reasoning_chunks": {True: "mistral"},
    "thinking_field": {
        "thinking": "deepseek moonshot zai xiaomi anthropic",
        "enable_thinking": "dashscope",
        "reasoning": "openrouter",
    },
    "thinking_with_forced_tools": {False: "deepseek moonshot dashscope"},
    "max_images": {8: "mistral"},
    "hosted_tools": {
        ("openrouter:*",): "openrouter",
        ("browser_search", "code_interpreter"): "groq",
        ("web_search", "retrieval"): "zai",
        ("web_search",): "xiaomi",
        ("builtin_function",): "moonshot",
    },
    "call_signatures": {True: "google vertex"},
    "max_tools": {None: "anthropic ollama vllm sglang llamacpp lmstudio"},
    "max_description": {1024: "azure github-copilot"},
    "extra_parts": {("document_url", "reference"): "mistral", ("document",): "groq", ("video_url",): "openrouter"},
    "cache_control": {True: "openrouter"},
    "tool_result_name": {True: "deepseek"},
    "tool_parameters_required": {True: "minimax"},
    "strict_fields": {True: "azure mistral groq cerebras fireworks openai-compatible"},
    "message_names": {False: "mistral groq"},
    "free_text_tools": {
        False: "anthropic google vertex bedrock mistral deepseek moonshot zai dashscope minimax xiaomi xai groq "
        "cerebras openrouter together fireworks huggingface vercel snowflake heroku crusoe ollama vllm sglang llamacpp "
        "lmstudio openai-compatible github-copilot"
    },
    "functions": {
        False: "anthropic google vertex bedrock mistral deepseek moonshot zai dashscope minimax xiaomi xai groq "
        "cerebras openrouter together fireworks huggingface vercel snowflake heroku crusoe ollama vllm sglang llamacpp "
        "lmstudio openai-compatible github-copilot"
    },
    "schema_references": {False: "mistral"},
    "seed_field": {"random_seed": "mistral"},
    "refusals": {False: "groq cerebras fireworks openai-compatible"},
    "output_schema": {False: "deepseek zai"},
    "effort_beside_thinking": {True: "deepseek zai"},
    "max_temperature": {1.0: "moonshot zai minimax"},
    "refused_settings": {
        ("logprobs", "top_logprobs", "logit_bias"): "groq",
        ("logit_bias", "user"): "mistral",
        ("frequency_penalty", "presence_penalty", "logit_bias", "service_tier"): "cerebras",
    },
    "own_settings": {
        ("provider", "models", "route", "plugins", "transforms", "usage"): "openrouter",
        ("reasoning_format", "include_reasoning", "compound_custom", "search_settings"): "groq",
        ("reasoning_format", "clear_thinking", "disable_reasoning"): "cerebras",
        ("search_parameters",): "xai",
        ("enable_search", "search_options"): "dashscope",
        ("reasoning_split",): "minimax",
        ("do_sample", "tool_stream"): "zai",
        ("safe_prompt", "prompt_mode", "guardrails"): "mistral",
    },
    "stream_options": {False: "mistral"},
    "max_tokens_field": {
        "max_tokens": "mistral deepseek moonshot zai dashscope minimax openrouter together fireworks huggingface "
        "vercel heroku crusoe ollama vllm sglang llamacpp lmstudio openai-compatible"
    },
    "store": {
        False: "anthropic google vertex bedrock mistral deepseek moonshot zai dashscope minimax xiaomi xai groq "
        "cerebras openrouter together fireworks huggingface github-copilot vercel snowflake heroku crusoe ollama "
        "llamacpp lmstudio openai-compatible"
    },
}

# Flags of the other wires, and models with flags of their own.
ELSEWHERE: list[tuple[str, str, dict[str, object]]] = [
    ("openai-completions/o1-mini", CHAT, {"system_role": False}),
    ("cerebras/zai-glm-4.7", CHAT, {"reasoning_tags": True}),
    ("vllm/google/gemma-2-9b-it", CHAT, {"system_role": False}),
    ("lmstudio/mistral-7b-instruct-v0.2", CHAT, {"system_role": False}),
    ("bedrock/anthropic.claude-opus-4-6-v1", "bedrock-converse", {"signatures": True, "cache_points": True}),
    (
        "bedrock/amazon.nova-pro-v1:0",
        "bedrock-converse",
        {"signatures": False, "image_urls": True, "result_media": ("image",)},
    ),
    ("bedrock/meta.llama3-3-70b-instruct-v1:0", "bedrock-converse", {"result_status": False, "calls_alone": True}),
    ("bedrock/qwen.qwen3-32b-v1:0", "bedrock-converse", {"result_status": False, "cache_points": False}),
    ("bedrock/amazon.nova-pro-v1:0", "bedrock-converse", {"result_status": True, "forced_choices": ("any", "tool")}),
    ("bedrock/mistral.mistral-large-2407-v1:0", "bedrock-converse", {"forced_choices": ("any",)}),
    ("bedrock/cohere.command-r-plus-v1:0", "bedrock-converse", {"forced_choices": (), "results_alone": True}),
    ("bedrock/ai21.jamba-1-5-large-v1:0", "bedrock-converse", {"system_role": True, "calls_alone": True}),
    ("bedrock/cohere.command-text-v14", "bedrock-converse", {"system_role": False}),
    ("bedrock/openai.gpt-oss-120b-1:0", "bedrock-converse", {"signatures": False, "results_alone": False}),
    ("bedrock/deepseek.v3-v1:0", "bedrock-converse", {"forced_choices": ("any", "tool"), "result_status": False}),
    ("vertex/gemini-3-pro", "google-generative-ai", {"function_call_id": False}),
    ("google/gemini-3-pro", "google-generative-ai", {}),
    ("anthropic/claude-opus-5", "anthropic-messages", {}),
    ("vertex/claude-opus-5", "anthropic-messages", {"anthropic_version": "vertex-2023-10-16", "image_urls": False}),
    ("openai/gpt-5.2", "openai-responses", {}),
    ("deepseek/deepseek-chat", "anthropic-messages", {"signatures": False, "reasoning_required": True}),
    ("deepseek/deepseek-chat", "openai-responses", {"adjacent_calls": True, "reasoning_text_items": True}),
    ("deepseek/deepseek-chat", "openai-responses", {"reasoning_required": True, "arguments_must_be_object": True}),
    ("moonshot/kimi-k2.6", "anthropic-messages", {"signatures": False, "reasoning_required": True}),
    ("zai/glm-5.2", "anthropic-messages", {"signatures": False, "user_required": True}),
    ("minimax/MiniMax-M2", "anthropic-messages", {"results_alone": True, "tool_parameters_required": True}),
    ("vllm/my-model", "openai-responses", {"adjacent_calls": True, "reasoning_text_items": True}),
    ("ollama/my-model", "anthropic-messages", {"signatures": False, "image_urls": False}),
    ("groq/openai/gpt-oss-20b", "openai-responses", {"strict_fields": True, "arguments_must_be_object": True}),
]


def rows() -> list[list[str]]:
    """The cells of each line: two spaces stand between them."""
    return [re.split(" {2,}", line) for line in TABLE.strip().splitlines()[1:]]


def words(dialect: Dialect, names: dict[str, str]) -> list[str]:
    return [word for flag, word in names.items() if getattr(dialect, flag) != getattr(USUAL, flag)]


def chat_of(provider: Provider | None) -> API | None:
    """The API in which a provider speaks the chat wire: Mistral's own is one of its dialects."""
    spoken = provider.apis if provider is not None else (CHAT,)
    return next((api for api in (CHAT, "mistral") if api in spoken), None)


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_table(row: list[str]) -> None:
    provider = default_registry().provider(row[0].partition("/")[0])
    dialect = endpoint(row[0], api=chat_of(provider)).dialect
    thinking = dialect.reasoning_field or "-"
    ends = [] if dialect.assistant_last == "free" else [dialect.assistant_last]
    stated = [
        row[0],
        f"{thinking}!" if dialect.reasoning_required else thinking,
        yes(dialect.null_content),
        yes(dialect.developer_role),
        yes(dialect.arguments_must_be_object),
        dialect.tool_call_id_format,
        " ".join(words(dialect, ORDER) + ends) or "free",
        ", ".join(words(dialect, CONTENT)) or "free",
    ]
    assert stated == row


def chat_dialect(provider: Provider) -> dict[str, Any]:
    """The flags of a host where the model has none of its own; nothing for those who do not speak the wire."""
    api = chat_of(provider)
    return {} if api is None else asdict(endpoint(provider.id, "some-model", api=api).dialect)


@pytest.mark.parametrize("flag", FURTHER)
def test_the_further_flags(flag: str) -> None:
    found: dict[object, set[str]] = {}
    usual = getattr(USUAL, flag)
    for provider in default_registry().providers:
        value = chat_dialect(provider).get(flag, usual)
        if value != usual:
            found.setdefault(value, set()).add(provider.id)
    assert found == {value: set(names.split()) for value, names in FURTHER[flag].items()}


@pytest.mark.parametrize(("to", "api", "flags"), ELSEWHERE)
def test_the_other_wires(to: str, api: str, flags: dict[str, object]) -> None:
    dialect = asdict(endpoint(to, api=api).dialect)
    assert {flag: dialect[flag] for flag in flags} == flags
    if not flags:
        assert dialect == asdict(USUAL)


def test_no_flag_of_the_chat_wire_is_left_out() -> None:
    """Every flag that a host has there is stated above."""
    stated = {*ORDER, *CONTENT, *FURTHER, "reasoning_field", "reasoning_required", "null_content", "developer_role"}
    stated |= {"arguments_must_be_object", "tool_call_id_format", "assistant_last"}
    stated |= {flag for _, _, flags in ELSEWHERE for flag in flags}
    for provider in default_registry().providers:
        differ = {flag for flag, value in chat_dialect(provider).items() if value != getattr(USUAL, flag)}
        assert differ <= stated
