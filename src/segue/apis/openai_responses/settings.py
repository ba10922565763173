"""What a Responses request asks for beside its history, both ways."""

from __future__ import annotations

from typing import Final

from segue.apis.effort import effort_of, is_off
from segue.apis.openai_responses.tools import read_choice, write_choice
from segue.apis.reading import (
    Wired,
    bool_or_none,
    inside,
    int_or_none,
    number_or_none,
    object_or_none,
    text_or_none,
)
from segue.apis.schemas import are_sound, first_fault, first_lack_of_strictness, mended
from segue.apis.writing import Writing
from segue.conversation import (
    OutputFormat,
    Reasoning,
    Settings,
)
from segue.jsontext import dump, load

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
    return Settings(
        max_tokens=int_or_none(body, "max_output_tokens", where="$"),
        temperature=number_or_none(body, "temperature", where="$"),
        top_p=number_or_none(body, "top_p", where="$"),
        reasoning=_read_reasoning(body),
        tool_choice=read_choice(body.get("tool_choice")),
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


def write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    """Write what was asked for, as far as this API and the model have it."""
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
            body["tool_choice"] = write_choice(settings.tool_choice)
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


def fit_settings(body: Wired, writing: Writing) -> None:
    """What was asked for in this API's own words, as the model takes it."""
    _fit_effort(body, writing)
    _fit_schemas(body, writing)


def _fit_effort(body: Wired, writing: Writing) -> None:
    known, asked = writing.capabilities, inside(body.get("reasoning"))
    effort = asked.get("effort")
    if not known.known or not isinstance(effort, str):
        return
    if known.reasoning is None:
        del body["reasoning"]
        writing.drop("$.reasoning.effort", "Setting", "this model does not think on demand", rule="OAI-21")
    elif known.efforts and effort not in known.efforts and not (effort == "none" and known.thinking_off):
        nearest = effort_of(Reasoning(effort=effort), known.efforts) or known.efforts[0]
        body["reasoning"] = {**asked, "effort": nearest}
        why = f"the nearest effort that this model knows is {nearest!r}"
        writing.tell("rewritten", "$.reasoning.effort", "Setting", why, rule="OAI-21")


def _fit_schemas(body: Wired, writing: Writing) -> None:
    """What is no schema of an object becomes one; what cannot be followed to the letter is not to be."""
    tools: list[Wired] = body.get("tools") or []
    for at, tool in enumerate(() if are_sound(tools) else tools):
        schema: Wired | None = tool.get("parameters")
        if tool.get("type") != "function" or not isinstance(schema, dict):
            continue
        path = f"$.tools[{at}].parameters"
        if (fault := first_fault(schema)) is not None:
            tool["parameters"] = schema = mended(schema)
            writing.tell("rewritten", path, "Tool", fault, rule="OAI-20")
        _loosen(tool, schema, path, writing)
    layout = inside(inside(body.get("text")).get("format"))
    wanted: Wired | None = layout.get("schema")
    if isinstance(wanted, dict):
        _loosen(layout, wanted, writing.setting_paths.get("output", "$.text.format"), writing)


def _loosen(holder: Wired, schema: Wired, path: str, writing: Writing) -> None:
    if holder.get("strict") is True and (lack := first_lack_of_strictness(schema)) is not None:
        holder["strict"] = False
        writing.tell("rewritten", path, "Setting", f"it is not strict: {lack}", rule="OAI-20")


def _write_output(output: OutputFormat) -> Wired:
    if output.schema is None:
        return {"type": "json_object"}
    wire: Wired = {"type": "json_schema", "name": output.name or "answer", "schema": load(output.schema)}
    if output.description is not None:
        wire["description"] = output.description
    if output.strict is not None:
        wire["strict"] = output.strict
    return wire
