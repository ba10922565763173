"""Settings that the target does not take are left out of the finished request."""

from __future__ import annotations

from functools import cache

from segue.apis import codec
from segue.apis.reading import Wired
from segue.apis.writing import Writing
from segue.rules import Audience, Rule, broken, rules_of


@cache
def _unsetting(api: str) -> tuple[Rule, ...]:
    return tuple(rule for rule in rules_of(api) if rule.unsets)


def unset(payload: Wired, writing: Writing) -> None:
    """Leave out what breaks a rule about settings, whatever it came from."""
    audience = Audience(writing.api) if writing.endpoint is None else Audience.of(writing.endpoint)
    rules = [rule for rule in _unsetting(audience.api) if rule.concerns(audience)]
    if not rules:
        return
    messages_key = codec(writing.api).wire.messages_key
    settings = {key: value for key, value in payload.items() if key != messages_key}
    for rule, finding in list(broken(settings, audience, "$", rules=rules)):
        name = finding.path.removeprefix("$.")
        if payload.pop(name, None) is not None:
            writing.no_counterpart(name, finding.message, rule=rule.id)
