"""What providers refused: where a rule is the cause, checking finds it; where none is, the table says what was."""

import re
from collections import Counter
from typing import NamedTuple

import pytest

import segue
from segue.rules import APIS
from support.corpus import Record, as_parameters, refused
from support.jsonish import strings
from support.target import target_of


class Cause(NamedTuple):
    words: str
    """Something of how the provider said it."""
    rules: frozenset[str] = frozenset()
    """The rules that name the cause, one of which has to be found; none where nothing in the history was at fault."""


def of(words: str, *rules: str) -> Cause:
    return Cause(words, frozenset(rules))


#: What the request cannot show: who asks, what exists, what lies elsewhere, and what the model did.
OUTSIDE = {
    "nobody has such a model": of(r"does not exist|is not found for API version|^model: "),
    "the key is wrong": of(r"Incorrect API key|invalid x-api-key|API key not valid"),
    "nothing has this address": of(r"^Resource not found$"),
    "the provider is busy": of(r"^Resource exhausted"),
    "the model made the mistake": of(r"^Tool call validation failed"),
    "what lies elsewhere could not be fetched": of(
        r"Error while downloading|Cannot fetch content from the provided URL"
    ),
    "no rule is about the number": of(r"decimal below minimum value"),
}

#: Causes in the history, and the rules about them.
INSIDE = [
    of(r"expected to be either text or image_url type", "OAI-13"),
    of(r"'messages\[0\]\.role' does not support", "OAI-16"),
    of(r"Web search options not supported|'stop' is not supported", "OAI-21"),
    of(r"You uploaded an unsupported image", "OAI-14"),
    of(r"Missing required parameter: 'messages\[1\]\.content\[0\]\.type'", "FORM"),
    of(r"does not support effort level", "ANT-50"),
    of(r"without its required following item", "RSP-01"),
    of(r"No tool output found for tool call", "RSP-10", "DS-09"),
    of(r"Invalid file data|The file type you uploaded is not supported", "RSP-15"),
    of(r"Invalid schema for function", "OAI-20", "RSP-15"),
    of(r"extraneous key \[toolResult\]|s3Uri field|video content block|document\.source\.type", "BED-10"),
]


def said(record: Record) -> str:
    """The provider's longest sentence: the shorter ones are codes and ids."""
    return max(strings(record.response), key=len, default="")


def causes_of(record: Record) -> list[str | Cause]:
    texts = list(strings(record.response))
    outside = [name for name, cause in OUTSIDE.items() if any(re.search(cause.words, text) for text in texts)]
    inside = [cause for cause in INSIDE if any(re.search(cause.words, text) for text in texts)]
    return [*outside, *inside]


REFUSED = as_parameters([record for api in APIS for record in refused(api)])


@pytest.mark.parametrize("record", REFUSED)
def test_a_refusal_has_one_cause_that_is_known(record: Record) -> None:
    assert len(causes_of(record)) == 1, said(record)


@pytest.mark.parametrize("record", REFUSED)
def test_the_cause_of_a_refusal_is_found(record: Record) -> None:
    found = {problem.rule for problem in segue.check(record.request, target_of(record), api=record.api)}
    for cause in causes_of(record):
        if isinstance(cause, Cause):
            assert found & cause.rules, f"{said(record)}: {found} were found"


@pytest.mark.parametrize("record", REFUSED)
def test_what_was_refused_for_its_history_is_mended(record: Record) -> None:
    rules = {rule for cause in causes_of(record) if isinstance(cause, Cause) for rule in cause.rules}
    mended = segue.repair(record.request, target_of(record), api=record.api)
    left = segue.check(mended.payload, target_of(record), api=record.api)
    assert rules.isdisjoint(problem.rule for problem in left)


def test_some_refusals_are_of_each_sort() -> None:
    """Otherwise the tests above would prove nothing."""
    records = [record for api in APIS for record in refused(api)]
    counts = Counter(isinstance(cause, Cause) for record in records for cause in causes_of(record))
    assert not records or (counts[True] > 5 and counts[False] > 5)
