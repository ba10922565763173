"""What was read at a glance holds nothing that a pass or a rule would look for: leaving it out changes no answer."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import segue
from segue.conversation import Message, Original
from segue.handoff.survey import Survey
from segue.rules import APIS, are_plain
from strategies import requests
from support import corpus

#: What passes ask of a history.
ASKED = (
    "apis",
    "spoken",
    "instructions",
    "call_ids",
    "call_names",
    "kinds",
    "marked",
    "cited",
    "named",
    "signed",
    "misplaced",
    "escaped",
    "blank",
)

#: Words, a call and its result, as most histories have them.
USUAL: dict[str, list[dict[str, Any]]] = {
    "openai-completions": [
        {"role": "user", "content": "Hi"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "a", "content": "42"},
        {"role": "assistant", "content": "42."},
    ],
    "anthropic-messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "42"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "42."}]},
    ],
    "openai-responses": [
        {"type": "message", "role": "user", "content": "Hi"},
        {"type": "function_call", "id": "fc_a", "call_id": "a", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "42"},
        {
            "type": "message",
            "id": "msg_a",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "42.", "annotations": []}],
        },
    ],
    "google-generative-ai": [
        {"role": "user", "parts": [{"text": "Hi"}]},
        {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "a", "name": "f", "response": {"output": "42"}}}]},
        {"role": "model", "parts": [{"text": "42."}]},
    ],
    "mistral": [
        {"role": "user", "content": "Hi"},
        {
            "role": "assistant",
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "a", "content": "42"},
        {"role": "assistant", "content": "42."},
    ],
}


def with_care(message: Message) -> Message:
    """The same message as if it had not been read at a glance."""
    native = message.native
    if native is None or native.content is not message.content:
        return message
    return replace(message, native=Original(native.api, native.value, native.content))


def assert_plain(messages: Iterable[Message], api: str) -> None:
    glanced = [message for message in messages if message.native is not None]
    careful = [with_care(message) for message in glanced]
    seen, looked_up = Survey(glanced), Survey(careful)
    for name in ASKED:
        assert getattr(seen, name) == getattr(looked_up, name), name
    values: list[Any] = [message.native.value for message in glanced if message.native]
    if all(isinstance(value, dict) for value in values):
        odd = [message.native.value for message in glanced if message.native and not message.native.plain]
        assert are_plain(values, api, odd) == are_plain(values, api)
        for message in glanced:
            if message.native is not None and message.native.plain:
                one = [message.native.value]
                assert are_plain(one, api, []) == are_plain(one, api)


@pytest.mark.parametrize("api", APIS)
@given(data=st.data())
def test_nothing_is_overlooked(api: str, data: st.DataObject) -> None:
    """In whole conversations, and in parts of them."""
    messages = segue.decode(data.draw(requests(api)), api=api).messages
    assert_plain(messages, api)
    assert_plain(messages[data.draw(st.integers(0, len(messages))) :], api)


@pytest.mark.parametrize("api", APIS)
def test_nothing_is_overlooked_in_recorded_traffic(api: str) -> None:
    for record in corpus.records(api):
        assert_plain(segue.decode(record.request, api=api, lenient=True).messages, api)


@pytest.mark.parametrize("api", USUAL)
def test_usual_histories_are_read_at_a_glance(api: str) -> None:
    messages = segue.decode(USUAL[api], api=api).messages
    assert [message.native.plain for message in messages if message.native] == [True] * len(USUAL[api])
