"""Responses: how items are spelled, and what may not stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import inside
from segue.jsontext import load_object
from segue.rules.look import Spot, text_of
from segue.rules.openai_responses.look import ANSWERS, HOSTED, ResponsesLook, is_openais, kind_of
from segue.rules.openai_responses.pictures import bad_files
from segue.rules.rule import Audience, Finding, Rule

_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ID: Final = re.compile(r"[a-zA-Z0-9_-]+")
_LONGEST: Final = 64
_BAD_NAME: Final = (
    "Invalid 'input[9].name': string does not match pattern. Expected a string that matches the pattern "
    "'^[a-zA-Z0-9_-]+$'."
)

#: Items that may go without their id, and what theirs begin with.
_PREFIXES: Final = {"reasoning": "rs", "message": "msg", "function_call": "fc", "custom_tool_call": "ctc"}

_SAID_TO: Final = frozenset({"input_text", "input_image", "input_file"})
_SAID_BY: Final = frozenset({"output_text", "refusal"})
_FOREIGN: Final = frozenset({"text", "image_url", "input_audio", "output_text", "refusal", "tool_use", "tool_result"})


def _no_summary(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of("reasoning"):
        if not isinstance(spot.value.get("summary"), list):
            yield Finding(f"{spot.path}.summary", "reasoning has a summary, if an empty one")


def _not_theirs(look: ResponsesLook) -> Iterator[Finding]:
    """What was cut short for a log, or is a text of somebody else's, is no ciphertext."""
    for spot in look.of("reasoning"):
        sealed = text_of(spot.value, "encrypted_content")
        if sealed and not re.fullmatch(r"[a-zA-Z0-9+/_-]+={0,2}", sealed):
            yield Finding(f"{spot.path}.encrypted_content", "this is no ciphertext, or not all of it")


