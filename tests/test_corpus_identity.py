"""L1 over recorded traffic: a request that goes back to its own API is the request that came."""

import json

import pytest

import segue
from support import corpus
from support.corpus import Record
from support.jsonish import Json, parse
from support.sameness import differences

RECORDS = corpus.parameters(*corpus.APIS)


@pytest.mark.parametrize("record", RECORDS)
def test_identity(record: Record) -> None:
    converted = segue.convert(record.request, to=record.api, api=record.api)
    assert list(differences(record.request, converted.payload)) == []
    assert converted.report.changes == ()


@pytest.mark.parametrize("record", RECORDS)
def test_identity_of_bytes(record: Record) -> None:
    body = json.dumps(record.request, ensure_ascii=False).encode()
    converted = segue.convert(body, to=record.api, api=record.api)
    assert list(differences(record.request, parse(converted.json()))) == []


@pytest.mark.parametrize("record", corpus.parameters(*corpus.RECORDED))
def test_the_api_is_recognised(record: Record) -> None:
    assert segue.detect(record.request) == record.api
    assert segue.detect(json.dumps(record.request)) == record.api


@pytest.mark.parametrize("record", RECORDS)
def test_the_source_is_left_alone(record: Record) -> None:
    before: Json = parse(json.dumps(record.request))
    converted = segue.convert(record.request, to=record.api, api=record.api)
    converted.payload.clear()
    assert list(differences(before, record.request)) == []
