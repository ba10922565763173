"""Hosts of the Chat Completions wire, a row each: what they refuse beyond what OpenAI refuses, and what they take.

Rows follow what the hosts were heard to answer (DS-02, KIM-01, GRQ-01 …), and nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from support.jsonish import JsonObject

from . import completions
from .chat_quirks import (
    Check,
    alternation,
    arguments_parse,
    content_is_a_string,
    free_choice_while_thinking,
    ids_like,
    images_inline,
    known_keys,
    last_word,
    most_images,
    no_empty_content,
    no_null_content,
    nobody_asks_behind_results,
    not_both,
    not_for,
    one_leading_system,
    one_text,
    only_for,
    only_functions,
    parameters_given,
    refuses_fields,
    refuses_keys,
    refuses_parts,
    refuses_role,
    some_user,
    thinking_among_tools,
    thinking_with_calls,
    user_first,
)
from .common import Violation


@dataclass(frozen=True)
class Host:
    refuses: tuple[Check, ...]
    takes: frozenset[str] = frozenset({"OAI-21"})
    """OpenAI's own rules that do not hold here."""


ANY_ID = frozenset({"OAI-05", "OAI-21"})

PORTABLE = r"[a-zA-Z0-9_-]{1,64}"

THINKING_KEYS = ("reasoning_content", "reasoning", "reasoning_details", "thinking")
NO_EARS = ("input_audio", "file", "video_url", "document_url")
NO_EYES = ("image_url", *NO_EARS)

BLIND = (
    r"deepseek|gpt-oss|llama-3\.[13]|llama-3-|qwen-?3-(\d|max|coder)|qwen2\.5-7|qwq|kimi-k2-|kimi-k2$|moonshot-v1"
    r"|glm-(4\.[567]|5|5\.[12])(-air|-flash)?$|minimax-m2|mimo-v2(\.5-pro|-flash)|codestral|devstral|ministral-[38]b"
    r"|mistral-(tiny|7b)|mixtral|nemo|grok-(3|code)|gpt-3\.5|gpt-4$|o1-mini|o3-mini|compound"
)
"""Models that read text only, whoever serves them."""

NO_REASONER = r"kimi-k2-(turbo-)?preview|kimi-k2$|moonshot-v1|deepseek-v3(\.1)?$|deepseek-r1"
"""Models of houses that think which do not think on request."""

OPENAI_KEYS = {
    "system": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls", "function_call"},
    "tool": {"role", "content", "tool_call_id", "name"},
}
GROQ_KEYS = {**OPENAI_KEYS, "assistant": {*OPENAI_KEYS["assistant"], "reasoning"}}
MISTRAL_KEYS = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls", "prefix"},
    "tool": {"role", "content", "tool_call_id", "name"},
}

MISTRALS = r"mistral|mixtral|ministral|magistral|devstral|codestral"
FIRST_GEMMAS = r"gemma-(1|2|\db)|mistral-7b-(instruct-)?v0\.[12]"

DEEPSEEK: tuple[Check, ...] = (
    refuses_role("DS-05", "developer"),
    content_is_a_string("DS-05"),
    only_functions("DS-05"),
    not_for(NO_REASONER, thinking_with_calls("DS-02", "reasoning_content")),
    not_for(NO_REASONER, thinking_among_tools("DS-02", "reasoning_content")),
    not_for(NO_REASONER, free_choice_while_thinking("DS-07")),
    arguments_parse("VL-02"),
)

KIMI: tuple[Check, ...] = (
    refuses_role("OAI-16", "developer"),
    not_for(NO_REASONER, thinking_with_calls("KIM-01", "reasoning_content")),
    not_for(NO_REASONER, free_choice_while_thinking("KIM-02")),
    not_both("KIM-02", "thinking", "reasoning_effort"),
    no_empty_content("KIM-05"),
    refuses_parts("KIM-05", *NO_EARS),
    arguments_parse("VL-02"),
)

MISTRAL: tuple[Check, ...] = (
    ids_like("MIS-01", r"[a-zA-Z0-9]{9}"),
    nobody_asks_behind_results("MIS-03"),
    one_leading_system("MIS-03"),
    user_first("MIS-03"),
    last_word("MIS-03", prefix=True),
    no_empty_content("MIS-04"),
    known_keys("MIS-06", MISTRAL_KEYS),
    refuses_fields("MIS-06", "store", "stream_options", "reasoning_effort", "max_completion_tokens"),
    refuses_role("OAI-16", "developer"),
    most_images("MIS-07", 8),
    arguments_parse("VL-02"),
)

GLM: tuple[Check, ...] = (
    refuses_role("OAI-16", "developer"),
    some_user("GLM-01"),
    no_empty_content("GLM-01"),
    arguments_parse("VL-02"),
)

MINIMAX: tuple[Check, ...] = (
    refuses_role("OAI-16", "developer"),
    ids_like("MMX-01", PORTABLE),
    arguments_parse("MMX-01"),
    parameters_given("MMX-02"),
)

GROK: tuple[Check, ...] = (
    refuses_role("XAI-02", "developer"),
    no_null_content("XAI-01"),
    no_empty_content("XAI-01"),
    one_text("XAI-01"),
    refuses_fields("XAI-02", "store"),
)

