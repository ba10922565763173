"""Converse's tool definitions and tool choices, both ways."""

from __future__ import annotations

from typing import Any

from segue.apis.bedrock_converse.parts import cache_point, read_cache_point
from segue.apis.bedrock_converse.wire import API
from segue.apis.declared import declared
from segue.apis.reading import (
    Wired,
    bool_or_none,
    inside,
    list_or_none,
    object_or_none,
    objects,
    only_objects,
    text_at,
    text_or_none,
)
from segue.apis.writing import Writing
from segue.conversation import Original, Settings, Tool, ToolChange, ToolChoice
from segue.errors import expected
from segue.jsontext import copy, dump

_PATH = "$.toolConfig.tools"


def read_tools(body: Wired) -> tuple[Tool, ...]:
    """Read the tools, and the cache marks that stand among them."""
    config = object_or_none(body, "toolConfig", where="$") or {}
    return declared(list_or_none(config, "tools", where="$.toolConfig"), _read_listed)


def _read_listed(wires: list[Any]) -> tuple[Tool, ...]:
    return tuple(_read_tool(wire, f"{_PATH}[{index}]") for index, wire in enumerate(objects(wires, _PATH)))


def _read_tool(wire: Wired, path: str) -> Tool:
    native = Original(API, wire)
    spec = object_or_none(wire, "toolSpec", where=path)
    if spec is None:
        kind = next(iter(wire), "tool")
        inner = inside(wire.get(kind))
        mark = read_cache_point(inner, wire).cache if kind == "cachePoint" else None
        return Tool(str(inner.get("name") or kind), kind="hosted", cache=mark, native=native)
    where = f"{path}.toolSpec"
    holder = object_or_none(spec, "inputSchema", where=where) or {}
    schema = object_or_none(holder, "json", where=f"{where}.inputSchema")
    return Tool(
        text_at(spec, "name", where=where),
        text_or_none(spec, "description", where=where),
        None if schema is None else dump(schema),
        strict=bool_or_none(spec, "strict"),
        native=native,
    )


def read_choice(body: Wired) -> ToolChoice | None:
    """Read which tools the model may or must call."""
    choice = object_or_none(inside(body.get("toolConfig")), "toolChoice", where="$.toolConfig")
    match choice:
        case None:
            return None
        case {"auto": _}:
            return ToolChoice("auto")
        case {"none": _}:
            return ToolChoice("none")
        case {"any": _}:
            return ToolChoice("required")
        case {"tool": {"name": str(name)}}:
            return ToolChoice("required", (name,))
        case _:
            raise expected("a tool choice: auto, any, or tool with a name", choice, "$.toolConfig.toolChoice")


def write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    """Write the tools; without any, there is nothing to choose among."""
    config = inside(body.pop("toolConfig", None))
    written: list[Wired] = []
    for tool in writing.own_tools(tools):
        written.append(_write_tool(tool, writing))
        if tool.cache is not None and tool.kind != "hosted" and writing.dialect.cache_points:
            written.append(cache_point(tool.cache))
    if written:
        body["toolConfig"] = {**config, "tools": written}


def fit_tools(body: Wired, writing: Writing) -> None:
    """The tools of its own request, as this model takes them."""
    config = inside(body.get("toolConfig"))
    tools = [
        _fitted(wire, f"{_PATH}[{index}]", writing) for index, wire in enumerate(only_objects(config.get("tools")))
    ]
    kept = [tool for tool in tools if tool is not None]
    if kept:
        body["toolConfig"] = {**config, "tools": kept}
    else:
        body.pop("toolConfig", None)


