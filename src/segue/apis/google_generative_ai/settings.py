"""What a Gemini request asks for beside its history, both ways."""

from __future__ import annotations

import re
from typing import Final

from segue.apis.effort import LEAST_BUDGET, budget_of, effort_of, is_off
from segue.apis.google_generative_ai.tools import (
    has_functions,
    json_schema,
    read_choice,
    write_choice,
)
from segue.apis.google_generative_ai.wire import either
from segue.apis.reading import (
    Wired,
    inside,
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
from segue.models import Model

#: How much to think, in all spellings.
_HOW_MUCH: Final = frozenset({"thinkingLevel", "thinking_level", "thinkingBudget", "thinking_budget"})

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
#: The same as Python's SDK writes them.
_SNAKES: Final = {key: re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", key) for key in _SAMPLING.values()}


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
    config: Wired = either(body, "generationConfig", "generation_config") or {}
    if type(config) is not dict:
        raise expected("an object", config, "$.generationConfig")
    where = "$.generationConfig"
    names = {key: key if key in config else snake for key, snake in _SNAKES.items()}
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


def fit_thinking(body: Wired, writing: Writing) -> None:
    """How much to think, in the way of the model that is to [GEM-17]."""
    if not writing.capabilities.known:
        return
    base = "generation_config" if "generation_config" in body else "generationConfig"
    config: Wired = inside(body.get(base))
    key = "thinking_config" if "thinking_config" in config else "thinkingConfig"
    asked: Wired = inside(config.get(key))
    why = fault_in_thinking(asked, writing.capabilities)
    if why is None:
        return
    path = f"$.{base}.{key}"
    told: Wired = {name: value for name, value in asked.items() if name not in _HOW_MUCH}
    reasoning = _read_reasoning(asked)
    if writing.capabilities.reasoning is None:
        config = {name: value for name, value in config.items() if name != key}
        writing.drop(path, "Setting", why, rule="GEM-17")
    else:
        told |= _how_much(reasoning, writing) if reasoning is not None else {}
        config = {**config, key: told}
        writing.tell("rewritten", path, "Setting", why, rule="GEM-17")
    body[base] = config


def fault_in_thinking(config: Wired, model: Model) -> str | None:
    """Why a model cannot be told so how much to think."""
    level = either(config, "thinkingLevel", "thinking_level")
    budget = either(config, "thinkingBudget", "thinking_budget")
    if not config:
        return None
    if model.reasoning is None:
        return f"{model.id} does not think"
    if level is not None and budget is not None:
        return "a level or a budget, not both"
    if level is not None and model.reasoning == "budget":
        return f"{model.id} thinks by a budget, not by levels"
    if isinstance(level, str) and model.efforts and level.lower() not in model.efforts:
        return f"{model.id} knows {', '.join(model.efforts)}"
    return f"{model.id} always thinks" if budget == 0 and not model.thinking_off else None


def _write_reasoning(reasoning: Reasoning, config: Wired, writing: Writing) -> None:
    if writing.endpoint is not None and writing.capabilities.reasoning is None:
        writing.no_counterpart("reasoning", "this model does not think on demand")
        return
    thinking = _how_much(reasoning, writing)
    if reasoning.summary is not None:
        thinking["includeThoughts"] = True
    if thinking:
        config["thinkingConfig"] = thinking


def _how_much(reasoning: Reasoning, writing: Writing) -> Wired:
    """A budget or a level, as the model knows it."""
    known = writing.capabilities
    if writing.endpoint is not None and known.reasoning in ("budget", "both"):
        off = is_off(reasoning)
        budget = (0 if known.thinking_off else LEAST_BUDGET) if off else budget_of(reasoning)
        return {"thinkingBudget": -1 if budget is None else budget}
    words = tuple(known.efforts) or LEVELS
    level = words[0] if is_off(reasoning) else effort_of(reasoning, words)
    return {} if level is None else {"thinkingLevel": level.upper()}
