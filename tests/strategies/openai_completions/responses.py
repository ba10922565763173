"""What chat completions servers answer with, whole."""

from strategies.pen import Pen
from strategies.values import Json, JsonObject

from . import dialects
from .turns import ANSWERS, PENDING

_SPOKEN = (*(ANSWERS[name] for name in ("plain", "refusal field", "empty text")), *dialects.ANSWERS.values())


def _usage(pen: Pen) -> JsonObject:
    details: JsonObject = {"prompt_tokens_details": {"cached_tokens": 2}}
    return {
        "prompt_tokens": 10,
        "completion_tokens": pen.count(0, 9),
        "total_tokens": 19,
        **pen.optional(50, **details),
    }


def _message(pen: Pen, *, calls: bool) -> JsonObject:
    entry = pen.one_of(PENDING)[-1] if calls else pen.pick(_SPOKEN)(pen)[-1]
    return entry if isinstance(entry, dict) else {}


def _spoken_reply(pen: Pen) -> JsonObject:
    heard: JsonObject = {"id": pen.ident("audio_"), "data": pen.media("audio/wav"), "expires_at": 1795000000}
    return {"role": "assistant", "content": None, "audio": {**heard, "transcript": pen.text()}}


def write_response(pen: Pen, calls: bool) -> JsonObject:
    message = _spoken_reply(pen) if not calls and pen.chance(10) else _message(pen, calls=calls)
    finish: Json = "tool_calls" if calls else pen.pick(("stop", "length", "content_filter"))
    choice: JsonObject = {"index": 0, "message": message, "finish_reason": finish, **pen.optional(logprobs=None)}
    return {
        "id": pen.ident("chatcmpl-"),
        "object": "chat.completion",
        "created": 1795000000,
        "model": pen.pick(("gpt-5.2-2025-12-11", "gpt-4o")),
        "choices": [choice],
        **pen.optional(80, usage=_usage(pen)),
        **pen.optional(20, service_tier="default", system_fingerprint=None),
    }
