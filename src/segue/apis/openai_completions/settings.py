"""What a Chat Completions request asks for beside its history, both ways."""

from __future__ import annotations

from typing import Final

from segue.apis.chat import read_choice, read_output, write_output
from segue.apis.effort import effort_of, is_off
from segue.apis.openai_completions.functions import read_function_call
from segue.apis.openai_completions.tools import write_choice
from segue.apis.reading import (
    Wired,
    bool_or_none,
    inside,
    int_or_none,
    number_or_none,
    object_or_none,
    text_or_none,
    texts_at,
)
from segue.apis.writing import Writing
from segue.conversation import Reasoning, Settings
from segue.models import Dialect

#: The keys by which hosts are asked for thinking.
SPELLINGS: Final = ("reasoning_effort", "reasoning", "thinking", "enable_thinking", "thinking_budget")

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
    limit = int_or_none(body, "max_completion_tokens", where="$")
    stop = body.get("stop")
    return Settings(
        max_tokens=limit if limit is not None else int_or_none(body, "max_tokens", where="$"),
        temperature=number_or_none(body, "temperature", where="$"),
        top_p=number_or_none(body, "top_p", where="$"),
        top_k=int_or_none(body, "top_k", where="$"),
        stop=texts_at(stop, "$.stop"),
        seed=_read_seed(body),
        frequency_penalty=number_or_none(body, "frequency_penalty", where="$"),
        presence_penalty=number_or_none(body, "presence_penalty", where="$"),
        reasoning=_read_reasoning(body),
        tool_choice=read_choice(body.get("tool_choice")) or read_function_call(body),
        parallel_tool_calls=bool_or_none(body, "parallel_tool_calls"),
        output=read_output(body),
        stream=bool_or_none(body, "stream"),
    )


def _read_seed(body: Wired) -> int | None:
    """Where Mistral's chat says what api.openai.com calls ``seed``."""
    found = int_or_none(body, "seed", where="$")
    return int_or_none(body, "random_seed", where="$") if found is None else found


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
    thinking = inside(body.get("thinking"))  # DeepSeek, Kimi, GLM
    if (kind := thinking.get("type")) is not None:
        return Reasoning(enabled=kind != "disabled", budget=int_or_none(thinking, "budget_tokens", where="$.thinking"))
    if isinstance(switch := body.get("enable_thinking"), bool):  # Qwen
        return Reasoning(enabled=switch, budget=int_or_none(body, "thinking_budget", where="$"))
    return None


def write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    """Write what was asked for, as far as this API and the model have it."""
    dialect = writing.dialect
    _write_by_name(settings, body, dialect)
    if writing.may_sample(settings):
        writing.put(body, settings, "temperature", "top_p")
    writing.put(body, settings, "frequency_penalty", "presence_penalty")
    if settings.top_k is not None:
        writing.no_counterpart("top_k")
    if settings.stop:
        body["stop"] = settings.stop[0] if len(settings.stop) == 1 else list(settings.stop)
    if settings.stream is not None:
        body["stream"] = settings.stream
    if settings.reasoning is not None:
        write_reasoning(settings.reasoning, body, writing)
    if body.get("tools"):
        if settings.tool_choice is not None:
            body["tool_choice"] = write_choice(settings.tool_choice)
        if settings.parallel_tool_calls is not None:
            body["parallel_tool_calls"] = settings.parallel_tool_calls
    if settings.output is not None:
        body["response_format"] = write_output(settings.output)


def _write_by_name(settings: Settings, body: Wired, dialect: Dialect) -> None:
    """What hosts call by different names."""
    if settings.max_tokens is not None:
        for name in ("max_tokens", "max_completion_tokens"):
            body.pop(name, None)
        body[dialect.max_tokens_field] = settings.max_tokens
    if settings.seed is not None:
        body[dialect.seed_field] = settings.seed


def fit_limit(body: Wired, writing: Writing) -> None:
    """The limit of the answer under the name that the host, or a model that thinks, knows it by [OAI-21]."""
    known = writing.dialect.max_tokens_field
    other = "max_completion_tokens" if known == "max_tokens" else "max_tokens"
    if writing.endpoint is None or body.get(other) is None:
        return
    if known == "max_tokens" or writing.capabilities.reasoning is not None:
        limit = body.pop(other)
        body.setdefault(known, limit)
        writing.tell("rewritten", f"$.{other}", "Setting", f"it is called {known} here", rule="OAI-21")


def write_reasoning(reasoning: Reasoning, body: Wired, writing: Writing) -> None:
    """Ask for thinking in the host's own key."""
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
        if writing.dialect.effort_beside_thinking and reasoning.effort is not None and effort not in (None, "none"):
            body["reasoning_effort"] = effort
    elif field == "enable_thinking":
        body["enable_thinking"] = not is_off(reasoning)
    else:
        writing.no_counterpart("reasoning")
    return None
