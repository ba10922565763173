"""What is wrong with a history, as it stands, for whom it is to be sent to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from segue.apis import codec
from segue.apis.codec import Author
from segue.apis.reading import Wired
from segue.conversation import Conversation
from segue.decoding import decoded, unreadable
from segue.detection import api_of
from segue.encoding import encoded
from segue.errors import InvalidHistory, UsageError
from segue.handoff.handoff import Options
from segue.models import Endpoint, Registry, resolve
from segue.report import Problem
from segue.rules import Audience, Finding, broken, rule_for, rule_of
from segue.rules.halves import half_characters
from segue.rules.mojibake import misread_texts
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.profiles import PROFILES
from segue.rules.universal import UNIVERSAL
from segue.sources import readable

_HALF: Final = "half a character is escaped in the arguments: whoever reads them has no JSON of it"


class Held(NamedTuple):
    """A source as a request body: its own, or one around its bare messages."""

    body: Wired
    api: str
    root: str
    whole: bool


def held(value: Any, api: str | None) -> Held | None:
    """The body that a source is or could be; None for an answer, which is what a provider said."""
    given: Wired | list[Any] | None = value
    found = api or api_of(given)
    spoken = codec(found)
    key = spoken.wire.messages_key
    if isinstance(given, list):
        return Held({key: given}, found, "$", whole=False)
    if not isinstance(given, dict) or (key not in given and spoken.writes_response(given)):
        return None
    return Held(given, found, f"$.{key}", whole=True)


def checked(source: object, target: str | Endpoint, api: str | None, registry: Registry) -> list[Problem]:
    """The problems of a source, in the order of their places in it."""
    if isinstance(source, Conversation):
        return in_order(_on_the_way(source, target, None))
    value, faults = readable(source)
    problems = [_refused(InvalidHistory(fault.wrong, fault.path, rule=fault.rule)) for fault in faults]
    problems += _misread(value)
    request = held(value, api)
    if request is None:
        return in_order([*problems, *_on_the_way(decoded(value, api), target, None)])
    said: list[Any] | str | None = request.body.get(codec(request.api).wire.messages_key)
    found = half_characters(said, request.root) if isinstance(said, list) else ()
    halves = [_refused(InvalidHistory(_HALF, path, rule="U-1")) for path in found]
    unread = unreadable(request.body, request.api, request.root)
    problems += map(_refused, unread)
    if request.api == (target if isinstance(target, str) else target.api):
        problems += _at_home(_without(request, unread), audience_of(target, request.body, registry))
    else:
        problems += _elsewhere(value, api, target, None if request.whole else "$")
    # On the way elsewhere it is the call that is told of; its arguments are where the fault is.
    known = [problem for problem in problems if not (problem.rule == "U-1" and _holds(problem.path, halves))]
    return in_order([*known, *halves])


def _holds(path: str, problems: list[Problem]) -> bool:
    return any(problem.path.startswith(f"{path}.") for problem in problems)


def profiled(source: object, name: str, api: str | None) -> list[Problem]:
    """Where a source is not as a checklist wants it."""
    profile = PROFILES.get(name)
    if profile is None:
        raise UsageError(f"unknown profile={name!r}: use one of {', '.join(PROFILES)}")
    value, faults = readable(source)
    request = held(value, api)
    if request is None or request.api != profile.api:
        found = "an answer" if request is None else request.api
        raise UsageError(f"profile={name!r} is about requests of {profile.api}, and this is {found}: convert it first")
    look = CompletionsLook(request.body, Audience(profile.api), request.root, whole=request.whole)
    problems = [_refused(InvalidHistory(fault.wrong, fault.path, rule=fault.rule)) for fault in faults]
    problems += (
        Problem(rule.id, finding.path, rule.severity(finding), finding.message, None, rule.fix)
        for rule in profile.rules
        for finding in rule.find(look)
    )
    told = {_message(problem.path) for problem in problems}
    unread = unreadable(request.body, request.api, request.root)
    problems += (_refused(error) for error in unread if _message(error.path) not in told)
    return in_order([*problems, *_misread(value)])


def _message(path: str) -> str:
    """The message that a path leads into."""
    return path.partition("]")[0]


def audience_of(target: str | Endpoint, body: Wired, registry: Registry) -> Audience:
    """Who is to take it; a request that goes to a bare API names its model itself."""
    endpoint = target if isinstance(target, Endpoint) else endpoint_for(target, body, registry)
    return Audience(str(target)) if endpoint is None else Audience.of(endpoint)


def endpoint_for(api: str, body: Wired, registry: Registry) -> Endpoint | None:
    """The endpoint at an API's own home of the model that a request names."""
    model = body.get(codec(api).wire.model_key)
    if not isinstance(model, str) or not model:
        return None
    try:
        found = resolve(f"{api}/{model}", registry=registry)
    except UsageError:
        return None  # a name that nobody can place is a model that nobody has heard of
    return found if isinstance(found, Endpoint) else None


