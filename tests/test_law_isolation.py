"""L8, isolation: no input is mutated, and nothing that is done to a payload or an input changes a conversation."""

import copy
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import APIS, MODELS, Json, requests, responses
from strategies.compare import spelled

TARGETS = [*APIS, *MODELS.values()]

VANDAL = "scribbled over"


def scribble(value: Json) -> None:
    """Change everything that can be changed in a JSON value."""
    if isinstance(value, dict):
        for member in value.values():
            scribble(member)
        value.clear()
        value[VANDAL] = VANDAL
    elif isinstance(value, list):
        for member in value:
            scribble(member)
        value[:] = [VANDAL]


def scribble_on_attributes(thing: Any, depth: int = 0) -> None:
    """Change whatever is reachable from a neutral object through its public attributes."""
    match thing:
        case dict() | list():
            scribble(cast("Json", thing))
        case tuple():
            for member in cast("tuple[object, ...]", thing):
                scribble_on_attributes(member, depth + 1)
        case msgspec.Struct() if depth < 12 and type(thing).__name__ != "Original":
            for name in dir(thing):
                member = None if name.startswith("_") else getattr(thing, name)
                if not callable(member):
                    scribble_on_attributes(member, depth + 1)
        case _:
            pass


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=25)
def test_l8_no_call_changes_its_input(source: str, data: st.DataObject) -> None:
    """L8 for every public call that takes wire JSON."""
    request, response = data.draw(requests(source)), data.draw(responses(source, calls=None))
    before = spelled(request), spelled(response)
    segue.detect(request)
    segue.decode(request, api=source)
    segue.decode_response(response, api=source)
    for target in TARGETS:
        segue.convert(request, target, api=source)
    assert (spelled(request), spelled(response)) == before


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=20)
def test_l8_changing_a_payload_changes_no_conversation(source: str, data: st.DataObject) -> None:
    """L8 for payloads: each belongs to whoever asked for it, and to nobody else."""
    conversation = segue.decode(data.draw(requests(source)), api=source)
    for target in TARGETS:
        converted = segue.encode(conversation, target)
        before, sent = spelled(converted.payload), converted.json()
        scribble(converted.payload)
        assert spelled(segue.encode(conversation, target).payload) == before
        assert segue.encode(conversation, target).json() == sent
        assert spelled(segue.encode(converted.conversation, target).payload) == before


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=20)
def test_l8_changing_an_input_afterwards_changes_no_conversation(source: str, data: st.DataObject) -> None:
    """L8 for inputs: a conversation owns what was decoded into it."""
    request, response = data.draw(requests(source)), data.draw(responses(source, calls=None))
    conversation = segue.decode(request, api=source).add(segue.decode_response(response, api=source))
    converted = segue.convert(request, source, api=source)
    before = [spelled(segue.encode(conversation, target).payload) for target in TARGETS]
    kept = copy.deepcopy(converted.payload)
    scribble(request)
    scribble(response)
    assert [spelled(segue.encode(conversation, target).payload) for target in TARGETS] == before
    assert converted.payload == kept


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=20)
def test_l8_changing_what_blocks_hand_out_changes_no_conversation(source: str, data: st.DataObject) -> None:
    """L8 for attributes: a call's arguments, and all else that a block hands out, are copies."""
    conversation = segue.decode(data.draw(requests(source)), api=source)
    before = [spelled(segue.encode(conversation, target).payload) for target in TARGETS]
    scribble_on_attributes(conversation)
    assert [spelled(segue.encode(conversation, target).payload) for target in TARGETS] == before


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=10)
def test_l8_reports_hand_out_copies(source: str, data: st.DataObject) -> None:
    """L8 for reports."""
    request = data.draw(requests(source, turns=1))
    for target in TARGETS:
        converted = segue.convert(request, target, api=source)
        before: Any = copy.deepcopy(converted.report.to_dict())
        scribble(converted.report.to_dict())
        assert converted.report.to_dict() == before


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=10)
def test_l8_what_one_call_hands_out_changes_no_other_call(source: str, data: st.DataObject) -> None:
    """L8 between calls: the same tools are declared with every request, and each payload has its own."""
    request = data.draw(requests(source, turns=1))
    for target in TARGETS:
        before = spelled(segue.convert(copy.deepcopy(request), target, api=source).payload)
        scribble(segue.convert(copy.deepcopy(request), target, api=source).payload)
        assert spelled(segue.convert(request, target, api=source).payload) == before


def test_l8_bytes_are_those_of_the_payload_as_it_is() -> None:
    """L8 for bodies: they may be changed, or put in another's place, before they are sent."""
    request: Json = {"messages": [{"role": "user", "content": "Go."}]}
    converted = segue.convert(request, "openai-completions")
    unread = converted.json()
    converted.payload["messages"][0]["content"] = "Stop."
    assert (b"Go." in unread, b"Stop." in converted.json()) == (True, True)
    assert segue.encode(converted.conversation, "openai-completions").payload == request
    converted.payload = {"messages": []}
    assert converted.json() == b'{"messages":[]}'


def test_l8_numbers_that_no_parser_holds_are_declared_as_they_are() -> None:
    """A schema may say a whole number of any size."""
    schema = {"type": "object", "properties": {"n": {"type": "integer", "maximum": 2**70}}}
    tool = {"type": "function", "function": {"name": "count", "parameters": schema}}
    request = {"messages": [{"role": "user", "content": "Go."}], "tools": [tool]}
    assert segue.convert(request, "openai-completions").payload == request
    native = segue.decode(request).tools[0].native
    assert native is not None
    assert native.value == tool
