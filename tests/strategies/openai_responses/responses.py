"""What the Responses API answers with, whole."""

from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .answers import ANSWERS
from .calls import CALLS

# The easy spellings are what clients write; the server always sends whole items.
_SPOKEN = tuple(make for name, make in ANSWERS.items() if name not in {"plain", "easy list"})


def write_response(pen: Pen, calls: bool) -> JsonObject:
    output = pen.one_of(CALLS) if calls else pen.pick(_SPOKEN)(pen)
    stopped: Json = pen.pick((None, {"reason": "max_output_tokens"}))
    usage: JsonObject = {"input_tokens": 10, "output_tokens": pen.count(0, 9), "total_tokens": 19}
    return {
        "id": pen.ident("resp_"),
        "object": "response",
        "created_at": 1795000000,
        "status": "incomplete" if stopped else "completed",
        "error": None,
        "incomplete_details": stopped,
        "model": "gpt-5.2-2025-12-11",
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        **pen.optional(80, usage={**usage, "output_tokens_details": {"reasoning_tokens": 2}}),
        **pen.optional(20, instructions=None, previous_response_id=None, metadata={}),
    }
