"""What a Gemini request asks for beside its history, both ways."""

from __future__ import annotations

from typing import Final

from segue.apis.effort import budget_of, effort_of, is_off
from segue.apis.google_generative_ai.tools import (
    has_functions,
    json_schema,
    read_choice,
    write_choice,
)
from segue.apis.google_generative_ai.wire import either
from segue.apis.reading import (
    Wired,
    int_or_none,
    number_or_none,
    texts_at,
)
from segue.apis.writing import Writing
from segue.conversation import (
    OutputFormat,
    Reasoning,
    Settings,
)
from segue.errors import expected
from segue.jsontext import dump, load

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


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
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
        tool_choice=read_choice(either(body, "toolConfig", "tool_config")),
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


def _read_output(config: Wired) -> OutputFormat | None:
    kind = either(config, "responseMimeType", "response_mime_type")
    if kind != "application/json":
        return None
    schema: Wired | None = either(config, "responseJsonSchema", "response_json_schema")
    spoken = either(config, "responseSchema", "response_schema")
    if isinstance(schema, dict):
        return OutputFormat(dump(schema))
    return OutputFormat(dump(json_schema(spoken)) if isinstance(spoken, dict) else None)


def write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    """Write what was asked for, as far as this API and the model have it."""
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
        body["toolConfig"] = {"functionCallingConfig": write_choice(settings.tool_choice)}
    if settings.parallel_tool_calls is False:
        writing.no_counterpart("parallel_tool_calls")


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
