"""Asking for thought: every family behind Bedrock has its own words for it, and Converse passes them on."""

from __future__ import annotations

from typing import Final

from segue.apis.effort import (
    LEAST_BUDGET,
    answers_a_foreign_call,
    budget_of,
    effort_of,
    is_off,
)
from segue.apis.reading import Wired, inside, int_or_none, object_or_none, text_or_none
from segue.apis.writing import Writing
from segue.conversation import Message, Reasoning

_FIELDS: Final = "additionalModelRequestFields"

#: Where each family is asked.
_KEYS: Final = ("thinking", "reasoning_effort", "reasoningConfig")

_ADAPTIVE: Final = ("adaptive", "both", "effort", "always")
_CLAUDE_EFFORTS: Final = ("low", "medium", "high", "xhigh", "max")
_EFFORTS: Final = ("low", "medium", "high")

#: What an answer may take beside the thoughts, where nothing says how long it may be.
_USUAL_LIMIT: Final = 4096


def read_thinking(body: Wired) -> Reasoning | None:
    """Read how much the model may think, in whatever words."""
    fields = object_or_none(body, _FIELDS, where="$") or {}
    thinking = object_or_none(fields, "thinking", where=f"$.{_FIELDS}")
    nova = object_or_none(fields, "reasoningConfig", where=f"$.{_FIELDS}")
    effort = (
        text_or_none(inside(body.get("outputConfig")), "effort", where="$.outputConfig")
        or text_or_none(inside(fields.get("output_config")), "effort", where=f"$.{_FIELDS}.output_config")
        or text_or_none(fields, "reasoning_effort", where=f"$.{_FIELDS}")
    )
    if thinking is not None:
        return Reasoning(
            enabled=thinking.get("type") != "disabled",
            effort=effort,
            budget=int_or_none(thinking, "budget_tokens", where=f"$.{_FIELDS}.thinking"),
            summary=text_or_none(thinking, "display", where=f"$.{_FIELDS}.thinking"),
        )
    if nova is not None:
        word = text_or_none(nova, "maxReasoningEffort", where=f"$.{_FIELDS}.reasoningConfig")
        return Reasoning(enabled=nova.get("type") != "disabled", effort=word)
    return Reasoning(effort=effort) if effort else None


def write_thinking(
    reasoning: Reasoning, body: Wired, config: Wired, items: list[tuple[int, Message]], writing: Writing
) -> bool:
    """Ask for thinking in the family's words; say whether its sampling has to stay as it is."""
    match writing.capabilities.family:
        case "anthropic":
            return _ask_claude(reasoning, body, config, items, writing)
        case "nova" if writing.capabilities.reasoning is not None:
            effort = effort_of(reasoning, writing.capabilities.efforts or _EFFORTS)
            asked: Wired = {"type": "disabled" if is_off(reasoning) else "enabled"}
            _ask(
                body,
                reasoningConfig=asked if is_off(reasoning) else {**asked, "maxReasoningEffort": effort or "medium"},
            )
        case "openai" | "gpt-oss" if (effort := effort_of(reasoning, _EFFORTS)) is not None:
            _ask(body, reasoning_effort=effort)
        case _:
            if not is_off(reasoning):
                writing.no_counterpart("reasoning", "this model does not think on demand")
    return False


def _ask(body: Wired, **fields: object) -> None:
    body[_FIELDS] = {**inside(body.get(_FIELDS)), **fields}


