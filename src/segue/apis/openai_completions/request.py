"""The request around chat messages: tools, tool choice, limits, sampling, reasoning, structured output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.effort import effort_of, is_off
from segue.apis.openai_completions.read import read_messages
from segue.apis.openai_completions.wire import API
from segue.apis.openai_completions.write import write_messages, write_system
from segue.apis.reading import (
    Wired,
    bool_or_none,
    int_or_none,
    list_at,
    list_or_none,
    number_or_none,
    object_at,
    object_or_none,
    objects,
    text_at,
    text_or_none,
    texts_at,
)
from segue.apis.writing import SAY_JSON, Writing
from segue.conversation import Conversation, Message, Original, OutputFormat, Reasoning, Settings, Tool, ToolChoice
from segue.errors import InvalidHistory, expected
from segue.jsontext import copy, dump, load

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    wires = list_at(body, "messages")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.messages") from error.__cause__
    tools = _read_tools(body)
    settings = _read_settings(body)
    rest = {key: value for key, value in body.items() if key != "messages"}
    return Conversation(
        messages, (), tools, settings, text_or_none(body, "model"), Original(API, rest, (tools, settings))
    )


def _read_tools(body: Wired) -> tuple[Tool, ...]:
    tools = [_read_tool(wire, f"$.tools[{i}]") for i, wire in enumerate(list_or_none(body, "tools") or [])]
    for i, wire in enumerate(objects(list_or_none(body, "functions") or [], "$.functions")):
        tools.append(read_function(wire, {"type": "function", "function": wire}, f"$.functions[{i}]"))
    return tuple(tools)


def _read_tool(wire: Any, path: str) -> Tool:
    if type(wire) is not dict:
        raise expected("a tool definition", wire, path)
    kind = wire.get("type", "function")
    if kind == "function" and "function" in wire:
        return read_function(object_at(wire, "function", where=path), wire, path)
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


def read_function(inner: Wired, wire: Wired, path: str) -> Tool:
    """Read a function's definition."""
    schema = object_or_none(inner, "parameters", where=path)
    strict = inner.get("strict")
    return Tool(
        text_at(inner, "name", where=path),
        text_or_none(inner, "description", where=path),
        None if schema is None else dump(schema),
        strict=strict if type(strict) is bool else None,
        native=Original(API, wire),
    )


def _read_settings(body: Wired) -> Settings:
    limit = int_or_none(body, "max_completion_tokens", where="$")
    stop = body.get("stop")
    return Settings(
        max_tokens=limit if limit is not None else int_or_none(body, "max_tokens", where="$"),
        temperature=number_or_none(body, "temperature", where="$"),
        top_p=number_or_none(body, "top_p", where="$"),
        top_k=int_or_none(body, "top_k", where="$"),
        stop=texts_at(stop, "$.stop"),
        seed=int_or_none(body, "seed", where="$"),
        frequency_penalty=number_or_none(body, "frequency_penalty", where="$"),
        presence_penalty=number_or_none(body, "presence_penalty", where="$"),
        reasoning=_read_reasoning(body),
        tool_choice=_read_choice(body.get("tool_choice")),
        parallel_tool_calls=bool_or_none(body, "parallel_tool_calls"),
        output=_read_output(body),
        stream=bool_or_none(body, "stream"),
    )


def _read_reasoning(body: Wired) -> Reasoning | None:
    effort = text_or_none(body, "reasoning_effort", where="$")
    if effort is not None:
        return Reasoning(enabled=effort != "none", effort=effort)
    holder = object_or_none(body, "reasoning", where="$")  # OpenRouter
    if holder is not None:
        return Reasoning(
            enabled=bool_or_none(holder, "enabled"),
            effort=text_or_none(holder, "effort", where="$.reasoning"),
            budget=int_or_none(holder, "max_tokens", where="$.reasoning"),
        )
    return None


def _read_choice(choice: Any) -> ToolChoice | None:
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(choice)
        case "any":
            return ToolChoice("required")
        case {"type": "function", "function": {"name": str(name)}} | {"type": "custom", "custom": {"name": str(name)}}:
            return ToolChoice("required", (name,))
        case {"type": "allowed_tools", "allowed_tools": {"mode": "auto" | "required" as mode, "tools": list(tools)}}:
            return ToolChoice(
                mode, tuple(_chosen(tool) for tool in objects(tools, "$.tool_choice.allowed_tools.tools"))
            )
        case str() | dict():
            return None  # a choice that only this API knows: it stays with the original
        case _:
            raise expected("a tool choice", choice, "$.tool_choice")


def _chosen(tool: Wired) -> str:
    inner = tool.get("function") or tool.get("custom") or tool
    return str(inner.get("name")) if isinstance(inner, dict) else ""


