"""L11, self-contained: what a server holds cannot come along, and a conversation is never cut short in silence."""

import pytest

import segue
from strategies import APIS, MODELS, Json, JsonObject, constructs, samples
from strategies.compare import assert_same
from support import edit

BOUND = [(api, construct) for api in APIS for construct in constructs(api, bound=True)]

JOURNEYS = [(source, construct, target) for source, construct in BOUND for target in APIS if source != target]


@pytest.mark.parametrize(("api", "construct"), BOUND)
def test_l11_server_state_stays_usable_at_home(api: str, construct: str) -> None:
    """L11: to its own API the handle goes as it is."""
    for request in samples(api, construct, 3):
        assert_same(segue.convert(request, api, api=api).payload, request)


@pytest.mark.parametrize(("source", "construct", "target"), JOURNEYS)
def test_l11_server_state_that_cannot_come_along_is_a_clear_error(source: str, construct: str, target: str) -> None:
    """L11: to another API, bare or with a model, it is an error that names the handle."""
    for request in samples(source, construct, 3):
        for to in (target, MODELS[target]):
            with pytest.raises(segue.InvalidHistory) as refused:
                segue.convert(request, to, api=source)
            place = refused.value.path
            assert value_at(request, place), f"nothing stands at {place}"
            assert str(refused.value)


def value_at(request: JsonObject, path: str) -> Json:
    """What stands at a JSON path."""
    return edit.at(request, path) if path != "$" else request


NULL_HANDLES: list[tuple[str, JsonObject]] = [
    ("openai-responses", {"model": "gpt-5.2", "input": "Hello", "previous_response_id": None, "conversation": None}),
    ("google-generative-ai", {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "cachedContent": None}),
]


@pytest.mark.parametrize(("source", "request_body"), NULL_HANDLES)
def test_l11_a_handle_that_is_null_holds_nothing(source: str, request_body: JsonObject) -> None:
    """L11 is about state that is there; null is how clients say that there is none."""
    for target in APIS:
        assert segue.convert(request_body, target, api=source).payload


def test_l11_a_reference_may_be_the_whole_of_the_history() -> None:
    """L11 where nothing else is left to send."""
    with pytest.raises(segue.InvalidHistory):
        segue.convert({"input": [], "previous_response_id": "resp_1"}, "anthropic-messages", api="openai-responses")
