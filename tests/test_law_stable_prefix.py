"""L5, stable prefix: as a conversation grows, what was sent before is sent again as it was.

Providers' caches keep hitting, and thinking that is bound to what stood before it stays valid.
"""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import MODELS, PAIRS, SENT, Dialogue, JsonObject, dialogues
from strategies.compare import assert_same, canonical
from strategies.wire import Said, flattened

SAME = [(api, api) for api in MODELS]

CLOSING = "Continue."

INSTRUCTIONS = ("system", "instructions", "systemInstruction")
"""What stands before all messages: a later instruction may not be put there."""


@pytest.mark.parametrize(("source", "target"), [*PAIRS, *SAME])
@given(data=st.data())
@settings(max_examples=15)
def test_l5_turns_already_sent_are_sent_again_as_they_were(source: str, target: str, data: st.DataObject) -> None:
    """L5 at the borders of turns, sent to a model."""
    dialogue = data.draw(dialogues(source, turns=3, endings=SENT))
    assert_prefixes(dialogue, dialogue.turn_ends, source, target, MODELS[target])


@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(data=st.data())
@settings(max_examples=10)
def test_l5_steps_already_sent_are_sent_again_as_they_were(source: str, target: str, data: st.DataObject) -> None:
    """L5 wherever a client really sends: after each question, and after the results of each step."""
    dialogue = data.draw(dialogues(source, turns=2, endings=SENT))
    assert_prefixes(dialogue, dialogue.sent_after, source, target, MODELS[target])


@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(data=st.data())
@settings(max_examples=10)
def test_l5_codecs_alone_keep_the_prefix(source: str, target: str, data: st.DataObject) -> None:
    """L5 to a bare API."""
    dialogue = data.draw(dialogues(source, turns=2, endings=SENT))
    assert_prefixes(dialogue, dialogue.turn_ends, source, target, target)


def assert_prefixes(dialogue: Dialogue, cuts: Iterable[int], source: str, api: str, target: str) -> None:
    final = converted(dialogue.request(), source, target)
    whole = flattened(api, final)
    for cut in cuts:
        sent = converted(dialogue.request(cut), source, target)
        for key in INSTRUCTIONS:
            assert_same(sent.get(key), final.get(key))
        prefix = without_closing(flattened(api, sent))
        for index, said in enumerate(prefix):
            now = whole[index] if index < len(whole) else None
            assert now is not None, f"cut {cut}: block {index} is gone: {said}"
            assert canonical(list(now)) == canonical(list(said)), f"cut {cut}: block {index} was {said}, is {now}"


def converted(request: JsonObject, source: str, target: str) -> JsonObject:
    payload: JsonObject = segue.convert(request, target, api=source).payload
    return payload


def without_closing(prefix: list[Said]) -> list[Said]:
    """What a rule allows only at the end: some models must be told to go on."""
    author, last = prefix[-1] if prefix else ("", None)
    closing = author == "user" and isinstance(last, dict) and last.get("text") == CLOSING
    return prefix[:-1] if closing else prefix
