"""The front door: read anything, write it for anyone, and say what changed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, get_args

from segue.checking import checked, in_order, profiled
from segue.conversation import Conversation, Message
from segue.decoding import answered, authored, decoded, named_author
from segue.defaults import default_strategy
from segue.detection import answer_api, api_of, evidence
from segue.encoding import Converted, encoded, written
from segue.errors import InvalidHistory, UsageError, expected
from segue.handoff.handoff import ImageForm, Options, OrphanPolicy, Strategy, ThinkingForm
from segue.handoff.wording import WORDINGS, Wording
from segue.models import Endpoint, Registry, as_api, registry_here, resolve
from segue.repairing import repaired
from segue.report import Problem
from segue.sources import owned

if TYPE_CHECKING:
    from segue.plans import Plan

__all__ = ["Converted", "check", "convert", "decode", "decode_response", "detect", "encode", "plan", "repair"]

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "strategy": get_args(Strategy),
    "thinking": get_args(ThinkingForm),
    "orphans": get_args(OrphanPolicy),
    "images": get_args(ImageForm),
    "language": tuple(WORDINGS),
}


def convert(
    source: object,
    to: str | Endpoint,
    *,
    api: str | None = None,
    source_model: str | None = None,
    source_provider: str | None = None,
    strategy: Strategy | None = None,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
    images: ImageForm | None = None,
    language: str | Wording | None = None,
) -> Converted:
    """Convert a history to what another API, or another model, takes.

    ``api`` is the source's API where it does not show, ``source_model`` who wrote the assistant's messages. Where no
    ``strategy`` is given, HISTORY_CONVERSION_STRATEGY or SEGUE_STRATEGY in the environment says which; an API by itself
    gets its own history back as it is.

    >>> convert([{"role": "user", "content": "Hi"}], "google-generative-ai").payload
    {'contents': [{'role': 'user', 'parts': [{'text': 'Hi'}]}]}
    """
    options = _options(strategy, thinking, orphans, images, language)
    registry = _registry(to, source_model)
    target = _target(to, registry)
    author = named_author(source_model, source_provider, registry)
    if isinstance(source, Conversation):
        return encoded(authored(source, api, *author), target, options)
    value = owned(source)
    conversation = decoded(value, api, *author)
    return written(conversation, target, options, "$" if isinstance(value, list) else None)


def encode(
    conversation: Conversation,
    to: str | Endpoint,
    *,
    api: str | None = None,
    source_model: str | None = None,
    source_provider: str | None = None,
    strategy: Strategy | None = None,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
    images: ImageForm | None = None,
    language: str | Wording | None = None,
) -> Converted:
    """Write a conversation for an API or a model.

    ``api`` and ``source_model`` say who spoke as the assistant where a message does not say it by itself.
    """
    options = _options(strategy, thinking, orphans, images, language)
    registry = _registry(to, source_model)
    author = named_author(source_model, source_provider, registry)
    return encoded(authored(conversation, api, *author), _target(to, registry), options)


def decode(
    source: object,
    *,
    api: str | None = None,
    source_model: str | None = None,
    source_provider: str | None = None,
    lenient: bool = False,
) -> Conversation:
    """Read a request body, a list of messages, an answer, a list of both, SDK objects, or JSON text of these.

    ``lenient`` leaves a message that cannot be read in its place instead of refusing the whole history.
    """
    author = named_author(source_model, source_provider, _registry(source_model))
    if isinstance(source, Conversation):
        return authored(source, api, *author)
    return decoded(owned(source), api, *author, lenient=lenient)


def decode_response(
    response: object, *, api: str | None = None, source_model: str | None = None, source_provider: str | None = None
) -> Message:
    """Read a provider's answer as the message that continues the conversation."""
    value: dict[str, Any] | None = owned(response)
    if not isinstance(value, dict):
        raise expected("an answer of a known API", value)
    model, provider = named_author(source_model, source_provider, _registry(source_model))
    try:
        return answered(value, api or answer_api(value) or api_of(value), model, provider)
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
        decoded(value, api)
    except InvalidHistory:
        return None
    return api


