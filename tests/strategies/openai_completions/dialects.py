"""What other vendors add to chat messages; all of it must survive."""

from collections.abc import Callable, Mapping

from strategies.dialogue import Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import DIALECT_PARTS, reasoning_details, text
from .turns import calling, function_call


def _ask_with(name: str) -> Maker:
    return lambda pen: [{"role": "user", "content": [text(pen), DIALECT_PARTS[name](pen)]}]


def _ask_with_nulls(pen: Pen) -> list[Json]:
    return [{"role": "user", "content": pen.text(), "name": None, "tool_calls": None}]


ASKS: Mapping[str, Maker] = {
    **{f"dialect {name}": _ask_with(name) for name in DIALECT_PARTS},
    "dialect null members": _ask_with_nulls,
}

Thought = Callable[[Pen], JsonObject]

REASONING: Mapping[str, Thought] = {
    "reasoning_content": lambda pen: {"reasoning_content": pen.text()},
    "empty reasoning_content": lambda pen: {"reasoning_content": pen.pick(("", " ", None))},
    "reasoning": lambda pen: {"reasoning": pen.text()},
    "reasoning_details": lambda pen: {"reasoning_details": reasoning_details(pen)},
    "reasoning with details": lambda pen: {"reasoning": pen.text(), "reasoning_details": reasoning_details(pen)},
    "reasoning under both names": lambda pen: {"reasoning_content": pen.text(), "reasoning": pen.text()},
}


def _answer_after(thought: Thought) -> Maker:
    return lambda pen: [{"role": "assistant", "content": pen.text(), **thought(pen)}]


def _step_after(thought: Thought) -> Maker:
    return lambda pen: calling(pen, [function_call(pen)], content=pen.pick((None, "", pen.text())), **thought(pen))


def _signed_call(pen: Pen) -> list[Json]:
    signed: JsonObject = {"extra_content": {"google": {"thought_signature": pen.signature()}}}
    first: JsonObject = {**function_call(pen), **signed}
    return calling(pen, [first, function_call(pen)], content=None)


def _media_result(pen: Pen) -> list[Json]:
    call = function_call(pen)
    image: JsonObject = {"type": "image_url", "image_url": {"url": pen.data_uri("image/png")}}
    file: JsonObject = {"type": "file", "file": {"file_data": pen.data_uri("application/pdf"), "filename": "a.pdf"}}
    parts: list[Json] = [text(pen), image, file]
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call["id"], "name": _function(call)["name"], "content": parts},
    ]


def _dumped(pen: Pen) -> list[Json]:
    """An assistant message that went through a client's own types: nulls, indexes, and no content parts."""
    call = function_call(pen)
    dumped: JsonObject = {**call, "index": 0, "function": {**_function(call), "parsed_arguments": None}}
    nulls: JsonObject = {"refusal": None, "annotations": None, "audio": None, "function_call": None, "parsed": None}
    return calling(pen, [dumped], content=pen.pick((None, [])), **nulls)


def _function(call: JsonObject) -> JsonObject:
    function = call["function"]
    return function if isinstance(function, dict) else {}


STEPS: Mapping[str, Maker] = {
    **{f"calls after {name}": _step_after(thought) for name, thought in REASONING.items()},
    "signed calls": _signed_call,
    "media in a result": _media_result,
    "members dumped by a client": _dumped,
}


def _executed(pen: Pen) -> JsonObject:
    ran: JsonObject = {"index": 0, "type": "python", "arguments": '{"code": "1"}', "output": pen.label("ran")}
    return {"executed_tools": [ran]}


def _annotated(pen: Pen) -> JsonObject:
    url: JsonObject = {"url": pen.url("cited"), "title": pen.label("title"), "start_index": 0, "end_index": 4}
    return {"annotations": [{"type": "url_citation", "url_citation": url}]}


def _drawn(pen: Pen) -> JsonObject:
    return {"images": [{"type": "image_url", "image_url": {"url": pen.data_uri("image/png")}}]}


_OTHERS: Mapping[str, Thought] = {
    "executed tools": _executed,
    "annotations": _annotated,
    "empty annotations": lambda pen: {"annotations": [], "refusal": None},
    "images": _drawn,
    "prefix": lambda pen: {"prefix": pen.chance(50)},
    "no tool calls": lambda pen: {"tool_calls": None},
    "unknown member": lambda pen: {"x_mood": pen.object(1)},
}


def _thinking_part(pen: Pen) -> list[Json]:
    inner: list[Json] = [{"type": "text", "text": pen.text()}]
    thought: JsonObject = {"type": "thinking", "thinking": inner, **pen.optional(closed=True, signature=None)}
    return [{"role": "assistant", "content": [thought, text(pen)]}]


ANSWERS: Mapping[str, Maker] = {
    **{name: _answer_after(thought) for name, thought in (REASONING | _OTHERS).items()},
    "thinking part": _thinking_part,
}

NOTES: Mapping[str, Maker] = {
    "configuration update": lambda pen: [
        {"role": "system", "content": "", "configuration_update": {"reasoning": {"effort": "low"}}}
    ],
}


def _unknown_call(pen: Pen) -> list[Json]:
    call: JsonObject = {"id": pen.ident("call_"), "type": "telepathy", "telepathy": pen.object(1)}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call["id"], "content": pen.text()},
    ]


def _hologram(pen: Pen) -> JsonObject:
    return {"type": "hologram", "hologram": {"cube": pen.label("unknown")}}


UNKNOWN: Mapping[str, Maker] = {
    "part from the user": lambda pen: [{"role": "user", "content": [text(pen), _hologram(pen)]}],
    "part from the assistant": lambda pen: [{"role": "assistant", "content": [_hologram(pen), text(pen)]}],
    "kind of call": _unknown_call,
}
