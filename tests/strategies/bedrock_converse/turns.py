"""What users, assistants and tools say in Converse messages."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import RESULT_BLOCKS, USER_BLOCKS, Block, cache_point, image, text, video


def says(role: str, *blocks: Json) -> JsonObject:
    return {"role": role, "content": list(blocks)}


def _ask_with(name: str) -> Maker:
    def ask(pen: Pen) -> list[Json]:
        return [says("user", text(pen), USER_BLOCKS[name](pen), *cache_point(pen))]

    return ask


def _ask_mixed(pen: Pen) -> list[Json]:
    blocks = [pen.one_of(USER_BLOCKS) for _ in range(pen.count(2, 4))]
    return [says("user", text(pen), *blocks)]


def _ask_cached(pen: Pen) -> list[Json]:
    return [says("user", text(pen), {"cachePoint": {"type": "default"}}, text(pen))]


ASKS: Mapping[str, Maker] = {
    PLAIN: lambda pen: [says("user", text(pen))],
    **{name: _ask_with(name) for name in USER_BLOCKS},
    "mixed blocks": _ask_mixed,
    "cache point": _ask_cached,
}


def thinking(pen: Pen) -> list[Json]:
    """As Claude writes it: signed, redacted."""
    kinds: tuple[JsonObject, ...] = (
        {"reasoningContent": {"reasoningText": {"text": pen.text(), "signature": pen.signature()}}},
        {"reasoningContent": {"redactedContent": pen.signature()}},
    )
    return list(pen.distinct(kinds, 1, 2))


def declaration(pen: Pen, name: str, **more: Json) -> JsonObject:
    return {"toolSpec": {"name": name, "inputSchema": {"json": pen.schema()}, **more}}


def tool_use(pen: Pen) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: declaration(pen, name), needed=True)
    return {"toolUse": {"toolUseId": pen.call_id("tooluse_", "call_"), "name": name, "input": pen.object()}}


def tool_result(pen: Pen, use: JsonObject, *content: Json) -> JsonObject:
    called = use["toolUse"]
    identity = called["toolUseId"] if isinstance(called, dict) else None
    told = list(content) or [pen.one_of(RESULT_BLOCKS) for _ in range(pen.count(1, 2))]
    status = pen.optional(status=pen.pick(("success", "error")))
    return {"toolResult": {"toolUseId": identity, "content": told, **status}}


def _calls(pen: Pen, low: int, high: int, *before: Json) -> list[Json]:
    uses = [tool_use(pen) for _ in range(pen.count(low, high))]
    answers = [tool_result(pen, use) for use in uses]
    if pen.chance(25):
        answers.reverse()
    return [says("assistant", *before, *uses), says("user", *answers, *cache_point(pen))]


def _call_plainly(pen: Pen) -> list[Json]:
    return _calls(pen, 1, 1)


def _call_in_parallel(pen: Pen) -> list[Json]:
    return _calls(pen, 2, 3, text(pen))


def _think_and_call(pen: Pen) -> list[Json]:
    return _calls(pen, 1, 2, *thinking(pen))


def _think_unsigned(pen: Pen) -> list[Json]:
    """As open models write it."""
    return _calls(pen, 1, 2, {"reasoningContent": {"reasoningText": {"text": pen.text()}}})


def _interleave(pen: Pen) -> list[Json]:
    return _calls(pen, 1, 2, *thinking(pen), text(pen), *thinking(pen))


def _call_with_result(make: Block) -> Maker:
    def step(pen: Pen) -> list[Json]:
        use = tool_use(pen)
        return [says("assistant", use), says("user", tool_result(pen, use, make(pen)))]

    return step


def _empty_result(pen: Pen) -> list[Json]:
    use = tool_use(pen)
    called = use["toolUse"]
    identity = called["toolUseId"] if isinstance(called, dict) else None
    return [says("assistant", use), says("user", {"toolResult": {"toolUseId": identity, "content": []}})]


def _words_beside_results(pen: Pen) -> list[Json]:
    use = tool_use(pen)
    return [says("assistant", use), says("user", tool_result(pen, use, text(pen)), text(pen))]


STEPS: Mapping[str, Maker] = {
    PLAIN: _call_plainly,
    "parallel calls": _call_in_parallel,
    "thinking before calls": _think_and_call,
    "unsigned thinking before calls": _think_unsigned,
    "interleaved thinking": _interleave,
    **{f"result with {name}": _call_with_result(make) for name, make in RESULT_BLOCKS.items()},
    "result with video": _call_with_result(video),
    "empty result": _empty_result,
    "words beside results": _words_beside_results,
}


def _server_tool(pen: Pen) -> list[Json]:
    pen.declare("server", lambda: {"systemTool": {"name": "nova_code_interpreter"}}, needed=True)
    identity = pen.ident("tooluse_")
    use: JsonObject = {"toolUseId": identity, "name": "nova_code_interpreter", "input": {"snippet": pen.label("code")}}
    told: JsonObject = pen.pick(({"json": {"stdOut": pen.label("output"), "exitCode": 0}}, {"text": pen.label("said")}))
    done: JsonObject = {"toolUseId": identity, "content": [told], "status": pen.pick(("success", "error"))}
    return [
        {"toolUse": {**use, "type": "server_tool_use"}},
        {"toolResult": {**done, "type": "nova_code_interpreter_result"}},
    ]


def _cited(pen: Pen) -> JsonObject:
    where: JsonObject = pen.pick(
        (
            {"web": {"url": pen.url("page"), "domain": "example.com"}},
            {"documentChar": {"documentIndex": 0, "start": 0, "end": 5}},
            {"documentChunk": {"documentIndex": 0, "start": 0, "end": 1}},
        )
    )
    citation: JsonObject = {"title": pen.label("title"), "sourceContent": [{"text": pen.label("cited")}]}
    return {"citationsContent": {"content": [text(pen)], "citations": [{**citation, "location": where}]}}


ANSWERS: Mapping[str, Maker] = {
    PLAIN: lambda pen: [says("assistant", text(pen))],
    "several texts": lambda pen: [says("assistant", *(text(pen) for _ in range(pen.count(2, 3))))],
    "thinking": lambda pen: [says("assistant", *thinking(pen), text(pen))],
    "citations": lambda pen: [says("assistant", text(pen), _cited(pen), text(pen))],
    "server tool": lambda pen: [says("assistant", *_server_tool(pen), text(pen))],
    "drawing": lambda pen: [says("assistant", text(pen), image(pen))],
}

PENDING: Mapping[str, Maker] = {
    PLAIN: lambda pen: [says("assistant", tool_use(pen))],
    "several": lambda pen: [says("assistant", *thinking(pen), tool_use(pen), tool_use(pen))],
}
