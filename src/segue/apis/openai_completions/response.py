"""Chat answers → a message."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from segue.apis.codec import Author
from segue.apis.openai_completions.read import read_assistant
from segue.apis.reading import Wired, count_of, inside, list_at, object_at, object_or_none, text_or_none
from segue.conversation import Message, Stop, Usage
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump

_REASONS: Final[dict[str, Any]] = {
    "stop": "end",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "content_filter": "refusal",
    "model_length": "context_window",
    "error": "error",
}


def writes_response(wire: Wired) -> bool:
    """An answer has choices."""
    return isinstance(wire.get("choices"), list)


def read_response(body: Wired, author: Author) -> Message:
    """Read the first choice of an answer."""
    choices = list_at(body, "choices", where="$")
    if not choices:
        raise InvalidHistory("an answer without choices holds no message", "$.choices")
    choice: Wired = choices[0]
    if type(choice) is not dict:
        raise expected("a choice", choice, "$.choices[0]")
    wire = object_at(choice, "message", where="$.choices[0]")
    try:
        text_or_none(wire, "role")
        wire["role"] = "assistant"  # whatever a host calls it: nobody else answers
        message = read_assistant(wire, author, 0)
    except InvalidHistory as error:
        raise error.under("$.choices[0].message") from error.__cause__
    return replace(
        message,
        id=text_or_none(body, "id", where="$"),
        stop=_stop(text_or_none(choice, "finish_reason", where="$.choices[0]")),
        usage=_usage(object_or_none(body, "usage", where="$")),
    )


def _stop(raw: str | None) -> Stop | None:
    return None if raw is None else Stop(_REASONS.get(raw, "unknown"), raw)


def _usage(wire: Wired | None) -> Usage | None:
    if wire is None:
        return None
    read, written = inside(wire.get("prompt_tokens_details")), inside(wire.get("completion_tokens_details"))
    return Usage(
        input=count_of(wire, "prompt_tokens") or 0,
        output=count_of(wire, "completion_tokens") or 0,
        cache_read=count_of(read, "cached_tokens"),
        cache_write=count_of(read, "cache_write_tokens"),
        reasoning=count_of(written, "reasoning_tokens"),
        raw_json=dump(wire),
    )
