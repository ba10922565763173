"""Anthropic's answers → a message."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.anthropic_messages.parts import read_blocks
from segue.apis.anthropic_messages.wire import API
from segue.apis.codec import Author
from segue.apis.reading import Wired, count_of, inside, list_at, object_or_none, text_or_none
from segue.conversation import Message, Original, Stop, Usage
from segue.errors import InvalidHistory
from segue.jsontext import dump

_REASONS: Final[dict[str, Any]] = {
    "end_turn": "end",
    "max_tokens": "max_tokens",
    "stop_sequence": "stop_sequence",
    "tool_use": "tool_use",
    "pause_turn": "paused",
    "compaction": "paused",
    "refusal": "refusal",
    "sensitive": "refusal",
    "model_context_window_exceeded": "context_window",
}


def writes_response(wire: Wired) -> bool:
    """An answer is an object of type ``message`` that says which model wrote its list of blocks."""
    return wire.get("type") == "message" and "model" in wire and isinstance(wire.get("content"), list)


def read_response(body: Wired, author: Author) -> Message:
    """Read an answer; as history it is a message of its content."""
    content = list_at(body, "content", where="$")
    try:
        blocks = read_blocks(content, "$.content")
    except InvalidHistory as error:
        raise error.under("$") from error.__cause__
    raw = text_or_none(body, "stop_reason", where="$")
    return Message(
        "assistant",
        blocks,
        author.provider,
        author.api,
        author.model,
        id=text_or_none(body, "id", where="$"),
        stop=None if raw is None else Stop(_REASONS.get(raw, "unknown"), raw, text_or_none(body, "stop_sequence")),
        usage=_usage(object_or_none(body, "usage", where="$")),
        native=Original(API, {"role": "assistant", "content": content}, blocks),
    )


def _usage(wire: Wired | None) -> Usage | None:
    """This API counts cached input apart; ours is the whole."""
    if wire is None:
        return None
    read, written = count_of(wire, "cache_read_input_tokens"), count_of(wire, "cache_creation_input_tokens")
    return Usage(
        input=(count_of(wire, "input_tokens") or 0) + (read or 0) + (written or 0),
        output=count_of(wire, "output_tokens") or 0,
        cache_read=read,
        cache_write=written,
        reasoning=count_of(inside(wire.get("output_tokens_details")), "thinking_tokens"),
        raw_json=dump(wire),
    )
