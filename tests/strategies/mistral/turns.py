"""What the roles say to Mistral and its models."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import RARE_CHUNKS, THOUGHTS, USER_CHUNKS, Chunk, reference, text

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def nine(pen: Pen) -> str:
    """An id as Mistral makes them: nine letters or digits, which nobody else has in this conversation."""
    number = pen.number("id") * 7919 + 31
    return "".join(_LETTERS[number * (place + 3) % 55] for place in range(5)) + f"{pen.seen('id'):04d}"


def _ask_with(chunk: Chunk) -> Maker:
    return lambda pen: [{"role": "user", "content": [text(pen), chunk(pen)]}]


def _ask_plainly(pen: Pen) -> list[Json]:
    return [{"role": "user", "content": pen.text()}]


ASKS: Mapping[str, Maker] = {
    PLAIN: _ask_plainly,
    **{name: _ask_with(chunk) for name, chunk in {**USER_CHUNKS, **RARE_CHUNKS}.items()},
    "mixed chunks": lambda pen: [
        {"role": "user", "content": [pen.one_of(USER_CHUNKS) for _ in range(pen.count(2, 4))]}
    ],
    "two user messages": lambda pen: [*_ask_plainly(pen), *_ask_plainly(pen)],
}


def function_tool(pen: Pen, name: str) -> JsonObject:
    described = pen.optional(60, description=pen.text(), strict=pen.chance(50))
    return {"type": "function", "function": {"name": name, "parameters": pen.schema(), **described}}


def function_call(pen: Pen, arguments: Json = None, **members: Json) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: function_tool(pen, name))
    said: Json = f'{{"query": "{pen.label("query")}", "depth": {pen.count(0, 9)}}}' if arguments is None else arguments
    return {"id": nine(pen), "type": "function", "function": {"name": name, "arguments": said}, **members}


def _result(pen: Pen, call: JsonObject, **members: Json) -> JsonObject:
    content: Json = [text(pen) for _ in range(pen.count(1, 2))] if pen.chance(30) else pen.text()
    function = call["function"]
    name: JsonObject = {"name": function["name"]} if isinstance(function, dict) and pen.chance(50) else {}
    return {"role": "tool", "tool_call_id": call["id"], **name, "content": content, **members}


def calling(pen: Pen, calls: list[JsonObject], **members: Json) -> list[Json]:
    """An assistant's message with the calls, and their results right after it."""
    message: JsonObject = {"role": "assistant", **members, "tool_calls": [*calls]}
    return [message, *(_result(pen, call) for call in calls)]


def _call_without_id(pen: Pen, identity: JsonObject) -> list[Json]:
    """As Mistral's own types write a call that was given no id, and the result that answers it."""
    call = {key: value for key, value in function_call(pen).items() if key != "id"} | identity
    answer: JsonObject = {"role": "tool", "content": pen.text(), **pen.optional(tool_call_id=None)}
    return [{"role": "assistant", "content": "", "tool_calls": [call]}, answer]


STEPS: Mapping[str, Maker] = {
    PLAIN: lambda pen: calling(pen, [function_call(pen)], content=""),
    "parallel calls": lambda pen: calling(pen, [function_call(pen, index=n) for n in range(pen.count(2, 3))]),
    "calls beside text": lambda pen: calling(pen, [function_call(pen)], content=pen.text()),
    "calls beside chunks": lambda pen: calling(pen, [function_call(pen)], content=[text(pen)]),
    "calls beside null": lambda pen: calling(pen, [function_call(pen)], content=None),
    "calls that are no beginning": lambda pen: calling(pen, [function_call(pen)], content="", prefix=False),
    "arguments as an object": lambda pen: calling(pen, [function_call(pen, pen.object())], content=""),
    "no arguments": lambda pen: calling(pen, [function_call(pen, "")], content=""),
    "a call without an id": lambda pen: _call_without_id(pen, {}),
    "a call whose id is null in words": lambda pen: _call_without_id(pen, {"id": "null"}),
    **{
        f"calls after {name}": lambda pen, chunk=chunk: calling(pen, [function_call(pen)], content=[chunk(pen)])
        for name, chunk in THOUGHTS.items()
    },
}


def _answer_after(chunk: Chunk) -> Maker:
    return lambda pen: [{"role": "assistant", "content": [chunk(pen), text(pen)]}]


ANSWERS: Mapping[str, Maker] = {
    PLAIN: lambda pen: [{"role": "assistant", "content": pen.text()}],
    "text chunks": lambda pen: [{"role": "assistant", "content": [text(pen) for _ in range(pen.count(1, 3))]}],
    "references": lambda pen: [{"role": "assistant", "content": [text(pen), reference(pen), text(pen)]}],
    "no calls": lambda pen: [{"role": "assistant", "content": pen.text(), "tool_calls": None, "prefix": False}],
    **{name: _answer_after(chunk) for name, chunk in THOUGHTS.items()},
}

PENDING: Mapping[str, Maker] = {
    PLAIN: lambda pen: [{"role": "assistant", "content": "", "tool_calls": [function_call(pen)]}],
    "several": lambda pen: [
        {"role": "assistant", "content": pen.text(), "tool_calls": [function_call(pen), function_call(pen)]}
    ],
    "beginning": lambda pen: [{"role": "assistant", "content": pen.text(), "prefix": True}],
}

LEADING: Mapping[str, Maker] = {
    PLAIN: lambda pen: [{"role": "system", "content": pen.text()}],
    "chunks": lambda pen: [{"role": "system", "content": [text(pen), text(pen)]}],
    "several instructions": lambda pen: [
        {"role": "system", "content": pen.text()},
        {"role": "system", "content": pen.text()},
    ],
}


def _hologram(pen: Pen) -> JsonObject:
    return {"type": "hologram", "hologram": {"cube": pen.label("unknown")}}


def _unknown_call(pen: Pen) -> list[Json]:
    call: JsonObject = {"id": nine(pen), "type": "telepathy", "telepathy": pen.object(1)}
    answer: JsonObject = {"role": "tool", "tool_call_id": call["id"], "content": pen.text()}
    return [{"role": "assistant", "content": "", "tool_calls": [call]}, answer]


UNKNOWN: Mapping[str, Maker] = {
    "chunk from the user": lambda pen: [{"role": "user", "content": [text(pen), _hologram(pen)]}],
    "chunk from the assistant": lambda pen: [{"role": "assistant", "content": [_hologram(pen), text(pen)]}],
    "kind of call": _unknown_call,
}
