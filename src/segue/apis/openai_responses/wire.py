"""What Responses can carry."""

from __future__ import annotations

from typing import Final

from segue.apis.codec import Media, Wire
from segue.apis.ids import IdForm
from segue.apis.reading import Wired, is_one_of, only_objects

API: Final = "openai-responses"

_SEEN = frozenset({"base64", "url"})

WIRE = Wire(
    api=API,
    messages_key="input",
    answer_keys=frozenset({"output"}),
    marks=frozenset(
        {
            "instructions",
            "previous_response_id",
            "conversation",
            "max_output_tokens",
            "include",
            "truncation",
            "text",
            "background",
            "max_tool_calls",
        }
    ),
    ids=IdForm(r"[a-zA-Z0-9_.:-]", 64),
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=64,
    user_media=Media(image=_SEEN, document=_SEEN),
    result_media=Media(image=_SEEN, document=_SEEN),
    custom_calls=True,
    system_anywhere=True,
    results_anywhere=True,
    item_ids=True,
    reasoning_items=True,
    json_word=True,
    cache_marks="openai",
    system_path="$.instructions",
    setting_paths={
        "max_tokens": "$.max_output_tokens",
        "temperature": "$.temperature",
        "top_p": "$.top_p",
        "reasoning": "$.reasoning",
        "tool_choice": "$.tool_choice",
        "parallel_tool_calls": "$.parallel_tool_calls",
        "output": "$.text.format",
    },
    setting_keys=frozenset(
        {"model", "input", "instructions", "tools", "max_output_tokens", "temperature", "top_p", "reasoning"}
        | {"tool_choice", "parallel_tool_calls", "text", "stream"}
    ),
    plumbing=frozenset(
        {
            "store",
            "include",
            "metadata",
            "user",
            "safety_identifier",
            "service_tier",
            "background",
            "truncation",
            "prompt_cache_key",
            "prompt_cache_retention",
            "prompt_cache_options",
            "stream_options",
        }
    ),
    server_state=frozenset({"previous_response_id", "conversation", "prompt"}),
)

#: Keys of an answer's items that a request's items do not know.
RESPONSE_ONLY: Final = frozenset({"created_by", "logprobs", "parsed", "parsed_arguments"})

#: Items that the client answers, with the name that the call goes by elsewhere.
BUILTIN_CALLS: Final = {
    "computer_call": "computer",
    "local_shell_call": "local_shell",
    "shell_call": "shell",
    "apply_patch_call": "apply_patch",
}

OUTPUTS: Final = {
    "function_call_output": "function",
    "custom_tool_call_output": "custom",
    "computer_call_output": "builtin",
    "local_shell_call_output": "builtin",
    "shell_call_output": "builtin",
    "apply_patch_call_output": "builtin",
}

ITEMS: Final = (
    frozenset(BUILTIN_CALLS)
    | frozenset(OUTPUTS)
    | {
        "message",
        "reasoning",
        "function_call",
        "custom_tool_call",
        "web_search_call",
        "file_search_call",
        "code_interpreter_call",
        "image_generation_call",
        "mcp_list_tools",
        "mcp_approval_request",
        "mcp_approval_response",
        "mcp_call",
        "tool_search_call",
        "tool_search_output",
        "additional_tools",
        "program",
        "program_output",
        "compaction",
        "compaction_trigger",
        "item_reference",
    }
)

_PARTS: Final = frozenset({"input_text", "output_text", "input_image", "input_file", "summary_text"})


def claims_message(wire: Wired) -> bool:
    """Does this item speak of Responses, and of no other API?"""
    kind = wire.get("type")
    if isinstance(kind, str) and (kind in ITEMS or (kind != "message" and "role" not in wire)):
        return True
    if "phase" in wire:
        return True
    return any(is_one_of(part.get("type"), _PARTS) for part in only_objects(wire.get("content")))


def claims_request(body: Wired) -> bool:
    """Is this a request with an input, or with a history that OpenAI holds?"""
    if "messages" in body or "role" in body or body.get("type") is not None:
        return False
    return "input" in body or not WIRE.server_state.isdisjoint(body)
