"""The request around Gemini's contents: system instruction, tools, generation config."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.effort import budget_of, effort_of, is_off
from segue.apis.google_generative_ai.read import read_messages, read_part
from segue.apis.google_generative_ai.wire import API, either
from segue.apis.google_generative_ai.write import write_messages, write_system
from segue.apis.reading import (
    Wired,
    int_or_none,
    list_at,
    number_or_none,
    objects,
    text_at,
    text_or_none,
    texts_at,
)
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Conversation,
    Message,
    Original,
    OutputFormat,
    Reasoning,
    Settings,
    Text,
    Tool,
    ToolChoice,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import copy, dump, load

LEVELS: Final = ("minimal", "low", "medium", "high")

#: Settings and the names that they have in the generation config.
_SAMPLING: Final = {
    "temperature": "temperature",
    "top_p": "topP",
    "top_k": "topK",
    "seed": "seed",
    "frequency_penalty": "frequencyPenalty",
    "presence_penalty": "presencePenalty",
    "max_tokens": "maxOutputTokens",
}


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    wires = list_at(body, "contents", where="$")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.contents") from error.__cause__
    system = _read_system(either(body, "systemInstruction", "system_instruction"))
    tools = _read_tools(body.get("tools"))
    settings = _read_settings(body)
    rest = {key: value for key, value in body.items() if key != "contents"}
    model = text_or_none(body, "model", where="$")
    return Conversation(messages, system, tools, settings, model, Original(API, rest, (system, tools, settings)))


def _read_system(instruction: Any) -> tuple[AnyBlock, ...]:
    match instruction:
        case None:
            return ()
        case str():
            return (Text(instruction),)
        case {"parts": list(parts)}:
            path = "$.systemInstruction"
            try:
                return tuple(read_part(part) for part in objects(parts, ".parts"))
            except InvalidHistory as error:
                raise error.under(path) from error.__cause__
        case {"parts": {"text": str(text)}} | {"text": str(text)}:
            return (Text(text),)
        case _:
            raise expected("a content with parts", instruction, "$.systemInstruction")


def _read_tools(tools: Any) -> tuple[Tool, ...]:
    if tools is None:
        return ()
    if type(tools) is not list:
        raise expected("a list", tools, "$.tools")
    found: list[Tool] = []
    for index, holder in enumerate(objects(tools, "$.tools")):
        native = Original(API, holder)
        for key, value in holder.items():
            if key in ("functionDeclarations", "function_declarations"):
                path = f"$.tools[{index}].{key}"
                if type(value) is not list:
                    raise expected("a list", value, path)
                found += [_read_function(wire, f"{path}[{i}]") for i, wire in enumerate(objects(value, path))]
            else:
                found.append(Tool(key, kind="hosted", native=native))
    return tuple(found)


def _read_function(wire: Wired, path: str) -> Tool:
    schema = either(wire, "parametersJsonSchema", "parameters_json_schema")
    spoken = schema if schema is not None else wire.get("parameters")
    if spoken is not None and type(spoken) is not dict:
        raise expected("an object", spoken, f"{path}.parameters")
    text = None if spoken is None else dump(spoken if schema is not None else _json_schema(spoken))
    description = text_or_none(wire, "description", where=path)
    return Tool(text_at(wire, "name", where=path), description, text, native=Original(API, wire))


def _json_schema(value: Any) -> Any:
    """Google's OpenAPI dialect writes types in capitals and nullable beside them; numbers may be strings."""
    if isinstance(value, list):
        return [_json_schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    schema: Wired = {}
    for key, item in value.items():
        if key in ("properties", "$defs") and isinstance(item, dict):
            schema[key] = {name: _json_schema(inner) for name, inner in item.items()}
        elif key == "type" and isinstance(item, str):
            schema[key] = item.lower()
        elif key in ("anyOf", "any_of"):
            schema["anyOf"] = _json_schema(item)
        elif key in ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"):
            schema[key] = int(item) if isinstance(item, str) and item.isdigit() else item
        elif key in ("items", "additionalProperties"):
            schema[key] = _json_schema(item)
        elif key not in ("nullable", "propertyOrdering", "property_ordering", "example"):
            schema[key] = item
    if value.get("nullable") is True and isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
    return schema


def _read_settings(body: Wired) -> Settings:
    config = either(body, "generationConfig", "generation_config") or {}
    if type(config) is not dict:
        raise expected("an object", config, "$.generationConfig")
    where = "$.generationConfig"
    names = {key: key if key in config else _snake(key) for key in _SAMPLING.values()}
    return Settings(
        max_tokens=int_or_none(config, names["maxOutputTokens"], where=where),
        temperature=number_or_none(config, "temperature", where=where),
        top_p=number_or_none(config, names["topP"], where=where),
        top_k=int_or_none(config, names["topK"], where=where),
        stop=texts_at(either(config, "stopSequences", "stop_sequences"), f"{where}.stopSequences"),
        seed=int_or_none(config, "seed", where=where),
        frequency_penalty=number_or_none(config, names["frequencyPenalty"], where=where),
        presence_penalty=number_or_none(config, names["presencePenalty"], where=where),
        reasoning=_read_reasoning(either(config, "thinkingConfig", "thinking_config")),
        tool_choice=_read_choice(either(body, "toolConfig", "tool_config")),
        output=_read_output(config),
    )


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _read_reasoning(config: Any) -> Reasoning | None:
    if config is None:
        return None
    if type(config) is not dict:
        raise expected("an object", config, "$.generationConfig.thinkingConfig")
    level = either(config, "thinkingLevel", "thinking_level")
    budget = either(config, "thinkingBudget", "thinking_budget")
    shown = either(config, "includeThoughts", "include_thoughts")
    if type(level) is not str and type(budget) is not int and shown is None:
        return None
    return Reasoning(
        enabled=None if budget is None else budget != 0,
        effort=level.lower() if type(level) is str else None,
        budget=budget if type(budget) is int and budget >= 0 else None,
        summary="auto" if shown is True else None,
    )


def _read_choice(config: Any) -> ToolChoice | None:
    if not isinstance(config, dict):
        return None
    calling = either(config, "functionCallingConfig", "function_calling_config")
    if not isinstance(calling, dict):
        return None
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


def _read_output(config: Wired) -> OutputFormat | None:
    kind = either(config, "responseMimeType", "response_mime_type")
    if kind != "application/json":
        return None
    schema = either(config, "responseJsonSchema", "response_json_schema")
    spoken = either(config, "responseSchema", "response_schema")
    if isinstance(schema, dict):
        return OutputFormat(dump(schema))
    return OutputFormat(dump(_json_schema(spoken)) if isinstance(spoken, dict) else None)


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body; the model stands in the URL."""
    native = conversation.native
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        system, tools, settings = native.content
        if conversation.system is not system:
            _write_system(conversation.system, body)
        if conversation.tools is not tools:
            _write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            _write_settings(conversation.settings, body, writing)
        if writing.replay:
            body.pop("model", None)
    else:
        _write_system(conversation.system, body)
        _write_tools(conversation.tools, body, writing)
        _write_settings(conversation.settings, body, writing)
    body["contents"] = write_messages(items, writing)
    return body


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired) -> None:
    body.pop("system_instruction", None)
    body.pop("systemInstruction", None)
    written = write_system(system)
    if any(part["text"] for part in written["parts"]):
        body["systemInstruction"] = written


def _write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    body.pop("tools", None)
    functions: list[Wired] = []
    hosted: list[Wired] = []
    for tool in writing.own_tools(tools):
        if tool.kind == "hosted":
            value = tool.native.value if tool.native else {}
            hosted.append({tool.name: copy(value[tool.name])})
        else:
            functions.append(_write_function(tool))
    if functions:
        hosted.insert(0, {"functionDeclarations": functions})
    if hosted:
        body["tools"] = hosted


def _write_function(tool: Tool) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    wire: Wired = {"name": tool.name}
    if tool.description:
        wire["description"] = tool.description
    if tool.kind == "custom":
        schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
        wire["parametersJsonSchema"] = schema
    elif tool.schema is not None:
        schema = load(tool.schema)
        if schema.get("properties") or schema.keys() - {"type", "properties", "required", "additionalProperties"}:
            wire["parametersJsonSchema"] = schema
    return wire


def _write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    body.pop("generation_config", None)
    config: Wired = {**body.get("generationConfig", {})}
    samples = writing.may_sample(settings)
    for name, key in _SAMPLING.items():
        value = getattr(settings, name)
        if value is not None and (samples or name not in ("temperature", "top_p")):
            config[key] = value
    if settings.stop:
        config["stopSequences"] = list(settings.stop)
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, config, writing)
    if settings.output is not None:
        config["responseMimeType"] = "application/json"
        if settings.output.schema is not None:
            config["responseJsonSchema"] = load(settings.output.schema)
    if config:
        body["generationConfig"] = config
    if settings.tool_choice is not None and _has_functions(body):
        body["toolConfig"] = {"functionCallingConfig": _write_choice(settings.tool_choice)}
    if settings.parallel_tool_calls is False:
        writing.no_counterpart("parallel_tool_calls")


def _has_functions(body: Wired) -> bool:
    return any("functionDeclarations" in tool for tool in body.get("tools", ()))


def _write_choice(choice: ToolChoice) -> Wired:
    if choice.mode == "none":
        return {"mode": "NONE"}
    # Only ANY and VALIDATED take a list of names.
    mode = "ANY" if choice.mode == "required" else "VALIDATED" if choice.names else "AUTO"
    config: Wired = {"mode": mode}
    if choice.names:
        config["allowedFunctionNames"] = list(choice.names)
    return config


def _write_reasoning(reasoning: Reasoning, config: Wired, writing: Writing) -> None:
    kind = writing.capabilities.reasoning if writing.endpoint else "effort"
    thinking: Wired = {}
    if kind is None:
        writing.no_counterpart("reasoning", "this model does not think on demand")
        return
    if kind in ("budget", "both"):
        budget = 0 if is_off(reasoning) else budget_of(reasoning)
        thinking["thinkingBudget"] = -1 if budget is None else budget
    else:
        words = tuple(writing.capabilities.efforts) or LEVELS
        level = words[0] if is_off(reasoning) else effort_of(reasoning, words)
        if level is not None:
            thinking["thinkingLevel"] = level.upper()
    if reasoning.summary is not None:
        thinking["includeThoughts"] = True
    if thinking:
        config["thinkingConfig"] = thinking
