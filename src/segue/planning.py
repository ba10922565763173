"""A switch, gone through without sending anything: what comes along, whether it fits, what it costs, what changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from segue.apis import codec
from segue.conversation import AnyBlock, Conversation, Message, Reasoning, Settings, ToolChoice, ToolResult
from segue.decoding import decoded
from segue.encoding import encoded
from segue.errors import InvalidHistory, UsageError
from segue.handoff.handoff import Options
from segue.jsontext import copy
from segue.models import Endpoint, Model, Registry, context_window, home_provider, price, resolve
from segue.plans import Cost, Fit, Plan, SettingChange
from segue.report import Change, Report
from segue.tokens import Tokens, estimate

#: Changes of these keep what was said, in another form; the others move it or spell it differently.
_DOWNGRADES = frozenset({"kept-as-text", "dropped"})

#: Settings that are a value; the others are objects, of which a word tells enough.
_PLAIN = (
    "max_tokens",
    "temperature",
    "top_p",
    "top_k",
    "stop",
    "seed",
    "frequency_penalty",
    "presence_penalty",
    "parallel_tool_calls",
)


def planned(
    conversation: Conversation,
    target: str | Endpoint,
    options: Options,
    root: str | None,
    present: Endpoint | None,
    registry: Registry,
) -> Plan:
    """What would happen if this conversation went there now; ``present`` is who answered so far."""
    name = str(target)
    try:
        converted = encoded(conversation, target, options, root)
        body = converted.json()
    except InvalidHistory as error:
        return Plan(target=name, api=_api(target), refused=str(error), refused_at=error.path)
    report = converted.report
    sent = decoded(msgspec.json.decode(body), _api(target), lenient=True)
    tokens = estimate(sent, _model(target, registry))
    endpoint = target if isinstance(target, Endpoint) else None
    kinds = _sorted_out(conversation, report)
    return Plan(
        target=name,
        api=_api(target),
        report=report,
        kept=kinds["kept"],
        changed=kinds["changed"],
        downgraded=kinds["downgraded"],
        lost=kinds["lost"],
        synthesized=kinds["synthesized"],
        tokens=tokens,
        fit=_fit(tokens, sent.settings, endpoint, registry),
        cost=_cost(tokens, conversation, endpoint, present, registry),
        settings=tuple(_settings(conversation, sent.settings, report)),
    )


def _api(target: str | Endpoint) -> str:
    return target if isinstance(target, str) else target.api


def _model(target: str | Endpoint, registry: Registry) -> Model:
    """Who will read it; of a bare API, whatever model its home serves."""
    if isinstance(target, Endpoint):
        return target.capabilities
    home = registry.provider(home_provider(target) or "")
    return Model(id="", family=(home.family if home else None) or "unknown")


# What comes along.


def _sorted_out(conversation: Conversation, report: Report) -> dict[str, dict[str, int]]:
    """How many things of each kind are kept, changed in form, told in words, lost and made up."""
    places: dict[str, Counter[str]] = {name: Counter() for name in ("changed", "downgraded", "lost", "synthesized")}
    touched: dict[str, set[str]] = {}
    for change in report.changes:
        places[_fate(change)][change.block] += 1
        if change.action != "synthesized":
            touched.setdefault(change.block, set()).add(change.path)
    kinds = Counter(type(block).__name__ for block in _blocks(conversation))
    kept = {kind: left for kind, count in kinds.items() if (left := count - len(touched.get(kind, ()))) > 0}
    return {"kept": kept, **{name: dict(counted) for name, counted in places.items()}}


def _fate(change: Change) -> str:
    if change.lossy:
        return "lost"
    if change.action == "synthesized":
        return "synthesized"
    return "downgraded" if change.action in _DOWNGRADES else "changed"


def _blocks(conversation: Conversation) -> Iterator[AnyBlock]:
    for message in conversation.messages:
        for block in message.blocks:
            yield block
            if isinstance(block, ToolResult) and not isinstance(block.content, str):
                # The words of a result are the result; what it shows beside them counts for itself.
                yield from (part for part in block.content if type(part).__name__ != "Text")


# Whether it fits.


def _fit(tokens: Tokens, settings: Settings, endpoint: Endpoint | None, registry: Registry) -> Fit:
    window = None if endpoint is None else context_window(endpoint, registry=registry)
    most = None if endpoint is None else endpoint.capabilities.max_output
    asked = settings.max_tokens
    answer = asked or 0
    if window is None:
        verdict = "unknown"
    elif tokens.high + answer <= window:
        verdict = "fits"
    elif tokens.low + answer > window:
        verdict = "too-long"
    else:
        verdict = "uncertain"
    return Fit(verdict=verdict, window=window, answer=asked, max_output=most)


# What it costs.


def _cost(
    tokens: Tokens, conversation: Conversation, endpoint: Endpoint | None, present: Endpoint | None, registry: Registry
) -> Cost:
    """The first request at the target, where nothing is cached, beside the next one at the present provider."""
    rates = None if endpoint is None else price(endpoint, registry=registry)
    rates = None if rates is None else rates.at(tokens.total)
    cold = None if rates is None else _dollars(tokens.total, rates.input)
    warm = None
    here = None
    if present is not None:
        here = estimate(conversation, present.capabilities)
        usual = price(present, registry=registry)
        usual = None if usual is None else usual.at(here.total)
        warm = None if usual is None else _dollars(here.total, usual.cache_read)
    return Cost(
        cold=cold,
        warm=warm,
        present=None if present is None else present.name,
        price=None if rates is None else rates.input,
        source=None if rates is None else rates.source or "our own rows",
    )


def _dollars(tokens: int, rate: float | None) -> float | None:
    return None if rate is None else tokens * rate / 1_000_000


def present_endpoint(conversation: Conversation, registry: Registry) -> Endpoint | None:
    """Who answered last, or else whom the request names to answer next, where a row or a provider is known."""
    for message in reversed(conversation.messages):
        if message.role == "assistant" and message.model is not None:
            return _endpoint(message, registry)
    native = conversation.native
    if conversation.model is None or native is None:
        return None
    return _resolved(f"{native.api}/{conversation.model}", registry)


def _endpoint(message: Message, registry: Registry) -> Endpoint | None:
    word = message.provider or message.api
    return None if word is None else _resolved(f"{word}/{message.model}", registry)


def _resolved(word: str, registry: Registry) -> Endpoint | None:
    try:
        found = resolve(word, registry=registry)
    except UsageError:
        return None  # somebody whom no row knows: then the price is not known either
    return found if isinstance(found, Endpoint) else None


# What has to be set otherwise.


def _settings(conversation: Conversation, after: Settings, report: Report) -> Iterator[SettingChange]:
    """Settings that the target gets otherwise than they were asked for, with the reason where one was told."""
    native = conversation.native
    paths = codec(native.api).wire.setting_paths if native is not None else {}
    told = {change.path: change for change in report.changes if change.block == "Setting"}
    explained: set[str] = set()
    now = dict(_asked(after))
    for name, before in _asked(conversation.settings):
        path = paths.get(name, f"$.{name}")
        change = told.get(path) or (told.get("$") if name == "max_tokens" else None)
        if change is not None:
            explained.add(change.path)
        if before != now[name]:
            why = change.why if change else _reason(before, now[name])
            yield SettingChange(name, path, before, now[name], why, change.rule if change else None)
    held: dict[str, Any] = {} if native is None else native.value
    for path, change in told.items():
        if path not in explained:
            key = path.removeprefix("$.")
            yield SettingChange(key, path, copy(held.get(key)), None, change.why, change.rule)


def _reason(before: Any, after: Any) -> str:
    if before is None:
        return "the target is told so where the source left it open"
    return "the target has no such setting" if after is None else "the target spells it otherwise"


def _asked(settings: Settings) -> Iterator[tuple[str, Any]]:
    """What is asked for beside the history, as far as it makes a difference; None: nothing."""
    for name in _PLAIN:
        value: Any = getattr(settings, name)
        # A plan is plain JSON: what is a tuple within is a list in it.
        yield name, (list(settings.stop) or None) if name == "stop" else value
    yield "reasoning", _thinking(settings.reasoning)
    choice = settings.tool_choice
    yield "tool_choice", None if choice is None or choice == ToolChoice() else " ".join((choice.mode, *choice.names))
    output = settings.output
    yield "output", None if output is None else "JSON" if output.schema is None else "JSON of a schema"


def _thinking(asked: Reasoning | None) -> str | None:
    if asked is None:
        return None
    if asked.enabled is False:
        return "off"
    if asked.effort is not None or asked.budget is not None:
        return asked.effort or f"{asked.budget} tokens"
    return "on" if asked.enabled else None
