"""What nobody has heard of, in recorded requests: it survives at home, breaks nothing elsewhere, and is told of."""

import pytest

import segue
from support import corpus, facts
from support.corpus import Record
from support.injection import everything_unknown, unknown_elements
from support.sameness import differences

RECORDS = corpus.parameters(*corpus.APIS, where=corpus.self_contained)


@pytest.mark.parametrize("record", RECORDS)
def test_the_unseen_survives_at_home(record: Record) -> None:
    request = everything_unknown(record.api, record.request)
    converted = segue.convert(request, to=record.api, api=record.api)
    assert list(differences(request, converted.payload)) == []


@pytest.mark.parametrize("record", RECORDS)
def test_the_unseen_is_told_of_elsewhere(record: Record) -> None:
    elements = list(unknown_elements(record.api, record.request))[:3]
    for injection in elements:
        for other in corpus.APIS:
            if other != record.api:
                converted = segue.convert(injection.request, to=other, api=record.api)
                found = facts.missing(record.api, injection.request, other, converted.payload, converted.report)
                assert found == []


@pytest.mark.parametrize("record", RECORDS)
def test_the_unseen_breaks_no_conversion(record: Record) -> None:
    request = everything_unknown(record.api, record.request)
    for other in corpus.APIS:
        if other != record.api:
            segue.convert(request, to=other, api=record.api)
