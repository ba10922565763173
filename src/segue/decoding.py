"""Owned JSON → a conversation: whose it is, where its messages stand, who wrote them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from segue.apis import codec
from segue.apis.codec import Author, Codec
from segue.apis.reading import inside
from segue.conversation import Conversation, Message, Opaque
from segue.detection import USUAL, answer_api, api_of, of_entries
from segue.errors import InvalidHistory, UsageError, expected, kind_of
from segue.models import Endpoint, Registry, infer_provider, resolve


def decoded(
    value: list[Any] | dict[str, Any] | None,
    api: str | None,
    model: str | None = None,
    provider: str | None = None,
    *,
    lenient: bool = False,
) -> Conversation:
    """Read a request, a list of messages, an answer, or a list of both."""
    if api is not None:
        codec(api)  # an unknown name is a usage error, whatever the data is
    try:
        if isinstance(value, list):
            return _list(value, api, model, provider, lenient=lenient)
        if isinstance(value, dict):
            return _object(value, api, model, provider, lenient=lenient)
    except RecursionError as error:
        raise InvalidHistory("nested too deeply") from error
    raise expected("a request, a list of messages or an answer", value)


def _object(
    value: dict[str, Any], api: str | None, model: str | None, provider: str | None, *, lenient: bool
) -> Conversation:
    found = api or api_of(value)
    spoken = codec(found)
    if spoken.writes_response(value):
        return Conversation((answered(value, found, model, provider),))
    if spoken.wire.messages_key in value or not _is_message(value, spoken):
        author = _author(found, model, provider)
        conversation = _read_leniently(value, spoken, author) if lenient else spoken.read_request(value, author)
    else:
        conversation = Conversation(tuple(spoken.read_messages([value], _author(found, model, provider))))
    if not conversation.messages and not conversation.native:
        raise InvalidHistory("there are no messages in it")
    if not conversation.messages and not _holds_elsewhere(value, spoken):
        raise InvalidHistory(
            f"expected messages, got none: {found} refuses an empty history",
            f"$.{spoken.wire.messages_key}",
            rule="ANT-01",
        )
    return conversation


def _is_message(value: dict[str, Any], spoken: Codec) -> bool:
    return "role" in value or "type" in value or "parts" in value


def _holds_elsewhere(value: dict[str, Any], spoken: Codec) -> bool:
    return any(value.get(key) for key in spoken.wire.server_state)


def _list(
    values: list[Any], api: str | None, model: str | None, provider: str | None, *, lenient: bool
) -> Conversation:
    """A list of messages, with answers among them where people kept those as they came."""
    if not values:
        raise InvalidHistory("expected a list of messages, got an empty list")
    apis = _apis_of_elements(values, api)
    answers = [codec(name).writes_response(inside(value)) for name, value in zip(apis, values, strict=True)]
    messages: list[Message] = []
    at = 0
    while at < len(values):
        spoken = codec(apis[at])
        if answers[at]:
            try:
                messages.append(answered(values[at], apis[at], model, provider))
            except InvalidHistory as error:
                raise error.under(f"$[{at}]") from error.__cause__
            at += 1
            continue
        end = at + 1
        while end < len(values) and apis[end] == apis[at] and not answers[end]:
            end += 1
        author = _author(apis[at], model, provider)
        if lenient:
            messages += _readable(values[at:end], spoken, author)
        else:
            messages += _run(values, at, end, spoken, author)
        at = end
    return Conversation(tuple(messages))


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
        objects = map(inside, values)
        return [api if codec(api).writes_response(value) else answer_api(value) or api for value in objects]
    found = of_entries(values)
    for index, names in enumerate(found):
        if len(names) > 1:
            candidates = ", ".join(sorted(names))
            raise InvalidHistory(f"this could be {candidates}: say which with api=…", f"$[{index}]")
    current = next((next(iter(names)) for names in found if names), api_of([]))
    apis: list[str] = []
    for names in found:
        current = next(iter(names)) if names else current
        # A bare {"role", "content"} says nothing; where the others have another form, it is what it is everywhere else.
        apis.append(current if names or codec(current).wire.role_and_content else USUAL)
    return apis


def _author(api: str, model: str | None, provider: str | None) -> Author:
    """Who wrote a bare history: the API that it is written in, unless somebody says more."""
    return Author(provider or (infer_provider(api, model) if model else None), api, model)


def named_author(model: str | None, provider: str | None, registry: Registry | None) -> tuple[str | None, str | None]:
    """``source_model`` may name its provider too: "anthropic/claude-opus-5"."""
    for word, named in (("model", model), ("provider", provider)):
        _refuse_no_name(word, named)
    if model is None or provider is not None or "/" not in model:
        return model, provider
    try:
        named = resolve(model, registry=registry)
    except UsageError:
        return model, provider
    return (named.model, named.provider) if isinstance(named, Endpoint) else (model, provider)


def _refuse_no_name(word: str, named: object) -> None:
    if named is not None and not isinstance(named, str):
        raise UsageError(f"source_{word} names a {word}, and this is {kind_of(named)}")


def authored(conversation: Conversation, api: str | None, model: str | None, provider: str | None) -> Conversation:
    """The conversation, in which the assistant's messages that name no author have this one."""
    if api is not None:
        codec(api)  # an unknown name is a usage error here, too
    if api is None and model is None and provider is None:
        return conversation
    return replace(conversation, messages=tuple(_signed(each, api, model, provider) for each in conversation.messages))


