"""What an Anthropic request asks for beside its history, both ways."""

from __future__ import annotations

from segue.apis.anthropic_messages.thinking import free_choice, write_thinking
from segue.apis.anthropic_messages.tools import read_choice, write_choice
from segue.apis.reading import (
    Wired,
    bool_or_none,
    int_or_none,
    number_or_none,
    object_or_none,
    text_or_none,
    texts_at,
)
from segue.apis.writing import Writing
from segue.conversation import (
    Conversation,
    Message,
    OutputFormat,
    Reasoning,
    Settings,
)
from segue.jsontext import dump, load


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
    choice = object_or_none(body, "tool_choice", where="$")
    alone = None if choice is None else bool_or_none(choice, "disable_parallel_tool_use")
    return Settings(
        max_tokens=int_or_none(body, "max_tokens", where="$"),
        temperature=number_or_none(body, "temperature", where="$"),
        top_p=number_or_none(body, "top_p", where="$"),
        top_k=int_or_none(body, "top_k", where="$"),
        stop=texts_at(body.get("stop_sequences"), "$.stop_sequences"),
        reasoning=_read_reasoning(body),
        tool_choice=read_choice(choice),
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


def _read_output(body: Wired) -> OutputFormat | None:
    config = object_or_none(body, "output_config", where="$") or {}
    layout = object_or_none(config, "format", where="$.output_config")
    schema = None if layout is None else object_or_none(layout, "schema", where="$.output_config.format")
    return None if schema is None else OutputFormat(dump(schema), strict=True)


def write_settings(conversation: Conversation, body: Wired, items: list[tuple[int, Message]], writing: Writing) -> None:
    """Write what was asked for, as far as this API and the model have it."""
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
        body["tool_choice"] = write_choice(settings, writing)
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


def _write_output(output: OutputFormat, body: Wired, writing: Writing) -> None:
    if output.schema is None:
        writing.no_counterpart("output", "this API has no JSON without a schema")
        return
    layout = {"type": "json_schema", "schema": load(output.schema)}
    body["output_config"] = {**body.get("output_config", {}), "format": layout}
