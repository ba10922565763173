"""Asking a Claude for thought, in the way that this Claude knows [ANT-42, ANT-47, ANT-48, ANT-49]."""

from __future__ import annotations

from typing import Final

from segue.apis.effort import LEAST_BUDGET, answers_a_foreign_call, budget_of, effort_of, is_off
from segue.apis.reading import Wired, inside
from segue.apis.writing import Writing
from segue.conversation import Message, Reasoning, Settings

EFFORTS: Final = ("low", "medium", "high", "xhigh", "max")
#: What models that think by budgets know at most.
_OF_BUDGETS: Final = ("low", "medium", "high")

#: What a request is given when nothing says how long an answer may be: the API asks for a number [ANT-01].
USUAL_LIMIT: Final = 4096

#: How models are asked that think as much as they see fit.
_ADAPTIVE: Final = ("adaptive", "both", "effort", "always")


def write_thinking(reasoning: Reasoning, body: Wired, items: list[tuple[int, Message]], writing: Writing) -> bool:
    """Ask for thinking; say whether the model will think."""
    kind = writing.capabilities.reasoning if writing.endpoint else "adaptive"
    if is_off(reasoning):
        if writing.capabilities.thinking_off:
            body["thinking"] = {"type": "disabled"}
        return False
    if kind is None:
        writing.no_counterpart("reasoning", "this model does not think on demand")
        return False
    if kind in _ADAPTIVE:
        body["thinking"] = {"type": "adaptive"}
        effort = effort_of(reasoning, writing.capabilities.efforts or EFFORTS)
        if effort is not None:
            body["output_config"] = {**body.get("output_config", {}), "effort": effort}
        return True
    if answers_a_foreign_call(items):
        _do_without(writing)
        return False
    budget = max(budget_of(reasoning) or LEAST_BUDGET, LEAST_BUDGET)
    body["thinking"] = {"type": "enabled", "budget_tokens": budget}
    if body.get("max_tokens", USUAL_LIMIT) <= budget:
        body["max_tokens"] = budget + USUAL_LIMIT
    return True


def fit_settings(settings: Settings, body: Wired, items: list[tuple[int, Message]], writing: Writing) -> None:
    """A request of this API asks this model for what it knows."""
    if settings.reasoning is not None:
        _fit_thinking(settings.reasoning, body, items, writing)
    free_choice(body, writing)
    _fit_effort(body, writing)
    _fit_sampling(body, writing)


def _fit_effort(body: Wired, writing: Writing) -> None:
    config, known = inside(body.get("output_config")), writing.capabilities.efforts
    if not known and writing.capabilities.reasoning == "budget":
        known = _OF_BUDGETS
    effort = config.get("effort")
    if known and isinstance(effort, str) and effort not in known:
        nearest = effort_of(Reasoning(effort=effort), known)
        body["output_config"] = {**config, "effort": nearest}
        path, why = "$.output_config.effort", f"this model knows {', '.join(known)}: it is {nearest}"
        writing.tell("rewritten", path, "Setting", why, rule="ANT-50")


def _fit_sampling(body: Wired, writing: Writing) -> None:
    """A model that thinks sets its own sampling [ANT-48]."""
    if writing.capabilities.sampling and inside(body.get("thinking")).get("type") not in ("enabled", "adaptive"):
        return
    taken = {"temperature": body.get("temperature") in (None, 1), "top_k": body.get("top_k") is None}
    taken["top_p"] = 0.95 <= (body.get("top_p") or 1) <= 1
    for name, is_taken in taken.items():
        if not is_taken:
            del body[name]
            writing.no_counterpart(name, "a model that thinks sets its own sampling", rule="ANT-48")


def _fit_thinking(reasoning: Reasoning, body: Wired, items: list[tuple[int, Message]], writing: Writing) -> None:
    """A request that another Claude took asks this one in its own way."""
    thinking: Wired = body.get("thinking") or {}
    kind = writing.capabilities.reasoning
    match thinking.get("type"):
        case "enabled":
            fits = kind in ("budget", "both")
            if fits and answers_a_foreign_call(items):
                del body["thinking"]
                _do_without(writing)
            elif fits and not LEAST_BUDGET <= (thinking.get("budget_tokens") or 0) < body.get("max_tokens", 0):
                fits = False
        case "adaptive":
            fits = kind in _ADAPTIVE
        case "disabled":
            fits = writing.capabilities.thinking_off
        case _:
            fits = True
    if not fits:
        body.pop("thinking", None)
        config = {key: value for key, value in body.pop("output_config", {}).items() if key != "effort"}
        if config:
            body["output_config"] = config
        write_thinking(reasoning, body, items, writing)
        path = writing.setting_paths.get("reasoning", "$")
        writing.tell("rewritten", path, "Setting", "this model is asked for thought in another way", rule="ANT-47")


def free_choice(body: Wired, writing: Writing) -> None:
    """A model that thinks is not forced to call a tool, some never are [ANT-49], and none is called where none are."""
    choice: Wired | None = body.get("tool_choice")
    if choice is not None and not body.get("tools"):
        del body["tool_choice"]
        writing.no_counterpart("tool_choice", "a choice of tools is refused where none are", rule="OAI-10")
        return
    if choice is None or choice.get("type") not in ("any", "tool"):
        return
    if inside(body.get("thinking")).get("type") == "enabled":
        del body["thinking"]
        writing.no_counterpart("reasoning", "a call is forced, and thinking may not be on then", rule="ANT-49")
    elif writing.endpoint is not None and not writing.capabilities.forced_tools:
        body["tool_choice"] = {"type": "auto"}
        writing.no_counterpart("tool_choice", "this model cannot be forced to call a tool", rule="ANT-49")


def _do_without(writing: Writing) -> None:
    path = writing.setting_paths.get("reasoning", "$")
    why = "a tool turn that began elsewhere has no thinking to start with"
    writing.drop(path, "Setting", why, rule="ANT-42")