def _read_output(body: Wired) -> OutputFormat | None:
    holder = object_or_none(body, "response_format", where="$")
    if holder is None or holder.get("type") == "text":
        return None
    inner = object_or_none(holder, "json_schema", where="$.response_format")
    if inner is None:
        return OutputFormat() if holder.get("type") == "json_object" else None
    where = "$.response_format.json_schema"
    schema = object_or_none(inner, "schema", where=where)
    return OutputFormat(
        None if schema is None else dump(schema),
        text_or_none(inner, "name", where=where),
        text_or_none(inner, "description", where=where),
        bool_or_none(inner, "strict"),
    )


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    native = conversation.native
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        tools, settings = native.content
        if conversation.tools is not tools:
            body.pop("functions", None)
            _write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            _write_settings(conversation.settings, body, writing)
        if writing.replay and not body.get("tools"):
            # An empty list is refused, and so is what only makes sense beside tools [OAI-10].
            for key in ("tools", "tool_choice", "parallel_tool_calls"):
                body.pop(key, None)
    else:
        _write_tools(conversation.tools, body, writing)
        _write_settings(conversation.settings, body, writing)
    if writing.endpoint is not None:
        body["model"] = writing.endpoint.model
    elif conversation.model is not None:
        body["model"] = conversation.model
    leading = [write_system(conversation.system, writing)] if conversation.system else []
    body["messages"] = leading + write_messages(items, writing)
    if not writing.untouched and writing.wants_the_word_json(body.get("response_format"), body["messages"]):
        body["messages"].insert(0, {"role": "system", "content": SAY_JSON})
    return body


def _write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    written = [_write_tool(tool) for tool in writing.own_tools(tools)]
    body.pop("tools", None)
    if written:
        body["tools"] = written


def _write_tool(tool: Tool) -> Wired:
    if tool.native is not None and tool.native.api == API:
        return copy(tool.native.value)
    inner: Wired = {"name": tool.name}
    if tool.description:
        inner["description"] = tool.description
    if tool.kind == "custom":
        if tool.format:
            inner["format"] = _nested_format(load(tool.format))
        return {"type": "custom", "custom": inner}
    inner["parameters"] = load(tool.schema) if tool.schema else {"type": "object", "properties": {}}
    if tool.strict is not None:
        inner["strict"] = tool.strict
    return {"type": "function", "function": inner}


def _nested_format(layout: Wired) -> Wired:
    """Responses writes a grammar flat, this API nests it."""
    if layout.get("type") == "grammar" and "grammar" not in layout:
        return {"type": "grammar", "grammar": {key: value for key, value in layout.items() if key != "type"}}
    return layout


def _write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    dialect = writing.dialect
    if settings.max_tokens is not None:
        body[dialect.max_tokens_field] = settings.max_tokens
    if writing.may_sample(settings):
        writing.put(body, settings, "temperature", "top_p")
    writing.put(body, settings, "seed", "frequency_penalty", "presence_penalty")
    if settings.top_k is not None:
        writing.no_counterpart("top_k")
    if settings.stop:
        body["stop"] = settings.stop[0] if len(settings.stop) == 1 else list(settings.stop)
    if settings.stream is not None:
        body["stream"] = settings.stream
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, body, writing)
    if body.get("tools"):
        if settings.tool_choice is not None:
            body["tool_choice"] = _write_choice(settings.tool_choice)
        if settings.parallel_tool_calls is not None:
            body["parallel_tool_calls"] = settings.parallel_tool_calls
    if settings.output is not None:
        body["response_format"] = _write_output(settings.output)


def _write_reasoning(reasoning: Reasoning, body: Wired, writing: Writing) -> None:
    field = writing.dialect.thinking_field
    if writing.endpoint is not None and writing.capabilities.reasoning is None:
        return writing.no_counterpart("reasoning", "this model does not think on demand")
    effort = "none" if is_off(reasoning) else effort_of(reasoning, writing.capabilities.efforts or EFFORTS)
    if field == "reasoning_effort" and effort is not None:
        body["reasoning_effort"] = effort
    elif field == "reasoning" and effort is not None:
        body["reasoning"] = {"effort": effort}
    elif field == "thinking":
        body["thinking"] = {"type": "disabled" if is_off(reasoning) else "enabled"}
    elif field == "enable_thinking":
        body["enable_thinking"] = not is_off(reasoning)
    else:
        writing.no_counterpart("reasoning")
    return None


def _write_choice(choice: ToolChoice) -> Any:
    match choice.names:
        case ():
            return choice.mode
        case (name,) if choice.mode == "required":
            return {"type": "function", "function": {"name": name}}
        case names:
            tools = [{"type": "function", "function": {"name": name}} for name in names]
            return {"type": "allowed_tools", "allowed_tools": {"mode": choice.mode, "tools": tools}}


def _write_output(output: OutputFormat) -> Wired:
    if output.schema is None:
        return {"type": "json_object"}
    inner: Wired = {"name": output.name or "answer", "schema": load(output.schema)}
    if output.description is not None:
        inner["description"] = output.description
    if output.strict is not None:
        inner["strict"] = output.strict
    return {"type": "json_schema", "json_schema": inner}
