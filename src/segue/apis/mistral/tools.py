"""Mistral's tool definitions and tool choices, both ways."""

from __future__ import annotations

from typing import Any

from segue.apis.chat import fit_parameters, read_function, write_function
from segue.apis.declared import declared
from segue.apis.mistral.wire import API
from segue.apis.reading import Wired, inside, list_or_none, object_at, objects, only_objects
from segue.apis.references import inline_references
from segue.apis.schemas import are_sound
from segue.apis.writing import Writing
from segue.conversation import Original, Tool, ToolChoice
from segue.jsontext import copy


def read_tools(body: Wired) -> tuple[Tool, ...]:
    """Read the tool definitions."""
    return declared(list_or_none(body, "tools"), _read_listed)


def _read_listed(wires: list[Any]) -> tuple[Tool, ...]:
    return tuple(_read_tool(wire, f"$.tools[{index}]") for index, wire in enumerate(objects(wires, "$.tools")))


def _read_tool(wire: Wired, path: str) -> Tool:
    kind = wire.get("type", "function")
    if kind == "function":
        return read_function(API, object_at(wire, "function", where=path), wire, path)
    return Tool(str(wire.get("name") or kind), kind="hosted", native=Original(API, wire))


def write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    """Write the tools, if there are any."""
    body.pop("tools", None)
    written = [_write_tool(tool, writing) for tool in writing.own_tools(tools)]
    if written:
        body["tools"] = written


def fit_tools(body: Wired, writing: Writing) -> None:
    """Definitions as they are taken, whoever wrote them [MIS-07]."""
    tools = only_objects(body.get("tools"))
    for index, tool in enumerate(tools):
        inline_references(inside(tool.get("function")), f"$.tools[{index}]", writing)
    for index, tool in enumerate(() if are_sound(tools) else tools):
        fit_parameters(inside(tool.get("function")), f"$.tools[{index}]", writing)


def _write_tool(tool: Tool, writing: Writing) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    return write_function(tool, writing)


def write_choice(choice: ToolChoice, writing: Writing) -> Any:
    """Write which tools the model may or must call: one of them by name, or any."""
    if len(choice.names) == 1 and choice.mode == "required":
        return {"type": "function", "function": {"name": choice.names[0]}}
    if choice.names:
        writing.no_counterpart("tool_choice", "a choice among some of the tools is not to be had here")
    return choice.mode
