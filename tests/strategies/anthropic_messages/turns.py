"""What users, assistants and tools say in Anthropic messages."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import RESULT_BLOCKS, USER_BLOCKS, browser_state, cache_mark, text
from .servers import SERVER_TOOLS


def _says(role: str, *blocks: Json) -> JsonObject:
    return {"role": role, "content": list(blocks)}


def _ask_plainly(pen: Pen) -> list[Json]:
    return [{"role": "user", "content": pen.text()}]


def _ask_with(name: str) -> Maker:
    def ask(pen: Pen) -> list[Json]:
        return [_says("user", text(pen), USER_BLOCKS[name](pen))]

    return ask


def _ask_mixed(pen: Pen) -> list[Json]:
    return [_says("user", *(pen.one_of(USER_BLOCKS) for _ in range(pen.count(2, 4))))]


def _ask_twice(pen: Pen) -> list[Json]:
    return [*_ask_plainly(pen), _says("user", text(pen))]


SANDBOX: JsonObject = {"type": "code_execution_20260120", "name": "code_execution"}

ASKS: Mapping[str, Maker] = {
    PLAIN: _ask_plainly,
    **{name: _ask_with(name) for name in USER_BLOCKS},
    "mixed blocks": _ask_mixed,
    "two user messages": _ask_twice,
}


def thinking(pen: Pen) -> list[Json]:
    """Signed, signed with the text left out, redacted; one or several."""
    kinds: tuple[JsonObject, ...] = (
        {"type": "thinking", "thinking": pen.text(), "signature": pen.signature()},
        {"type": "thinking", "thinking": "", "signature": pen.signature()},
        {"type": "redacted_thinking", "data": pen.signature()},
    )
    return list(pen.distinct(kinds, 1, 2))


def tool_use(pen: Pen) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: {"name": name, "input_schema": pen.schema()})
    return {
        "type": "tool_use",
        "id": pen.call_id("toolu_", "call_", "toolu_vrtx_"),
        "name": name,
        "input": pen.object(),
        **pen.optional(15, caller={"type": "direct"}),
        **cache_mark(pen),
    }


def _result_content(pen: Pen) -> JsonObject:
    kind = pen.count(0, 5)
    if kind < 2:
        return {"content": pen.text()}
    if kind == 2:
        return {}
    if kind == 3:
        return {"content": ""}
    return {"content": [pen.one_of(RESULT_BLOCKS) for _ in range(pen.count(1, 3))]}


def tool_result(pen: Pen, use: JsonObject) -> JsonObject:
    result: JsonObject = {"type": "tool_result", "tool_use_id": use["id"], **_result_content(pen)}
    return {**result, **pen.optional(is_error=pen.chance(50)), **cache_mark(pen)}


def _calls(pen: Pen, low: int, high: int, *before: Json) -> list[Json]:
    uses = [tool_use(pen) for _ in range(pen.count(low, high))]
    answers = [tool_result(pen, use) for use in uses]
    if pen.chance(25):
        answers.reverse()
    after = [text(pen)] if pen.chance(15) else []
    return [_says("assistant", *before, *uses), _says("user", *answers, *after)]


def _call_plainly(pen: Pen) -> list[Json]:
    return _calls(pen, 1, 1)


def _call_in_parallel(pen: Pen) -> list[Json]:
    return _calls(pen, 2, 3, text(pen))


def _think_and_call(pen: Pen) -> list[Json]:
    return _calls(pen, 1, 2, *thinking(pen))


def _interleave(pen: Pen) -> list[Json]:
    return _calls(pen, 1, 2, *thinking(pen), text(pen), *thinking(pen))


def _call_with_result(name: str) -> Maker:
    def step(pen: Pen) -> list[Json]:
        use = tool_use(pen)
        result: JsonObject = {"type": "tool_result", "tool_use_id": use["id"], "content": [RESULT_BLOCKS[name](pen)]}
        return [_says("assistant", use), _says("user", result)]

    return step


def _call_toolset(pen: Pen) -> list[Json]:
    pen.declare("toolset browser", lambda: {"type": "browser_toolset_20260801"}, needed=True)
    toolset: JsonObject = {"toolset_name": "browser"}
    use: JsonObject = {"type": "tool_use", "id": pen.ident("toolu_"), "name": "navigate", **toolset}
    use["input"] = {"url": pen.url("")}
    shown: list[Json] = [text(pen), browser_state(pen)]
    return [
        _says("assistant", use),
        _says("user", {"type": "tool_result", "tool_use_id": use["id"], "content": shown, **toolset}),
    ]


def _call_from_code(pen: Pen) -> list[Json]:
    """A call made by the provider's sandbox, whose own result comes only after the client's."""
    pen.declare("server code_execution", lambda: dict(SANDBOX), needed=True)
    run: JsonObject = {"type": "server_tool_use", "id": pen.ident("srvtoolu_"), "name": "code_execution"}
    run["input"] = {"code": "await f()"}
    use = tool_use(pen)
    use["caller"] = {"type": SANDBOX["type"], "tool_id": run["id"]}
    ran: JsonObject = {"type": "code_execution_result", "stdout": pen.text(), "stderr": "", "return_code": 0}
    ran["content"] = []
    outcome: JsonObject = {"type": "code_execution_tool_result", "tool_use_id": run["id"], "content": ran}
    return [
        _says("assistant", text(pen), run, use),
        _says("user", tool_result(pen, use)),
        _says("assistant", outcome, text(pen)),
    ]


STEPS: Mapping[str, Maker] = {
    PLAIN: _call_plainly,
    "parallel calls": _call_in_parallel,
    "thinking before calls": _think_and_call,
    "interleaved thinking": _interleave,
    **{f"result with {name}": _call_with_result(name) for name in RESULT_BLOCKS},
    "toolset member": _call_toolset,
    "programmatic call": _call_from_code,
}


def _answer_plainly(pen: Pen) -> list[Json]:
    return [{"role": "assistant", "content": pen.text()}]


def _answer_in_blocks(pen: Pen) -> list[Json]:
    return [_says("assistant", *(text(pen) for _ in range(pen.count(1, 3))))]


def _answer_thoughtfully(pen: Pen) -> list[Json]:
    return [_says("assistant", *thinking(pen), text(pen))]


def _answer_after_tool(name: str) -> Maker:
    def answer(pen: Pen) -> list[Json]:
        return [_says("assistant", *SERVER_TOOLS[name](pen), text(pen))]

    return answer


def _answer_mixed(pen: Pen) -> list[Json]:
    blocks: list[Json] = [*thinking(pen), text(pen), *pen.one_of(SERVER_TOOLS), *thinking(pen), text(pen)]
    return [_says("assistant", *blocks)]


def _document_citations(pen: Pen) -> list[Json]:
    where: JsonObject = {
        "cited_text": pen.label("cited"),
        "document_index": pen.seen("document") - 1,
        "document_title": pen.pick((None, "title 1")),
    }
    return [
        {"type": "char_location", "start_char_index": 0, "end_char_index": 5, **where},
        {"type": "page_location", "start_page_number": 1, "end_page_number": 2, **where},
        {"type": "content_block_location", "start_block_index": 0, "end_block_index": 1, **where},
    ]


def _citations(pen: Pen) -> list[Json]:
    """One of each kind that can point at something which came before."""
    cited: JsonObject = {"cited_text": pen.label("cited"), "title": pen.pick((None, "title 1"))}
    web: JsonObject = {"type": "web_search_result_location", "url": pen.url("a"), "encrypted_index": pen.signature()}
    citations: list[Json] = [{**web, **cited}]
    if pen.seen("document"):
        citations += _document_citations(pen)
    if pen.seen("search result"):
        place: JsonObject = {"search_result_index": 0, "source": "s", "start_block_index": 0, "end_block_index": 1}
        citations.append({"type": "search_result_location", **place, **cited})
    return citations


def _cited_text(pen: Pen, *citations: Json) -> JsonObject:
    return {"type": "text", "text": pen.text(), "citations": list(citations)}


def _cite(pen: Pen) -> list[Json]:
    cited = [_cited_text(pen, citation) for citation in _citations(pen)]
    return [_says("assistant", *SERVER_TOOLS["web search"](pen), *cited, _cited_text(pen))]


def _cite_documents(pen: Pen) -> list[Json]:
    sources = _says("user", USER_BLOCKS["document text"](pen), USER_BLOCKS["search result"](pen))
    return [sources, *_cite(pen)]


def _pause(pen: Pen) -> list[Json]:
    """A long turn that the provider cut in two, between a server tool's use and its result."""
    use, outcome = SERVER_TOOLS["web search"](pen)
    return [_says("assistant", text(pen), use), _says("assistant", outcome, text(pen))]


