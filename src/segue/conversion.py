"""The front door: read anything, write it for anyone, and say what changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

from segue.apis import codec
from segue.apis.codec import Author, Codec
from segue.apis.reading import inside
from segue.apis.writing import Writing
from segue.conversation import Conversation, Message
from segue.detection import answer_api, api_of, evidence
from segue.errors import InvalidHistory, UsageError, expected
from segue.handoff.handoff import OrphanPolicy, ThinkingForm
from segue.handoff.pipeline import hand_over, refuse_server_state
from segue.jsontext import encode_bytes, first_fault
from segue.models import Endpoint, infer_provider, resolve
from segue.report import Report
from segue.sources import owned

THINKING: tuple[ThinkingForm, ...] = ("native", "text", "tagged", "drop")
ORPHANS: tuple[OrphanPolicy, ...] = ("synthesize", "drop", "error")


class Converted:
    """A request body for the target, and what it took to make it."""

    def __init__(
        self,
        payload: dict[str, Any],
        report: Callable[[], Report],
        conversation: Conversation,
        endpoint: Endpoint | None,
    ) -> None:
        self.payload = payload
        self.conversation = conversation
        self.endpoint = endpoint
        self._report = report

    @cached_property
    def report(self) -> Report:
        """What is not in the payload as it was in the source."""
        return self._report()

    def json(self) -> bytes:
        """The body as the bytes to post."""
        try:
            return encode_bytes(self.payload)
        except (UnicodeEncodeError, TypeError, RecursionError) as error:
            raise first_fault(self.payload) or InvalidHistory(str(error)) from error

    def __repr__(self) -> str:
        return f"<converted to {self.endpoint or 'a bare API'}: {len(self.report.changes)} changes>"


def convert(
    source: object,
    to: str | Endpoint,
    *,
    api: str | None = None,
    source_model: str | None = None,
    source_provider: str | None = None,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
) -> Converted:
    """Convert a history to what another API, or another model, takes.

    ``api`` is the source's API where it does not show, ``source_model`` who wrote the assistant's messages.

    >>> convert([{"role": "user", "content": "Hi"}], "google-generative-ai").payload
    {'contents': [{'role': 'user', 'parts': [{'text': 'Hi'}]}]}
    """
    if isinstance(source, Conversation):
        return encode(source, to, thinking=thinking, orphans=orphans)
    _check_options(thinking, orphans)
    target = _target(to)
    value = owned(source)
    conversation = _decoded(value, api, source_model, source_provider)
    root = "$" if isinstance(value, list) else None
    return _encoded(conversation, target, thinking, orphans, root)


def encode(
    conversation: Conversation,
    to: str | Endpoint,
    *,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
) -> Converted:
    """Write a conversation for an API or a model."""
    _check_options(thinking, orphans)
    return _encoded(conversation, _target(to), thinking, orphans, None)


def decode(
    source: object, *, api: str | None = None, source_model: str | None = None, source_provider: str | None = None
) -> Conversation:
    """Read a request body, a list of messages, an answer, a list of both, SDK objects, or JSON text of these."""
    if isinstance(source, Conversation):
        return source
    return _decoded(owned(source), api, source_model, source_provider)


def decode_response(
    response: object, *, api: str | None = None, source_model: str | None = None, source_provider: str | None = None
) -> Message:
    """Read a provider's answer as the message that continues the conversation."""
    value: dict[str, Any] | None = owned(response)
    if not isinstance(value, dict):
        raise expected("an answer of a known API", value)
    model, provider = _named(source_model, source_provider)
    try:
        return _answer(value, api or answer_api(value) or api_of(value), model, provider)
    except RecursionError as error:
        raise InvalidHistory("nested too deeply") from error


def detect(source: object) -> str | None:
    """Which API wrote this, or None. Never raises."""
    if isinstance(source, Conversation):
        return source.native.api if source.native else None
    try:
        found = evidence(value := owned(source))
        if found:
            return next(iter(found)) if len(found) == 1 else None
        api = api_of(value)
        _decoded(value, api, None, None)
    except InvalidHistory:
        return None
    return api


def _check_options(thinking: str | None, orphans: str | None) -> None:
    for name, value, valid in (("thinking", thinking, THINKING), ("orphans", orphans, ORPHANS)):
        if value is not None and value not in valid:
            raise UsageError(f"unknown {name}={value!r}: use one of {', '.join(valid)}")


def _target(to: object) -> str | Endpoint:
    if isinstance(to, Endpoint):
        return to
    if isinstance(to, str):
        return _named_target(to)
    raise UsageError(f"expected an API, a model or an Endpoint to convert to, got {type(to).__name__}")


@lru_cache(maxsize=256)
def _named_target(to: str) -> str | Endpoint:
    """What a name stands for; the rows that say so do not change while a program runs."""
    return resolve(to)


# Reading.


def _decoded(
    value: list[Any] | dict[str, Any] | None, api: str | None, model: str | None, provider: str | None
) -> Conversation:
    model, provider = _named(model, provider)
    if api is not None:
        codec(api)  # an unknown name is a usage error, whatever the data is
    try:
        if isinstance(value, list):
            return _list(value, api, model, provider)
        if isinstance(value, dict):
            return _object(value, api, model, provider)
    except RecursionError as error:
        raise InvalidHistory("nested too deeply") from error
    raise expected("a request, a list of messages or an answer", value)


