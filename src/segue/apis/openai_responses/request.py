"""The request around Responses' items: instructions, tools, tool choice, limits, reasoning, output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.effort import effort_of, is_off
from segue.apis.openai_responses.read import read_messages
from segue.apis.openai_responses.tools import read_tools, write_tools
from segue.apis.openai_responses.wire import API
from segue.apis.openai_responses.write import write_messages
from segue.apis.reading import (
    Wired,
    bool_or_none,
    int_or_none,
    list_or_none,
    number_or_none,
    object_or_none,
    objects,
    text_or_none,
)
from segue.apis.writing import SAY_JSON, Writing
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

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    given = body.get("input")
    try:
        if type(given) is str:
            blocks: tuple[AnyBlock, ...] = (Text(given),)
            messages: tuple[Message, ...] = (Message("user", blocks, native=Original(API, given, blocks)),)
        elif type(given) is list:
            messages = tuple(read_messages(given, author))
        elif given is None and (body.get("previous_response_id") or body.get("conversation") or body.get("prompt")):
            messages = ()
        else:
            raise expected("a string or a list of items", given)
    except InvalidHistory as error:
        raise error.under("$.input") from error.__cause__
    system = _read_instructions(body.get("instructions"))
    tools = read_tools(list_or_none(body, "tools", where="$") or [], "$.tools")
    settings = _read_settings(body)
    rest = {key: value for key, value in body.items() if key != "input"}
    native = Original(API, rest, (system, tools, settings))
    return Conversation(messages, system, tools, settings, text_or_none(body, "model", where="$"), native)


def _read_instructions(instructions: Any) -> tuple[AnyBlock, ...]:
    if instructions is None:
        return ()
    if type(instructions) is not str:
        raise expected("a string", instructions, "$.instructions")
    return (Text(instructions),)


def _read_settings(body: Wired) -> Settings:
    return Settings(
        max_tokens=int_or_none(body, "max_output_tokens", where="$"),
        temperature=number_or_none(body, "temperature", where="$"),
        top_p=number_or_none(body, "top_p", where="$"),
        reasoning=_read_reasoning(body),
        tool_choice=_read_choice(body.get("tool_choice")),
        parallel_tool_calls=bool_or_none(body, "parallel_tool_calls"),
        output=_read_output(body),
        stream=bool_or_none(body, "stream"),
    )


def _read_reasoning(body: Wired) -> Reasoning | None:
    holder = object_or_none(body, "reasoning", where="$")
    if not holder:
        return None
    effort = text_or_none(holder, "effort", where="$.reasoning")
    summary = text_or_none(holder, "summary", where="$.reasoning")
    if effort is None and summary is None:
        return None
    return Reasoning(enabled=None if effort is None else effort != "none", effort=effort, summary=summary)


def _read_choice(choice: Any) -> ToolChoice | None:
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(choice)
        case {"type": "function" | "custom", "name": str(name)}:
            return ToolChoice("required", (name,))
        case {"type": "allowed_tools", "mode": "auto" | "required" as mode, "tools": list(tools)}:
            names = [tool.get("name") for tool in objects(tools, "$.tool_choice.tools")]
            return ToolChoice(mode, tuple(name for name in names if isinstance(name, str)))
        case str() | dict():
            return None  # a choice that only this API knows: it stays with the original
        case _:
            raise expected("a tool choice", choice, "$.tool_choice")


def _read_output(body: Wired) -> OutputFormat | None:
    holder = object_or_none(body, "text", where="$") or {}
    layout = object_or_none(holder, "format", where="$.text") or {}
    match layout.get("type"):
        case "json_object":
            return OutputFormat()
        case "json_schema":
            where = "$.text.format"
            schema = object_or_none(layout, "schema", where=where)
            return OutputFormat(
                None if schema is None else dump(schema),
                text_or_none(layout, "name", where=where),
                text_or_none(layout, "description", where=where),
                bool_or_none(layout, "strict"),
            )
        case _:
            return None


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    native = conversation.native
    prepared = list(items)
    leading: list[Any] = []
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        system, tools, settings = native.content
        if conversation.system is not system:
            leading = _write_system(conversation.system, body)
        if conversation.tools is not tools:
            _write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            _write_settings(conversation.settings, body, writing)
    else:
        leading = _write_system(conversation.system, body)
        _write_tools(conversation.tools, body, writing)
        _write_settings(conversation.settings, body, writing)
    if writing.endpoint is not None:
        body["model"] = writing.endpoint.model
    elif conversation.model is not None:
        body["model"] = conversation.model
    if not (prepared or leading) and native is not None and "input" not in native.value and not writing.replay:
        return body
    spoken = _spoken(prepared, writing)
    body["input"] = leading + write_messages(prepared, writing) if spoken is None else spoken
    layout = (body.get("text") or {}).get("format")
    if not writing.untouched and writing.wants_the_word_json(layout, body["input"]):
        held = body["input"] if spoken is None else [{"role": "user", "content": spoken}]
        body["input"] = [{"role": "system", "content": SAY_JSON}, *held]
    return body


def _spoken(items: list[tuple[int, Message]], writing: Writing) -> str | None:
    """An input that was one string is one string again."""
    if len(items) != 1 or not writing.is_native(items[0][1]):
        return None
    native = items[0][1].native
    return native.value if native is not None and isinstance(native.value, str) else None


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired) -> list[Any]:
    """One text is the instructions; several stay apart, as a message at the front."""
    body.pop("instructions", None)
    texts = [system] if isinstance(system, str) else [block.text for block in system if isinstance(block, Text)]
    if len(texts) == 1:
        body["instructions"] = texts[0]
        return []
    if not texts:
        return []
    return [{"role": "system", "content": [{"type": "input_text", "text": text} for text in texts]}]


def _write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    body.pop("tools", None)
    written = write_tools(writing.own_tools(tools))
    if written:
        body["tools"] = written


def _write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    if settings.max_tokens is not None:
        body["max_output_tokens"] = settings.max_tokens
    if writing.may_sample(settings):
        writing.put(body, settings, "temperature", "top_p")
    if settings.stream is not None:
        body["stream"] = settings.stream
    for name in ("top_k", "seed", "frequency_penalty", "presence_penalty"):
        if getattr(settings, name) is not None:
            writing.no_counterpart(name)
    if settings.stop:
        writing.no_counterpart("stop")
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, body, writing)
    if body.get("tools"):
        if settings.tool_choice is not None:
            body["tool_choice"] = _write_choice(settings.tool_choice)
        if settings.parallel_tool_calls is not None:
            body["parallel_tool_calls"] = settings.parallel_tool_calls
    if settings.output is not None:
        body["text"] = {"format": _write_output(settings.output)}


def _write_reasoning(reasoning: Reasoning, body: Wired, writing: Writing) -> None:
    if writing.endpoint is not None and writing.capabilities.reasoning is None:
        return writing.no_counterpart("reasoning", "this model does not think on demand")
    words = writing.capabilities.efforts or EFFORTS
    effort = "none" if is_off(reasoning) else effort_of(reasoning, words)
    wire: Wired = {}
    if effort is not None:
        wire["effort"] = effort
    if reasoning.summary in ("auto", "concise", "detailed"):
        wire["summary"] = reasoning.summary
    if wire:
        body["reasoning"] = wire
    return None


def _write_choice(choice: ToolChoice) -> Any:
    match choice.names:
        case ():
            return choice.mode
        case (name,) if choice.mode == "required":
            return {"type": "function", "name": name}
        case names:
            tools = [{"type": "function", "name": name} for name in names]
            return {"type": "allowed_tools", "mode": choice.mode, "tools": tools}


def _write_output(output: OutputFormat) -> Wired:
    if output.schema is None:
        return {"type": "json_object"}
    wire: Wired = {"type": "json_schema", "name": output.name or "answer", "schema": load(output.schema)}
    if output.description is not None:
        wire["description"] = output.description
    if output.strict is not None:
        wire["strict"] = output.strict
    return wire
