"""L5, stable prefix: as a conversation grows, what was sent before is sent again as it was.

Providers' caches keep hitting, and thinking that is bound to what stood before it stays valid.
"""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import MODELS, PAIRS, SENT, Dialogue, Json, JsonObject, dialogues
from strategies.compare import assert_same, canonical
from strategies.wire import Said, flattened

SAME = [(api, api) for api in MODELS]

CLOSING = "Continue."

GAVE_WAY: JsonObject = {"type": "text", "text": "(Here was an image.)"}

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


def test_l5_only_the_oldest_images_give_way_where_a_host_takes_eight() -> None:
    """A limit is the exception to the law: some of the oldest go at once, so that nothing goes for a while."""
    turns: list[list[Json]] = []
    for turn in range(4):
        addresses = [f"https://example.com/{turn}{number}.png" for number in range(3)]
        shown: list[Json] = [{"type": "image", "source": {"type": "url", "url": address}} for address in addresses]
        turns.append([{"role": "user", "content": shown}, {"role": "assistant", "content": f"I see {turn}."}])
    dialogue = Dialogue("anthropic-messages", "messages", {}, tuple(turns), (1, 2, 3, 4))
    assert_prefixes(dialogue, dialogue.turn_ends, dialogue.api, "mistral", MODELS["mistral"])
    sent = flattened("mistral", converted(dialogue.request(), dialogue.api, MODELS["mistral"]))
    assert [said[1] == GAVE_WAY for said in images_of(sent)] == [True] * 4 + [False] * 8


def assert_prefixes(dialogue: Dialogue, cuts: Iterable[int], source: str, api: str, target: str) -> None:
    final = converted(dialogue.request(), source, target)
    whole = flattened(api, final)
    images = most_images(target)
    for cut in cuts:
        sent = converted(dialogue.request(cut), source, target)
        for key in INSTRUCTIONS:
            assert_same(sent.get(key), final.get(key))
        prefix = without_closing(flattened(api, sent))
        for index, said in enumerate(prefix):
            now = whole[index] if index < len(whole) else None
            assert now is not None, f"cut {cut}: block {index} is gone: {said}"
            if is_image(said) and now[1] == GAVE_WAY and images is not None and len(images_of(whole)) > images:
                continue
            assert canonical(list(now)) == canonical(list(said)), f"cut {cut}: block {index} was {said}, is {now}"


def most_images(target: str) -> int | None:
    """How many images may be sent to a model, where its host says so: the newest stay."""
    return segue.endpoint(target).dialect.max_images if "/" in target else None


def images_of(whole: list[Said]) -> list[Said]:
    """The images that there are, or were."""
    return [said for said in whole if is_image(said) or said[1] == GAVE_WAY]


def is_image(said: Said) -> bool:
    return isinstance(said[1], dict) and said[1].get("type") == "image_url"


def converted(request: JsonObject, source: str, target: str) -> JsonObject:
    payload: JsonObject = segue.convert(request, target, api=source).payload
    return payload


def without_closing(prefix: list[Said]) -> list[Said]:
    """What a rule allows only at the end: some models must be told to go on."""
    author, last = prefix[-1] if prefix else ("", None)
    closing = author == "user" and isinstance(last, dict) and last.get("text") == CLOSING
    return prefix[:-1] if closing else prefix
