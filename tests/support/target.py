"""Whom a recorded request was sent to."""

import segue

from .corpus import Record


def target_of(record: Record) -> str | segue.Endpoint:
    """The model that it was sent to, where its name tells; else whoever speaks the API."""
    model = record.request.get("model")
    try:
        endpoint = segue.endpoint(f"{record.provider}/{model}")
        return endpoint if endpoint.api == record.api else segue.endpoint(endpoint, api=record.api)
    except segue.UsageError:
        return record.api
