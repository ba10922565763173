"""A history as its provider takes it: what cannot be read is mended first, the rest on the way through the passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from segue.apis import codec
from segue.checking import Held, endpoint_for, held
from segue.conversation import Conversation
from segue.decoding import authored, decoded, unreadable
from segue.encoding import Converted, encoded
from segue.errors import InvalidHistory
from segue.handoff.handoff import Options
from segue.models import Endpoint, Registry
from segue.report import Change
from segue.sources import readable


def repaired(
    source: object,
    target: str | Endpoint,
    api: str | None,
    model: str | None,
    provider: str | None,
    options: Options,
    registry: Registry,
) -> Converted:
    """The request with its defects mended, and the report of what that took."""
    options = replace(options, mends=True)
    if isinstance(source, Conversation):
        return encoded(authored(source, api, model, provider), target, options)
    value, faults = readable(source)
    changes = [Change("rewritten", fault.path, fault.kind, fault.mended, fault.rule) for fault in faults]
    request = held(value, api)
    if request is None:
        return encoded(decoded(value, api, model, provider), target, options)
    if isinstance(target, str) and target == request.api:
        target = endpoint_for(target, request.body, registry) or target
    if model is None and isinstance(target, Endpoint) and target.api == request.api:
        # Who repairs a provider's own history for that provider has no other author in mind.
        model, provider = target.model, target.provider
    conversation = _read(value, request, model, provider, changes)
    options = replace(options, complete=request.whole)
    converted = encoded(conversation, target, options, None if request.whole else "$")
    return converted.after(changes) if changes else converted


def _read(value: Any, request: Held, model: str | None, provider: str | None, changes: list[Change]) -> Conversation:
    """The conversation; only what cannot be read as it stands is looked for what is wrong with it."""
    if request.whole:
        try:
            return decoded(value, request.api, model, provider)
        except InvalidHistory:
            pass
    mended = _readable_messages(value, request, changes)
    return decoded(mended, request.api, model, provider, lenient=True)


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
