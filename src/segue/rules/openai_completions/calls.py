"""Chat Completions: how calls are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import Wired, inside
from segue.rules.look import Spot
from segue.rules.openai_completions.look import CompletionsLook, is_openais
from segue.rules.rule import Audience, Finding, Rule

_LONGEST_ID: Final = 40
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
#: Newer servers were seen to name this pattern.
_DOTTED_NAME: Final = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def _counts_ids(audience: Audience) -> bool:
    return audience.dialect.tool_call_id_format in ("max40", "portable")


def _long_ids(look: CompletionsLook) -> Iterator[Finding]:
    spots = [(spot, "id") for spot in look.of("tool_call")]
    spots += [(spot, "tool_call_id") for exchange in look.exchanges for spot in exchange.results]
    for spot, key in spots:
        call_id = spot.value.get(key)
        if isinstance(call_id, str) and len(call_id) > _LONGEST_ID:
            message = f"an id of {len(call_id)} characters, and {_LONGEST_ID} may be"
            yield Finding(f"{spot.path}.{key}", message, certain=is_openais(look.audience))


def _counts_of_calls(look: CompletionsLook) -> Iterator[Finding]:
    most = look.audience.dialect.max_tools
    for path, _, message in look.messages:
        calls: list[Any] | int | None = message.get("tool_calls")
        if calls is not None and not isinstance(calls, list):
            yield Finding(f"{path}.tool_calls", f"calls stand in a list, and this is {type(calls).__name__}")
        elif calls == []:
            yield Finding(f"{path}.tool_calls", "an empty list, where no key at all would do", _certain(look))
        elif isinstance(calls, list) and most is not None and len(calls) > most:
            yield Finding(f"{path}.tool_calls", f"{len(calls)} calls, and {most} may be", _certain(look))


def _certain(look: CompletionsLook) -> bool:
    return is_openais(look.audience)


def _said(spot: Spot) -> tuple[str, Wired]:
    """The key that a call has its name and arguments under, and what stands there."""
    key = "custom" if spot.value.get("type") == "custom" else "function"
    return key, inside(spot.value.get(key))


def _bad_arguments(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("tool_call"):
        key, called = _said(spot)
        name = "input" if key == "custom" else "arguments"
        if called and not isinstance(called.get(name), str):
            yield Finding(f"{spot.path}.{key}.{name}", "it is the text of JSON, and this is no text", _certain(look))


def _bad_names(look: CompletionsLook) -> Iterator[Finding]:
    for spot in (*look.tools, *look.of("tool_call")):
        key, called = _said(spot)
        name = called.get("name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            certain = _certain(look) and not _DOTTED_NAME.fullmatch(name)
            yield Finding(f"{spot.path}.{key}.name", f"{name!r} is no name of a tool here", certain)


def _nameless_answers(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if message.get("role") == "function" and not message.get("name"):
            yield Finding(f"{path}.name", "it does not say which function it answers")


RULES: Final = (
    Rule(
        id="OAI-05",
        demand="Ids of calls have 40 characters at most.",
        words=(
            "Invalid 'messages[10].tool_calls[0].id': string too long. Expected a string with maximum length 40, but "
            "got a string with length 46 instead."
        ),
        certainty="H",
        fix="another id is derived from it, for the call and its result",
        same_as=frozenset({"ANT-14"}),
        find=_long_ids,
        applies=_counts_ids,
    ),
    Rule(
        id="OAI-06",
        demand="A message makes between one and 128 calls, or has no list of them.",
        words=(
            "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty "
            "array instead."
        ),
        certainty="H",
        fix="an empty list is left out; more calls are made in several steps, each with its results",
        find=_counts_of_calls,
    ),
    Rule(
        id="OAI-07",
        demand="The arguments of a call are the text of JSON, not JSON itself.",
        words=(
            "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string, but got an object "
            "instead."
        ),
        certainty="H",
        fix="they are written as text; nothing becomes `{}`",
        same_as=frozenset({"ANT-15"}),
        find=_bad_arguments,
        rewrites=True,
    ),
    Rule(
        id="OAI-08",
        demand="Names of tools are of letters, digits, `_` and `-`, 64 at most.",
        words=(
            "Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected a string that "
            "matches the pattern '^[a-zA-Z0-9_-]+$'."
        ),
        certainty="H",
        fix="another name is derived from it, in definitions, choices, calls and results alike",
        same_as=frozenset({"ANT-21"}),
        find=_bad_names,
    ),
    Rule(
        id="OAI-17",
        demand="The answer of a function names the function.",
        words="Missing parameter 'name': messages with role 'function' must have a 'name'.",
        certainty="H",
        fix="it answers the last function that was called",
        find=_nameless_answers,
    ),
)