def _fall_back(pen: Pen) -> list[Json]:
    handed: JsonObject = {"from": {"model": "claude-fable-5-1"}, "to": {"model": "claude-opus-5"}}
    return [_says("assistant", text(pen), {"type": "fallback", **handed, "trigger": {"type": "refusal"}}, text(pen))]


def _compacted(pen: Pen) -> list[Json]:
    summary: JsonObject = {"type": "compaction", "content": pen.text()}
    signed = pen.optional(signature=pen.signature(), encrypted_content=pen.signature())
    changes: list[Json] = [{"type": "tool_removal", "tool": {"type": "tool_reference", "name": "search"}}]
    return [_says("assistant", {**summary, **signed, **pen.optional(20, tool_changes=changes)}, text(pen))]


def _compaction_failed(pen: Pen) -> list[Json]:
    return [_says("assistant", {"type": "compaction", "content": None}, text(pen))]


ANSWERS: Mapping[str, Maker] = {
    PLAIN: _answer_plainly,
    "blocks": _answer_in_blocks,
    "thinking": _answer_thoughtfully,
    "citations": _cite_documents,
    **{f"server tool {name}": _answer_after_tool(name) for name in SERVER_TOOLS},
    "everything interleaved": _answer_mixed,
    "pause between use and result": _pause,
    "fallback": _fall_back,
    "compaction": _compacted,
    "failed compaction": _compaction_failed,
}


def _left_open(pen: Pen) -> list[Json]:
    return [_says("assistant", *thinking(pen), *(tool_use(pen) for _ in range(pen.count(1, 2))))]


PENDING: Mapping[str, Maker] = {PLAIN: lambda pen: [_says("assistant", tool_use(pen))], "several": _left_open}