def _fitted(wire: Wired, path: str, writing: Writing) -> Wired | None:
    if "cachePoint" in wire and not writing.dialect.cache_points:
        writing.tell("rewritten", path, "CacheMark", "this model takes no cache points", rule="BED-12")
        return None
    spec = inside(wire.get("toolSpec"))
    if not spec:
        return wire
    schema = inside(inside(spec.get("inputSchema")).get("json"))
    if schema.get("type") != "object":
        writing.tell("rewritten", path, "Tool", "a call's arguments are an object", rule="BED-04")
        properties = {} if "type" in schema else {key: value for key, value in schema.items() if key != "type"}
        spec = {**spec, "inputSchema": {"json": {"type": "object", **properties}}}
    if spec.get("description") == "":
        writing.tell("rewritten", path, "Tool", "an empty description is left out", rule="BED-08")
        spec = {key: value for key, value in spec.items() if key != "description"}
    return {**wire, "toolSpec": spec}


def fit_choice(body: Wired, writing: Writing) -> None:
    """There is no word for no tools at all, and each model knows its own ways to force a call [BED-12]."""
    config = inside(body.get("toolConfig"))
    asked = inside(config.get("toolChoice"))
    if "none" in asked:
        body["toolConfig"] = {key: value for key, value in config.items() if key != "toolChoice"}
        writing.no_counterpart("tool_choice", "no tools at all cannot be asked for", rule="BED-12")
    elif asked and (fitted := _known_choice(asked, writing)) != asked:
        rest = {key: value for key, value in config.items() if key != "toolChoice"}
        body["toolConfig"] = {**rest, "toolChoice": fitted} if fitted else rest


def _known_choice(choice: Wired, writing: Writing) -> Wired:
    """The choice as the model knows it; nothing where it has none."""
    known = writing.dialect.forced_choices
    path = writing.setting_paths.get("tool_choice", "$")
    if "auto" in choice and not known:
        writing.tell("rewritten", path, "Setting", "the model chooses without being told so", rule="BED-12")
        return {}
    if known and (not choice.keys() & {"any", "tool"} or choice.keys() & {*known}):
        return choice
    if "tool" in choice and "any" in known:
        writing.tell("rewritten", path, "Setting", "this model is told to call some tool, and not which", rule="BED-12")
        return {"any": {}}
    writing.no_counterpart("tool_choice", "this model cannot be told to call a tool", rule="BED-12")
    return {}


def _write_tool(tool: Tool, writing: Writing) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    spec: Wired = {"name": tool.name}
    if tool.description and not tool.description.isspace():
        spec["description"] = tool.description
    if tool.kind == "custom":
        schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    else:
        schema = writing.schema(tool)
    spec["inputSchema"] = {"json": schema}
    return {"toolSpec": spec}


def _tell_undeclared(writing: Writing) -> None:
    why = "calls are forbidden by declaring no tools"
    writing.tell("rewritten", writing.setting_paths.get("tool_choice", "$"), "Setting", why, rule="BED-12")
    for index, tool in enumerate(writing.source.tools):
        if tool.kind != "hosted":
            writing.drop(writing.tool_path(index), "Tool", why, rule="BED-12")
    for index, message in enumerate(writing.source.messages):
        for block in message.blocks:
            if type(block) is ToolChange:
                writing.drop((index, block), block, why, rule="BED-12")


def write_choice(settings: Settings, body: Wired, writing: Writing, *, needed: bool) -> None:
    """Write which tools the model may or must call. There is no word for none of them [BED-12]."""
    config: Wired = {**inside(body["toolConfig"])}
    config.pop("toolChoice", None)
    choice = settings.tool_choice or ToolChoice()
    if choice.mode == "none":
        if not needed:
            del body["toolConfig"]
            _tell_undeclared(writing)
            return
        # Nobody asked that tools which only the history names be left alone.
        if writing.source.settings.tool_choice is not None:
            writing.no_counterpart("tool_choice", "no tools at all cannot be asked for beside calls", rule="BED-12")
    elif settings.tool_choice is not None:
        asked: Wired = {"auto": {}}
        if choice.mode == "required":
            asked = {"tool": {"name": choice.names[0]}} if len(choice.names) == 1 else {"any": {}}
        if known := _known_choice(asked, writing):
            config["toolChoice"] = known
    if len(choice.names) > 1 or (choice.names and choice.mode == "auto"):
        writing.no_counterpart("tool_choice", "this API cannot allow some of the tools only")
    body["toolConfig"] = config
