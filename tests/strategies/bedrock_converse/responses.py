"""What Converse answers with, whole."""

from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .turns import ANSWERS, PENDING

_STOPS = ("end_turn", "max_tokens", "stop_sequence", "content_filtered", "model_context_window_exceeded")


def write_response(pen: Pen, calls: bool) -> JsonObject:
    said: Json = pen.one_of(PENDING if calls else ANSWERS)[-1]
    usage: JsonObject = {"inputTokens": pen.count(0, 2000), "outputTokens": pen.count(0, 500), "totalTokens": 9}
    return {
        "output": {"message": said},
        "stopReason": "tool_use" if calls else pen.pick(_STOPS),
        "usage": {**usage, **pen.optional(cacheReadInputTokens=12, cacheWriteInputTokens=3)},
        "metrics": {"latencyMs": 812},
        **pen.optional(20, serviceTier={"type": "default"}, additionalModelResponseFields=pen.object(1)),
    }
