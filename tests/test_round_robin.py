"""Long histories that many models had a part in, sent to every target there is: nobody refuses one, nothing is lost.

The recordings of all providers, joined, go to one model for each provider, API, dialect and set of capabilities of the
registry. `SEGUE_SWEEP=20` tries twenty histories at every target instead of one.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

import segue
from segue.models import Endpoint
from support import corpus, provider_checks
from support.joined import Joined, medley
from support.targets import one_of_each

SWEEP = int(os.environ.get("SEGUE_SWEEP", "0"))
HISTORIES = SWEEP or 5
"""How many histories there are; every target gets one of them, or all in a sweep."""

EACH = 2
"""Exchanges of every API in one history."""

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