def _object(value: dict[str, Any], api: str | None, model: str | None, provider: str | None) -> Conversation:
    found = api or api_of(value)
    spoken = codec(found)
    if spoken.writes_response(value):
        return Conversation((_answer(value, found, model, provider),))
    if spoken.wire.messages_key in value or not _is_message(value, spoken):
        conversation = spoken.read_request(value, _author(found, model, provider))
    else:
        conversation = Conversation(tuple(spoken.read_messages([value], _author(found, model, provider))))
    if not conversation.messages and not conversation.native:
        raise InvalidHistory("there are no messages in it")
    if not conversation.messages and not _holds_elsewhere(value, spoken):
        raise InvalidHistory(
            f"expected messages, got none: {found} refuses an empty history", f"$.{spoken.wire.messages_key}"
        )
    return conversation


def _is_message(value: dict[str, Any], spoken: Codec) -> bool:
    return "role" in value or "type" in value or "parts" in value


def _holds_elsewhere(value: dict[str, Any], spoken: Codec) -> bool:
    return any(value.get(key) for key in spoken.wire.server_state)


def _list(values: list[Any], api: str | None, model: str | None, provider: str | None) -> Conversation:
    """A list of messages, with answers among them where people kept those as they came."""
    if not values:
        raise InvalidHistory("expected a list of messages, got an empty list")
    apis = _apis_of_elements(values, api)
    messages: list[Message] = []
    at = 0
    while at < len(values):
        spoken = codec(apis[at])
        if _answers(values[at], spoken):
            try:
                messages.append(_answer(values[at], apis[at], model, provider))
            except InvalidHistory as error:
                raise error.under(f"$[{at}]") from error.__cause__
            at += 1
            continue
        end = at + 1
        while end < len(values) and apis[end] == apis[at] and not _answers(values[end], spoken):
            end += 1
        messages += _run(values, at, end, spoken, _author(apis[at], model, provider))
        at = end
    return Conversation(tuple(messages))


def _answers(value: Any, spoken: Codec) -> bool:
    return spoken.writes_response(inside(value))


def _run(values: list[Any], start: int, end: int, spoken: Codec, author: Author) -> list[Message]:
    """Neighbours of one API are read together: ids that are not written belong to calls by their order."""
    if start == 0:
        run = values if end == len(values) else values[:end]
        try:
            return spoken.read_messages(run, author)
        except InvalidHistory as error:
            raise error.under("$") from error.__cause__
    try:
        return spoken.read_messages(values[start:end], author)
    except InvalidHistory as error:
        ordinal, _, rest = error.path.removeprefix("$[").partition("]")
        raise InvalidHistory(
            error.message, f"$[{start + int(ordinal)}]{rest}", rule=error.rule, exact=error.exact
        ) from error


def _apis_of_elements(values: list[Any], api: str | None) -> list[str]:
    """The API of each element: its own evidence, or that of the element before it, or of the first that has any."""
    if api is not None:
        answers = (answer_api(inside(value)) for value in values)
        return [answered or api for answered in answers]
    found = [evidence(value) for value in values]
    for index, names in enumerate(found):
        if len(names) > 1:
            candidates = ", ".join(sorted(names))
            raise InvalidHistory(f"this could be {candidates}: say which with api=…", f"$[{index}]")
    current = next((next(iter(names)) for names in found if names), api_of([]))
    apis: list[str] = []
    for names in found:
        current = next(iter(names)) if names else current
        apis.append(current)
    return apis


def _author(api: str, model: str | None, provider: str | None) -> Author:
    """Who wrote a bare history: the API that it is written in, unless somebody says more."""
    return Author(provider or (infer_provider(api, model) if model else None), api, model)


def _named(model: str | None, provider: str | None) -> tuple[str | None, str | None]:
    """``source_model`` may name its provider too: "anthropic/claude-opus-5"."""
    if model is None or provider is not None or "/" not in model:
        return model, provider
    try:
        named = resolve(model)
    except UsageError:
        return model, provider
    return (named.model, named.provider) if isinstance(named, Endpoint) else (model, provider)


def _answer(body: dict[str, Any], api: str, model: str | None, provider: str | None) -> Message:
    """An answer says who wrote it."""
    said = body.get("model") or body.get("modelVersion") or body.get("model_version")
    author = _author(api, model or (said if isinstance(said, str) else None), provider)
    return codec(api).read_response(body, author)


# Writing.


def _encoded(
    conversation: Conversation,
    target: str | Endpoint,
    thinking: ThinkingForm | None,
    orphans: OrphanPolicy | None,
    root: str | None,
) -> Converted:
    api = target if isinstance(target, str) else target.api
    endpoint = None if isinstance(target, str) else target
    spoken = codec(api)
    native = conversation.native
    source = codec(native.api).wire if native is not None else None
    writing = Writing(
        api, endpoint, conversation, root or (f"$.{source.messages_key}" if source else "$.messages"), _place
    )
    untouched = endpoint is None and thinking in (None, "native") and _is_native(conversation, writing)
    writing.untouched = untouched
    if source is not None:
        writing.setting_paths = source.setting_paths
        writing.says_json = source.json_word
        if source.api != api:
            refuse_server_state(conversation, source)
            _tell_leftovers(conversation, writing)
    pending: tuple[str, ...] = ()
    try:
        if untouched:
            payload = spoken.write_request(conversation, enumerate(conversation.messages), writing)
        else:
            prepared, items, pending = hand_over(
                conversation, writing, spoken.wire, thinking=thinking or "native", orphans=orphans or "synthesize"
            )
            payload = spoken.write_request(prepared, items, writing)
    except RecursionError as error:
        raise InvalidHistory("nested too deeply") from error
    return Converted(payload, lambda: Report(writing.changes(), pending), conversation, endpoint)


def _is_native(conversation: Conversation, writing: Writing) -> bool:
    if conversation.native is not None and conversation.native.api != writing.api:
        return False
    return all(map(writing.is_native, conversation.messages))


def _place(api: str, value: Any, ordinal: int) -> str:
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
        writing.drop(f"$.{key}", "Setting", f"only {native.api} knows it")
