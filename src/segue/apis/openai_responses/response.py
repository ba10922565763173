"""Responses' answers → a message."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.openai_responses.read import read_item
from segue.apis.openai_responses.wire import API
from segue.apis.reading import Wired, count_of, inside, list_at, object_or_none, text_or_none
from segue.conversation import AnyBlock, Message, Original, Stop, ToolCall, Usage
from segue.errors import InvalidHistory
from segue.jsontext import dump

_REASONS: Final[dict[str, Any]] = {"max_output_tokens": "max_tokens", "content_filter": "refusal"}


def writes_response(wire: Wired) -> bool:
    """An answer is an object of its own kind with a list of output items."""
    return isinstance(wire.get("output"), list) and "type" not in wire and "role" not in wire


def read_response(body: Wired, author: Author) -> Message:
    """Read an answer: one message that holds what all its items say."""
    items = list_at(body, "output", where="$")
    blocks: list[AnyBlock] = []
    phase: str | None = None
    index = -1
    try:
        for item in items:
            index += 1
            message = read_item(item, author)
            blocks += message.blocks
            phase = message.phase or phase
    except InvalidHistory as error:
        raise error.under(f"$.output[{index}]") from error.__cause__
    held = tuple(blocks)
    return Message(
        "assistant",
        held,
        author.provider,
        author.api,
        author.model,
        id=text_or_none(body, "id", where="$"),
        phase=phase,
        stop=_stop(body, calls=any(isinstance(block, ToolCall) for block in held)),
        usage=_usage(object_or_none(body, "usage", where="$")),
        native=Original(API, items, held),
    )


def _stop(body: Wired, *, calls: bool) -> Stop | None:
    status = text_or_none(body, "status", where="$")
    details = object_or_none(body, "incomplete_details", where="$")
    match status:
        case None:
            return None
        case "completed":
            return Stop("tool_use" if calls else "end", status)  # this API has no word for a call
        case "incomplete":
            reason = None if details is None else text_or_none(details, "reason")
            return Stop(_REASONS.get(reason or "", "unknown"), reason or status)
        case "failed" | "cancelled":
            return Stop("error", status)
        case _:
            return Stop("paused", status)


def _usage(wire: Wired | None) -> Usage | None:
    if wire is None:
        return None
    read, written = inside(wire.get("input_tokens_details")), inside(wire.get("output_tokens_details"))
    return Usage(
        input=count_of(wire, "input_tokens") or 0,
        output=count_of(wire, "output_tokens") or 0,
        cache_read=count_of(read, "cached_tokens"),
        cache_write=count_of(read, "cache_write_tokens"),
        reasoning=count_of(written, "reasoning_tokens"),
        raw_json=dump(wire),
    )