def _ask_claude(
    reasoning: Reasoning, body: Wired, config: Wired, items: list[tuple[int, Message]], writing: Writing
) -> bool:
    known = writing.capabilities
    if is_off(reasoning):
        if known.reasoning is not None and known.thinking_off:
            _ask(body, thinking={"type": "disabled"})
        return False
    if known.reasoning is None:
        writing.no_counterpart("reasoning", "this model does not think on demand")
        return False
    if known.reasoning in _ADAPTIVE:
        _ask(body, thinking={"type": "adaptive"})
        effort = effort_of(reasoning, known.efforts or _CLAUDE_EFFORTS)
        if effort is not None:
            body["outputConfig"] = {**inside(body.get("outputConfig")), "effort": effort}
        return True
    if answers_a_foreign_call(items):
        why = "a tool turn that began elsewhere has no thinking to start with"
        writing.no_counterpart("reasoning", why, rule="ANT-42")
        return False
    budget = max(budget_of(reasoning) or LEAST_BUDGET, LEAST_BUDGET)
    _ask(body, thinking={"type": "enabled", "budget_tokens": budget})
    if config.get("maxTokens", _USUAL_LIMIT) <= budget:
        config["maxTokens"] = budget + _USUAL_LIMIT
    return True


def refit_thinking(reasoning: Reasoning, body: Wired, items: list[tuple[int, Message]], writing: Writing) -> None:
    """A request that another model took asks this one in its own words."""
    before = _asked(body)
    trial: Wired = {key: body[key] for key in (_FIELDS, "outputConfig", "inferenceConfig") if key in body}
    _forget(trial)
    config: Wired = {**inside(trial.get("inferenceConfig"))}
    if _fits(before, config, items, writing):
        return
    write_thinking(reasoning, trial, config, items, writing)
    if _asked(trial) == before:
        return
    for key in (_FIELDS, "outputConfig"):
        body.pop(key, None)
    body.update({key: value for key, value in trial.items() if value})
    if config:
        body["inferenceConfig"] = config
    path = writing.setting_paths.get("reasoning", "$")
    writing.tell("rewritten", path, "Setting", "this model is asked for thought in another way", rule="ANT-47")


def _fits(asked: Wired, config: Wired, items: list[tuple[int, Message]], writing: Writing) -> bool:
    known = writing.capabilities
    if known.family != "anthropic":
        return False
    match inside(asked.get("thinking")).get("type"):
        case "enabled":
            budget = inside(asked.get("thinking")).get("budget_tokens") or 0
            enough = LEAST_BUDGET <= budget < config.get("maxTokens", budget + 1)
            return known.reasoning in ("budget", "both") and enough and not answers_a_foreign_call(items)
        case "adaptive":
            return known.reasoning in _ADAPTIVE
        case "disabled":
            return known.thinking_off
        case _:
            return not set(asked) - {"effort"}


def _asked(body: Wired) -> Wired:
    fields = inside(body.get(_FIELDS))
    asked = {key: fields[key] for key in _KEYS if key in fields}
    effort = inside(body.get("outputConfig")).get("effort") or inside(fields.get("output_config")).get("effort")
    return asked if effort is None else {**asked, "effort": effort}


def _forget(body: Wired) -> None:
    for holder, keys in ((_FIELDS, (*_KEYS, "output_config")), ("outputConfig", ("effort",))):
        if holder in body:
            body[holder] = {key: value for key, value in inside(body[holder]).items() if key not in keys}
            if not body[holder]:
                del body[holder]


def fit_thinking(body: Wired, writing: Writing) -> None:
    """Bedrock's Claudes do not think where a call is forced; some are never forced [ANT-49]."""
    config = inside(body.get("toolConfig"))
    if (
        inside(config.get("toolChoice")).keys().isdisjoint({"any", "tool"})
        or writing.capabilities.family != "anthropic"
    ):
        return
    fields = inside(body.get(_FIELDS))
    if inside(fields.get("thinking")).get("type") in ("enabled", "adaptive"):
        body[_FIELDS] = {key: value for key, value in fields.items() if key != "thinking"}
        if not body[_FIELDS]:
            del body[_FIELDS]
        writing.no_counterpart("reasoning", "a call is forced, and thinking may not be on then", rule="ANT-49")
    elif writing.endpoint is not None and not writing.capabilities.forced_tools:
        body["toolConfig"] = {**config, "toolChoice": {"auto": {}}}
        writing.no_counterpart("tool_choice", "this model cannot be forced to call a tool", rule="ANT-49")
