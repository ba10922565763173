"""Recorded requests with the input that their providers counted, beside our estimate of it."""

from collections.abc import Iterator
from typing import NamedTuple

import segue
from segue.models import default_registry
from segue.tokens import Tokens, estimate

from .corpus import APIS, Record, accepted, self_contained
from .jsonish import Json, JsonObject, as_object, as_text, parse

_HIDDEN = {segue.ServerToolCall, segue.ServerToolResult, segue.Opaque, segue.Compaction}


class Counted(NamedTuple):
    """One request: what its provider counted, and what we estimate."""

    record: Record
    model: str
    family: str
    conversation: segue.Conversation
    actual: int
    estimated: Tokens

    @property
    def error(self) -> float:
        """How far the estimate is off, as a share of what was counted."""
        return abs(self.estimated.total - self.actual) / self.actual

    @property
    def plain(self) -> bool:
        """No tool that the provider runs itself: what it reads in between is counted too, and nobody else sees it."""
        blocks = (type(block) for message in self.conversation.messages for block in message.blocks)
        return _HIDDEN.isdisjoint(blocks) and all(tool.kind != "hosted" for tool in self.conversation.tools)

    @property
    def inside(self) -> bool:
        """Is what was counted within our range?"""
        return self.estimated.low <= self.actual <= self.estimated.high


def counted() -> Iterator[Counted]:
    """Every accepted, self-contained request whose provider said how long it was."""
    for api in APIS:
        for record in accepted(api):
            answers = list(_answers(record.response))
            actual = max((_input(answer) for answer in answers), default=0)
            if not actual or not self_contained(record):
                continue
            try:
                conversation = segue.decode(record.request, api=api)
            except segue.InvalidHistory:
                continue
            named = [as_text(record.request.get("model")), *(_author(answer) for answer in answers)]
            name = next((each for each in named if each), "")
            model = default_registry().model(name)
            yield Counted(record, model.id, model.family, conversation, actual, estimate(conversation, model))


def _answers(response: Json) -> Iterator[JsonObject]:
    """The objects that may hold a count: the answer, the events of a stream, and what the events wrap."""
    for value in response if isinstance(response, list) else [response]:
        found = as_object(parse(value) if isinstance(value, str) and value.startswith("{") else value)
        yield found
        yield as_object(found.get("response"))
        yield as_object(found.get("message"))


def _author(answer: JsonObject) -> str:
    return as_text(answer.get("modelVersion")) or as_text(answer.get("model"))


def _input(answer: JsonObject) -> int:
    usage = as_object(answer.get("usage")) or as_object(answer.get("usageMetadata"))
    for total in ("promptTokenCount", "prompt_tokens"):
        if total in usage:
            return _number(usage, total)
    cached = ("cache_read_input_tokens", "cache_creation_input_tokens")
    return _number(usage, "input_tokens") + sum(_number(usage, key) for key in cached)


def _number(usage: JsonObject, key: str) -> int:
    value = usage.get(key)
    return value if isinstance(value, int) else 0