def _signed(message: Message, api: str | None, model: str | None, provider: str | None) -> Message:
    if message.role != "assistant" or message.model is not None:
        return message
    spoken = message.api or api
    author = message.provider or provider or (infer_provider(spoken, model) if spoken and model else None)
    if (author, spoken, model) == (message.provider, message.api, message.model):
        return message
    return replace(message, provider=author, api=spoken, model=model)


def answered(body: dict[str, Any], api: str, model: str | None, provider: str | None) -> Message:
    """An answer says who wrote it."""
    said = body.get("model") or body.get("modelVersion") or body.get("model_version")
    author = _author(api, model or (said if isinstance(said, str) else None), provider)
    return codec(api).read_response(body, author)


# Leniently: what cannot be read is left in its place, and the report tells of it when it is left out.


def _read_leniently(body: dict[str, Any], spoken: Codec, author: Author) -> Conversation:
    key = spoken.wire.messages_key
    values: list[Any] | None = body.get(key)
    try:
        return spoken.read_request(body, author)
    except InvalidHistory:
        if type(values) is not list:
            raise
    readable = [value for value in values if _fault(value, spoken, author) is None]
    conversation = spoken.read_request({**body, key: readable}, author)
    return replace(conversation, messages=tuple(_readable(values, spoken, author)))


def _readable(values: list[Any], spoken: Codec, author: Author) -> list[Message]:
    """The messages that can be read, and between them what stands for the others."""
    try:
        return spoken.read_messages(values, author)
    except InvalidHistory:
        pass  # one by one, then
    faults = [_fault(value, spoken, author) for value in values]
    read = iter(spoken.read_messages([v for v, fault in zip(values, faults, strict=True) if fault is None], author))
    return [
        next(read) if fault is None else Message("user", (Opaque(f"malformed: {fault.message}"),)) for fault in faults
    ]


def unreadable(body: dict[str, Any], api: str, root: str | None = None) -> list[InvalidHistory]:
    """Why messages of a request cannot be read, with their places."""
    spoken = codec(api)
    root = root or f"$.{spoken.wire.messages_key}"
    values: list[Any] | None = body.get(spoken.wire.messages_key)
    author = _author(api, None, None)
    found: list[InvalidHistory] = []
    if not isinstance(values, list) or _are_readable(values, spoken, author):
        return found
    for index, value in enumerate(values):
        error = _fault(value, spoken, author)
        if error is not None:
            _, _, below = error.path.partition("]")
            found.append(InvalidHistory(error.message, f"{root}[{index}]{below}", rule=error.rule, exact=error.exact))
    return found


def _are_readable(values: list[Any], spoken: Codec, author: Author) -> bool:
    """All of them at once, which is what is usual."""
    try:
        spoken.read_messages(values, author)
    except InvalidHistory:
        return False
    return True


def _fault(value: Any, spoken: Codec, author: Author) -> InvalidHistory | None:
    try:
        spoken.read_messages([value], author)
    except InvalidHistory as error:
        return error
    return None
