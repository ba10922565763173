"""Long histories that many models had a part in, sent to every target there is: nobody refuses one, nothing is lost.

The recordings of all providers, joined, go to one model for each provider, API, dialect and set of capabilities of the
registry. `SEGUE_SWEEP=20` tries twenty histories at every target instead of one.
"""

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

import segue
from segue.models import Endpoint
from support import corpus, provider_checks
from support.exchange import history_key, replay_differences
from support.joined import Exchange, Joined, exchanges, joined, medley
from support.jsonish import Json, as_list
from support.targets import one_of_each

SWEEP = int(os.environ.get("SEGUE_SWEEP", "0"))
HISTORIES = SWEEP or 5
"""How many histories there are; every target gets one of them, or all in a sweep."""

EACH = 2
"""Exchanges of every API in one history."""

BEGINNING = "(continued)"
"""What a user says in front of an assistant who speaks first."""

needs_recordings = pytest.mark.skipif(
    not corpus.folder().is_dir(), reason=f"no recorded traffic in {corpus.folder()}: set SEGUE_CORPUS to its folder"
)


@cache
def told(seed: int) -> Joined:
    return medley(seed, EACH, *corpus.APIS)


@cache
def targets() -> dict[tuple[str, str], list[Endpoint]]:
    found: defaultdict[tuple[str, str], list[Endpoint]] = defaultdict(list)
    for target in one_of_each(*corpus.APIS):
        found[target.provider, target.api].append(target)
    return found


def complaints(history: Joined, target: Endpoint) -> Iterator[str]:
    converted = segue.encode(history.conversation, target)
    found = provider_checks.violations(target.api, converted.payload, model=target.model, provider=target.provider)
    yield from (f"rules: {violation}" for violation in found)
    yield from (f"types: {problem}" for problem in history.type_problems(target, converted.payload))
    yield from (f"facts: {line}" for line in history.compare(target.api, converted.payload, converted.report).all())


@needs_recordings
@pytest.mark.parametrize(("provider", "api"), targets())
def test_every_target_takes_a_history_of_many(provider: str, api: str) -> None:
    """L2 and L3 for a history with messages of several providers, which knows who wrote what."""
    found: dict[str, list[str]] = {}
    for number, target in enumerate(targets()[provider, api]):
        for seed in range(HISTORIES) if SWEEP else [number % HISTORIES]:
            if lines := list(complaints(told(seed), target)):
                found[f"{target.name} of {seed}"] = lines
    assert found == {}


@needs_recordings
@pytest.mark.parametrize("api", corpus.APIS)
def test_everybody_gets_back_what_they_said(api: str) -> None:
    """L4 where others spoke in between: at home, all elements stand as they were recorded."""
    for seed in range(HISTORIES * 4):
        history = medley(seed, 2, *corpus.APIS)
        segue.encode(history.conversation, "anthropic/claude-opus-5")
        again = as_list(segue.encode(history.conversation, api).payload[history_key(api)])
        own = [element for part in history.exchanges if part.record.api == api for element in elements(part)]
        assert in_order(own, again) == [], history.name


@needs_recordings
@pytest.mark.parametrize("home", corpus.APIS)
def test_a_model_goes_on_where_it_was_left(home: str) -> None:
    """L4 to the model itself: what it said before others came goes back to it, in the form that may be replayed."""
    found: dict[str, list[str]] = {}
    for number, part in enumerate(exchanges(home)):
        target = author(part)
        if target is None:
            continue
        guests = [exchanges(api)[number % len(exchanges(api))] for api in corpus.APIS if api != home]
        history = joined([part, *guests])
        for away in ("openai/gpt-5.2", "anthropic/claude-opus-5", "google/gemini-3-pro"):
            segue.encode(history.conversation, away)
        converted = segue.encode(history.conversation, target)
        if lines := differences_untold(elements(part), as_list(converted.payload[history_key(home)]), converted.report):
            found[part.record.id] = lines
    assert found == {}


def differences_untold(sent: list[Json], replayed: list[Json], report: segue.Report) -> list[str]:
    """Where an element does not come back as it was, and no rule was named that has changed it."""
    told = [re.match(r"\$\.messages\[(\d+)\]", change.path) for change in report.changes]
    changed = {int(message[1]) for message in told if message}
    # A rule that puts something in front moves all the rest.
    before = int(replayed[:1] == [{"role": "user", "content": BEGINNING}])
    renamed = [change for change in report.changes if change.block == "ToolCallId"]
    return [
        line
        for at, element in enumerate(sent)
        if at not in changed
        for line in replay_differences(element, replayed[at + before])
        if not (renamed and re.search(r"(tool_use_id|call_id|\.id): ", line))
        # Some hosts want to hear from a result which tool gave it, and some do not.
        and not re.fullmatch(r"\$\.name: (was never sent|is lost)", line)
    ]


def elements(part: Exchange) -> list[Json]:
    return as_list(part.body[history_key(part.record.api)])


def author(part: Exchange) -> Endpoint | None:
    """The model that answered, where it is known."""
    message = next((each for each in reversed(part.conversation.messages) if each.role == "assistant"), None)
    if message is None or message.provider is None or message.model is None:
        return None
    made = segue.endpoint(message.provider, message.model, api=message.api)
    # Servers that want outputs right behind their calls are sent another order than OpenAI's, and models without
    # tools are told in prose what others did.
    return None if made.dialect.adjacent_calls or not made.capabilities.tools else made


def in_order(wanted: list[Json], found: list[Json]) -> list[Json]:
    """What is not found in this order."""
    left = iter(found)
    return [element for element in wanted if not any(element == other for other in left)]
