"""Converse's answers → a message."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from segue.apis.bedrock_converse.read import read_message
from segue.apis.codec import Author
from segue.apis.reading import Wired, count_of, inside, object_at, object_or_none, text_or_none
from segue.conversation import Message, Stop, Usage
from segue.errors import InvalidHistory
from segue.jsontext import dump

_REASONS: Final[dict[str, Any]] = {
    "end_turn": "end",
    "tool_use": "tool_use",
    "max_tokens": "max_tokens",
    "stop_sequence": "stop_sequence",
    "guardrail_intervened": "refusal",
    "content_filtered": "refusal",
    "malformed_model_output": "error",
    "malformed_tool_use": "error",
    "model_context_window_exceeded": "context_window",
}


def writes_response(wire: Wired) -> bool:
    """An answer has one message as its output."""
    return "message" in inside(wire.get("output")) and "role" not in wire


def read_response(body: Wired, author: Author) -> Message:
    """Read an answer. It does not say which model wrote it, and has no id."""
    said = object_at(object_at(body, "output", where="$"), "message", where="$.output")
    try:
        message = read_message({"role": "assistant", **said}, author)
    except InvalidHistory as error:
        raise error.under("$.output.message") from error.__cause__
    raw = text_or_none(body, "stopReason", where="$")
    return replace(
        message,
        stop=None if raw is None else Stop(_REASONS.get(raw, "unknown"), raw),
        usage=_usage(object_or_none(body, "usage", where="$")),
    )


def _usage(wire: Wired | None) -> Usage | None:
    """This API counts cached input apart; ours is the whole."""
    if wire is None:
        return None
    read, written = count_of(wire, "cacheReadInputTokens"), count_of(wire, "cacheWriteInputTokens")
    return Usage(
        input=(count_of(wire, "inputTokens") or 0) + (read or 0) + (written or 0),
        output=count_of(wire, "outputTokens") or 0,
        cache_read=read,
        cache_write=written,
        raw_json=dump(wire),
    )