def check(
    source: object, to: str | Endpoint | None = None, *, api: str | None = None, profile: str | None = None
) -> list[Problem]:
    """What is wrong with a history, as it stands, for an API or a model: nothing is changed.

    ``profile`` names a checklist that it is held to as well, or instead where there is no ``to``: ``deepseek``.

    >>> history = [{"role": "tool", "content": "42", "tool_call_id": "call_1"}]
    >>> [problem.rule for problem in check(history, "openai/gpt-4.1")]
    ['RSP-10']
    """
    if to is None and profile is None:
        raise UsageError("say for whom to check: to=…, or profile=…")
    problems = [] if profile is None else profiled(source, profile, api)
    if to is None:
        return problems
    registry = registry_here()
    return in_order([*problems, *checked(source, _target(to, registry), api, registry)])


def plan(
    source: object,
    to: str | Endpoint,
    *,
    api: str | None = None,
    source_model: str | None = None,
    source_provider: str | None = None,
    strategy: Strategy | None = None,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
    images: ImageForm | None = None,
    language: str | Wording | None = None,
) -> Plan:
    """What `convert` would do, before anything is sent: what is lost, whether it fits, what it costs.

    >>> plan([{"role": "user", "content": "Hi"}], "google/gemini-2.5-pro").fits
    True
    """
    from segue.planning import planned, present_endpoint

    options = _options(strategy, thinking, orphans, images, language)
    registry = registry_here()
    target = _target(to, registry)
    author = named_author(source_model, source_provider, registry)
    if isinstance(source, Conversation):
        conversation, root = authored(source, api, *author), None
    else:
        value = owned(source)
        conversation = decoded(value, api, *author)
        root = "$" if isinstance(value, list) else None
    return planned(conversation, target, options, root, present_endpoint(conversation, registry), registry)


def repair(
    source: object,
    to: str | Endpoint,
    *,
    api: str | None = None,
    source_model: str | None = None,
    source_provider: str | None = None,
    strategy: Strategy | None = None,
    thinking: ThinkingForm | None = None,
    orphans: OrphanPolicy | None = None,
    images: ImageForm | None = None,
    language: str | Wording | None = None,
) -> Converted:
    """Mend a history for an API or a model; what is in order stays as it is, and mending twice is mending once.

    Unlike `convert`, this takes histories whose messages cannot be read, answers the calls that a whole request leaves
    open, and repairs for a bare API too. Thinking is taken for the target's own unless ``source_model`` says otherwise.

    >>> repair([{"role": "assistant", "content": "Hello.", "tool_calls": 1}], "openai-completions").payload
    {'messages': [{'role': 'assistant', 'content': 'Hello.'}]}
    """
    # Mending is not converting: what is in order stays, whatever the environment would make of it.
    options = _options(strategy or "full", thinking, orphans, images, language)
    registry = registry_here()
    author = named_author(source_model, source_provider, registry)
    return repaired(source, _target(to, registry), api, *author, options, registry)


def _options(
    strategy: Strategy | None,
    thinking: ThinkingForm | None,
    orphans: OrphanPolicy | None,
    images: ImageForm | None,
    language: str | Wording | None,
) -> Options:
    if strategy is thinking is orphans is images is language is None:
        return _usual(default_strategy("full"))
    asked = {"strategy": strategy, "thinking": thinking, "orphans": orphans, "images": images, "language": language}
    for name, value in asked.items():
        if value is not None and value not in _CHOICES[name] and not isinstance(value, Wording):
            raise UsageError(f"unknown {name}={value!r}: use one of {', '.join(_CHOICES[name])}")
    wording = language if isinstance(language, Wording) else WORDINGS[language or "en"]
    return Options(
        thinking=thinking or "native",
        orphans=orphans or "synthesize",
        strategy=strategy or default_strategy("full"),
        usual=strategy is None,
        images=images or "keep",
        wording=wording,
    )


@cache
def _usual(strategy: Strategy) -> Options:
    """What nobody asked to be otherwise."""
    return Options(strategy=strategy, usual=True)


def _registry(*names: object) -> Registry | None:
    """The rows to look names up in, where one of them is no API: the environment is asked once a call."""
    for name in names:
        if isinstance(name, str) and as_api(name) is None:
            return registry_here()
    return None


def _target(to: object, registry: Registry | None) -> str | Endpoint:
    if isinstance(to, Endpoint):
        return to
    if isinstance(to, str):
        return _named_target(to, registry)
    raise UsageError(f"expected an API, a model or an Endpoint to convert to, got {type(to).__name__}")


@lru_cache(maxsize=256)
def _named_target(to: str, registry: Registry | None) -> str | Endpoint:
    """What a name stands for in these rows."""
    return resolve(to, registry=registry)
