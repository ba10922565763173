"""Responses: what may be asked for beside the history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.reading import Wired, inside
from segue.apis.schemas import first_fault, first_lack_of_strictness
from segue.jsontext import encode_bytes
from segue.rules.openai_responses.look import ResponsesLook, is_openais, kind_of
from segue.rules.rule import Audience, Finding, Rule

_RANGES: Final = {"temperature": (0, 2), "top_p": (0, 1)}
_JSON_WORD: Final = (
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'."
)


def _nothing_said(look: ResponsesLook) -> Iterator[Finding]:
    given = look.body.get("input")
    if not look.continues and (given is None or given == []):
        yield Finding(look.root, "there is no item in it")
    layout = inside(inside(look.body.get("text")).get("format")) if look.whole else {}
    if layout.get("type") == "json_object" and b"json" not in encode_bytes(given).lower():
        yield Finding("$.text.format", "JSON mode is asked for, and no message says the word", words=_JSON_WORD)


def _no_tools(look: ResponsesLook) -> Iterator[Finding]:
    choice = look.body.get("tool_choice") if look.whole else None
    if look.has_tools or not (choice == "required" or isinstance(choice, dict)):
        return
    if not any(kind_of(spot.value) in ("additional_tools", "tool_search_output") for spot in look.messages):
        yield Finding("$.tool_choice", "a tool has to be called, and there is none")


def _schemas(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.tools:
        schema: Wired | None = spot.value.get("parameters")
        if spot.value.get("type") == "function" and isinstance(schema, dict):
            strict = spot.value.get("strict") is True
            if (fault := first_fault(schema)) or (strict and (fault := first_lack_of_strictness(schema))):
                yield Finding(f"{spot.path}.parameters", fault)
    layout: Wired = inside(inside(look.body.get("text")).get("format")) if look.whole else {}
    wanted: Wired | None = layout.get("schema")
    if layout.get("strict") is True and isinstance(wanted, dict) and (lack := first_lack_of_strictness(wanted)):
        yield Finding("$.text.format.schema", lack)


def _ranges(look: ResponsesLook) -> Iterator[Finding]:
    for key, (least, most) in _RANGES.items() if look.whole else ():
        value = look.body.get(key)
        if isinstance(value, int | float) and not least <= value <= most:
            words = f"Invalid '{key}': decimal below minimum value. Expected a value >= 0, but got {value} instead."
            yield Finding(f"$.{key}", f"{key} is {least} to {most}", words=words if value < least else None)


def _sampling(look: ResponsesLook) -> Iterator[Finding]:
    if not look.whole:
        return
    model = look.audience.model
    effort = inside(look.body.get("reasoning")).get("effort")
    if model.sampling and (model.reasoning is None or effort in (None, "none")):
        return
    for key in _RANGES:
        if look.body.get(key) is not None:
            yield Finding(f"$.{key}", f"{model.id} sets its own sampling where it thinks", certain=False)


def _effort(look: ResponsesLook) -> Iterator[Finding]:
    effort = inside(look.body.get("reasoning")).get("effort") if look.whole else None
    model = look.audience.model
    if not isinstance(effort, str):
        return
    if model.reasoning is None:
        yield Finding("$.reasoning.effort", f"{model.id} does not think", certain=False)
    elif model.efforts and effort not in model.efforts and not (effort == "none" and model.thinking_off):
        yield Finding("$.reasoning.effort", f"{model.id} knows {', '.join(model.efforts)}", certain=False)


def _named(audience: Audience) -> bool:
    return audience.model.known and is_openais(audience)


RULES: Final = (
    Rule(
        id="RSP-16",
        demand="There is something in the input, and where JSON mode is asked for, the word JSON.",
        certainty="M",
        fix="a message is put there that says so",
        same_as=frozenset({"ANT-16", "OAI-19"}),
        find=_nothing_said,
    ),
    Rule(
        id="OAI-10",
        demand="No tool can be asked for where there is none.",
        words="Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        certainty="M",
        fix="the choice is left out",
        find=_no_tools,
        unsets=True,
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
        demand="Models that think set their own sampling, and know certain efforts.",
        words="Unsupported parameter: 'temperature' is not supported with this model.",
        certainty="H",
        fix="sampling is left to the model; the nearest effort that it knows is used",
        find=lambda look: (*_ranges(look), *_sampling(look), *_effort(look)),
        applies=_named,
        unsets=True,
    ),
)
