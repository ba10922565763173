"""Gemini's answers → a message."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from segue.apis.codec import Author
from segue.apis.google_generative_ai.read import read_content
from segue.apis.google_generative_ai.wire import either, said
from segue.apis.reading import Wired, inside, object_or_none
from segue.conversation import Message, Stop, ToolCall, Usage
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump

_REASONS: Final[dict[str, Any]] = {
    "STOP": "end",
    "MAX_TOKENS": "max_tokens",
    "CONTINUATION": "paused",
    "MALFORMED_FUNCTION_CALL": "error",
    "UNEXPECTED_TOOL_CALL": "error",
    "TOO_MANY_TOOL_CALLS": "error",
    "OTHER": "unknown",
    "FINISH_REASON_UNSPECIFIED": "unknown",
}


def writes_response(wire: Wired) -> bool:
    """An answer has candidates, or says why it has none."""
    return isinstance(wire.get("candidates"), list) or "promptFeedback" in wire or "usageMetadata" in wire


def read_response(body: Wired, author: Author) -> Message:
    """Read the first candidate of an answer; a blocked one is an empty message that says so."""
    candidates: list[Any] = body.get("candidates") or []
    if type(candidates) is not list:
        raise expected("a list of candidates", candidates, "$.candidates")
    candidate: Wired = candidates[0] if candidates else {}
    if type(candidate) is not dict:
        raise expected("a candidate", candidate, "$.candidates[0]")
    content = object_or_none(candidate, "content", where="$.candidates[0]") or {}
    wire: Wired = {**said(content), "role": "model"}
    wire.setdefault("parts", [])
    try:
        message = read_content(wire, author, 0)
    except InvalidHistory as error:
        raise error.under("$.candidates[0].content") from error.__cause__
    response_id = either(body, "responseId", "response_id")
    return replace(
        message,
        id=response_id if type(response_id) is str else None,
        stop=_stop(body, candidate, calls=any(isinstance(block, ToolCall) for block in message.content)),
        usage=_usage(either(body, "usageMetadata", "usage_metadata")),
    )


def _stop(body: Wired, candidate: Wired, *, calls: bool) -> Stop | None:
    raw = either(candidate, "finishReason", "finish_reason")
    if type(raw) is not str:
        feedback = inside(either(body, "promptFeedback", "prompt_feedback"))
        return Stop("refusal", str(feedback.get("blockReason"))) if feedback else None
    if calls and raw == "STOP":
        return Stop("tool_use", raw)  # this API has no word for it
    return Stop(_REASONS.get(raw, "refusal"), raw)


def _usage(wire: Wired | None) -> Usage | None:
    """This API counts thoughts apart; our output includes them."""
    if not isinstance(wire, dict):
        return None
    thoughts = _count(wire, "thoughtsTokenCount", "thoughts_token_count")
    return Usage(
        input=(_count(wire, "promptTokenCount", "prompt_token_count") or 0)
        + (_count(wire, "toolUsePromptTokenCount", "tool_use_prompt_token_count") or 0),
        output=(_count(wire, "candidatesTokenCount", "candidates_token_count") or 0) + (thoughts or 0),
        cache_read=_count(wire, "cachedContentTokenCount", "cached_content_token_count"),
        reasoning=thoughts,
        raw_json=dump(wire),
    )


def _count(wire: Wired, camel: str, snake: str) -> int | None:
    value = either(wire, camel, snake)
    return value if type(value) is int else None
