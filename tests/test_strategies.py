"""The generated conversations are what the providers' own clients would send, or the laws would be tried on nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import APIS, VOCABULARIES, JsonObject, constructs, dialogues, requests, responses, samples
from strategies.typed import typed_constructs
from support import vendor_types

TYPED = [(api, name) for api in APIS for name in typed_constructs(api)]


@pytest.mark.parametrize(("api", "construct"), TYPED)
def test_vendors_own_types_take_each_construct(api: str, construct: str) -> None:
    for request in samples(api, construct, 2):
        assert vendor_types.problems(api, request) == []


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=25)
def test_generated_requests_and_responses_are_json(api: str, data: st.DataObject) -> None:
    for strategy in (requests(api), responses(api, calls=None)):
        value = data.draw(strategy)
        assert json.loads(json.dumps(value, allow_nan=False)) == value


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=25)
def test_a_dialogue_grows_from_its_prefixes(api: str, data: st.DataObject) -> None:
    dialogue = data.draw(dialogues(api))
    key = VOCABULARIES[api].history
    whole = dialogue.request()[key]
    for end in range(len(dialogue.moves) + 1):
        prefix = dialogue.request(end)[key]
        assert isinstance(whole, list)
        assert isinstance(prefix, list)
        assert whole[: len(prefix)] == prefix


@pytest.mark.parametrize("api", APIS)
def test_samples_are_the_same_every_time(api: str) -> None:
    name = constructs(api)[0]
    first: list[JsonObject] = samples(api, name, 3)
    assert first == samples(api, name, 3)
