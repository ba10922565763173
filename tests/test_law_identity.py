"""L1, identity: to a bare API name, what was decoded is encoded to the very JSON value that it was.

String or list, null or absent, argument text verbatim, the order of keys in tool inputs and schemas, unknown fields,
and blocks that nobody has heard of: all as they came.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import APIS, JsonObject, constructs, requests, responses, samples
from strategies.compare import assert_same
from support import injection

ALL_CONSTRUCTS = [(api, construct) for api in APIS for construct in constructs(api)]


def assert_identity(api: str, request: JsonObject) -> None:
    assert_same(segue.encode(segue.decode(request, api=api), api).payload, request)


@pytest.mark.parametrize(("api", "construct"), ALL_CONSTRUCTS)
def test_l1_each_construct_comes_back_as_it_was(api: str, construct: str) -> None:
    """L1 for one construct at a time; those that a server holds a part of stay at home, and so come back too."""
    for request in samples(api, construct, 5):
        assert_identity(api, request)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_l1_whole_conversations_come_back_as_they_were(api: str, data: st.DataObject) -> None:
    """L1 from parsed JSON, through `convert` as well as through `decode` and `encode`."""
    request = data.draw(requests(api))
    assert_identity(api, request)
    converted = segue.convert(request, api, api=api)
    assert_same(converted.payload, request)
    assert converted.report.lossless
    assert not converted.report.changes


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_l1_bytes_come_back_as_the_same_value(api: str, data: st.DataObject) -> None:
    """L1 from bytes to bytes, however the bytes are spaced and escaped."""
    request = data.draw(requests(api))
    spacious = json.dumps(request, indent=1, ensure_ascii=True).encode()
    dense = json.dumps(request, separators=(",", ":"), ensure_ascii=False)
    for source in (spacious, dense, dense.encode()):
        assert_same(json.loads(segue.convert(source, api, api=api).json()), request)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=40)
def test_l1_what_nobody_has_heard_of_comes_back_as_it_was(api: str, data: st.DataObject) -> None:
    """L1 with unknown fields in every object, and unknown elements in every list."""
    request = data.draw(requests(api, turns=1))
    assert_identity(api, injection.everything_unknown(api, request))


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=30)
def test_l1_unknown_members_come_back_under_any_key_and_with_any_value(api: str, data: st.DataObject) -> None:
    """L1 with one unknown member of any JSON value in one object."""
    request = data.draw(requests(api, turns=1))
    places = list(injection.unknown_fields(api, request))
    assert_identity(api, places[data.draw(st.integers(0, len(places) - 1))].request)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
@settings(max_examples=30)
def test_l1_an_answer_sent_back_says_what_it_said(api: str, data: st.DataObject) -> None:
    """L1 for answers: the content that was received is the content that is sent back, for every API alike."""
    response = data.draw(responses(api, calls=None))
    conversation = segue.Conversation((segue.user("hello"), segue.decode_response(response, api=api)))
    again = segue.encode(conversation, api).payload
    content = said(api, response)
    if content:
        assert json.dumps(content, ensure_ascii=False)[1:-1] in json.dumps(again, ensure_ascii=False)


def said(api: str, response: JsonObject) -> object:
    """What of an answer belongs into the history, as a list; chat servers refuse some of their own members back."""
    match response:
        case {"content": list() as content} | {"output": list() as content}:
            return content
        case {"candidates": [{"content": {"parts": list() as parts}}]}:
            return parts
        case {"choices": [{"message": {"tool_calls": list() as calls}}]}:
            return calls
        case {"choices": [{"message": {"content": str() as content}}]}:
            return [content]
        case _:
            return []


STRING_HISTORIES: list[tuple[str, JsonObject]] = [
    ("openai-responses", {"model": "gpt-5.2", "input": "Hello"}),
    ("openai-responses", {"model": "gpt-5.2", "input": "", "instructions": ""}),
    ("openai-responses", {"input": "Hello", "previous_response_id": None}),
    ("anthropic-messages", {"model": "claude-opus-5", "max_tokens": 1, "messages": [{"role": "user", "content": "a"}]}),
    ("anthropic-messages", {"messages": [{"role": "user", "content": ""}]}),
    ("google-generative-ai", {"contents": [{"parts": [{"text": ""}]}]}),
    ("google-generative-ai", {"contents": [{"role": "user", "parts": [{"text": "a", "thought": None}]}]}),
    ("openai-completions", {"messages": [{"role": "user", "content": []}]}),
    ("openai-completions", {"messages": [{"role": "assistant", "content": None, "tool_calls": []}]}),
    ("openai-completions", {"messages": [{"role": "assistant"}]}),
]


@pytest.mark.parametrize(("api", "request_body"), STRING_HISTORIES)
def test_l1_the_smallest_requests_come_back_as_they_were(api: str, request_body: JsonObject) -> None:
    """L1 at the edges: a history that is a string, and content that is empty in each way."""
    assert_identity(api, request_body)
