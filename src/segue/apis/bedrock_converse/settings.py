"""What a Converse request asks for beside its history, both ways."""

from __future__ import annotations

from typing import Final

from segue.apis.bedrock_converse.thinking import fit_thinking, read_thinking, write_thinking
from segue.apis.bedrock_converse.tools import fit_choice, fit_tools, read_choice, write_choice
from segue.apis.reading import (
    Wired,
    inside,
    int_or_none,
    is_object,
    number_or_none,
    object_or_none,
    text_at,
    text_or_none,
    texts_at,
)
from segue.apis.writing import Writing
from segue.conversation import Conversation, Message, OutputFormat, Settings, ToolCall, ToolResult
from segue.errors import expected
from segue.jsontext import load

_FIELDS: Final = "additionalModelRequestFields"


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
    config = object_or_none(body, "inferenceConfig", where="$") or {}
    fields = inside(body.get(_FIELDS))
    where = "$.inferenceConfig"
    nova = inside(fields.get("inferenceConfig"))
    return Settings(
        max_tokens=int_or_none(config, "maxTokens", where=where),
        temperature=number_or_none(config, "temperature", where=where),
        top_p=number_or_none(config, "topP", where=where),
        top_k=int_or_none(fields, "top_k", where=f"$.{_FIELDS}")
        or int_or_none(nova, "topK", where=f"$.{_FIELDS}.inferenceConfig"),
        stop=texts_at(config.get("stopSequences"), f"{where}.stopSequences"),
        reasoning=read_thinking(body),
        tool_choice=read_choice(body),
        output=_read_output(body),
    )


def _read_output(body: Wired) -> OutputFormat | None:
    layout = inside(inside(body.get("outputConfig")).get("textFormat"))
    schema = inside(inside(layout.get("structure")).get("jsonSchema"))
    if not schema:
        return None
    where = "$.outputConfig.textFormat.structure.jsonSchema"
    name, description = text_or_none(schema, "name", where=where), text_or_none(schema, "description", where=where)
    return OutputFormat(_schema_text(text_at(schema, "schema", where=where), where), name, description, strict=True)


def _schema_text(text: str, where: str) -> str:
    """This API takes the schema as text, which has to spell an object."""
    try:
        spelled = load(text)
    except ValueError as error:
        raise expected("the JSON text of a schema", text, f"{where}.schema") from error
    if not is_object(spelled):
        raise expected("the JSON text of a schema", spelled, f"{where}.schema")
    return text


def write_settings(conversation: Conversation, body: Wired, items: list[tuple[int, Message]], writing: Writing) -> None:
    """Write what was asked for, as far as this API and the model have it."""
    settings = conversation.settings
    config: Wired = {**inside(body.get("inferenceConfig"))}
    if settings.max_tokens is not None:
        config["maxTokens"] = settings.max_tokens
    if settings.stop:
        config["stopSequences"] = list(settings.stop)
    thinks = settings.reasoning is not None and write_thinking(settings.reasoning, body, config, items, writing)
    if thinks:
        for name in ("temperature", "top_p", "top_k"):
            if getattr(settings, name) is not None:
                writing.no_counterpart(name, "sampling stays as it is while the model thinks", rule="ANT-48")
    elif writing.may_sample(settings):
        _write_sampling(settings, body, config, writing)
    if config:
        body["inferenceConfig"] = config
    _tell_unknown(settings, writing)
    if inside(body.get("toolConfig")).get("tools"):
        # Tools that came along the way stood in the history too.
        needed = has_traffic(items) or len(conversation.tools) > len(writing.source.tools)
        write_choice(settings, body, writing, needed=needed)
    if settings.output is not None:
        _write_output(settings.output, body, writing)
    fit_thinking(body, writing)


def fit_settings(body: Wired, writing: Writing) -> None:
    """A request of this API asks this model for what it takes."""
    if "toolConfig" in body:
        fit_tools(body, writing)
        fit_choice(body, writing)
    fit_thinking(body, writing)
    config = inside(body.get("inferenceConfig"))
    temperature = config.get("temperature")
    if isinstance(temperature, int | float) and not 0 <= temperature <= 1:
        body["inferenceConfig"] = {**config, "temperature": min(max(temperature, 0.0), 1.0)}
        path = "$.inferenceConfig.temperature"
        writing.tell("rewritten", path, "Setting", "the temperature is 0 to 1 here", rule="BED-12")


def _tell_unknown(settings: Settings, writing: Writing) -> None:
    for name in ("seed", "frequency_penalty", "presence_penalty"):
        if getattr(settings, name) is not None:
            writing.no_counterpart(name)
    if settings.parallel_tool_calls is False:
        writing.no_counterpart("parallel_tool_calls")


def has_traffic(items: list[tuple[int, Message]]) -> bool:
    """Are there calls or results in the history?"""
    return any(isinstance(block, ToolCall | ToolResult) for _, message in items for block in message.blocks)


def _write_sampling(settings: Settings, body: Wired, config: Wired, writing: Writing) -> None:
    if settings.temperature is not None:
        config["temperature"] = min(settings.temperature, 1.0)
        if settings.temperature > 1:
            path = writing.setting_paths.get("temperature", "$")
            writing.tell("rewritten", path, "Setting", "the temperature ends at 1 here", rule="BED-12")
    if settings.top_p is not None:
        config["topP"] = settings.top_p
    if settings.top_k is not None:
        family = writing.capabilities.family
        if family == "anthropic":
            body[_FIELDS] = {**inside(body.get(_FIELDS)), "top_k": settings.top_k}
        elif family == "nova":
            fields = inside(body.get(_FIELDS))
            body[_FIELDS] = {
                **fields,
                "inferenceConfig": {**inside(fields.get("inferenceConfig")), "topK": settings.top_k},
            }
        else:
            writing.no_counterpart("top_k")


def _write_output(output: OutputFormat, body: Wired, writing: Writing) -> None:
    if output.schema is None:
        writing.no_counterpart("output", "this API has no JSON without a schema")
        return
    schema: Wired = {"schema": output.schema}
    if output.name:
        schema["name"] = output.name
    if output.description:
        schema["description"] = output.description
    layout = {"type": "json_schema", "structure": {"jsonSchema": schema}}
    body["outputConfig"] = {**inside(body.get("outputConfig")), "textFormat": layout}