#: What rules compare and look up.
_NAMES = frozenset({"role", "type", "id", "tool_call_id", "tool_use_id", "call_id", "name"})


def _without(request: Held, unread: list[InvalidHistory]) -> Held:
    """The request without those of its unreadable messages that no rule can look at: rules compare names."""
    if not unread:
        return request
    key = codec(request.api).wire.messages_key
    messages: list[Any] = list(request.body[key])
    for error in unread:
        index = int(_message(error.path).rpartition("[")[2])
        if _misnames(messages[index]):
            messages[index] = None
    return request._replace(body={**request.body, key: messages})


def _misnames(value: Any) -> bool:
    """Is there a list or an object where a name belongs?"""
    held: dict[str, Any] | list[Any] | None = value
    if isinstance(held, list):
        return any(map(_misnames, held))
    if not isinstance(held, dict):
        return False
    return any((key in _NAMES and isinstance(item, dict | list)) or _misnames(item) for key, item in held.items())


def _at_home(request: Held, audience: Audience) -> Iterator[Problem]:
    """The rules of the API, on the wire as it is; and what stands beside the messages has to be readable, too."""
    if request.whole:
        spoken = codec(request.api)
        try:
            spoken.read_request({**request.body, spoken.wire.messages_key: []}, Author(None, request.api, None))
        except InvalidHistory as error:
            yield _refused(error)
    for rule, finding in broken(request.body, audience, request.root, whole=request.whole):
        words = finding.words or rule.words
        yield Problem(rule.id, finding.path, rule.severity(finding), finding.message, words, rule.fix)


def _elsewhere(value: Any, api: str | None, target: str | Endpoint, root: str | None) -> Iterator[Problem]:
    """For another API than its own, as far as it can be read."""
    try:
        conversation = decoded(value, api, lenient=True)
    except InvalidHistory as error:
        yield _refused(error)
    else:
        yield from _on_the_way(conversation, target, root)


def _on_the_way(conversation: Conversation, target: str | Endpoint, root: str | None) -> Iterator[Problem]:
    """What had to be changed for a rule's sake is what would have been refused."""
    try:
        report = encoded(conversation, target, Options(), root).report
    except InvalidHistory as error:
        yield _refused(error)
        return
    audience = Audience(target) if isinstance(target, str) else Audience.of(target)
    for change in report.changes:
        rule = rule_for(change.rule, audience) if change.rule else None
        # What stands beside bare messages is not there to be missed: whoever sends them brings it.
        if rule is not None and not (root == "$" and change.path == "$"):
            severity = rule.severity(Finding(change.path, change.why))
            yield Problem(rule.id, change.path, severity, change.why, rule.words, rule.fix)


def _misread(value: Any) -> Iterator[Problem]:
    """Texts that were read with the wrong table, wherever they stand in a source."""
    rule = UNIVERSAL["MOJIBAKE"]
    for found in misread_texts(value):
        message = f"{found.looks!r} looks like UTF-8 that was read with another table: was it {found.was!r}?"
        yield Problem(rule.id, found.path, "warning", message, rule.words, rule.fix)


def _refused(error: InvalidHistory) -> Problem:
    rule = rule_of(error.rule or "FORM") or rule_of("FORM")
    words, fix = (rule.words, rule.fix) if rule else (None, None)
    return Problem(error.rule or "FORM", error.path, "error", error.message, words, fix)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """In the order of places, each once. What a rule names is no matter of form."""
    found = {(problem.rule, problem.path): problem for problem in problems}
    for path in [path for rule, path in found if rule != "FORM"]:
        found.pop(("FORM", path), None)
    return sorted(found.values(), key=lambda problem: _place(problem.path))


def _place(path: str) -> list[tuple[int, str]]:
    return [(int(step), "") if step.isdigit() else (-1, step) for step in re.findall(r"\d+|\D+", path)]
