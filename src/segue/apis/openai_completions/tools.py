"""Tool definitions and tool choices of Chat Completions, both ways."""

from __future__ import annotations

from typing import Any

from segue.apis.chat import fit_parameters, read_function, write_function
from segue.apis.declared import declared
from segue.apis.openai_completions.wire import API
from segue.apis.reading import (
    Wired,
    inside,
    list_or_none,
    object_at,
    object_or_none,
    objects,
    only_objects,
    text_at,
    text_or_none,
)
from segue.apis.references import inline_references
from segue.apis.schemas import are_sound, first_lack_of_strictness
from segue.apis.writing import Writing
from segue.conversation import Original, Tool, ToolChoice
from segue.errors import expected
from segue.jsontext import copy, dump, load


def read_tools(body: Wired) -> tuple[Tool, ...]:
    """Read the tool definitions."""
    tools = declared(list_or_none(body, "tools"), _read_listed)
    if functions := list_or_none(body, "functions"):
        tools += declared(functions, _read_functions)
    return tools


def _read_listed(wires: list[Any]) -> tuple[Tool, ...]:
    return tuple(_read_tool(wire, f"$.tools[{i}]") for i, wire in enumerate(wires))


def _read_functions(wires: list[Any]) -> tuple[Tool, ...]:
    return tuple(
        read_function(API, wire, {"type": "function", "function": wire}, f"$.functions[{i}]")
        for i, wire in enumerate(objects(wires, "$.functions"))
    )


def _read_tool(given: Any, path: str) -> Tool:
    wire: Wired = given
    if type(wire) is not dict:
        raise expected("a tool definition", wire, path)
    kind = wire.get("type", "function")
    if kind == "function" and "function" in wire:
        return read_function(API, object_at(wire, "function", where=path), wire, path)
    if kind == "custom" and "custom" in wire:
        inner = object_at(wire, "custom", where=path)
        layout = object_or_none(inner, "format", where=path)
        return Tool(
            text_at(inner, "name", where=path),
            text_or_none(inner, "description", where=path),
            kind="custom",
            format=dump(layout) if layout else None,
            native=Original(API, wire),
        )
    return Tool(str(wire.get("name") or kind), kind="hosted", native=Original(API, wire))


def write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    """Write the tools, if there are any: an empty list is refused [OAI-10]."""
    written = [_write_tool(tool, writing) for tool in writing.own_tools(tools)]
    body.pop("tools", None)
    if written:
        body["tools"] = written


def fit_tools(body: Wired, writing: Writing, place: str) -> None:
    """Tools as they are taken, and nothing about tools where there are none [OAI-10, OAI-20]."""
    if not body.get("tools"):
        for key in ("tools", "tool_choice", "parallel_tool_calls"):
            if body.pop(key, None) is not None:
                writing.tell("rewritten", f"$.{key}", "Setting", "there are no tools to speak of", rule="OAI-10")
        return
    if not writing.dialect.schema_references:
        for index, tool in enumerate(only_objects(body["tools"])):
            inline_references(inside(tool.get("function")), place.format(index), writing)
    if are_sound(body["tools"]):
        return
    for index, tool in enumerate(only_objects(body["tools"])):
        function: Wired = inside(tool.get("function"))
        path = place.format(index)
        fit_parameters(function, path, writing)
        if function.get("strict") is True and (lack := first_lack_of_strictness(inside(function.get("parameters")))):
            del function["strict"]
            writing.tell("rewritten", path, "Tool", f"it is not strict: {lack}", rule="OAI-20")


def _write_tool(tool: Tool, writing: Writing) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    if tool.kind != "custom":
        return write_function(tool, writing)
    inner: Wired = {"name": tool.name}
    if tool.description:
        inner["description"] = tool.description
    if tool.format:
        inner["format"] = _nested_format(load(tool.format))
    return {"type": "custom", "custom": inner}


def _nested_format(layout: Wired) -> Wired:
    """Responses writes a grammar flat, this API nests it."""
    if layout.get("type") == "grammar" and "grammar" not in layout:
        return {"type": "grammar", "grammar": {key: value for key, value in layout.items() if key != "type"}}
    return layout


def write_choice(choice: ToolChoice) -> Any:
    """Write which tools the model may or must call."""
    match choice.names:
        case ():
            return choice.mode
        case (name,) if choice.mode == "required":
            return {"type": "function", "function": {"name": name}}
        case names:
            tools = [{"type": "function", "function": {"name": name}} for name in names]
            return {"type": "allowed_tools", "allowed_tools": {"mode": choice.mode, "tools": tools}}
