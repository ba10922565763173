"""What Mistral's own API can carry, and what tells its history from Chat Completions, which looks much the same."""

from __future__ import annotations

from typing import Final

from segue.apis.chat import first_message
from segue.apis.codec import Media, Wire
from segue.apis.ids import NINE_LETTERS_OR_DIGITS
from segue.apis.reading import Wired, is_one_of, only_objects

API: Final = "mistral"

_INLINE_OR_URL = frozenset({"base64", "url"})

#: The keys of the messages of each role.
KEYS: Final = {
    "system": frozenset({"role", "content"}),
    "user": frozenset({"role", "content"}),
    "assistant": frozenset({"role", "content", "tool_calls", "prefix"}),
    "tool": frozenset({"role", "content", "tool_call_id", "name"}),
}

WIRE = Wire(
    api=API,
    messages_key="messages",
    answer_keys=frozenset({"choices"}),
    marks=frozenset({"random_seed", "safe_prompt", "prompt_mode", "guardrails"}),
    message_keys=frozenset[str]().union(*KEYS.values()),
    resembles="openai-completions",
    refused_keys=frozenset(
        {"max_completion_tokens", "functions", "function_call", "stream_options", "logit_bias", "seed", "store"}
    ),
    telling_keys=frozenset({"prefix"}),
    models=r"(open-)?(mistral|ministral|mixtral|magistral|codestral|devstral|pixtral|voxtral|labs-|ft:|ag:)",
    ids=NINE_LETTERS_OR_DIGITS,
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=64,
    user_media=Media(image=_INLINE_OR_URL, audio=_INLINE_OR_URL, document=_INLINE_OR_URL),
    system_anywhere=True,
    leading_system_only=True,
    results_behind_message=True,
    setting_paths={
        "max_tokens": "$.max_tokens",
        "temperature": "$.temperature",
        "top_p": "$.top_p",
        "top_k": "$.top_k",
        "stop": "$.stop",
        "seed": "$.random_seed",
        "frequency_penalty": "$.frequency_penalty",
        "presence_penalty": "$.presence_penalty",
        "reasoning": "$.reasoning_effort",
        "tool_choice": "$.tool_choice",
        "parallel_tool_calls": "$.parallel_tool_calls",
        "output": "$.response_format",
    },
    setting_keys=frozenset(
        {"model", "messages", "tools", "max_tokens", "temperature", "top_p", "top_k", "stop", "random_seed"}
        | {"frequency_penalty", "presence_penalty", "reasoning_effort", "tool_choice", "parallel_tool_calls"}
        | {"response_format", "stream"}
    ),
    plumbing=frozenset({"metadata", "n", "prompt_cache_key", "service_tier"}),
)

#: What stands in a content list of nobody else's.
_CHUNKS: Final = frozenset({"reference", "tool_reference", "tool_file", "resource", "resource_link"})


def claims_message(wire: Wired) -> bool:
    """Is there a chunk in it that only Mistral has, or is it the beginning of an answer as Mistral marks it?"""
    if wire.get("prefix") is True:
        return True
    return any(_is_own(part) for part in only_objects(wire.get("content")))


def _is_own(part: Wired) -> bool:
    kind = part.get("type")
    match kind:
        case "thinking":
            return isinstance(part.get("thinking"), list)
        case "input_audio":
            return isinstance(part.get("input_audio"), str)
        case "file":
            return isinstance(part.get("file_id"), str)
        case _:
            return is_one_of(kind, _CHUNKS)


def claims_request(body: Wired) -> bool:
    """Does something beside the messages speak of Mistral?"""
    return "messages" in body and not WIRE.marks.isdisjoint(body)


def claims_response(body: Wired) -> bool:
    """Is there something in the answer that only Mistral writes?"""
    return claims_message(first_message(body))
