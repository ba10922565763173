"""Chat Completions: tools, and what is asked for beside the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import Wired, inside
from segue.apis.schemas import first_fault, first_lack_of_strictness
from segue.rules.look import text_of
from segue.rules.openai_completions.look import CompletionsLook, is_openais
from segue.rules.rule import Audience, Finding, Rule

#: Longer ones were refused at api.openai.com until 2025, and are taken now.
_LONGEST_DESCRIPTION: Final = 1024
_NEED_TOOLS: Final = ("tool_choice", "parallel_tool_calls")
#: The one that thinks and was seen to stop.
_STOPS: Final = "o3-mini"
_SAMPLING: Final = ("temperature", "top_p")
_NEVER_OF_THINKERS: Final = ("presence_penalty", "frequency_penalty", "logprobs", "top_logprobs", "logit_bias")


def _tools(look: CompletionsLook) -> Iterator[Finding]:
    if not look.whole:
        return
    certain = is_openais(look.audience)
    tools: list[Any] | None = look.body.get("tools")
    if isinstance(tools, list) and not tools:
        yield Finding("$.tools", "an empty list, where no key at all would do", certain)
    most = look.audience.dialect.max_tools
    if isinstance(tools, list) and most is not None and len(tools) > most:
        yield Finding("$.tools", f"{len(tools)} tools, and {most} may be", certain)
    if not tools and not look.body.get("functions"):
        for key in _NEED_TOOLS:
            if look.body.get(key) is not None:
                yield Finding(f"$.{key}", "it is said where no tools are", certain and key == "tool_choice")


def _schemas(look: CompletionsLook) -> Iterator[Finding]:
    certain = is_openais(look.audience)
    for spot in look.tools:
        function = inside(spot.value.get("function"))
        path = f"{spot.path}.function.parameters"
        schema: Wired | None = function.get("parameters")
        if not isinstance(schema, dict):
            continue
        if fault := first_fault(schema):
            yield Finding(path, fault, certain)
        elif function.get("strict") is True and (lack := first_lack_of_strictness(schema)):
            yield Finding(path, lack, certain)


def _unsaid_json(look: CompletionsLook) -> Iterator[Finding]:
    layout = inside(look.body.get("response_format")) if look.whole else {}
    if layout.get("type") == "json_object" and not any(_says_json(spot.value) for spot in look.messages):
        yield Finding("$.response_format", "JSON is asked for, and no message says the word", is_openais(look.audience))


def _says_json(value: Any) -> bool:
    held: Wired | list[Any] | str | None = value
    if isinstance(held, str):
        return "json" in held.lower()
    if isinstance(held, dict):
        return any(map(_says_json, held.values()))
    return isinstance(held, list) and any(map(_says_json, held))


def _is_openais_own(audience: Audience) -> bool:
    return is_openais(audience) and audience.model.known and audience.named


def _unsupported(look: CompletionsLook) -> Iterator[Finding]:
    body: Wired = look.body if look.whole else {}
    model = look.audience.model
    if body.get("web_search_options") is not None and "search" not in model.id:
        yield Finding("$.web_search_options", f"{model.id} does not search")
    if model.reasoning is None:
        return
    if body.get("max_tokens") is not None and look.audience.dialect.max_tokens_field != "max_tokens":
        yield Finding("$.max_tokens", f"{model.id} knows max_completion_tokens instead")
    if body.get("stop") and model.id != _STOPS:
        yield Finding("$.stop", f"{model.id} does not stop at words")
    if model.sampling and text_of(body, "reasoning_effort") in ("", "none"):
        return
    for key in _SAMPLING:
        if body.get(key) not in (None, 1):
            yield Finding(f"$.{key}", f"{model.id} sets its own sampling while it thinks")
    for key in _NEVER_OF_THINKERS:
        if body.get(key):
            yield Finding(f"$.{key}", f"{model.id} does not take it while it thinks", certain=False)


def _descriptions(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.tools:
        if len(text_of(spot.value.get("function"), "description")) > _LONGEST_DESCRIPTION:
            message = f"more than {_LONGEST_DESCRIPTION:,} characters were seen to be refused"
            yield Finding(f"{spot.path}.function.description", message, certain=False)


RULES: Final = (
    Rule(
        id="OAI-10",
        demand="At most 128 tools, or no list of them; without tools, nothing is said about choosing one.",
        words="Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        certainty="H",
        fix=(
            "what makes sense beside tools only is left out with them; of too many tools, those that the history calls "
            "stay, and then the first; the end of a description is cut off where the host is known to refuse it"
        ),
        find=lambda look: (*_tools(look), *_descriptions(look)),
    ),
    Rule(
        id="OAI-19",
        demand="Where JSON is asked for without a schema, some message says the word.",
        words=("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."),
        certainty="H",
        fix="an instruction that says so is put in front",
        find=_unsaid_json,
    ),
    Rule(
        id="OAI-20",
        demand="Parameters are the schema of an object; a strict one names every key, and allows no others.",
        words=(
            "Invalid schema for function 'x': In context=('properties','y'), 'additionalProperties' is required to be "
            "supplied and to be false."
        ),
        certainty="H",
        fix="what is no schema of an object becomes one; what is not strict is no longer called so",
        find=_schemas,
    ),
    Rule(
        id="OAI-21",
        demand="Models that think have their own sampling and limits; only some models search.",
        words="Unsupported parameter: 'stop' is not supported with this model.",
        certainty="H",
        fix="what the model does not take is left out; the limit goes under its new name",
        find=_unsupported,
        applies=_is_openais_own,
        unsets=True,
    ),
)
