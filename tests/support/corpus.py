"""Recorded traffic: what providers really were sent, and what they answered.

The recordings are not part of the project. `SEGUE_CORPUS` names their folder; without them, the tests that need them
are skipped.
"""

import gzip
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .jsonish import Json, JsonObject, as_object, as_text, objects, parse

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

#: The APIs that were recorded under a name of their own.
RECORDED = (
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "google-generative-ai",
    "bedrock-converse",
)

#: What Mistral's own API was sent is recorded as the chat completions that it looks like.
WITHIN = {"mistral": ("openai-completions", "mistral")}

APIS = (*RECORDED, *WITHIN)

CHECKOUT = Path(__file__).resolve().parents[2]

HELD_BY_THE_SERVER = ("previous_response_id", "conversation", "prompt", "thread", "cachedContent", "cached_content")


@dataclass(frozen=True)
class Record:
    id: str
    source: str
    provider: str
    api: str
    status: int
    stream: bool
    response_kind: str
    request: JsonObject
    response: Json


def folder() -> Path:
    return Path(os.environ.get("SEGUE_CORPUS") or CHECKOUT.parent / "shared" / "corpus")


@cache
def records(api: str) -> tuple[Record, ...]:
    """All recordings of one wire API; none where the recordings are not at hand."""
    if api in WITHIN:
        recorded, provider = WITHIN[api]
        return tuple(replace(record, api=api) for record in records(recorded) if record.provider == provider)
    path = folder() / f"{api}.jsonl.gz"
    if not path.is_file():
        return ()
    with gzip.open(path, "rb") as lines:
        return tuple(_record(as_object(parse(line))) for line in lines)


def accepted(api: str) -> list[Record]:
    return [record for record in records(api) if 200 <= record.status < 300]


def refused(api: str) -> list[Record]:
    """Requests that the provider did not take, whatever the reason."""
    return [record for record in records(api) if record.status >= 400]


def answered(api: str) -> list[Record]:
    """Accepted requests whose answer came whole."""
    return [record for record in accepted(api) if record.response_kind == "json" and isinstance(record.response, dict)]


def self_contained(record: Record) -> bool:
    """Whether the request holds all of its conversation, so that another provider can continue it."""
    if any(record.request.get(key) for key in HELD_BY_THE_SERVER):
        return False
    elements = [item for key in ("input", "messages") for _, item in objects(record.request.get(key), key)]
    blocks = [block for element in elements for _, block in objects(element.get("content"), "content")]
    return not any(_stands_for_what_is_elsewhere(element) for element in [*elements, *blocks])


def parameters(*apis: str, where: Callable[[Record], bool] | None = None) -> "list[ParameterSet]":
    """Accepted records as parameters of a test, or one skipped parameter that says what is missing."""
    found = [record for api in apis for record in accepted(api) if where is None or where(record)]
    return as_parameters(found)


def as_parameters(found: list[Record]) -> "list[ParameterSet]":
    if found:
        return [pytest.param(record, id=f"{record.api}-{record.id}") for record in found]
    reason = f"no recorded traffic in {folder()}: set SEGUE_CORPUS to the folder that holds it"
    return [pytest.param(None, id="no-recordings", marks=pytest.mark.skip(reason=reason))]


def _stands_for_what_is_elsewhere(value: JsonObject) -> bool:
    kind = value.get("type")
    if kind == "item_reference" or set(value) == {"id"}:
        return True
    return kind == "compaction" and bool(value.get("encrypted_content")) and not value.get("content")


def _record(line: JsonObject) -> Record:
    status = line["status"]
    return Record(
        id=as_text(line["id"]),
        source=as_text(line["source"]),
        provider=as_text(line["provider"]),
        api=as_text(line["api"]),
        status=status if isinstance(status, int) else 0,
        stream=line["stream"] is True,
        response_kind=as_text(line["response_kind"]),
        request=as_object(line["request"]),
        response=line["response"],
    )
