"""Mistral: what answers a call, and what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import inside, is_object
from segue.apis.schemas import first_fault
from segue.jsontext import encode_bytes, load_object
from segue.rules.look import listed
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Finding, Rule


def _wrong_counts(look: CompletionsLook) -> Iterator[Finding]:
    last = look.messages[-1].message if look.messages else -1
    for said, calls, results in look.exchanges:
        called = [spot.value.get("id") for spot in calls]
        is_pending = not look.whole and said is not None and last == (results[-1] if results else said).message
        answered = [spot.value.get("tool_call_id") for spot in results]
        for spot, call_id in zip(calls, called, strict=True):
            if not is_pending and call_id not in answered and not _is_answered_by_order(answered, len(called)):
                yield Finding(spot.path, f"no result behind it answers the call {call_id!r}")
        for at, spot in enumerate(results):
            call_id = spot.value.get("tool_call_id")
            if at >= len(calls) or (isinstance(call_id, str) and call_id not in called):
                yield Finding(spot.path, f"no call {call_id!r} was made directly before")


def _is_answered_by_order(answered: list[Any], calls: int) -> bool:
    """Results that name no call answer the calls in their order."""
    return len(answered) >= calls and None in answered


def _bad_arguments(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("tool_call"):
        function = inside(spot.value.get("function"))
        given: Any = function.get("arguments")
        spelled = isinstance(given, str) and given.lstrip()[:1] == "{" and load_object(given) is not None
        if function and not spelled and not is_object(given):
            yield Finding(f"{spot.path}.function.arguments", "they spell no object")


def _pictures_in_results(look: CompletionsLook) -> Iterator[Finding]:
    for path, index, message in look.messages:
        if message.get("role") == "tool":
            for spot in listed(message, "content", path, index):
                if spot.value.get("type") in ("image_url", "input_audio"):
                    yield Finding(spot.path, "pictures and sound in a result were not seen to be read")


def _schemas(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.tools:
        schema = inside(inside(spot.value.get("function")).get("parameters"))
        path = f"{spot.path}.function.parameters"
        if schema and (fault := first_fault(schema)):
            yield Finding(path, fault)
        if b'"$ref":' in encode_bytes(schema):
            yield Finding(path, "it refers to another schema, which may not be followed")


RULES: Final = (
    Rule(
        id="MIS-02",
        demand="Every call has one result, directly behind the message that makes it.",
        words="Not the same number of function calls and responses",
        certainty="H",
        fix="the result is moved behind its call, or one that says that there is none is put there; the words of a "
        "result without a call become the user's",
        same_as=frozenset({"ANT-05", "ANT-07"}),
        find=_wrong_counts,
    ),
    Rule(
        id="MIS-07",
        demand="Arguments spell an object; results are told in text and documents; schemas are of objects, and hold no "
        "`$ref`.",
        certainty="M",
        fix="arguments that spell none are wrapped into one; pictures move to a user's message behind the results; "
        "what is no schema of an object becomes one, and it holds what it would refer to",
        same_as=frozenset({"VL-02", "ANT-15", "OAI-12", "OAI-20"}),
        find=lambda look: (*_bad_arguments(look), *_pictures_in_results(look), *_schemas(look)),
    ),
)
