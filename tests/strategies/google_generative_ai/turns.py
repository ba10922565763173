"""What users, models and functions say in Gemini contents."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import USER_PARTS, signed, snake, text


def says(role: str, *parts: Json) -> JsonObject:
    return {"role": role, "parts": list(parts)}


def _ask_plainly(pen: Pen) -> list[Json]:
    return [says("user", text(pen))]


def _ask_with(name: str) -> Maker:
    return lambda pen: [says("user", text(pen), USER_PARTS[name](pen))]


def _ask_mixed(pen: Pen) -> list[Json]:
    return [says("user", *(pen.one_of(USER_PARTS) for _ in range(pen.count(2, 4))))]


def in_snake_case(maker: Maker) -> Maker:
    return lambda pen: [snake(entry) for entry in maker(pen)]


ASKS: Mapping[str, Maker] = {
    PLAIN: _ask_plainly,
    "no role": lambda pen: [{"parts": [text(pen)]}],
    **{name: _ask_with(name) for name in USER_PARTS},
    "mixed parts": _ask_mixed,
    "mixed parts in snake case": in_snake_case(_ask_mixed),
    "two user contents": lambda pen: [*_ask_plainly(pen), *_ask_plainly(pen)],
    "blank": lambda pen: [says("user", {"text": pen.pick((" ", "\n", pen.text()))})],
}


def declaration(pen: Pen, name: str) -> JsonObject:
    described: JsonObject = {"name": name, "description": pen.text()}
    shape: JsonObject = pen.pick(({}, {"parameters": pen.schema()}, {"parametersJsonSchema": pen.schema()}))
    return {**described, **shape, **pen.optional(10, behavior="BLOCKING")}


def call(pen: Pen, *, with_id: bool) -> JsonObject:
    name = pen.tool_name()
    pen.declare(f"function {name}", lambda: declaration(pen, name))
    identity: JsonObject = {"id": pen.ident("fc")} if with_id else {}
    arguments: JsonObject = {"args": pen.object()} if pen.chance(90) else {}
    return {"functionCall": {**identity, "name": name, **arguments}}


def _named(called: JsonObject) -> JsonObject:
    function = called["functionCall"]
    return (
        {key: value for key, value in function.items() if key in {"id", "name"}} if isinstance(function, dict) else {}
    )


def _outcome(pen: Pen) -> JsonObject:
    outcomes: tuple[JsonObject, ...] = (
        {"output": pen.text()},
        {"result": pen.text()},
        {"error": pen.text()},
        pen.object(),
        {},
    )
    return pen.pick(outcomes)


def function_response(pen: Pen, called: JsonObject, **more: Json) -> JsonObject:
    return {"functionResponse": {**_named(called), "response": _outcome(pen), **more}}


def _calling(
    pen: Pen, calls: list[JsonObject], *before: Json, role: str = "user", after: tuple[Json, ...] = ()
) -> list[Json]:
    """A step: the first of its calls is signed, and all responses come in one content."""
    steps: list[Json] = [signed(pen, calls[0]), *calls[1:]]
    return [says("model", *before, *steps), says(role, *(function_response(pen, each) for each in calls), *after)]


def _calls(low: int, high: int, before: Callable[[Pen], list[Json]] | None = None) -> Maker:
    def step(pen: Pen) -> list[Json]:
        with_id = pen.chance(50)
        calls = [call(pen, with_id=with_id) for _ in range(pen.count(low, high))]
        return _calling(pen, calls, *(before(pen) if before else ()))

    return step


def thought(pen: Pen) -> JsonObject:
    return {"text": pen.text(), "thought": True, **pen.optional(20, thoughtSignature=pen.signature())}


def _same_function_twice(pen: Pen) -> list[Json]:
    first = call(pen, with_id=False)
    return _calling(pen, [first, {"functionCall": {**_named(first), "args": pen.object()}}])


def _role_function(pen: Pen) -> list[Json]:
    return _calling(pen, [call(pen, with_id=False)], role="function")


def _media_response(pen: Pen) -> list[Json]:
    called = call(pen, with_id=True)
    parts: list[Json] = [USER_PARTS["png"](pen), USER_PARTS["uploaded pdf"](pen)]
    return [says("model", signed(pen, called)), says("user", function_response(pen, called, parts=parts))]


def _media_beside(pen: Pen) -> list[Json]:
    return _calling(pen, [call(pen, with_id=False)], after=(USER_PARTS["png"](pen), text(pen)))


def _scheduled(pen: Pen) -> list[Json]:
    called = call(pen, with_id=True)
    return [
        says("model", signed(pen, called)),
        says("user", function_response(pen, called, scheduling="SILENT", willContinue=False)),
    ]


STEPS: Mapping[str, Maker] = {
    PLAIN: _calls(1, 1),
    "parallel calls": _calls(2, 3),
    "parallel calls in snake case": in_snake_case(_calls(2, 3)),
    "thought before calls": _calls(1, 2, lambda pen: [thought(pen)]),
    "text before calls": _calls(1, 2, lambda pen: [text(pen)]),
    "signed text before calls": _calls(1, 1, lambda pen: [signed(pen, text(pen))]),
    "same function twice": _same_function_twice,
    "role function": _role_function,
    "media in a response": _media_response,
    "media beside a response": _media_beside,
    "scheduled response": _scheduled,
}


def _run_code(pen: Pen) -> list[Json]:
    pen.declare("server codeExecution", lambda: {"codeExecution": {}}, needed=True)
    identity = pen.optional(40, id=pen.ident("ce"))
    code: JsonObject = {"executableCode": {"code": pen.text(), "language": "PYTHON", **identity}}
    outcome = pen.pick(("OUTCOME_OK", "OUTCOME_FAILED", "OUTCOME_DEADLINE_EXCEEDED"))
    result: JsonObject = {"outcome": outcome, **pen.optional(80, output=pen.text()), **identity}
    return [says("model", signed(pen, code), {"codeExecutionResult": result}, text(pen))]


def _search(kind: str, declared: str) -> Maker:
    def answer(pen: Pen) -> list[Json]:
        pen.declare(f"server {declared}", lambda: {declared: {}}, needed=True)
        identity: JsonObject = {"id": pen.ident("ts"), "toolType": kind}
        asked = signed(pen, {"toolCall": {**identity, "args": {"queries": [pen.label("query")]}}})
        told = signed(pen, {"toolResponse": {**identity, "response": {"found": pen.label("found")}}})
        return [says("model", asked, told, text(pen))]

    return answer


def _late_signature(pen: Pen) -> list[Json]:
    """How a streamed reply ends: the signature comes alone, on a part with an empty text."""
    return [says("model", text(pen), {"text": "", "thoughtSignature": pen.signature()})]


def _drawing(pen: Pen) -> list[Json]:
    return [says("model", text(pen), signed(pen, USER_PARTS["png"](pen)))]


ANSWERS: Mapping[str, Maker] = {
    PLAIN: lambda pen: [says("model", text(pen))],
    "several texts": lambda pen: [says("model", *(text(pen) for _ in range(pen.count(2, 3))))],
    "thought": lambda pen: [says("model", thought(pen), text(pen))],
    "signed text": lambda pen: [says("model", thought(pen), signed(pen, text(pen)))],
    "late signature": _late_signature,
    "signed image": _drawing,
    "spoken": lambda pen: [says("model", USER_PARTS["wav"](pen))],
    "code execution": _run_code,
    "code execution in snake case": in_snake_case(_run_code),
    "google search": _search("GOOGLE_SEARCH_WEB", "googleSearch"),
    "url context": _search("URL_CONTEXT", "urlContext"),
    "file search": _search("FILE_SEARCH", "fileSearch"),
    "thought false": lambda pen: [says("model", {**text(pen), "thought": False})],
}

PENDING: Mapping[str, Maker] = {
    PLAIN: lambda pen: [says("model", signed(pen, call(pen, with_id=False)))],
    "several": lambda pen: [says("model", text(pen), signed(pen, call(pen, with_id=True)), call(pen, with_id=True))],
}


def _hologram(pen: Pen) -> JsonObject:
    return {"hologram": {"cube": pen.label("unknown")}}


UNKNOWN: Mapping[str, Maker] = {
    "part from the user": lambda pen: [says("user", text(pen), _hologram(pen))],
    "part from the model": lambda pen: [says("model", _hologram(pen), signed(pen, text(pen)))],
    "member of a part": lambda pen: [says("model", {**text(pen), "speechMetadata": {"speaker": "A"}, "x_mood": 1})],
}
