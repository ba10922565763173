"""What the model and the servers beside it say, as items of the Responses API."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .calls import after, function_tool
from .content import (
    ANNOTATIONS,
    input_text,
    message,
    open_reasoning,
    output_text,
    plain_message,
    reasoning,
    url_citation,
)

Item = Callable[[Pen], JsonObject]


def _item(kind: str, prefix: str, tool: JsonObject, **members: Callable[[Pen], Json]) -> Item:
    def write(pen: Pen) -> JsonObject:
        pen.declare(f"hosted {tool['type']}", lambda: tool, needed=True)
        identity: JsonObject = {"type": kind, "id": pen.ident(prefix), "status": "completed"}
        return {**identity, **{key: write_member(pen) for key, write_member in members.items()}}

    return write


_WEB: JsonObject = {"type": "web_search"}
_FILES: JsonObject = {"type": "file_search", "vector_store_ids": ["vs_1"]}
_CODE: JsonObject = {"type": "code_interpreter", "container": {"type": "auto"}}
_DRAW: JsonObject = {"type": "image_generation"}
_MCP: JsonObject = {"type": "mcp", "server_label": "files", "server_url": "https://example.com/mcp"}
_FIND: JsonObject = {"type": "tool_search"}


def _file_found(pen: Pen) -> Json:
    score: JsonObject = {"score": 0.5, "attributes": {"page": 1.0}, "filename": "a.txt", "file_id": pen.ident("file-")}
    return [{**score, "text": pen.text()}]


def _sources(pen: Pen) -> Json:
    found: Json = [{"type": "url", "url": pen.url("source")}]
    return {"type": "search", "query": pen.label("query"), "queries": [pen.label("query")], "sources": found}


SERVER_ITEMS: Mapping[str, Item] = {
    "web search": _item("web_search_call", "ws_", _WEB, action=_sources),
    "web page opened": _item("web_search_call", "ws_", _WEB, action=lambda p: {"type": "open_page", "url": p.url("")}),
    "web page searched": _item(
        "web_search_call",
        "ws_",
        _WEB,
        action=lambda pen: {"type": "find_in_page", "url": pen.url(""), "pattern": pen.label("pattern")},
    ),
    "file search": _item("file_search_call", "fs_", _FILES, queries=lambda pen: [pen.text()], results=_file_found),
    "file search without results": _item(
        "file_search_call", "fs_", _FILES, queries=lambda pen: ["q"], results=lambda pen: None
    ),
    "code interpreter": _item(
        "code_interpreter_call",
        "ci_",
        _CODE,
        code=lambda pen: pen.text(),
        container_id=lambda pen: "cntr_1",
        outputs=lambda pen: [{"type": "logs", "logs": pen.text()}, {"type": "image", "url": pen.url("plot.png")}],
    ),
    "code interpreter without outputs": _item(
        "code_interpreter_call",
        "ci_",
        _CODE,
        code=lambda pen: None,
        container_id=lambda pen: "cntr_1",
        outputs=lambda pen: None,
    ),
    "image generation": _item("image_generation_call", "ig_", _DRAW, result=lambda pen: pen.media("image/png")),
    "image generation without a result": _item("image_generation_call", "ig_", _DRAW, result=lambda pen: None),
    "mcp call": _item(
        "mcp_call",
        "mcp_",
        _MCP,
        server_label=lambda pen: "files",
        name=lambda pen: "read",
        arguments=lambda pen: pen.arguments_text(),
        output=lambda pen: pen.pick((pen.text(), None)),
        error=lambda pen: pen.pick((None, {"type": "http_error", "code": 500, "message": "down"})),
    ),
}


def _listing(pen: Pen) -> list[Json]:
    pen.declare("hosted mcp", lambda: _MCP, needed=True)
    tool: JsonObject = {"name": "read", "input_schema": pen.schema(), **pen.optional(annotations=None, description="r")}
    listing: JsonObject = {"type": "mcp_list_tools", "id": pen.ident("mcpl_"), "server_label": "files"}
    return [{**listing, "tools": [tool], **pen.optional(error=None)}, SERVER_ITEMS["mcp call"](pen), plain_message(pen)]


def _server_search(pen: Pen) -> list[Json]:
    pen.declare("hosted tool_search", lambda: _FIND, needed=True)
    about: JsonObject = {"execution": "server", "status": "completed", "call_id": None}
    search: JsonObject = {"type": "tool_search_call", "id": pen.ident("tsc_"), "arguments": {"paths": ["crm"]}}
    found: JsonObject = {"type": "tool_search_output", "id": pen.ident("tso_"), "tools": [function_tool(pen, "found")]}
    return [{**search, **about}, {**found, **about}, plain_message(pen)]


def _between_reasoning(name: str) -> Maker:
    return lambda pen: [reasoning(pen), SERVER_ITEMS[name](pen), message(pen, output_text(pen, [url_citation(pen)]))]


def _refuse(pen: Pen) -> list[Json]:
    return [message(pen, {"type": "refusal", "refusal": pen.text()})]


def _annotated(name: str) -> Maker:
    return lambda pen: [message(pen, output_text(pen, [ANNOTATIONS[name](pen)]), output_text(pen))]


def _in_phases(pen: Pen) -> list[Json]:
    first = message(pen, output_text(pen), phase="commentary")
    return [reasoning(pen), first, message(pen, output_text(pen), phase=pen.pick(("final_answer", None)))]


def _easy(pen: Pen) -> list[Json]:
    return [{"role": "assistant", "content": pen.text(), **pen.optional(30, type="message", phase="final_answer")}]


def _easy_list(pen: Pen) -> list[Json]:
    return [{"role": "assistant", "content": [{"type": "output_text", "text": pen.text()}]}]


ANSWERS: Mapping[str, Maker] = {
    PLAIN: _easy,
    "easy list": _easy_list,
    "message": lambda pen: [message(pen, *(output_text(pen) for _ in range(pen.count(1, 3))))],
    "message without parts": lambda pen: [message(pen)],
    "refusal": _refuse,
    "phases": _in_phases,
    "reasoning": after(reasoning, lambda pen: [plain_message(pen)]),
    "open reasoning": after(open_reasoning, lambda pen: [plain_message(pen)]),
    **{f"annotation of a {name}": _annotated(name) for name in ANNOTATIONS},
    **{name: _between_reasoning(name) for name in SERVER_ITEMS},
    "mcp listing": _listing,
    "server tool search": _server_search,
}


def _note(role: str) -> Maker:
    return lambda pen: [{"role": role, "content": pen.text()}]


def _more_tools(pen: Pen) -> list[Json]:
    tools: Json = [function_tool(pen, "added"), {"type": "web_search"}]
    return [{"type": "additional_tools", "role": "developer", "tools": tools, **pen.optional(id=None)}]


def _update(pen: Pen) -> list[Json]:
    return [{"type": "configuration_update", "reasoning": {"effort": pen.pick(("low", "high"))}}]


NOTES: Mapping[str, Maker] = {
    "developer": _note("developer"),
    "system": _note("system"),
    "typed system": lambda pen: [{"type": "message", "role": "system", "content": [input_text(pen)]}],
    "additional tools": _more_tools,
    "configuration update": _update,
}


def _unknown_part(pen: Pen) -> list[Json]:
    return [message(pen, {"type": "hologram", "cube": pen.label("unknown")}, output_text(pen))]


def _agents(pen: Pen) -> list[Json]:
    said: Json = [{"type": "output_text", "text": pen.text()}]
    return [{"type": "agent_message", "author": "root", "recipient": "helper", "content": said}]


def _unknown_annotation(pen: Pen) -> list[Json]:
    return [message(pen, output_text(pen, [{"type": "dream", "night": 1}]))]


UNKNOWN: Mapping[str, Maker] = {
    "item": lambda pen: [
        {"type": "hologram", "id": pen.ident("hg_"), "text": pen.label("unknown"), "a": pen.object(1)}
    ],
    "part": _unknown_part,
    "annotation": _unknown_annotation,
    "agent message": _agents,
    "null item members": lambda pen: [{**plain_message(pen), "agent": None, "created_by": None}],
}


def _compacted(pen: Pen) -> list[Json]:
    return [{"type": "compaction", "encrypted_content": pen.signature(), **pen.optional(id=pen.ident("cmp_"))}]


BOUND: Mapping[str, Maker] = {
    "compaction": _compacted,
    "item reference": lambda pen: [{"type": "item_reference", "id": pen.ident("msg_")}],
    "item reference without a type": lambda pen: [{"id": pen.ident("rs_")}],
}
