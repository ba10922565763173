"""The request around Anthropic's messages: system, tools, tool choice, limits, sampling, thinking, output."""

from __future__ import annotations

from collections.abc import Iterable

from segue.apis.anthropic_messages.read import cache_of, read_content, read_messages
from segue.apis.anthropic_messages.thinking import USUAL_LIMIT, fit_thinking, free_choice, write_thinking
from segue.apis.anthropic_messages.wire import API
from segue.apis.anthropic_messages.write import write_messages, write_system
from segue.apis.codec import Author
from segue.apis.reading import (
    Wired,
    bool_or_none,
    int_or_none,
    list_at,
    list_or_none,
    number_or_none,
    object_or_none,
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
    Tool,
    ToolChoice,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import copy, dump, load


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    wires = list_at(body, "messages", where="$")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.messages") from error.__cause__
    system: tuple[AnyBlock, ...] = ()
    if body.get("system") is not None:
        try:
            system = read_content(body, "system")
        except InvalidHistory as error:
            raise error.under("$") from error.__cause__
    tools = tuple(_read_tool(wire, i) for i, wire in enumerate(objects(list_or_none(body, "tools") or [], "$.tools")))
    settings = _read_settings(body)
    rest = {key: value for key, value in body.items() if key != "messages"}
    native = Original(API, rest, (system, tools, settings))
    return Conversation(messages, system, tools, settings, text_or_none(body, "model", where="$"), native)


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


def _read_settings(body: Wired) -> Settings:
    choice = object_or_none(body, "tool_choice", where="$")
    alone = None if choice is None else bool_or_none(choice, "disable_parallel_tool_use")
    return Settings(
        max_tokens=int_or_none(body, "max_tokens", where="$"),
        temperature=number_or_none(body, "temperature", where="$"),
        top_p=number_or_none(body, "top_p", where="$"),
        top_k=int_or_none(body, "top_k", where="$"),
        stop=texts_at(body.get("stop_sequences"), "$.stop_sequences"),
        reasoning=_read_reasoning(body),
        tool_choice=_read_choice(choice),
        parallel_tool_calls=None if alone is None else not alone,
        output=_read_output(body),
        stream=bool_or_none(body, "stream"),
    )


def _read_reasoning(body: Wired) -> Reasoning | None:
    thinking = object_or_none(body, "thinking", where="$")
    config = object_or_none(body, "output_config", where="$") or {}
    effort = text_or_none(config, "effort", where="$.output_config")
    if thinking is None:
        return Reasoning(effort=effort) if effort else None
    kind = thinking.get("type")
    return Reasoning(
        enabled=kind != "disabled",
        effort=effort,
        budget=int_or_none(thinking, "budget_tokens", where="$.thinking"),
        summary=text_or_none(thinking, "display", where="$.thinking"),
    )


def _read_choice(choice: Wired | None) -> ToolChoice | None:
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


def _read_output(body: Wired) -> OutputFormat | None:
    config = object_or_none(body, "output_config", where="$") or {}
    layout = object_or_none(config, "format", where="$.output_config")
    schema = None if layout is None else object_or_none(layout, "schema", where="$.output_config.format")
    return None if schema is None else OutputFormat(dump(schema), strict=True)


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    prepared = list(items)
    native = conversation.native
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        system, tools, settings = native.content
        if conversation.system is not system:
            _write_system(conversation.system, body, writing)
        if conversation.tools is not tools:
            _write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            _write_settings(conversation, body, prepared, writing)
        elif writing.replay and settings.reasoning is not None:
            fit_thinking(settings.reasoning, body, prepared, writing)
    else:
        _write_system(conversation.system, body, writing)
        _write_tools(conversation.tools, body, writing)
        _write_settings(conversation, body, prepared, writing)
    if writing.dialect.anthropic_version is not None:
        body.pop("model", None)
        body["anthropic_version"] = writing.dialect.anthropic_version
    elif writing.endpoint is not None:
        body["model"] = writing.endpoint.model
    elif conversation.model is not None:
        body["model"] = conversation.model
    if not writing.untouched:
        _limit(body, writing)
    body["messages"] = write_messages(prepared, writing)
    return body


def _limit(body: Wired, writing: Writing) -> None:
    if "max_tokens" not in body:
        body["max_tokens"] = writing.endpoint.max_tokens if writing.endpoint else USUAL_LIMIT
        why = "this API wants a limit for the answer, and none was given"
        writing.tell("synthesized", "$", "Setting", why, rule="ANT-01")


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired, writing: Writing) -> None:
    body.pop("system", None)
    written = system if isinstance(system, str) else write_system(system, writing)
    if written:
        body["system"] = written


def _write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    body.pop("tools", None)
    written = [_write_tool(tool) for tool in writing.own_tools(tools)]
    if written:
        body["tools"] = written


def _write_tool(tool: Tool) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    wire: Wired = {"name": tool.name}
    if tool.description:
        wire["description"] = tool.description
    if tool.kind == "custom":
        wire["input_schema"] = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    else:
        wire["input_schema"] = _object_schema(load(tool.schema)) if tool.schema else {"type": "object"}
    if tool.strict:
        wire["strict"] = True
    return wire


def _object_schema(schema: Wired) -> Wired:
    return schema if schema.get("type") == "object" else {"type": "object"} | schema | {"type": "object"}


def _write_settings(
    conversation: Conversation, body: Wired, items: list[tuple[int, Message]], writing: Writing
) -> None:
    settings = conversation.settings
    if settings.max_tokens is not None:
        body["max_tokens"] = settings.max_tokens
    thinks = settings.reasoning is not None and write_thinking(settings.reasoning, body, items, writing)
    if not thinks:
        _write_sampling(settings, body, writing)
    else:
        for name in ("temperature", "top_p", "top_k"):
            if getattr(settings, name) is not None:
                writing.no_counterpart(name, "sampling stays as it is while the model thinks")
    if settings.stop:
        body["stop_sequences"] = list(settings.stop)
    if settings.stream is not None:
        body["stream"] = settings.stream
    for name in ("seed", "frequency_penalty", "presence_penalty"):
        if getattr(settings, name) is not None:
            writing.no_counterpart(name)
    if body.get("tools") and (settings.tool_choice is not None or settings.parallel_tool_calls is not None):
        body["tool_choice"] = _write_choice(settings, writing)
        free_choice(body, writing)
    if settings.output is not None:
        _write_output(settings.output, body, writing)


def _write_sampling(settings: Settings, body: Wired, writing: Writing) -> None:
    if not writing.may_sample(settings):
        return
    if settings.temperature is not None:
        body["temperature"] = min(settings.temperature, 1.0)
        if settings.temperature > 1:
            path = writing.setting_paths.get("temperature", "$")
            writing.tell("rewritten", path, "Setting", "the temperature ends at 1 here")
    writing.put(body, settings, "top_p", "top_k")


def _write_choice(settings: Settings, writing: Writing) -> Wired:
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


def _write_output(output: OutputFormat, body: Wired, writing: Writing) -> None:
    if output.schema is None:
        writing.no_counterpart("output", "this API has no JSON without a schema")
        return
    layout = {"type": "json_schema", "schema": load(output.schema)}
    body["output_config"] = {**body.get("output_config", {}), "format": layout}
