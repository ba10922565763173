"""The request around Gemini's contents: system instruction, tools, generation config."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.effort import budget_of, effort_of, is_off
from segue.apis.google_generative_ai.read import read_messages, read_part
from segue.apis.google_generative_ai.tools import has_functions, json_schema, read_tools, write_tools
from segue.apis.google_generative_ai.wire import API, either
from segue.apis.google_generative_ai.write import write_messages, write_system
from segue.apis.reading import (
    Wired,
    inside,
    int_or_none,
    list_at,
    number_or_none,
    objects,
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
    tools = read_tools(body)
    settings = _read_settings(body)
    rest = {key: value for key, value in body.items() if key != "contents"}
    model = text_or_none(body, "model", where="$")
    return Conversation(messages, system, tools, settings, model, Original(API, rest, (system, tools, settings)))


def _read_system(instruction: Any) -> tuple[AnyBlock, ...]:
    path = "$.systemInstruction"
    parts: list[Any] | None = inside(instruction).get("parts")
    if type(parts) is list:
        try:
            return tuple(read_part(part) for part in objects(parts, ".parts"))
        except InvalidHistory as error:
            raise error.under(path) from error.__cause__
    match instruction:
        case None:
            return ()
        case str():
            return (Text(instruction),)
        case {"parts": {"text": str(text)}} | {"text": str(text)}:
            return (Text(text),)
        case _:
            raise expected("a content with parts", instruction, path)


def _read_settings(body: Wired) -> Settings:
    config: Wired = either(body, "generationConfig", "generation_config") or {}
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


def _read_reasoning(config: Wired | None) -> Reasoning | None:
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


def _read_output(config: Wired) -> OutputFormat | None:
    kind = either(config, "responseMimeType", "response_mime_type")
    if kind != "application/json":
        return None
    schema: Wired | None = either(config, "responseJsonSchema", "response_json_schema")
    spoken = either(config, "responseSchema", "response_schema")
    if isinstance(schema, dict):
        return OutputFormat(dump(schema))
    return OutputFormat(dump(json_schema(spoken)) if isinstance(spoken, dict) else None)


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
            write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            _write_settings(conversation.settings, body, writing)
        if writing.replay:
            body.pop("model", None)
            if not has_functions(body):
                body.pop("toolConfig", None)  # it only makes sense beside functions [GEM-14]
    else:
        _write_system(conversation.system, body)
        write_tools(conversation.tools, body, writing)
        _write_settings(conversation.settings, body, writing)
    body["contents"] = write_messages(items, writing)
    return body


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired) -> None:
    body.pop("system_instruction", None)
    body.pop("systemInstruction", None)
    written = write_system(system)
    if any(part["text"] for part in written["parts"]):
        body["systemInstruction"] = written


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
    if settings.tool_choice is not None and has_functions(body):
        body["toolConfig"] = {"functionCallingConfig": _write_choice(settings.tool_choice)}
    if settings.parallel_tool_calls is False:
        writing.no_counterpart("parallel_tool_calls")


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
