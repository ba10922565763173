"""A history as its provider takes it: what cannot be read is mended first, the rest on the way through the passes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from segue.apis import codec
from segue.checking import Held, endpoint_for, held
from segue.conversation import Conversation
from segue.decoding import decoded, unreadable
from segue.encoding import Converted, encoded
from segue.errors import InvalidHistory
from segue.handoff.handoff import Options
from segue.models import Endpoint
from segue.report import Change
from segue.sources import owned, plain_json

_LONE = re.compile("[\ud800-\udfff]")


def repaired(
    source: object, target: str | Endpoint, api: str | None, model: str | None, provider: str | None, options: Options
) -> Converted:
    """The request with its defects mended, and the report of what that took."""
    options = replace(options, mends=True)
    if isinstance(source, Conversation):
        return encoded(source, target, options)
    changes: list[Change] = []
    value = _readable_json(source, changes)
    request = held(value, api)
    if request is None:
        return encoded(decoded(value, api, model, provider), target, options)
    if isinstance(target, str) and target == request.api:
        target = endpoint_for(target, request.body) or target
    value = _readable_messages(value, request, changes)
    if model is None and isinstance(target, Endpoint) and target.api == request.api:
        # Who repairs a provider's own history for that provider has no other author in mind.
        model, provider = target.model, target.provider
    conversation = decoded(value, request.api, model, provider, lenient=True)
    options = replace(options, complete=request.whole)
    converted = encoded(conversation, target, options, None if request.whole else "$")
    return converted.after(changes) if changes else converted


def _readable_json(source: object, changes: list[Change]) -> Any:
    try:
        return owned(source)
    except InvalidHistory as error:
        if error.rule not in ("U-1", "U-3"):
            raise
    return owned(_without_faults(plain_json(source), "$", changes))


def _without_faults(value: Any, path: str, changes: list[Change]) -> Any:
    """The value with U+FFFD for half characters, and null for what is no number."""
    given: dict[str, Any] | list[Any] | str | float | None = value
    if isinstance(given, str):
        return _whole_characters(given, path, changes)
    if isinstance(given, float) and not math.isfinite(given):
        changes.append(Change("rewritten", path, "Number", f"{given!r} is no number of JSON: it is null", "U-3"))
        return None
    if isinstance(given, dict):
        return {
            _whole_characters(key, path, changes): _without_faults(item, f"{path}.{key}", changes)
            for key, item in given.items()
        }
    if isinstance(given, list):
        return [_without_faults(item, f"{path}[{index}]", changes) for index, item in enumerate(given)]
    return given


def _whole_characters(text: str, path: str, changes: list[Change]) -> str:
    if text.isascii() or not _LONE.search(text):
        return text
    changes.append(Change("rewritten", path, "Text", "half a character becomes U+FFFD", "U-1"))
    return _LONE.sub("\ufffd", text)


def _readable_messages(value: Any, request: Held, changes: list[Change]) -> Any:
    """The source with those of its messages mended that could not be read."""
    faults = unreadable(request.body, request.api, request.root)
    if not faults:
        return value
    spoken = codec(request.api)
    key = spoken.wire.messages_key
    messages: list[Any] = list(request.body[key])
    for fault in faults:
        index = int(fault.path.removeprefix(f"{request.root}[").partition("]")[0])
        note = _noting(f"{request.root}[{index}]", changes)
        messages[index] = spoken.mend(messages, index, note)
    return {**request.body, key: messages} if request.whole else messages


def _noting(root: str, changes: list[Change]) -> Callable[[str, str, str, str], None]:
    def note(below: str, block: str, why: str, rule: str) -> None:
        changes.append(Change("rewritten", f"{root}{below}", block, why, rule))

    return note
