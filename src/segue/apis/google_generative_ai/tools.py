"""Tools beside Gemini's contents: declared functions, and Google's own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from segue.apis.declared import declared
from segue.apis.google_generative_ai.schema import openapi_faults
from segue.apis.google_generative_ai.wire import API, either
from segue.apis.reading import (
    Wired,
    inside,
    list_at,
    list_or_none,
    objects,
    only_objects,
    text_at,
    text_or_none,
    texts_at,
)
from segue.apis.writing import Writing
from segue.conversation import Original, Tool, ToolChoice
from segue.errors import expected
from segue.jsontext import copy, dump, load

_DECLARING: Final = frozenset({"functionDeclarations", "function_declarations"})


def read_tools(body: Wired) -> tuple[Tool, ...]:
    """Read the tools: functions one by one, and each of Google's own as a whole."""
    return declared(list_or_none(body, "tools", where="$"), _read_listed)


def _read_listed(wires: list[Any]) -> tuple[Tool, ...]:
    found: list[Tool] = []
    for index, holder in enumerate(objects(wires, "$.tools")):
        native = Original(API, holder)
        for key in holder:
            if key in ("functionDeclarations", "function_declarations"):
                where = f"$.tools[{index}]"
                path = f"{where}.{key}"
                declared = objects(list_at(holder, key, where=where), path)
                found += [_read_function(wire, f"{path}[{i}]") for i, wire in enumerate(declared)]
            else:
                found.append(Tool(key, kind="hosted", native=native))
    return tuple(found)


def tool_place(body: Wired, ordinal: int) -> str:
    """Where the n-th tool of a request is declared."""
    places: list[str] = []
    for index, holder in enumerate(only_objects(body.get("tools"))):
        for key in holder:
            path = f"$.tools[{index}].{key}"
            declared: list[Any] | None = holder[key]
            if key in _DECLARING and isinstance(declared, list):
                places += [f"{path}[{i}]" for i in range(len(declared))]
            else:
                places.append(path)
    return places[ordinal] if ordinal < len(places) else "$.tools"


def _read_function(wire: Wired, path: str) -> Tool:
    schema = either(wire, "parametersJsonSchema", "parameters_json_schema")
    spoken: Wired | None = schema if schema is not None else wire.get("parameters")
    if spoken is not None and type(spoken) is not dict:
        raise expected("an object", spoken, f"{path}.parameters")
    text = None if spoken is None else dump(spoken)
    if text is not None and schema is None:
        text = _in_json_schema(text)
    description = text_or_none(wire, "description", where=path)
    return Tool(text_at(wire, "name", where=path), description, text, native=Original(API, wire))


# A program declares the same tools with every request, and walking through them costs more than all else about them.
@lru_cache(maxsize=256)
def _in_json_schema(text: str) -> str:
    return dump(json_schema(load(text)))