def _long_ids(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.messages:
        for key in ("id", "call_id", "approval_request_id"):
            value = spot.value.get(key)
            if isinstance(value, str) and len(value) > _LONGEST:
                yield Finding(f"{spot.path}.{key}", f"it has {len(value)} characters, and {_LONGEST} may be")


def _strange_ids(look: ResponsesLook) -> Iterator[Finding]:
    for kind, prefix in _PREFIXES.items():
        for spot in look.of(kind):
            value = spot.value.get("id")
            if isinstance(value, str) and not (value.startswith(prefix) and _ID.fullmatch(value)):
                yield Finding(f"{spot.path}.id", f"{value!r} is no id of a {kind}: theirs begin with {prefix!r}")


def _foreign_parts(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of("message"):
        role = spot.value.get("role")
        known = _SAID_BY if role == "assistant" else _SAID_TO
        values: list[Any] | None = spot.value.get("content")
        for index, value in enumerate(values if isinstance(values, list) else ()):
            kind = inside(value).get("type")
            if kind not in known and kind in _FOREIGN | _SAID_TO:
                path = f"{spot.path}.content[{index}]"
                yield Finding(path, f"{kind!r} in a message of role {role!r}: {_listed(known)} may be")


def _listed(kinds: frozenset[str]) -> str:
    return ", ".join(sorted(kinds))


def _odd_outputs(look: ResponsesLook) -> Iterator[Finding]:
    for kind in ("function_call_output", "custom_tool_call_output"):
        for spot in look.of(kind):
            values: list[Any] | None = spot.value.get("output")
            for index, value in enumerate(values if isinstance(values, list) else ()):
                part = inside(value).get("type")
                if part in _FOREIGN:
                    path = f"{spot.path}.output[{index}]"
                    yield Finding(path, f"{part!r} in an output: {_listed(_SAID_TO)} may be")


def _kinds_of_outputs(look: ResponsesLook) -> Iterator[Finding]:
    """An output is of the kind of its call."""
    wanted = {text_of(spot.value, "call_id"): ANSWERS[kind_of(spot.value)] for spot in look.of(*ANSWERS)}
    for kind in ANSWERS.values():
        for spot in look.of(kind):
            right = wanted.get(text_of(spot.value, "call_id"))
            if right is not None and right != kind:
                yield Finding(f"{spot.path}.type", f"what answers such a call is of type {right!r}")


def _bad_names(look: ResponsesLook) -> Iterator[Finding]:
    for spot in (*_declared(look), *look.of("function_call", "custom_tool_call")):
        name = spot.value.get("name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            yield Finding(f"{spot.path}.name", f"{name!r} is no name of a tool here", words=_BAD_NAME)


def _declared(look: ResponsesLook) -> list[Spot]:
    return [tool for tool in look.tools if tool.value.get("type") in ("function", "custom")]


def _parsed(audience: Audience) -> bool:
    return audience.dialect.arguments_must_be_object


def _unparsable(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of("function_call"):
        if load_object(text_of(spot.value, "arguments")) is None:
            yield Finding(f"{spot.path}.arguments", "this host reads the arguments, and they are no JSON object")


def _hosted_elsewhere(look: ResponsesLook) -> Iterator[Finding]:
    for kind in sorted(HOSTED):
        for spot in look.of(kind):
            yield Finding(spot.path, f"{kind!r} is of a tool that only OpenAI runs")


def _is_another_host(audience: Audience) -> bool:
    return not is_openais(audience) and audience.dialect.adjacent_calls


def _two_ids(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of(*ANSWERS, *ANSWERS.values()):
        if "|" in text_of(spot.value, "call_id"):
            yield Finding(f"{spot.path}.call_id", "a library has put two ids into one")


def _empty_answers(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of("message"):
        content = spot.value.get("content")
        if spot.value.get("role") == "assistant" and (content in ("", []) or _is_refusal(content)):
            yield Finding(f"{spot.path}.content", "an answer that says nothing")


def _is_refusal(content: Any) -> bool:
    parts: list[Any] | str | None = content
    return isinstance(parts, list) and any(inside(part).get("type") == "refusal" for part in parts)


RULES: Final = (
    Rule(
        id="RSP-04",
        demand="Encrypted content goes back to the model of the account that it came from, whole.",
        words="The encrypted content gAAA...DQ== could not be verified.",
        certainty="M",
        fix="the reasoning goes; only its author gets it back as it was",
        disowns=True,
        find=_not_theirs,
        applies=is_openais,
    ),
    Rule(
        id="RSP-06",
        demand="Reasoning has a summary, if an empty one.",
        words="Missing required parameter: 'input[N].summary'.",
        certainty="H",
        fix="an empty summary is put there",
        find=_no_summary,
    ),
    Rule(
        id="RSP-11",
        demand="Ids have 64 characters at most.",
        words=(
            "Invalid 'input[2].id': string too long. Expected a string with maximum length 64, but got a string with "
            "length 416 instead."
        ),
        certainty="H",
        fix="the item goes without its id, which is optional; calls get a shorter one, together with their outputs",
        find=_long_ids,
        rewrites=True,
    ),
    Rule(
        id="RSP-12",
        demand="The id of an item begins as its kind wants it, and is of letters, digits, `_` and `-`.",
        words="Invalid 'input[66].id': 'item_…'. Expected an ID that begins with 'rs'.",
        certainty="H",
        fix="the item goes without its id, which is optional",
        find=_strange_ids,
        applies=is_openais,
        rewrites=True,
    ),
    Rule(
        id="RSP-14",
        demand="The assistant's parts are output, everybody else's are input.",
        words="Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
        certainty="H",
        fix="texts are spelled as their speaker's; the assistant's images move to a user's message behind it",
        find=_foreign_parts,
        rewrites=True,
    ),
    Rule(
        id="RSP-15",
        demand=(
            "Arguments are text, names of tools match `^[a-zA-Z0-9_-]{1,64}$`, and an output is a string or a list of "
            "texts, images and documents, of the kind of its call."
        ),
        words="Invalid type for 'input[N].arguments': expected a string, but got an object instead.",
        certainty="H",
        fix="values become their JSON, names and kinds are put right, and what is no document leaves a marker",
        same_as=frozenset({"ANT-21"}),
        find=lambda look: (*_odd_outputs(look), *_kinds_of_outputs(look), *_bad_names(look), *bad_files(look)),
        rewrites=True,
    ),
    Rule(
        id="QWN-01",
        demand="Hosts that read the arguments want them to be a JSON object.",
        words="Responses function_call arguments are invalid JSON: Expecting ',' delimiter",
        certainty="M",
        fix="what is no JSON object is wrapped in one",
        same_as=frozenset({"ANT-15", "VL-02"}),
        find=_unparsable,
        applies=_parsed,
    ),
    Rule(
        id="RSP-17",
        demand="What OpenAI's own tools did goes back to OpenAI only.",
        certainty="M",
        fix="what they did is told in words",
        find=_hosted_elsewhere,
        applies=_is_another_host,
    ),
    Rule(
        id="RSP-18",
        demand="The id of a call is one id.",
        certainty="M",
        fix="the part before the `|` stays, in the call and its output",
        same_as=frozenset({"ANT-14"}),
        find=_two_ids,
    ),
    Rule(
        id="VL-05",
        demand="vLLM wants words in every answer of the history.",
        certainty="M",
        fix="an empty answer is left out, and a refusal becomes text",
        hosts=frozenset({"vllm"}),
        find=_empty_answers,
        rewrites=True,
    ),
)
