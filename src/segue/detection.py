"""Which API wrote this? Each API says what is its own; where nothing tells, nothing hangs on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import cache
from typing import Any, Final, TypeVar

from segue.apis import FOLDERS, codec
from segue.apis.codec import Codec, Wire
from segue.apis.reading import Wired, is_object, only_objects
from segue.errors import InvalidHistory

#: What a history without any evidence is taken for: plain words read the same in every API.
USUAL: Final = "openai-completions"

#: What most messages and items consist of. Who asks whose they are looks into none of these but into lists of parts.
_PLAIN_KEYS: Final = frozenset(
    {"role", "content", "parts", "tool_calls", "tool_call_id", "name"}
    | {"type", "id", "status", "call_id", "arguments", "output"}
)

Told = TypeVar("Told")


def api_of(value: object) -> str:
    """The API of an owned JSON value; InvalidHistory where the evidence points two ways, or nowhere."""
    found = evidence(value)
    if len(found) > 1:
        names = ", ".join(sorted(found))
        raise InvalidHistory(f"this could be {names}: say which with api=…")
    if found:
        return next(iter(found))
    if is_object(value) and not value.keys() & {"messages", "role", "content"}:
        keys = ", ".join(sorted(value)[:6]) or "no keys"
        raise InvalidHistory(f"expected a request, a message or an answer of a known API, got an object with {keys}")
    return USUAL


def evidence(value: object) -> frozenset[str]:
    """The APIs that something in this value belongs to, and to no other."""
    if isinstance(value, list):
        entries = only_objects(value)
        return frozenset[str]().union(*of_entries(entries))
    return _of_object(value) if is_object(value) else frozenset()


def of_entries(values: list[Any]) -> list[frozenset[str]]:
    """The evidence of each message or answer of a list; what may be of two APIs that look alike is of one of them."""
    found = _once_each(values, evidence)
    alike = _alike(frozenset[str]().union(*found), only_objects(values))
    if alike is None:
        return found
    loser, winner = alike
    return [(names - {loser}) | {winner} if loser in names else names for names in found]


def _once_each(values: list[Any], ask: Callable[[Any], Told]) -> list[Told]:
    """What is said of each message or answer: of those that look the same it is asked once."""
    known: dict[object, Told] = {}
    told: list[Told] = []
    for value in values:
        shape = _shape(value)
        if shape is None:
            told.append(ask(value))
            continue
        if shape not in known:
            known[shape] = ask(value)
        told.append(known[shape])
    return told


def _shape(value: Any) -> object:
    """All by which APIs tell their messages and items from others': keys, roles and types; None where they look on."""
    entry: Wired = value
    if type(entry) is not dict or not _is_plain(entry):
        return None
    shape: list[object] = [_word(entry.get("role")), _word(entry.get("type")), *entry, *map(type, entry.values())]
    content: list[Any] | None = entry.get("content")
    if type(content) is list:
        parts = only_objects(content)
        shape.append(frozenset([(_word(part.get("type")), *part, *map(type, part.values())) for part in parts]))
    return tuple(shape)


def _is_plain(entry: Wired) -> bool:
    return entry.keys() <= _PLAIN_KEYS and type(entry.get("output")) is not dict


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _of_object(value: Wired) -> frozenset[str]:
    answered = answer_api(value)
    if answered is not None:
        return frozenset({answered})
    requested = {api for api in FOLDERS if codec(api).claims_request(value)}
    held = value.keys() & _speakers()
    if not held or "role" in value:
        return _narrowed(requested or {api for api in FOLDERS if codec(api).claims_message(value)}, value)
    if len(requested) == 1 and _is_whole(value, next(iter(requested))):
        return frozenset(requested)
    found = set(requested)
    for key in held:
        for message in only_objects(value[key]):
            found.update(spoken.wire.api for spoken in _speakers()[key] if spoken.claims_message(message))
    return _narrowed(found, value, requested) or frozenset(api for api in FOLDERS if codec(api).may_be_request(value))


@cache
def _speakers() -> dict[str, list[Codec]]:
    """The APIs whose requests hold their messages under each key."""
    spoken: dict[str, list[Codec]] = {}
    for each in map(codec, FOLDERS):
        spoken.setdefault(each.wire.messages_key, []).append(each)
    return spoken


def _is_whole(body: Wired, claimed: str) -> bool:
    """Does the API that claims the request know all of its messages, and no API that looks like it claim one?

    A message holds what its reader would pass over where the API has not its key; parts of other kinds are carried,
    and told of.
    """
    wire = codec(claimed).wire
    alike = [other for other in _speakers()[wire.messages_key] if other.wire.resembles == claimed]
    if wire.message_keys is None and not alike:
        return True
    messages = only_objects(body.get(wire.messages_key))
    keys = set[str]().union(*messages)
    if wire.message_keys is not None and not keys <= wire.message_keys:
        return False
    return not any(any(map(other.claims_message, _telling(messages, keys, other.wire))) for other in alike)


def _telling(messages: list[Wired], keys: set[str], wire: Wire) -> list[Wired]:
    """The messages that an API may claim: those that hold parts, or all where there is a key of its own."""
    if keys & wire.telling_keys:
        return messages
    return [message for message in messages if type(message.get("content")) is list]


def _narrowed(found: set[str], value: Wired, requested: Container[str] = ()) -> frozenset[str]:
    alike = _alike(frozenset(found), [value], requested)
    return frozenset(found if alike is None else found - {alike[0]})


def _alike(found: frozenset[str], entries: list[Wired], requested: Container[str] = ()) -> tuple[str, str] | None:
    """Of two APIs that look alike, the one that these are not of, and the one that they are.

    The marks of the one that resembles the other decide, but where there is something that this one refuses. Where it
    claims the whole request too, that is for nobody to decide.
    """
    for api in found:
        wire = codec(api).wire
        if wire.resembles not in found:
            continue
        if api not in requested:
            refused = any(_is_refused(entry, wire) for entry in entries)
            return (api, wire.resembles) if refused else (wire.resembles, api)
        if not any(entry.keys() & wire.refused_keys for entry in entries):
            return wire.resembles, api
    return None


def _is_refused(value: Wired, wire: Wire) -> bool:
    """Is there a key in this request or message that the API has not, or a model that it does not serve?"""
    model = value.get("model")
    if wire.models and isinstance(model, str) and "role" not in value and not re.match(wire.models, model):
        return True
    if value.keys() & wire.refused_keys:
        return True
    messages = only_objects(value[wire.messages_key]) if wire.messages_key in value else [value]
    known = wire.message_keys or frozenset()
    return any("role" in message and not message.keys() <= known for message in messages)


@cache
def _answer_keys() -> frozenset[str]:
    return frozenset[str]().union(*(codec(api).wire.answer_keys for api in FOLDERS))


def answer_api(value: Wired) -> str | None:
    """The API whose answer this is, if it is one."""
    kind = value.get("type")
    if kind != "message" and ("role" in value or (kind is not None and _is_plain(value))):
        return None
    if _answer_keys().isdisjoint(value):
        return None
    writers = [api for api in FOLDERS if codec(api).writes_response(value)]
    alike = len(writers) > 1
    return next((api for api in writers if alike and codec(api).claims_response(value)), next(iter(writers), None))
