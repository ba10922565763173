"""What is wrong with a history, as it stands, for whom it is to be sent to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from segue.apis import codec
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
from segue.sources import readable


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
        return _sorted(_on_the_way(source, target, None))
    value, faults = readable(source)
    problems = [_refused(InvalidHistory(fault.wrong, fault.path, rule=fault.rule)) for fault in faults]
    request = held(value, api)
    if request is None:
        return _sorted([*problems, *_on_the_way(decoded(value, api), target, None)])
    problems += map(_refused, unreadable(request.body, request.api, request.root))
    if request.api == (target if isinstance(target, str) else target.api):
        problems += _at_home(request, audience_of(target, request.body, registry))
    else:
        conversation = decoded(value, api, lenient=True)
        problems += _on_the_way(conversation, target, None if request.whole else "$")
    return _sorted(problems)


def audience_of(target: str | Endpoint, body: Wired, registry: Registry) -> Audience:
    """Who is to take it; a request that goes to a bare API names its model itself."""
    endpoint = target if isinstance(target, Endpoint) else endpoint_for(target, body, registry)
    return Audience(str(target)) if endpoint is None else Audience.of(endpoint)


def endpoint_for(api: str, body: Wired, registry: Registry) -> Endpoint | None:
    """The endpoint at an API's own home of the model that a request names."""
    model = body.get("model")
    if not isinstance(model, str) or not model:
        return None
    try:
        found = resolve(f"{api}/{model}", registry=registry)
    except UsageError:
        return None  # a name that nobody can place is a model that nobody has heard of
    return found if isinstance(found, Endpoint) else None


def _at_home(request: Held, audience: Audience) -> Iterator[Problem]:
    """The rules of the API, on the wire as it is."""
    for rule, finding in broken(request.body, audience, request.root, whole=request.whole):
        yield Problem(rule.id, finding.path, rule.severity(finding), finding.message, rule.words, rule.fix)


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


def _refused(error: InvalidHistory) -> Problem:
    rule = rule_of(error.rule or "FORM") or rule_of("FORM")
    words, fix = (rule.words, rule.fix) if rule else (None, None)
    return Problem(error.rule or "FORM", error.path, "error", error.message, words, fix)


def _sorted(problems: Iterable[Problem]) -> list[Problem]:
    """In the order of places, each once. What a rule names is no matter of form."""
    found = {(problem.rule, problem.path): problem for problem in problems}
    for path in [path for rule, path in found if rule != "FORM"]:
        found.pop(("FORM", path), None)
    return sorted(found.values(), key=lambda problem: _place(problem.path))


def _place(path: str) -> list[tuple[int, str]]:
    return [(int(step), "") if step.isdigit() else (-1, step) for step in re.findall(r"\d+|\D+", path)]