def json_schema(spoken: Any) -> Any:
    """Google's OpenAPI dialect writes types in capitals and nullable beside them; numbers may be strings."""
    value: Wired | list[Any] | None = spoken
    if isinstance(value, list):
        return [json_schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    schema: Wired = {}
    for key, item in value.items():
        if key in ("properties", "$defs") and isinstance(item, dict):
            schema[key] = {name: json_schema(inner) for name, inner in inside(item).items()}
        elif key == "type" and isinstance(item, str):
            schema[key] = item.lower()
        elif key in ("anyOf", "any_of"):
            schema["anyOf"] = json_schema(item)
        elif key in ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"):
            schema[key] = int(item) if isinstance(item, str) and item.isdigit() else item
        elif key in ("items", "additionalProperties"):
            schema[key] = json_schema(item)
        elif key not in ("nullable", "propertyOrdering", "property_ordering", "example"):
            schema[key] = item
    if value.get("nullable") is True and isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
    return schema


# Writing.


def write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    """Write the tools, functions first."""
    body.pop("tools", None)
    functions: list[Wired] = []
    hosted: list[Wired] = []
    for tool in writing.own_tools(tools):
        if tool.kind == "hosted":
            value: Wired = tool.native.value if tool.native else {}
            hosted.append({tool.name: copy(value[tool.name])})
        else:
            functions.append(_write_function(tool, writing))
    if functions:
        hosted.insert(0, {"functionDeclarations": functions})
    if hosted:
        body["tools"] = hosted


def _write_function(tool: Tool, writing: Writing) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    wire: Wired = {"name": tool.name}
    if tool.description:
        wire["description"] = tool.description
    if tool.kind == "custom":
        schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
        wire["parametersJsonSchema"] = schema
    elif tool.schema is not None:
        schema = writing.schema(tool)
        if schema.get("properties") or schema.keys() - {"type", "properties", "required", "additionalProperties"}:
            wire["parametersJsonSchema"] = schema
    return wire


def has_functions(body: Wired) -> bool:
    """Does a body declare functions?"""
    return any(not _DECLARING.isdisjoint(tool) for tool in only_objects(body.get("tools")))


def hosted_tools(body: Wired) -> list[str]:
    """The paths of Google's own tools in a body."""
    tools: list[Any] | None = body.get("tools")
    given = enumerate(tools) if type(tools) is list else ()
    return [f"$.tools[{at}].{key}" for at, tool in given for key in inside(tool) if key not in _DECLARING]


def read_choice(config: Any) -> ToolChoice | None:
    """Read which tools the model may or must call."""
    calling = inside(either(inside(config), "functionCallingConfig", "function_calling_config"))
    names = texts_at(
        either(calling, "allowedFunctionNames", "allowed_function_names"), "$.toolConfig.functionCallingConfig"
    )
    match calling.get("mode"):
        case "ANY":
            return ToolChoice("required", names)
        case "NONE":
            return ToolChoice("none")
        case "AUTO" | "VALIDATED":
            return ToolChoice("auto", names)
        case _:
            return None


def write_choice(choice: ToolChoice) -> Wired:
    """Write which tools the model may or must call."""
    if choice.mode == "none":
        return {"mode": "NONE"}
    # Only ANY and VALIDATED take a list of names.
    mode = "ANY" if choice.mode == "required" else "VALIDATED" if choice.names else "AUTO"
    config: Wired = {"mode": mode}
    if choice.names:
        config["allowedFunctionNames"] = list(choice.names)
    return config


def fit_tools(body: Wired, writing: Writing) -> None:
    """The tools of a request of this API's own, as its model takes them."""
    _fit_schemas(body, writing)
    _fit_together(body, writing)
    _fit_choice(body, writing)


def _fit_schemas(body: Wired, writing: Writing) -> None:
    """A schema that `parameters` cannot say goes where all of JSON Schema is known [GEM-13]."""
    tools: list[dict[str, list[Wired] | None]] = body.get("tools") or []
    for at, tool in enumerate(tools):
        for key in sorted(_DECLARING & tool.keys()):
            for ordinal, declaration in enumerate(tool[key] or ()):
                path = f"$.tools[{at}].{key}[{ordinal}].parameters"
                faults = openapi_faults(declaration.get("parameters"), path)
                if any(fault.certain or writing.mends for fault in faults):
                    schema = json_schema(declaration.pop("parameters"))
                    if schema.get("properties"):
                        declaration["parametersJsonSchema"] = schema
                    writing.tell("rewritten", faults[0].path, "Tool", faults[0].why, rule="GEM-13")


def _fit_together(body: Wired, writing: Writing) -> None:
    """Older models take functions or Google's own tools; newer ones want to be told of both [GEM-14]."""
    hosted, model = hosted_tools(body), writing.capabilities
    if not (hosted and has_functions(body) and model.known):
        return
    if not model.mixed_tools:
        for path in hosted:
            writing.drop(path, "Tool", "this model takes functions or Google's own tools, not both", rule="GEM-14")
        kept = [{key: tool[key] for key in tool if key in _DECLARING} for tool in body["tools"]]
        body["tools"] = [tool for tool in kept if tool]
        return
    key = "tool_config" if "tool_config" in body else "toolConfig"
    config = inside(body.get(key))
    asked = either(config, "includeServerSideToolInvocations", "include_server_side_tool_invocations")
    if not asked and writing.endpoint is not None and writing.endpoint.provider == "google":
        body[key] = {**config, "includeServerSideToolInvocations": True}
        why = "Google's own tools stand beside functions where that is asked for"
        writing.tell("rewritten", hosted[0], "Setting", why, rule="GEM-14")


def _fit_choice(body: Wired, writing: Writing) -> None:
    """How functions are to be called makes sense beside functions only [GEM-14]."""
    for key in ("toolConfig", "tool_config"):
        config = inside(body.get(key))
        calling = config.keys() & {"functionCallingConfig", "function_calling_config"}
        if calling and not has_functions(body):
            body[key] = {name: value for name, value in config.items() if name not in calling}
            if not body[key]:
                del body[key]
            writing.drop(f"$.{key}", "Setting", "calls are asked for, and no functions are declared", rule="GEM-14")
