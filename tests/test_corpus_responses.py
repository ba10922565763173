"""Recorded answers: each is read, continues its history, and goes home as it came (L4)."""

import pytest
from msgspec.structs import replace

import segue
from support import corpus, facts
from support.corpus import Record
from support.exchange import answer, continued, has_answer, history, history_key, replay_differences, told_of_items
from support.jsonish import Json, as_list, as_object
from support.sameness import differences
from support.told import NOTHING_TOLD

ANSWERED = corpus.as_parameters([record for api in corpus.APIS for record in corpus.answered(api) if answer(record)])
CONTINUED = corpus.as_parameters(
    [
        record
        for api in corpus.APIS
        for record in corpus.answered(api)
        if corpus.self_contained(record) and has_answer(record)
    ]
)


def exchange(record: Record) -> segue.Conversation:
    asked = segue.decode(record.request, api=record.api)
    answered = segue.decode_response(as_object(record.response), api=record.api)
    return replace(asked, messages=(*asked.messages, answered))


@pytest.mark.parametrize("record", ANSWERED)
def test_an_answer_is_read(record: Record) -> None:
    message = segue.decode_response(as_object(record.response), api=record.api)
    assert message.role == "assistant"
    said = [fact for fact in facts.facts(record.api, _alone(record)) if fact.kind == "text"]
    unread = [fact for fact in said if str(fact.content) not in message.text]
    assert unread == []
    called = [fact.name for fact in facts.facts(record.api, _alone(record)) if fact.kind == "call"]
    assert [call.name for call in message.get_tool_calls() if call.kind != "builtin"] == called


@pytest.mark.parametrize("record", CONTINUED)
def test_a_list_of_messages_and_answers_is_read(record: Record) -> None:
    mixed: list[Json] = [*history(record), record.response]
    conversation = segue.decode(mixed, api=record.api)
    home = segue.encode(conversation, record.api).payload
    _assert_is_the_exchange(record, as_list(home.get(history_key(record.api))))


@pytest.mark.parametrize("record", CONTINUED)
def test_there_and_back(record: Record) -> None:
    conversation = exchange(record)
    for other in corpus.APIS:
        if other != record.api:
            segue.encode(conversation, other)
    home = segue.encode(conversation, record.api).payload
    _assert_is_the_exchange(record, as_list(home.get(history_key(record.api))))


@pytest.mark.parametrize("record", CONTINUED)
def test_an_answer_reaches_every_other_api(record: Record) -> None:
    conversation = exchange(record)
    source = continued(record)
    for other in corpus.APIS:
        if other != record.api:
            converted = segue.encode(conversation, other)
            found = facts.compare(record.api, source, other, converted.payload, told_of_items(record, converted.report))
            assert found.all() == []


def _alone(record: Record) -> dict[str, Json]:
    return {history_key(record.api): answer(record)}


def _assert_is_the_exchange(record: Record, elements: list[Json]) -> None:
    asked, answered = history(record), answer(record)
    if not isinstance(record.request.get(history_key(record.api)), str):
        assert list(differences(asked, elements[: len(asked)])) == []
    assert replay_differences(answered, elements[len(elements) - len(answered) :]) == []
    assert facts.compare(record.api, continued(record), record.api, _in(record, elements), NOTHING_TOLD).missing == []


def _in(record: Record, elements: list[Json]) -> dict[str, Json]:
    return {**record.request, history_key(record.api): elements}
