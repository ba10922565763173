"""What Anthropic Messages can carry."""

from __future__ import annotations

from typing import Final

from segue.apis.codec import Media, Wire
from segue.apis.ids import PORTABLE, IdForm
from segue.apis.reading import Wired, inside, is_one_of, only_objects

API: Final = "anthropic-messages"

_SEEN = frozenset({"base64", "url"})
_READ = frozenset({"base64", "url", "text", "parts"})

WIRE = Wire(
    api=API,
    messages_key="messages",
    answer_keys=frozenset({"type"}),
    marks=frozenset(
        {"system", "stop_sequences", "anthropic_version", "output_config", "mcp_servers", "context_management"}
    ),
    message_keys=frozenset({"role", "content"}),
    ids=IdForm(PORTABLE, 64),
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=128,
    user_media=Media(image=_SEEN, document=_READ),
    document_says=frozenset({"title", "context"}),
    result_media=Media(image=_SEEN, document=_READ),
    takes_empty=False,
    takes_blank=False,
    joins_turns=True,
    declares_tools=True,
    tool_references=frozenset({"tool_reference"}),
    user_first=True,
    user_last=True,
    cache_marks="anthropic",
    max_cache_marks=4,
    signature_pattern=r"[a-zA-Z0-9+/_-]+={0,2}",
    thinking_signed=True,
    final_thinking=False,
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


_TELLING: Final = BLOCKS - {"text", "thinking"}
#: Others have a ``system``, too: it is looked into.
_MARKS: Final = WIRE.marks - {"system"}
_CHOICES: Final = frozenset({"auto", "any", "tool", "none"})


def claims_message(wire: Wired) -> bool:
    """Does this message speak of Anthropic, and of no other API?"""
    return any(_is_telling(block) for block in only_objects(wire.get("content")))


def _is_telling(block: Wired) -> bool:
    kind = block.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _TELLING or kind.endswith("_tool_result") or (kind == "thinking" and "signature" in block):
        return True
    return "citations" in block


def claims_request(body: Wired) -> bool:
    """Does something beside the messages speak of Anthropic?"""
    if "messages" not in body:
        return False
    if (
        not _MARKS.isdisjoint(body)
        or _is_system(body.get("system"))
        or is_one_of(inside(body.get("tool_choice")).get("type"), _CHOICES)
    ):
        return True
    return any("input_schema" in tool or _is_dated(tool.get("type")) for tool in only_objects(body.get("tools")))


def _is_system(system: object) -> bool:
    """Its instructions are a string, or blocks that name their type."""
    return isinstance(system, str) or any("type" in block for block in only_objects(system))


def _is_dated(kind: object) -> bool:
    """Its own tools carry a date: ``web_search_20260209``."""
    return kind != "function" and isinstance(kind, str) and kind[-8:].isdigit()


def may_be_request(body: Wired) -> bool:
    """Where nothing else tells, the model does."""
    model = body.get("model")
    return isinstance(model, str) and "max_tokens" in body and "claude" in model.lower()
