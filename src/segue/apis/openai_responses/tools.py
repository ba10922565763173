"""Tool definitions and tool choices of Responses, both ways; histories hold definitions too."""

from __future__ import annotations

from typing import Any

from segue.apis.declared import declared
from segue.apis.openai_responses.wire import API
from segue.apis.reading import Wired, bool_or_none, list_or_none, object_or_none, objects, text_at, text_or_none
from segue.apis.writing import Writing
from segue.conversation import Original, Tool, ToolChoice
from segue.errors import expected
from segue.jsontext import copy, dump, load


def read_tools(body: Wired) -> tuple[Tool, ...]:
    """Read the tool definitions."""
    return declared(list_or_none(body, "tools", where="$"), _read_listed)


def _read_listed(wires: list[Any]) -> tuple[Tool, ...]:
    return read_definitions(wires, "$.tools")


def read_definitions(wires: list[Any], path: str) -> tuple[Tool, ...]:
    """Read a list of definitions; a namespace is its tools, each of which knows it."""
    tools: list[Tool] = []
    for index, given in enumerate(wires):
        where = f"{path}[{index}]"
        wire: Wired = given
        if type(wire) is not dict:
            raise expected("a tool definition", wire, where)
        if wire.get("type") == "namespace":
            inner = list_or_none(wire, "tools", where=where) or []
            name = text_or_none(wire, "name", where=where)
            native = Original(API, wire)
            for tool in read_definitions(inner, f"{where}.tools"):
                made = Tool(tool.name, tool.description, tool.schema, tool.kind, namespace=name, native=native)
                tools.append(made)
        else:
            tools.append(_read_tool(wire, where))
    return tuple(tools)


def _read_tool(wire: Wired, where: str) -> Tool:
    kind = wire.get("type")
    native = Original(API, wire)
    if kind == "function":
        schema = object_or_none(wire, "parameters", where=where)
        return Tool(
            text_at(wire, "name", where=where),
            text_or_none(wire, "description", where=where),
            None if schema is None else dump(schema),
            strict=bool_or_none(wire, "strict"),
            native=native,
        )
    if kind == "custom":
        layout = object_or_none(wire, "format", where=where)
        return Tool(
            text_at(wire, "name", where=where),
            text_or_none(wire, "description", where=where),
            kind="custom",
            format=dump(layout) if layout else None,
            native=native,
        )
    if type(kind) is not str:
        raise expected("a tool's type", kind, f"{where}.type")
    return Tool(kind, kind="hosted", native=native)


def write_tools(tools: list[Tool], writing: Writing) -> list[Wired]:
    """Write definitions; a namespace that came from this API goes back whole."""
    written: list[Wired] = []
    whole: list[int] = []
    for tool in tools:
        if tool.native is not None and tool.native.api == API:
            if id(tool.native.value) not in whole:
                whole.append(id(tool.native.value))
                written.append(copy(tool.native.value))
        else:
            written.append(_write_tool(tool, writing))
    return written


def _write_tool(tool: Tool, writing: Writing) -> Wired:
    wire: Wired = {"type": tool.kind, "name": tool.name}
    if tool.description:
        wire["description"] = tool.description
    if tool.kind == "custom":
        if tool.format:
            wire["format"] = _flat_format(load(tool.format))
        return wire
    wire["parameters"] = writing.schema(tool)
    # Left out, this API takes it for true and refuses most schemas.
    wire["strict"] = bool(tool.strict)
    return wire


def _flat_format(layout: Wired) -> Wired:
    inner = layout.get("grammar")
    return {"type": "grammar", **inner} if isinstance(inner, dict) else layout


def read_choice(choice: Any) -> ToolChoice | None:
    """Read which tools the model may or must call."""
    tools: list[Any]
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(choice)
        case {"type": "function" | "custom", "name": str(name)}:
            return ToolChoice("required", (name,))
        case {"type": "allowed_tools", "mode": "auto" | "required" as mode, "tools": tools} if type(tools) is list:
            names = [tool.get("name") for tool in objects(tools, "$.tool_choice.tools")]
            return ToolChoice(mode, tuple(name for name in names if isinstance(name, str)))
        case str() | dict():
            return None  # a choice that only this API knows: it stays with the original
        case _:
            raise expected("a tool choice", choice, "$.tool_choice")


def write_choice(choice: ToolChoice) -> Any:
    """Write which tools the model may or must call."""
    match choice.names:
        case ():
            return choice.mode
        case (name,) if choice.mode == "required":
            return {"type": "function", "name": name}
        case names:
            tools = [{"type": "function", "name": name} for name in names]
            return {"type": "allowed_tools", "mode": choice.mode, "tools": tools}
