"""What Gemini answers with, whole."""

from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .turns import ANSWERS, PENDING

# The server answers in one spelling only.
_SPOKEN = tuple(make for name, make in ANSWERS.items() if "snake" not in name)


def _grounding(pen: Pen) -> JsonObject:
    chunk: JsonObject = {"web": {"uri": pen.url("cited"), "title": pen.label("title")}}
    support: JsonObject = {"segment": {"endIndex": 4, "text": "cite"}, "groundingChunkIndices": [0]}
    return {"webSearchQueries": ["q"], "groundingChunks": [chunk], "groundingSupports": [support]}


def _candidate(pen: Pen, *, calls: bool) -> JsonObject:
    if not calls and pen.chance(8):
        return {"finishReason": pen.pick(("SAFETY", "MAX_TOKENS", "PROHIBITED_CONTENT")), "index": 0}
    content: Json = (pen.one_of(PENDING) if calls else pen.pick(_SPOKEN)(pen))[-1]
    told = pen.optional(20, groundingMetadata=_grounding(pen), finishMessage="done", avgLogprobs=-0.5)
    return {"content": content, "finishReason": pen.pick(("STOP", "STOP", "MAX_TOKENS")), "index": 0, **told}


def write_response(pen: Pen, calls: bool) -> JsonObject:
    usage: JsonObject = {"promptTokenCount": 10, "candidatesTokenCount": 4, "totalTokenCount": 14}
    return {
        "candidates": [_candidate(pen, calls=calls)],
        "usageMetadata": {**usage, **pen.optional(thoughtsTokenCount=3, cachedContentTokenCount=1)},
        "modelVersion": "gemini-3-pro-preview",
        **pen.optional(70, responseId=pen.ident("r")),
    }
