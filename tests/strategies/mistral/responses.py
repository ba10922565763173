"""What Mistral answers with, whole."""

from strategies.pen import Pen
from strategies.values import JsonObject

from .turns import ANSWERS, PENDING


def write_response(pen: Pen, calls: bool) -> JsonObject:
    makers = [PENDING["plain"], PENDING["several"]] if calls else [*ANSWERS.values()]
    entry = pen.pick(makers)(pen)[-1]
    message = entry if isinstance(entry, dict) else {}
    finish = "tool_calls" if calls else pen.pick(("stop", "length", "model_length"))
    usage: JsonObject = {"prompt_tokens": 10, "completion_tokens": pen.count(0, 9), "total_tokens": 19}
    return {
        "id": pen.ident("cmpl-"),
        "object": "chat.completion",
        "created": 1795000000,
        "model": "magistral-medium-latest",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {**usage, **pen.optional(prompt_audio_seconds=None, num_cached_tokens=4)},
    }
