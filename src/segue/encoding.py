"""A conversation → a request body, and the report of what that took."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from segue.apis import codec
from segue.apis.reading import inside
from segue.apis.writing import Writing
from segue.conversation import Conversation
from segue.errors import InvalidHistory
from segue.handmade import checked_types
from segue.handoff.handoff import Options
from segue.handoff.pipeline import hand_over, refuse_server_state
from segue.handoff.unset import unset
from segue.jsontext import copy, encode_bytes, first_fault
from segue.models import Endpoint
from segue.report import Change, Report
from segue.rules import Audience, rule_for

_AS_IT_IS = Options()


class Converted:
    """A request body for the target, and what it took to make it."""

    def __init__(
        self,
        body: dict[str, Any],
        report: Callable[[], Report],
        conversation: Conversation,
        endpoint: Endpoint | None,
        lent: str | None = None,
    ) -> None:
        self.conversation = conversation
        self.endpoint = endpoint
        self._body = body
        self._report = report
        self._lent = lent

    @cached_property
    def payload(self) -> dict[str, Any]:
        """The body, to be changed and posted: nothing in it is the conversation's."""
        if self._lent is not None:
            self._body[self._lent] = copy(self._body[self._lent])
        return self._body

    @cached_property
    def report(self) -> Report:
        """What is not in the payload as it was in the source."""
        return self._report()

    def after(self, changes: Iterable[Change]) -> Converted:
        """The same, after changes that were made before."""
        before = tuple(changes)

        def report() -> Report:
            found = self.report
            return replace(found, changes=(*before, *found.changes))

        return Converted(self.payload, report, self.conversation, self.endpoint)

    def json(self) -> bytes:
        """The body as the bytes to post, with what was changed in the payload or put in its place."""
        body: dict[str, Any] = vars(self).get("payload", self._body)
        try:
            return encode_bytes(body)
        except (UnicodeEncodeError, TypeError, RecursionError) as error:
            raise first_fault(body) or InvalidHistory(str(error)) from error

    def __repr__(self) -> str:
        return f"<converted to {self.endpoint or 'a bare API'}: {len(self.report.changes)} changes>"


def encoded(conversation: Conversation, target: str | Endpoint, options: Options, root: str | None = None) -> Converted:
    """Write a conversation that anybody may have made; ``root`` is where its messages stood in the source."""
    return written(checked_types(conversation), target, options, root)


def written(conversation: Conversation, target: str | Endpoint, options: Options, root: str | None = None) -> Converted:
    """Write a conversation for an API or an endpoint."""
    api = target if isinstance(target, str) else target.api
    endpoint = None if isinstance(target, str) else target
    spoken = codec(api)
    native = conversation.native
    source = codec(native.api).wire if native is not None else None
    writing = Writing(
        api, endpoint, conversation, root or (f"$.{source.messages_key}" if source else "$.messages"), place_in
    )
    writing.mends = options.mends
    untouched = False
    if endpoint is None and (options.usual or options == _AS_IT_IS) and _is_native(conversation, writing):
        options = replace(options, strategy="full", usual=False)
        untouched = options == _AS_IT_IS
    writing.untouched = untouched
    if source is not None:
        writing.setting_paths = source.setting_paths
        writing.system_path = source.system_path
        writing.tool_place = codec(source.api).tool_place
        writing.says_json = source.json_word
        if source.api != api:
            refuse_server_state(conversation, source)
            _tell_leftovers(conversation, writing)
    pending: tuple[str, ...] = ()
    try:
        if untouched:
            body = spoken.write_request(conversation, enumerate(conversation.messages), writing)
        else:
            prepared, items, pending = hand_over(conversation, writing, spoken.wire, options)
            body = spoken.write_request(prepared, items, writing)
            unset(body, writing)
    except RecursionError as error:
        raise InvalidHistory("nested too deeply") from error
    audience = Audience.of(endpoint) if endpoint is not None else Audience(api)
    lent = spoken.wire.messages_key if writing.lends else None
    return Converted(body, lambda: Report(_as_demanded(writing, audience), pending), conversation, endpoint, lent)


def _is_native(conversation: Conversation, writing: Writing) -> bool:
    if conversation.native is not None and conversation.native.api != writing.api:
        return False
    return all(map(writing.is_native, conversation.messages))


def _as_demanded(writing: Writing, audience: Audience) -> tuple[Change, ...]:
    """The changes, with the ids under which the target itself makes the demands."""
    own: dict[str, str] = {}
    changes = writing.changes()
    for name in {change.rule for change in changes if change.rule is not None}:
        rule = rule_for(name, audience)
        own[name] = name if rule is None else rule.id
    return tuple(replace(each, rule=own[each.rule]) if each.rule else each for each in changes)


def place_in(api: str, value: Any, ordinal: int) -> str:
    """The path of the n-th block below the element of an API that it was read from."""
    return codec(api).place(value, ordinal)


def _tell_leftovers(conversation: Conversation, writing: Writing) -> None:
    """What a request asked for beside its history and in no other API's words stays behind, and is told."""
    native = conversation.native
    if native is None:
        return
    source = codec(native.api).wire
    for key, value in native.value.items():
        if key in source.setting_keys or key in source.plumbing or value is None or value in ([], {}, "", False):
            continue
        known = {name.partition(".")[2] for name in source.setting_keys if name.startswith(f"{key}.")}
        unread = [f".{name}" for name in inside(value) if name not in known] if known else [""]
        for below in unread:
            writing.drop(f"$.{key}{below}", "Setting", f"only {native.api} knows it")
