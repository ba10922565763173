"""What a request to Mistral asks for beside its history, both ways."""

from __future__ import annotations

from typing import Final

from segue.apis.chat import read_choice, read_output, write_output
from segue.apis.effort import effort_of, is_off
from segue.apis.mistral.tools import write_choice
from segue.apis.reading import Wired, bool_or_none, int_or_none, number_or_none, text_or_none, texts_at
from segue.apis.writing import Writing
from segue.conversation import Reasoning, Settings

EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def read_settings(body: Wired) -> Settings:
    """Read what all APIs have in common, and leave the rest with the original."""
    effort = text_or_none(body, "reasoning_effort", where="$")
    numbers = {
        name: number_or_none(body, name, where="$")
        for name in ("temperature", "top_p", "frequency_penalty", "presence_penalty")
    }
    return Settings(
        **numbers,
        max_tokens=int_or_none(body, "max_tokens", where="$"),
        top_k=int_or_none(body, "top_k", where="$"),
        seed=int_or_none(body, "random_seed", where="$"),
        stop=texts_at(body.get("stop"), "$.stop"),
        reasoning=None if effort is None else Reasoning(enabled=effort != "none", effort=effort),
        tool_choice=read_choice(body.get("tool_choice")),
        parallel_tool_calls=bool_or_none(body, "parallel_tool_calls"),
        output=read_output(body),
        stream=bool_or_none(body, "stream"),
    )


def write_settings(settings: Settings, body: Wired, writing: Writing) -> None:
    """Write what was asked for, as far as this API and the model have it."""
    if writing.may_sample(settings):
        writing.put(body, settings, "temperature", "top_p")
    writing.put(body, settings, "max_tokens", "top_k", "frequency_penalty", "presence_penalty", "stream")
    if settings.seed is not None:
        body["random_seed"] = settings.seed
    if settings.stop:
        body["stop"] = list(settings.stop)
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, body, writing)
    if body.get("tools"):
        if settings.tool_choice is not None:
            body["tool_choice"] = write_choice(settings.tool_choice, writing)
        writing.put(body, settings, "parallel_tool_calls")
    if settings.output is not None:
        body["response_format"] = write_output(settings.output)


def _write_reasoning(reasoning: Reasoning, body: Wired, writing: Writing) -> None:
    known = writing.capabilities
    if writing.endpoint is not None and known.reasoning not in ("effort", "both"):
        why = "this model thinks as it likes" if known.reasoning else "this model does not think on demand"
        return writing.no_counterpart("reasoning", why)
    effort = "none" if is_off(reasoning) else effort_of(reasoning, known.efforts or EFFORTS)
    if effort is None:
        return writing.no_counterpart("reasoning")
    body["reasoning_effort"] = effort
    return None
