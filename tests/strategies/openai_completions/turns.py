"""What the roles say in chat completions as OpenAI itself speaks them."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import FREEFORM_INPUTS, INVALID_ARGUMENT_TEXTS, Json, JsonObject

from .content import USER_PARTS, text

NAMES = ("alice", "Bob-2")


def _named(pen: Pen) -> JsonObject:
    return pen.optional(10, name=pen.pick(NAMES))


def _ask_plainly(pen: Pen) -> list[Json]:
    return [{"role": "user", "content": pen.text(), **_named(pen)}]


def _ask_with(name: str) -> Maker:
    return lambda pen: [{"role": "user", "content": [text(pen), USER_PARTS[name](pen)], **_named(pen)}]


def _ask_mixed(pen: Pen) -> list[Json]:
    return [{"role": "user", "content": [pen.one_of(USER_PARTS) for _ in range(pen.count(2, 4))]}]


ASKS: Mapping[str, Maker] = {
    PLAIN: _ask_plainly,
    **{name: _ask_with(name) for name in USER_PARTS},
    "mixed parts": _ask_mixed,
    "blank": lambda pen: [{"role": "user", "content": pen.any_text()}],
    "two user messages": lambda pen: [*_ask_plainly(pen), *_ask_plainly(pen)],
}


def function_tool(pen: Pen, name: str) -> JsonObject:
    described = pen.optional(60, description=pen.text(), parameters=pen.schema())
    return {"type": "function", "function": {"name": name, **described, **pen.optional(strict=pen.pick((False, None)))}}


def custom_tool(pen: Pen, name: str) -> JsonObject:
    grammar: Json = {"type": "grammar", "grammar": {"syntax": "regex", "definition": "[a-z]+"}}
    return {"type": "custom", "custom": {"name": name, **pen.optional(format=pen.pick((grammar, {"type": "text"})))}}


def function_call(pen: Pen, arguments: str | None = None) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: function_tool(pen, name))
    return {
        "id": pen.call_id("call_", "chatcmpl-tool-", "functions.search:", "toolu_"),
        "type": "function",
        "function": {"name": name, "arguments": pen.arguments_text() if arguments is None else arguments},
    }


def custom_call(pen: Pen) -> JsonObject:
    pen.declare("freeform", lambda: custom_tool(pen, "freeform"))
    written: JsonObject = {"name": "freeform", "input": pen.pick(FREEFORM_INPUTS)}
    return {"id": pen.ident("call_"), "type": "custom", "custom": written}


def tool_message(pen: Pen, call: JsonObject) -> JsonObject:
    kind = pen.count(0, 4)
    content: Json = pen.any_text() if kind < 3 else [text(pen) for _ in range(pen.count(1, 2))]
    return {"role": "tool", "tool_call_id": call["id"], "content": '{"ok": true, "n": 1.0}' if kind == 4 else content}


def calling(pen: Pen, calls: list[JsonObject], **members: Json) -> list[Json]:
    """An assistant message with the calls, and their results right after it."""
    message: JsonObject = {"role": "assistant", **members, "tool_calls": [*calls]}
    results = [tool_message(pen, call) for call in calls]
    if pen.chance(25):
        results.reverse()
    return [message, *results]


def _calls_beside(content: Callable[[Pen], JsonObject], low: int = 1, high: int = 2) -> Maker:
    def step(pen: Pen) -> list[Json]:
        beside = content(pen)
        return calling(pen, [function_call(pen) for _ in range(pen.count(low, high))], **beside)

    return step


def _mixed_calls(pen: Pen) -> list[Json]:
    return calling(pen, [function_call(pen), custom_call(pen), function_call(pen)], content=pen.text())


def _repeated_ids(pen: Pen) -> list[Json]:
    """Some servers number calls from nought in every turn."""
    calls = [{**function_call(pen), "id": f"call_{index}"} for index in range(pen.count(1, 2))]
    return calling(pen, calls, content=None)


def _legacy_call(pen: Pen) -> list[Json]:
    called: JsonObject = {"name": "get_weather", "arguments": pen.arguments_text()}
    message: JsonObject = {"role": "assistant", "content": None, "function_call": called}
    return [message, {"role": "function", "name": "get_weather", "content": pen.pick((pen.any_text(), None))}]


STEPS: Mapping[str, Maker] = {
    PLAIN: _calls_beside(lambda pen: {"content": None}, 1, 1),
    "parallel calls": _calls_beside(lambda pen: {"content": None}, 2, 3),
    "calls beside text": _calls_beside(lambda pen: {"content": pen.text()}),
    "calls beside parts": _calls_beside(lambda pen: {"content": [text(pen)]}),
    "calls beside an empty text": _calls_beside(lambda pen: {"content": ""}),
    "calls without content": _calls_beside(lambda pen: {}),
    "arguments that are not JSON": lambda pen: calling(
        pen, [function_call(pen, pen.pick(INVALID_ARGUMENT_TEXTS))], content=None
    ),
    "custom call": lambda pen: calling(pen, [custom_call(pen)], content=None),
    "mixed calls": _mixed_calls,
    "repeated ids": _repeated_ids,
    "legacy function call": _legacy_call,
}


def _refusal(pen: Pen) -> JsonObject:
    return {"type": "refusal", "refusal": pen.text()}


def _answer(**writers: Callable[[Pen], Json]) -> Maker:
    return lambda pen: [{"role": "assistant", **{key: write(pen) for key, write in writers.items()}}]


ANSWERS: Mapping[str, Maker] = {
    PLAIN: _answer(content=lambda pen: pen.text()),
    "text parts": _answer(content=lambda pen: [text(pen) for _ in range(pen.count(1, 3))]),
    "refusal part": _answer(content=lambda pen: [text(pen), _refusal(pen)]),
    "refusal alone": _answer(content=lambda pen: [_refusal(pen)]),
    "refusal field": _answer(content=lambda pen: None, refusal=lambda pen: pen.text()),
    "refusal null": _answer(content=lambda pen: pen.text(), refusal=lambda pen: None),
    "empty text": _answer(content=lambda pen: ""),
    "audio reply": _answer(content=lambda pen: None, audio=lambda pen: {"id": pen.ident("audio_")}),
    "named": _answer(content=lambda pen: pen.text(), name=lambda pen: "helper"),
    "two messages": lambda pen: [{"role": "assistant", "content": pen.text()} for _ in range(2)],
}

PENDING: Mapping[str, Maker] = {
    PLAIN: lambda pen: [{"role": "assistant", "content": None, "tool_calls": [function_call(pen)]}],
    "several": lambda pen: [
        {"role": "assistant", "content": pen.text(), "tool_calls": [function_call(pen), custom_call(pen)]}
    ],
}


def _instructs(role: str) -> Maker:
    return lambda pen: [{"role": role, "content": pen.text(), **_named(pen)}]


LEADING: Mapping[str, Maker] = {
    PLAIN: _instructs("system"),
    "developer": _instructs("developer"),
    "parts": lambda pen: [{"role": "system", "content": [text(pen), text(pen)]}],
    "several": lambda pen: [*_instructs("system")(pen), *_instructs("developer")(pen)],
}

NOTES: Mapping[str, Maker] = {
    "system": _instructs("system"),
    "developer": _instructs("developer"),
    "system parts": lambda pen: [{"role": "system", "content": [text(pen)]}],
}
