"""Gemini: what may be asked for beside the history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.google_generative_ai.settings import fault_in_thinking
from segue.apis.google_generative_ai.tools import has_functions, hosted_tools
from segue.apis.google_generative_ai.wire import either
from segue.apis.reading import Wired, inside
from segue.rules.google_generative_ai.look import GoogleLook
from segue.rules.rule import Audience, Finding, Rule

_NO_FUNCTIONS: Final = "Function calling config is set without function_declarations."
_NOT_TOGETHER: Final = "Tool use with function calling is unsupported"
_ASK_FOR_IT: Final = (
    "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling."
)


def _tools(look: GoogleLook) -> Iterator[Finding]:
    if not look.whole:
        return
    config = look.beside("toolConfig", "tool_config")
    key = "tool_config" if "tool_config" in look.body else "toolConfig"
    functions, hosted = has_functions(look.body), hosted_tools(look.body)
    if either(config, "functionCallingConfig", "function_calling_config") is not None and not functions:
        yield Finding(f"$.{key}", "calls are asked for, and no functions are declared", words=_NO_FUNCTIONS)
    if not (functions and hosted and look.audience.model.known):
        return
    asked = either(config, "includeServerSideToolInvocations", "include_server_side_tool_invocations")
    if not look.audience.model.mixed_tools:
        message = f"{look.audience.model.id} takes Google's own tools or functions, not both"
        yield Finding(hosted[0], message, words=_NOT_TOGETHER)
    elif not asked and look.audience.provider == "google":
        yield Finding(hosted[0], "Google's own tools stand beside functions, and it is not told so", words=_ASK_FOR_IT)


def _thinking(look: GoogleLook) -> Iterator[Finding]:
    beside = look.beside("generationConfig", "generation_config")
    config: Wired = inside(either(beside, "thinkingConfig", "thinking_config"))
    base = "generation_config" if "generation_config" in look.body else "generationConfig"
    path = f"$.{base}.{'thinking_config' if 'thinking_config' in beside else 'thinkingConfig'}"
    if (why := fault_in_thinking(config, look.audience.model)) is not None:
        yield Finding(path, why)


def _named(audience: Audience) -> bool:
    return audience.model.known


RULES: Final = (
    Rule(
        id="GEM-14",
        demand="Calls are asked for beside functions only, and older models take functions or Google's own tools.",
        words=_NO_FUNCTIONS,
        certainty="M",
        fix="what has no functions beside it is left out; where both cannot be, the functions stay",
        find=_tools,
    ),
    Rule(
        id="GEM-17",
        demand="Each model is told how much to think in its own way: by a level or by a budget.",
        words="Budget 0 is invalid. This model only works in thinking mode.",
        certainty="M",
        fix="it is told in the way that the model knows",
        find=_thinking,
        applies=_named,
    ),
)
