"""What Chat Completions can carry."""

from __future__ import annotations

from typing import Final

from segue.apis.codec import Media, Wire
from segue.apis.ids import ANY, IdForm
from segue.apis.reading import Wired, inside, is_one_of, only_objects

API: Final = "openai-completions"

#: What only messages of this API carry, and only its content lists.
_MESSAGE_KEYS: Final = frozenset(
    {"tool_calls", "function_call", "tool_call_id", "refusal", "audio", "annotations", "name", "prefix"}
    | {"reasoning_content", "reasoning", "reasoning_details"}
)
_PARTS: Final = frozenset({"image_url", "input_audio", "file", "refusal", "video_url", "document_url"})

_INLINE_OR_URL = frozenset({"base64", "url"})

WIRE = Wire(
    api=API,
    messages_key="messages",
    answer_keys=frozenset({"choices"}),
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
    message_keys=_MESSAGE_KEYS | {"role", "content"},
    ids=IdForm(ANY, 40),
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=64,
    user_media=Media(image=_INLINE_OR_URL, audio=frozenset({"base64"}), document=frozenset({"base64"})),
    assistant_media=Media(audio=frozenset({"file"})),
    tools_of_hosts=True,
    counts_tools=True,
    custom_calls=True,
    refusals=True,
    host_parts=frozenset({"document", "document_url", "reference", "video_url"}),
    system_anywhere=True,
    results_behind_message=True,
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
        {"model", "messages", "tools", "functions", "function_call", "max_tokens", "max_completion_tokens"}
        | {"temperature", "top_p", "top_k", "stop", "seed", "random_seed", "frequency_penalty", "presence_penalty"}
        | {"reasoning_effort", "reasoning"}
        | {"tool_choice", "parallel_tool_calls", "response_format", "stream"}
        | {"thinking", "enable_thinking", "thinking_budget"}
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


def claims_message(wire: Wired) -> bool:
    """Does this message speak of Chat Completions, and of no other API?"""
    if "type" in wire and "role" not in wire:
        return False  # items of Responses have names, too
    if wire.get("role") in ("tool", "function") or not _MESSAGE_KEYS.isdisjoint(wire):
        return True
    return any(is_one_of(part.get("type"), _PARTS) for part in only_objects(wire.get("content")))


def claims_request(body: Wired) -> bool:
    """Does something beside the messages, or before them, speak of Chat Completions?"""
    choice = body.get("tool_choice")
    if not WIRE.marks.isdisjoint(body) or isinstance(choice, str) or "function" in inside(choice):
        return "messages" in body
    if any("function" in tool or "custom" in tool for tool in only_objects(body.get("tools"))):
        return "messages" in body
    messages = only_objects(body.get("messages"))
    # Anthropic's own system messages may not be first.
    return bool(messages) and messages[0].get("role") == "system" and bool(messages[0].get("content"))
