"""Anthropic's tool definitions and tool choices, both ways."""

from __future__ import annotations

from typing import Any

from segue.apis.anthropic_messages.parts import cache_of
from segue.apis.anthropic_messages.wire import API
from segue.apis.declared import declared
from segue.apis.reading import (
    Wired,
    bool_or_none,
    list_or_none,
    object_or_none,
    objects,
    text_at,
    text_or_none,
)
from segue.apis.writing import Writing
from segue.conversation import (
    Original,
    Settings,
    Tool,
    ToolChoice,
)
from segue.errors import expected
from segue.jsontext import copy, dump


def read_tools(body: Wired) -> tuple[Tool, ...]:
    """Read the tool definitions."""
    return declared(list_or_none(body, "tools"), _read_listed)


def _read_listed(wires: list[Any]) -> tuple[Tool, ...]:
    return tuple(_read_tool(wire, index) for index, wire in enumerate(objects(wires, "$.tools")))


def _read_tool(wire: Wired, index: int) -> Tool:
    where = f"$.tools[{index}]"
    native = Original(API, wire)
    if wire.get("type") not in (None, "custom"):
        return Tool(str(wire.get("name") or wire["type"]), kind="hosted", native=native)
    schema = object_or_none(wire, "input_schema", where=where)
    return Tool(
        text_at(wire, "name", where=where),
        text_or_none(wire, "description", where=where),
        None if schema is None else dump(schema),
        strict=bool_or_none(wire, "strict"),
        cache=cache_of(wire),
        native=native,
    )


def read_choice(choice: Wired | None) -> ToolChoice | None:
    """Read which tools the model may or must call."""
    match choice:
        case None:
            return None
        case {"type": "auto"}:
            return ToolChoice("auto")
        case {"type": "none"}:
            return ToolChoice("none")
        case {"type": "any"}:
            return ToolChoice("required")
        case {"type": "tool", "name": str(name)}:
            return ToolChoice("required", (name,))
        case _:
            raise expected("a tool choice: auto, any, tool with a name, or none", choice, "$.tool_choice")


def write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    """Write the tools, if there are any."""
    body.pop("tools", None)
    written = [_write_tool(tool, writing) for tool in writing.own_tools(tools)]
    if written:
        body["tools"] = written


def _write_tool(tool: Tool, writing: Writing) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    wire: Wired = {"name": tool.name}
    if tool.description:
        wire["description"] = tool.description
    if tool.kind == "custom":
        wire["input_schema"] = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    else:
        wire["input_schema"] = writing.schema(tool)
    if tool.strict:
        wire["strict"] = True
    return wire


def write_choice(settings: Settings, writing: Writing) -> Wired:
    """Write which tools the model may or must call."""
    choice = settings.tool_choice or ToolChoice()
    wire: Wired
    if choice.mode == "none":
        return {"type": "none"}
    if choice.mode == "required":
        wire = {"type": "tool", "name": choice.names[0]} if len(choice.names) == 1 else {"type": "any"}
    else:
        wire = {"type": "auto"}
    if len(choice.names) > 1 or (choice.names and choice.mode == "auto"):
        writing.no_counterpart("tool_choice", "this API cannot allow some of the tools only")
    if settings.parallel_tool_calls is not None:
        wire["disable_parallel_tool_use"] = not settings.parallel_tool_calls
    return wire
