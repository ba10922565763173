"""What Anthropic Messages can carry."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Media, Wire
from segue.apis.reading import inside

API: Final = "anthropic-messages"

_SEEN = frozenset({"base64", "url"})
_READ = frozenset({"base64", "url", "text", "parts"})

WIRE = Wire(
    api=API,
    messages_key="messages",
    marks=frozenset(
        {"system", "stop_sequences", "anthropic_version", "output_config", "mcp_servers", "context_management"}
    ),
    id_pattern=r"[a-zA-Z0-9_-]+",
    id_max=64,
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=128,
    user_media=Media(image=_SEEN, document=_READ),
    result_media=Media(image=_SEEN, document=_READ),
    takes_empty=False,
    takes_blank=False,
    declares_tools=True,
    user_first=True,
    user_last=True,
    cache_marks="anthropic",
    setting_paths={
        "max_tokens": "$.max_tokens",
        "temperature": "$.temperature",
        "top_p": "$.top_p",
        "top_k": "$.top_k",
        "stop": "$.stop_sequences",
        "reasoning": "$.thinking",
        "tool_choice": "$.tool_choice",
        "parallel_tool_calls": "$.tool_choice",
        "output": "$.output_config",
    },
    setting_keys=frozenset(
        {"model", "messages", "system", "tools", "max_tokens", "temperature", "top_p", "top_k", "stop_sequences"}
        | {"thinking", "tool_choice", "output_config", "stream", "cache_control"}
    ),
    plumbing=frozenset(
        {"metadata", "service_tier", "speed", "inference_geo", "anthropic_version", "anthropic_beta", "diagnostics"}
    ),
    server_state=frozenset({"thread"}),
)

#: Keys of an answer's blocks that are null there and refused as null in a request [ANT-27].
NULL_IN_ANSWERS: Final = frozenset({"citations", "caller", "parsed_output", "cache_control"})

TEXT_BLOCKS: Final = frozenset({"text", "thinking", "redacted_thinking", "image", "document", "search_result"})

BLOCKS: Final = TEXT_BLOCKS | {
    "tool_use",
    "tool_result",
    "server_tool_use",
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "text_editor_code_execution_tool_result",
    "tool_search_tool_result",
    "advisor_tool_result",
    "container_upload",
    "mcp_tool_use",
    "mcp_tool_result",
    "mcp_tool_listing",
    "compaction",
    "tool_addition",
    "tool_removal",
    "fallback",
}


def writes_message(wire: dict[str, Any]) -> bool:
    """A user's, assistant's or system message whose blocks, if it has any, are of this API."""
    if wire.get("role") not in ("user", "assistant", "system") or ("content" not in wire and "clear_at" not in wire):
        return False
    if wire.keys() - {"role", "content", "clear_at", "output_config"}:
        return False
    content: list[Any] | None = wire.get("content")
    if isinstance(content, list):
        return all(inside(block).get("type") in BLOCKS for block in content)
    return True
