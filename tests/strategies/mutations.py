"""Valid requests with something wrong in them, as broken clients and damaged stores make them."""

import copy
from collections.abc import Callable, Iterator

from .pen import Pen
from .values import Json, JsonObject

Slot = tuple[Json, str | int]
"""A container and the key or index of one of its members."""

JUNK: tuple[Json, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    "junk",
    "\x00",
    "tool",
    "assistant",
    "data:image/png;base64,@@@",
    [],
    {},
    [[]],
    [None],
    ["junk"],
    [0],
    {"": None},
    {"type": "text"},
    {"type": "text", "text": None},
    {"type": None},
    {"type": 7},
    {"role": "user"},
    {"text": []},
)

Mutation = Callable[[Pen, Json, str | int], None]


def mutated(pen: Pen, request: JsonObject) -> JsonObject:
    """A copy with one to three things wrong."""
    broken = copy.deepcopy(request)
    for _ in range(pen.count(1, 3)):
        slots = list(_slots(broken))
        if not slots:
            break
        holder, key = pen.pick(slots)
        pen.pick(MUTATIONS)(pen, holder, key)
    return broken


def _slots(value: Json) -> Iterator[Slot]:
    if isinstance(value, dict):
        for key, member in value.items():
            yield value, key
            yield from _slots(member)
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield value, index
            yield from _slots(member)


def _get(holder: Json, key: str | int) -> Json:
    if isinstance(holder, dict) and isinstance(key, str):
        return holder[key]
    assert isinstance(holder, list)
    assert isinstance(key, int)
    return holder[key]


def _put(holder: Json, key: str | int, value: Json) -> None:
    match holder, key:
        case dict(), str():
            holder[key] = value
        case list(), int():
            holder[key] = value
        case _:
            raise TypeError(f"{key!r} is no member")


def _replace(pen: Pen, holder: Json, key: str | int) -> None:
    _put(holder, key, copy.deepcopy(pen.pick(JUNK)))


def _delete(pen: Pen, holder: Json, key: str | int) -> None:
    match holder, key:
        case dict(), str():
            del holder[key]
        case list(), int():
            del holder[key]
        case _:
            raise TypeError(f"{key!r} is no member")


def _duplicate(pen: Pen, holder: Json, key: str | int) -> None:
    member = copy.deepcopy(_get(holder, key))
    if isinstance(holder, list):
        holder.insert(pen.count(0, len(holder)), member)
    elif isinstance(holder, dict):
        holder[f"{key}_again"] = member


def _shuffle(pen: Pen, holder: Json, key: str | int) -> None:
    member = _get(holder, key)
    if isinstance(member, list):
        member.reverse()
    elif isinstance(holder, list) and isinstance(key, int):
        holder.insert(pen.count(0, len(holder) - 1), holder.pop(key))


def _rename(pen: Pen, holder: Json, key: str | int) -> None:
    if isinstance(holder, dict) and isinstance(key, str):
        holder[pen.pick(("type", "role", "content", "id", "text", f"{key}x"))] = holder.pop(key)


def _retype(pen: Pen, holder: Json, key: str | int) -> None:
    member = _get(holder, key)
    forms: tuple[Json, ...] = (
        [member],
        {"value": member},
        str(member)[:50],
        list(member.values()) if isinstance(member, dict) else None,
        dict(enumerate_as_text(member)) if isinstance(member, list) else None,
    )
    _put(holder, key, pen.pick(forms))


def enumerate_as_text(members: list[Json]) -> Iterator[tuple[str, Json]]:
    return ((str(index), member) for index, member in enumerate(members))


def _graft(pen: Pen, holder: Json, key: str | int) -> None:
    """A part of the value in place of the whole, or the whole again inside of itself."""
    member = _get(holder, key)
    inner = list(_slots(member))
    if inner and pen.chance(60):
        _put(holder, key, _get(*pen.pick(inner)))
    elif inner:
        _put(*pen.pick(inner), copy.deepcopy(member))


MUTATIONS: tuple[Mutation, ...] = (_replace, _delete, _duplicate, _shuffle, _rename, _retype, _graft)
