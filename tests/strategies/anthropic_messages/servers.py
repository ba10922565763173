"""Tools that Anthropic runs itself: each use with its result, in one assistant message."""

from collections.abc import Callable, Mapping

from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import document_pdf, document_text

Result = Callable[[Pen], JsonObject]


def _error(kind: str, code: str = "unavailable") -> Result:
    return lambda pen: {"content": {"type": f"{kind}_tool_result_error", "error_code": code}}


def _web_search(pen: Pen) -> JsonObject:
    found: list[Json] = [
        {
            "type": "web_search_result",
            "url": pen.url("found"),
            "title": pen.label("title"),
            "encrypted_content": pen.signature(),
            **pen.optional(page_age=pen.pick(("2 days ago", None))),
        }
        for _ in range(pen.count(0, 2))
    ]
    return {"content": found}


def _web_fetch(pen: Pen) -> JsonObject:
    document = document_text(pen) if pen.chance(50) else document_pdf(pen)
    fetched: JsonObject = {"type": "web_fetch_result", "url": pen.url("page"), "content": document}
    return {"content": {**fetched, **pen.optional(retrieved_at=pen.pick(("2026-11-18T10:00:00Z", None)))}}


def _code(pen: Pen) -> JsonObject:
    files: list[Json] = [{"type": "code_execution_output", "file_id": pen.ident("file_")}] if pen.chance(30) else []
    ran: JsonObject = {"stdout": pen.any_text(), "stderr": "", "return_code": pen.count(0, 1), "content": files}
    return {"content": {"type": "code_execution_result", **ran}}


def _encrypted_code(pen: Pen) -> JsonObject:
    ran: JsonObject = {"encrypted_stdout": pen.signature(), "stderr": "", "return_code": 0, "content": []}
    return {"content": {"type": "encrypted_code_execution_result", **ran}}


def _bash(pen: Pen) -> JsonObject:
    ran: JsonObject = {"stdout": pen.any_text(), "stderr": pen.label("warning"), "return_code": 0, "content": []}
    return {"content": {"type": "bash_code_execution_result", **ran}}


def _view(pen: Pen) -> JsonObject:
    seen: JsonObject = {"file_type": "text", "content": pen.any_text(), "num_lines": 3, "start_line": None}
    return {"content": {"type": "text_editor_code_execution_view_result", **seen}}


def _create(pen: Pen) -> JsonObject:
    return {"content": {"type": "text_editor_code_execution_create_result", "is_file_update": pen.chance(50)}}


def _str_replace(pen: Pen) -> JsonObject:
    replaced: JsonObject = {"lines": ["-a", "+b"], "old_start": 1, "old_lines": 1, "new_start": 1, "new_lines": 1}
    return {"content": {"type": "text_editor_code_execution_str_replace_result", **replaced}}


def _tools_found(pen: Pen) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: {"name": name, "input_schema": {"type": "object"}}, needed=True)
    references: list[Json] = [{"type": "tool_reference", "tool_name": name}]
    return {"content": {"type": "tool_search_tool_search_result", "tool_references": references}}


def _advice(pen: Pen) -> JsonObject:
    return {"content": {"type": "advisor_result", "text": pen.text(), **pen.optional(stop_reason="end_turn")}}


def _redacted_advice(pen: Pen) -> JsonObject:
    return {"content": {"type": "advisor_redacted_result", "encrypted_content": pen.signature()}}


_SEARCH: JsonObject = {"type": "web_search_20250305", "name": "web_search"}
_FETCH: JsonObject = {"type": "web_fetch_20250910", "name": "web_fetch"}
_RUN: JsonObject = {"type": "code_execution_20250825", "name": "code_execution"}
_FIND: JsonObject = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}
_RANK: JsonObject = {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
_ADVISE: JsonObject = {"type": "advisor_20260301", "name": "advisor", "model": "claude-opus-5"}

_SERVERS: Mapping[str, tuple[JsonObject, str, str, Result]] = {
    "web search": (_SEARCH, "web_search", "web_search", _web_search),
    "web search error": (_SEARCH, "web_search", "web_search", _error("web_search", "max_uses_exceeded")),
    "web fetch": (_FETCH, "web_fetch", "web_fetch", _web_fetch),
    "web fetch error": (_FETCH, "web_fetch", "web_fetch", _error("web_fetch", "url_not_allowed")),
    "code execution": (_RUN, "code_execution", "code_execution", _code),
    "code execution encrypted": (_RUN, "code_execution", "code_execution", _encrypted_code),
    "code execution error": (_RUN, "code_execution", "code_execution", _error("code_execution")),
    "bash": (_RUN, "bash_code_execution", "bash_code_execution", _bash),
    "text editor view": (_RUN, "text_editor_code_execution", "text_editor_code_execution", _view),
    "text editor create": (_RUN, "text_editor_code_execution", "text_editor_code_execution", _create),
    "text editor replace": (_RUN, "text_editor_code_execution", "text_editor_code_execution", _str_replace),
    "tool search regex": (_FIND, "tool_search_tool_regex", "tool_search", _tools_found),
    "tool search bm25": (_RANK, "tool_search_tool_bm25", "tool_search", _tools_found),
    "tool search error": (_FIND, "tool_search_tool_regex", "tool_search", _error("tool_search")),
    "advisor": (_ADVISE, "advisor", "advisor", _advice),
    "advisor redacted": (_ADVISE, "advisor", "advisor", _redacted_advice),
}


def _use(pen: Pen, name: str) -> tuple[JsonObject, list[Json]]:
    tool, tool_name, kind, result = _SERVERS[name]
    pen.declare(f"server {tool['name']}", lambda: tool, needed=True)
    use: JsonObject = {
        "type": "server_tool_use",
        "id": pen.ident("srvtoolu_"),
        "name": tool_name,
        "input": {} if tool_name == "advisor" else {"query": pen.label("query"), **pen.optional(20, deep=pen.value())},
    }
    outcome: JsonObject = {"type": f"{kind}_tool_result", "tool_use_id": use["id"], **result(pen)}
    if kind in {"web_search", "web_fetch"} and pen.chance(20):
        use["caller"] = outcome["caller"] = {"type": "direct"}
    return use, [use, outcome]


def server_tool(name: str) -> Callable[[Pen], list[Json]]:
    return lambda pen: _use(pen, name)[1]


def mcp_tool(pen: Pen) -> list[Json]:
    text: Json = [{"type": "text", "text": pen.text()} for _ in range(pen.count(1, 2))]
    use: JsonObject = {
        "type": "mcp_tool_use",
        "id": pen.ident("mcptoolu_"),
        "name": pen.tool_name(),
        "server_name": "files",
        "input": pen.object(),
    }
    result: JsonObject = {"type": "mcp_tool_result", "tool_use_id": use["id"], **pen.optional(is_error=pen.chance(50))}
    return [use, {**result, "content": text if pen.chance(60) else pen.text()}]


SERVER_TOOLS: Mapping[str, Callable[[Pen], list[Json]]] = {
    **{name: server_tool(name) for name in _SERVERS},
    "mcp": mcp_tool,
}
