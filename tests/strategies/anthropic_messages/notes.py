"""Notes within a conversation of Anthropic messages, what nobody has heard of, and what a server keeps."""

from collections.abc import Callable, Mapping

from strategies.dialogue import Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import text


def _note(content: Callable[[Pen], Json]) -> Maker:
    return lambda pen: [{"role": "system", "content": content(pen)}]


def _tool_change(kind: str, tool: Callable[[Pen], JsonObject]) -> Callable[[Pen], Json]:
    return lambda pen: [{"type": kind, "tool": tool(pen)}]


def _declared_tool(pen: Pen) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: {"name": name, "input_schema": pen.schema(), "defer_loading": True}, needed=True)
    return {"type": "tool_reference", "name": name}


def _mcp_tool(pen: Pen) -> JsonObject:
    return {"type": "mcp_tool_reference", "server_name": "files", "name": pen.tool_name()}


def _mcp_toolset(pen: Pen) -> JsonObject:
    return {"type": "mcp_toolset_reference", "server_name": pen.label("server")}


def _new_tool(pen: Pen) -> JsonObject:
    definition: JsonObject = {"name": pen.tool_name(), "description": pen.text(), "input_schema": pen.schema()}
    return {"type": "tool_definition", "definition": definition}


def _directive(pen: Pen) -> list[Json]:
    return [{"role": "system", "output_config": {"effort": pen.pick(("low", "high", "max"))}}]


def _expiring(pen: Pen) -> list[Json]:
    return [{"role": "system", "content": pen.text(), "clear_at": pen.pick(("next_user_message", "never"))}]


NOTES: Mapping[str, Maker] = {
    "system text": _note(lambda pen: pen.text()),
    "system blocks": _note(lambda pen: [text(pen), text(pen)]),
    "tool addition": _note(_tool_change("tool_addition", _declared_tool)),
    "tool addition with definition": _note(_tool_change("tool_addition", _new_tool)),
    "tool removal": _note(_tool_change("tool_removal", _declared_tool)),
    "mcp tool addition": _note(_tool_change("tool_addition", _mcp_tool)),
    "mcp toolset removal": _note(_tool_change("tool_removal", _mcp_toolset)),
    "system directive without content": _directive,
    "system text that expires": _expiring,
}


def _listing(pen: Pen) -> JsonObject:
    tool: JsonObject = {"name": pen.tool_name(), "input_schema": pen.schema(), "description": pen.pick((None, "lists"))}
    return {"type": "mcp_tool_listing", "mcp_server_name": "files", "tools": [tool]}


def _hologram(pen: Pen) -> JsonObject:
    return {"type": "hologram", "projection": pen.object(), "text": pen.label("unknown")}


def _unknown_in(role: str) -> Maker:
    return lambda pen: [{"role": role, "content": [text(pen), _hologram(pen), text(pen)]}]


def _unknown_in_result(pen: Pen) -> list[Json]:
    use: JsonObject = {"type": "tool_use", "id": pen.ident("toolu_"), "name": "search", "input": pen.object()}
    result: JsonObject = {"type": "tool_result", "tool_use_id": use["id"], "content": [_hologram(pen)]}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


def _unknown_source(pen: Pen) -> list[Json]:
    image: JsonObject = {"type": "image", "source": {"type": "hologram", "cube": pen.signature()}}
    return [{"role": "user", "content": [image, text(pen)]}]


def _unknown_citation(pen: Pen) -> list[Json]:
    cited: JsonObject = {"type": "text", "text": pen.text(), "citations": [{"type": "dream", "night": 1}]}
    return [{"role": "assistant", "content": [cited]}]


UNKNOWN: Mapping[str, Maker] = {
    "block from the assistant": _unknown_in("assistant"),
    "block from the user": _unknown_in("user"),
    "block in a result": _unknown_in_result,
    "image source": _unknown_source,
    "citation": _unknown_citation,
    "mcp tool listing": lambda pen: [{"role": "assistant", "content": [_listing(pen), text(pen)]}],
    "connector text": lambda pen: [{"role": "assistant", "content": [{"type": "connector_text", "text": pen.text()}]}],
}


def _sealed(pen: Pen) -> list[Json]:
    sealed: JsonObject = {"type": "compaction", "content": None, "encrypted_content": pen.signature()}
    return [{"role": "user", "content": pen.text()}, {"role": "assistant", "content": [sealed, text(pen)]}]


BOUND: Mapping[str, Maker] = {"sealed compaction": _sealed}
