"""What Anthropic answers with, whole."""

from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .turns import ANSWERS, PENDING

_STOPS = ("end_turn", "max_tokens", "stop_sequence", "refusal", "model_context_window_exceeded")


def _usage(pen: Pen) -> JsonObject:
    cached: JsonObject = {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 0}
    return {
        "input_tokens": pen.count(0, 2000),
        "output_tokens": pen.count(0, 500),
        **pen.optional(cache_read_input_tokens=12, cache_creation_input_tokens=3, cache_creation=cached),
        **pen.optional(server_tool_use=pen.pick((None, {"web_search_requests": 1})), service_tier="standard"),
    }


def _said(pen: Pen, *, calls: bool) -> JsonObject:
    entry = pen.one_of(PENDING if calls else ANSWERS)[-1]
    return entry if isinstance(entry, dict) else {}


def write_response(pen: Pen, calls: bool) -> JsonObject:
    content: Json = _said(pen, calls=calls)["content"]
    stop = pen.pick(_STOPS)
    return {
        "id": pen.ident("msg_"),
        "type": "message",
        "role": "assistant",
        "model": pen.pick(("claude-opus-5", "claude-opus-5-20260901")),
        "content": [{"type": "text", "text": content}] if isinstance(content, str) else content,
        "stop_reason": "tool_use" if calls else stop,
        "stop_sequence": "STOP" if stop == "stop_sequence" and not calls else None,
        "usage": _usage(pen),
        **pen.optional(20, stop_details=None, container={"id": "container_1", "expires_at": "2026-11-18T12:00:00Z"}),
        **pen.optional(10, x_unknown=pen.object(1)),
    }
