"""Sound requests, broken as sessions break them: messages lost, repeated, exchanged, their parts gone or renamed.

Every message is still of the form that its API gives it: what is wrong is how they stand together.
"""

import copy
from collections.abc import Callable, Iterator

from . import VOCABULARIES
from .pen import Pen
from .values import Json, JsonObject

#: The keys that hold the id of a call, on the call and on its result.
_IDS = frozenset({"id", "tool_call_id", "tool_use_id", "call_id"})


def broken(pen: Pen, api: str, request: JsonObject) -> JsonObject:
    """A copy with one to three breaches of order."""
    damaged = copy.deepcopy(request)
    history = damaged[VOCABULARIES[api].history]
    assert isinstance(history, list)
    for _ in range(pen.count(1, 3)):
        if len(history) > 1:
            pen.pick(BREACHES)(pen, history)
    return damaged


def _lose(pen: Pen, history: list[Json]) -> None:
    del history[pen.count(0, len(history) - 1)]


def _repeat(pen: Pen, history: list[Json]) -> None:
    at = pen.count(0, len(history) - 1)
    history.insert(pen.count(0, len(history)), copy.deepcopy(history[at]))


def _exchange(pen: Pen, history: list[Json]) -> None:
    one, other = pen.count(0, len(history) - 1), pen.count(0, len(history) - 1)
    history[one], history[other] = history[other], history[one]


def _cut(pen: Pen, history: list[Json]) -> None:
    """A window that slides over the history, as clients cut it that count tokens."""
    del history[: pen.count(1, len(history) - 1)]


def _interrupt(pen: Pen, history: list[Json]) -> None:
    del history[pen.count(1, len(history) - 1) :]


def _lose_a_part(pen: Pen, history: list[Json]) -> None:
    held = [parts for parts in _lists(history) if parts]
    if held:
        parts = pen.pick(held)
        del parts[pen.count(0, len(parts) - 1)]


def _rename(pen: Pen, history: list[Json]) -> None:
    """The id of one call or result is no longer that of the other."""
    holders = [value for value in _objects(history) if _IDS & value.keys()]
    if holders:
        holder = pen.pick(holders)
        key = pen.pick(sorted(_IDS & holder.keys()))
        holder[key] = pen.pick(("call_elsewhere", "functions.elsewhere:0", "c" * 70))


BREACHES: tuple[Callable[[Pen, list[Json]], None], ...] = (
    _lose,
    _repeat,
    _exchange,
    _cut,
    _interrupt,
    _lose_a_part,
    _rename,
)


def _objects(value: Json) -> Iterator[JsonObject]:
    if isinstance(value, dict):
        yield value
        for member in value.values():
            yield from _objects(member)
    elif isinstance(value, list):
        for member in value:
            yield from _objects(member)


def _lists(history: list[Json]) -> Iterator[list[Json]]:
    """The content lists of messages, and their calls."""
    for message in history:
        if isinstance(message, dict):
            yield from (member for member in message.values() if isinstance(member, list))