QWEN: tuple[Check, ...] = (
    refuses_role("OAI-16", "developer"),
    arguments_parse("QWN-01"),
    refuses_parts("QWN-02", "file"),
)

TEMPLATE: tuple[Check, ...] = (
    # What a template demands that nobody has looked into.
    one_leading_system("VL-01"),
    user_first("VL-01"),
    alternation("VL-01"),
    last_word("VL-01"),
    refuses_role("VL-01", "developer"),
    only_for(FIRST_GEMMAS, refuses_role("VL-01", "system")),
    only_for(MISTRALS, ids_like("MIS-01", r"[a-zA-Z0-9]{9}")),
    only_for(MISTRALS, nobody_asks_behind_results("MIS-03")),
    only_for("deepseek-r1", refuses_keys("DS-01", "reasoning_content")),
    arguments_parse("VL-02"),
)

# A router hands on to whoever made the model; how it wants its thinking is the router's own affair.
ROUTED: tuple[Check, ...] = (
    ids_like("ANT-14", PORTABLE),
    only_for(MISTRALS, ids_like("MIS-01", r"[a-zA-Z0-9]{9}")),
    only_for(MISTRALS, nobody_asks_behind_results("MIS-03")),
    only_for("grok", no_empty_content("XAI-01")),
    only_for("grok", one_text("XAI-01")),
    only_for("kimi", no_empty_content("KIM-05")),
    only_for("glm", some_user("GLM-01")),
    only_for("glm", no_empty_content("GLM-01")),
    only_for("minimax", parameters_given("MMX-02")),
    arguments_parse("ANT-15"),
)

HOSTS: dict[str, Host] = {
    "openai": Host(
        (
            refuses_keys("OAI-18", *THINKING_KEYS),
            only_for("o1-mini|o1-preview", refuses_role("OAI-16", "system")),
            only_for("o1-mini|o1-preview", refuses_role("OAI-16", "developer")),
        ),
        frozenset(),
    ),
    "azure": Host((refuses_keys("OAI-18", *THINKING_KEYS),), frozenset()),
    "deepseek": Host(DEEPSEEK, ANY_ID),
    "moonshot": Host(KIMI, ANY_ID),
    "xiaomi": Host((refuses_role("OAI-16", "developer"), thinking_with_calls("MIM-01", "reasoning_content"))),
    "mistral": Host(MISTRAL, frozenset({"OAI-12", "OAI-21"})),
    "groq": Host(
        (
            not_for(r"gpt-oss|qwen-?3", refuses_keys("GRQ-01", "reasoning")),
            known_keys("GRQ-01", GROQ_KEYS),
            not_for(r"llama-4|vision|qwen-?3\.8|-vl-", content_is_a_string("GRQ-02")),
        ),
        ANY_ID,
    ),
    "cerebras": Host(
        (
            not_for("gpt-oss", refuses_keys("CER-01", "reasoning")),
            known_keys("CER-01", GROQ_KEYS),
            refuses_fields("CER-01", "store"),
            refuses_role("OAI-16", "developer"),
        ),
        ANY_ID,
    ),
    "xai": Host(GROK, ANY_ID),
    "openrouter": Host(
        (
            *ROUTED,
            not_both("ORT-04", "reasoning", "reasoning_effort"),
            only_for(
                r"kimi-k(2\.|[3-9]|2-thinking)|deepseek-v[^3]|deepseek-v3\.2|mimo",
                thinking_with_calls("DS-02", "reasoning", "reasoning_details"),
            ),
        ),
        frozenset({"OAI-12", "OAI-21"}),
    ),
    "github-copilot": Host((ids_like("ANT-14", PORTABLE), no_null_content("XAI-01"), arguments_parse("ANT-15"))),
    "dashscope": Host(QWEN, ANY_ID),
    "zai": Host(GLM, ANY_ID),
    "minimax": Host(MINIMAX, ANY_ID),
    "ollama": Host((arguments_parse("OLL-01"), images_inline("OLL-01"), refuses_parts("OLL-01", *NO_EARS)), ANY_ID),
    "vllm": Host(TEMPLATE, ANY_ID),
    "sglang": Host(TEMPLATE, ANY_ID),
    "llamacpp": Host((*TEMPLATE, no_null_content("VL-03")), ANY_ID),
    "lmstudio": Host((*TEMPLATE, no_null_content("VL-03")), ANY_ID),
    "together": Host(TEMPLATE, ANY_ID),
    "fireworks": Host(TEMPLATE, ANY_ID),
    "huggingface": Host(TEMPLATE, ANY_ID),
    "crusoe": Host(TEMPLATE, ANY_ID),
}

OF_ALL: tuple[Check, ...] = (only_for(BLIND, refuses_parts("VL-06", *NO_EYES)),)


def violations(payload: JsonObject, model: str, provider: str) -> Iterator[Violation]:
    host = HOSTS.get(provider, Host((), frozenset({"OAI-21"})))
    for violation in completions.violations(payload, model):
        if violation.rule not in host.takes:
            yield violation
    for check in (*OF_ALL, *host.refuses):
        yield from check(payload, model.lower())
