"""A list of messages for another provider: the same list, with what the other cannot take in a form that it can.

For those who keep messages and build requests themselves. Whoever wants a request has `convert`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar, cast

from msgspec.structs import replace

from segue.apis import codec
from segue.apis.writing import Writing
from segue.conversation import Conversation, Message, Text
from segue.decoding import decoded
from segue.encoding import encoded, place_in
from segue.errors import InvalidHistory, UsageError, expected
from segue.handoff.calls import map_ids, map_names
from segue.handoff.foreign import translate_foreign
from segue.handoff.handoff import Handoff, Item, Options, OrphanPolicy, ThinkingForm
from segue.handoff.media import fit_media
from segue.handoff.pairing import pair_calls
from segue.handoff.pipeline import Pass
from segue.handoff.survey import Survey
from segue.handoff.thinking import settle_thinking
from segue.models import Endpoint, as_api, default_registry
from segue.models import endpoint as endpoint_of
from segue.sources import owned

#: What is done to messages by themselves: thinking and ids, then calls and results.
_PASSES: Final[tuple[Pass, ...]] = (pair_calls, settle_thinking, translate_foreign, fit_media, map_names, map_ids)

#: A model of the provider that nobody has heard of: it is the provider and its API that count here.
_ANYBODY: Final = "-"

AnyMessage = TypeVar("AnyMessage", Message, dict[str, Any])


def transform_messages(
    messages: Sequence[AnyMessage],
    from_provider: str | None = None,
    to_provider: str | None = None,
    *,
    from_api: str | None = None,
    to_api: str | None = None,
    target_provider: str | None = None,
    target_api: str | None = None,
    target_model: str | None = None,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
) -> list[AnyMessage]:
    """Make messages fit for another provider, and give back the kind that was given.

    ``target_provider`` and ``target_api`` name where they go; who wrote each message is what the message says.
    ``from_provider`` and ``from_api`` say it for messages that say nothing, beside ``to_provider`` and ``to_api``.
    With ``target_model``, what only one model may read goes to that one alone, and images to those that see.

    >>> said = Message("assistant", "Hello", provider="anthropic", api="anthropic-messages")
    >>> transform_messages([said], target_provider="openai", target_api="openai-responses") == [said]
    True
    """
    provider, api = _meant(to_provider or target_provider, to_api or target_api)
    source = (_provider(from_provider), from_api)
    options = Options(thinking or "native", orphans or "synthesize", whole=False)
    known = default_registry().provider(provider)
    speaks = known is not None and api in known.apis
    endpoint = endpoint_of(provider, target_model or _ANYBODY, api=api) if speaks else None
    if _are_neutral(messages):
        neutral = cast("Sequence[Message]", messages)
        return cast("list[AnyMessage]", _neutral(neutral, source, provider, api, endpoint, target_model, options))
    written = _wires(list[Any](messages), source, endpoint or api, api, options)
    return cast("list[AnyMessage]", written)


def _are_neutral(messages: object) -> bool:
    """Are these `Message`s, rather than messages of a wire? All of them have to be of the kind of the first."""
    if not isinstance(messages, list | tuple):
        raise expected("a list of messages", messages)
    told = cast("Sequence[object]", messages)
    neutral = not told or isinstance(told[0], Message)
    for index, message in enumerate(told):
        if isinstance(message, Message) is not neutral:
            kind = "a Message" if neutral else "a message of a wire"
            raise InvalidHistory(f"expected {kind} like the first, got {type(message).__name__}", f"$[{index}]")
    return neutral


def _meant(provider: str | None, api: str | None) -> tuple[str, str]:
    """The provider and the API of the target; each tells the other where it is not given."""
    if api is not None and as_api(api) is None:
        raise UsageError(f"unknown API {api!r}")
    name = _provider(provider)
    if name is None:
        if api is None:
            raise UsageError("say where the messages go: target_provider=… or target_api=…")
        home = next(row for row in default_registry().providers if row.api == api)
        return home.id, api
    row = default_registry().provider(name)
    return name, api or (row.api if row is not None else "openai-completions")


def _provider(name: str | None) -> str | None:
    """The id of a provider, whatever it is called; a host that nobody has heard of keeps its name."""
    row = None if name is None else default_registry().provider(name)
    return name if row is None else row.id


def _neutral(
    messages: Sequence[Message],
    source: tuple[str | None, str | None],
    provider: str,
    api: str,
    endpoint: Endpoint | None,
    model: str | None,
    options: Options,
) -> list[Message]:
    conversation = Conversation(tuple(_attributed(message, *source) for message in messages))
    writing = Writing(api, endpoint, conversation, "$", place_in)
    writing.by_provider = None if model else provider
    handoff = Handoff(conversation, writing, codec(api).wire, Survey(conversation.messages), options)
    items: list[Item] = list(enumerate(conversation.messages))
    for apply in _PASSES:
        items = apply(items, handoff)
    given = dict(zip(map(id, conversation.messages), messages, strict=True))
    return [given.get(id(message), message) for _, message in items if not _says_nothing(message)]


def _attributed(message: Message, provider: str | None, api: str | None) -> Message:
    if message.role != "assistant" or (message.provider is not None and message.api is not None):
        return message
    if provider is None and api is None:
        return message
    return replace(message, provider=message.provider or provider, api=message.api or api)


def _says_nothing(message: Message) -> bool:
    """An assistant's message without content or calls; results and users' messages stay, even empty ones."""
    blank = all(type(block) is Text and not block.text and not block.signature for block in message.blocks)
    return message.role == "assistant" and blank


def _are_at_home(conversation: Conversation, target: Endpoint) -> bool:
    """Did the provider itself write all of it, in this API? An author who is not named counts as the API's own."""
    authors = {(each.provider, each.api) for each in conversation.messages if each.role == "assistant"}
    return authors <= {(target.provider, target.api), (None, target.api)}


def _wires(
    wires: list[Any], source: tuple[str | None, str | None], target: Endpoint | str, api: str, options: Options
) -> list[dict[str, Any]]:
    """The messages of one wire as those of another. Instructions that go beside them lead the list."""
    if not wires:
        return []
    provider, written_in = source
    conversation = decoded(owned(wires), written_in, None, provider)
    if isinstance(target, Endpoint) and target.model == _ANYBODY and _are_at_home(conversation, target):
        target = api
    body = encoded(conversation, target, options, "$").payload
    written: list[dict[str, Any]] = body[codec(api).wire.messages_key]
    system = body.get("system") or body.get("instructions")
    if instruction := body.get("systemInstruction"):
        return [{"role": "system", **instruction}, *written]
    return [{"role": "system", "content": system}, *written] if system else written
