"""Which API wrote this? Each API says what is its own; where nothing tells, nothing hangs on it."""

from __future__ import annotations

from itertools import chain
from typing import Final

from segue.apis import FOLDERS, codec
from segue.apis.codec import Codec
from segue.apis.reading import Wired, is_object, only_objects
from segue.errors import InvalidHistory

#: What a history without any evidence is taken for: plain words read the same in every API.
USUAL: Final = "openai-completions"


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
        return frozenset[str]().union(*map(evidence, only_objects(value)))
    return _of_object(value) if is_object(value) else frozenset()


def _of_object(value: Wired) -> frozenset[str]:
    answered = answer_api(value)
    if answered is not None:
        return frozenset({answered})
    requested = {api for api in FOLDERS if codec(api).claims_request(value)}
    held = {codec(api).wire.messages_key for api in FOLDERS} & value.keys()
    if not held or "role" in value:
        return frozenset(requested or (api for api in FOLDERS if codec(api).claims_message(value)))
    if len(requested) == 1 and not _is_contradicted(value, codec(next(iter(requested)))):
        return frozenset(requested)
    for key in held:
        for message in only_objects(value[key]):
            requested.update(api for api in _speakers(key) if codec(api).claims_message(message))
    return frozenset(requested or (api for api in FOLDERS if codec(api).may_be_request(value)))


def _is_contradicted(body: Wired, claimed: Codec) -> bool:
    """Does a message hold what its reader would pass over? Parts of other kinds are carried, and told of."""
    known = claimed.wire.message_keys
    if known is None:
        return False
    messages = only_objects(body.get(claimed.wire.messages_key))
    return not known.issuperset(chain.from_iterable(messages))


def _speakers(messages_key: str) -> list[str]:
    """The APIs whose requests hold their messages under this key."""
    return [api for api in FOLDERS if codec(api).wire.messages_key == messages_key]


def answer_api(value: Wired) -> str | None:
    """The API whose answer this is, if it is one."""
    if "role" in value and value.get("type") != "message":
        return None
    return next((api for api in FOLDERS if codec(api).writes_response(value)), None)
