"""What Chat Completions can carry."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Media, Wire

API: Final = "openai-completions"

_INLINE_OR_URL = frozenset({"base64", "url"})

WIRE = Wire(
    api=API,
    messages_key="messages",
    marks=frozenset(
        {
            "max_completion_tokens",
            "response_format",
            "functions",
            "function_call",
            "stream_options",
            "reasoning_effort",
            "frequency_penalty",
            "presence_penalty",
            "logit_bias",
            "logprobs",
            "n",
            "seed",
            "stop",
        }
    ),
    id_pattern=r"[^\x00]+",
    id_max=40,
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=64,
    user_media=Media(image=_INLINE_OR_URL, audio=frozenset({"base64"}), document=frozenset({"base64"})),
    custom_calls=True,
    refusals=True,
    system_anywhere=True,
    json_word=True,
    cache_marks="openai",
    participant_names=True,
    setting_paths={
        "max_tokens": "$.max_tokens",
        "temperature": "$.temperature",
        "top_p": "$.top_p",
        "top_k": "$.top_k",
        "stop": "$.stop",
        "seed": "$.seed",
        "frequency_penalty": "$.frequency_penalty",
        "presence_penalty": "$.presence_penalty",
        "reasoning": "$.reasoning_effort",
        "tool_choice": "$.tool_choice",
        "parallel_tool_calls": "$.parallel_tool_calls",
        "output": "$.response_format",
    },
    setting_keys=frozenset(
        {"model", "messages", "tools", "functions", "max_tokens", "max_completion_tokens", "temperature", "top_p"}
        | {"top_k", "stop", "seed", "frequency_penalty", "presence_penalty", "reasoning_effort", "reasoning"}
        | {"tool_choice", "parallel_tool_calls", "response_format", "stream"}
    ),
    plumbing=frozenset(
        {
            "stream_options",
            "store",
            "metadata",
            "user",
            "safety_identifier",
            "service_tier",
            "prompt_cache_key",
            "prompt_cache_retention",
            "prompt_cache_options",
            "n",
        }
    ),
)

#: Keys of an answer's message that a request's message does not know: a vendor sends them and refuses them back.
RESPONSE_ONLY: Final = frozenset({"annotations", "audio", "parsed", "logprobs"})

ROLES: Final = frozenset({"system", "developer", "user", "assistant", "tool", "function"})


def writes_message(wire: dict[str, Any]) -> bool:
    """A role of this API, and none of the other APIs' ways of saying things."""
    return wire.get("role") in ROLES if isinstance(wire.get("role"), str) else False
