"""A Chat Completions request as its rules look at it: its parts and calls, and what answers what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from types import NoneType
from typing import Any, Final, NamedTuple

from segue.apis.openai_completions.wire import WIRE
from segue.apis.reading import Wired
from segue.rules.look import Look, Spot, listed
from segue.rules.rule import Audience


class Exchange(NamedTuple):
    """A message, and the tool messages directly behind it; there is none before a history that begins with results."""

    said: Spot | None
    calls: list[Spot]
    results: list[Spot]


_PLAIN_FIELDS: Final = frozenset({"role", "content", "tool_calls", "tool_call_id"})


class CompletionsLook(Look):
    """Beside parts, which are of the kinds that they say, there are those of the kind ``tool_call``."""

    def __init__(self, body: Wired, audience: Audience, root: str, *, whole: bool) -> None:
        super().__init__(body, WIRE.messages_key, audience, root, whole=whole)

    @staticmethod
    def are_plain(messages: Iterable[Wired], odd: list[Wired]) -> bool:
        """Words, and calls of functions whose arguments are text."""
        if not _PLAIN_FIELDS.issuperset(chain.from_iterable(odd)):
            return False
        if not {type(message.get("content")) for message in odd} <= {str, NoneType}:
            return False
        for message in odd:
            calls: list[Wired] = message.get("tool_calls") or []
            for call in calls:
                if call.get("type") != "function" or type(call["function"].get("arguments")) is not str:
                    return False
        return True

    def parts(self) -> Iterator[tuple[str, Spot]]:
        """Every part of every content list, and every call."""
        for path, index, message in self.messages:
            if isinstance(message.get("content"), list):
                for spot in listed(message, "content", path, index):
                    yield str(spot.value.get("type")), spot
            if "tool_calls" in message:
                for spot in listed(message, "tool_calls", path, index):
                    yield "tool_call", spot

    def role_at(self, spot: Spot) -> Any:
        """The role of the message that something stands in."""
        return self.body[WIRE.messages_key][spot.message].get("role")

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """What was called, and what stands directly behind it; only where there is either."""
        exchanges: list[Exchange] = []
        before = Exchange(None, [], [])
        for spot in self.messages:
            message = spot.value
            if message.get("role") == "tool":
                if not before.results and not before.calls:
                    exchanges.append(before)
                before.results.append(spot)
            else:
                before = Exchange(spot, [], [])
                if "tool_calls" in message:
                    before.calls.extend(listed(message, "tool_calls", spot.path, spot.message))
                    if before.calls:
                        exchanges.append(before)
        return exchanges

    @cached_property
    def tools(self) -> list[Spot]:
        """The tool definitions."""
        return list(listed(self.body, "tools", "$")) if self.whole else []


def is_openais(audience: Audience) -> bool:
    """Is it OpenAI who takes it, or nobody in particular? Other hosts were not all seen to refuse what it refuses."""
    return audience.provider in (None, "openai", "azure")
