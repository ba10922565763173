"""Mistral: nothing is taken that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.mistral.wire import KEYS, WIRE
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Finding, Rule


def _unknown_keys(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        known = KEYS.get(str(message.get("role")))
        for key in message.keys() - known if known is not None else ():
            yield Finding(f"{path}.{key}", f"no message of role {message['role']!r} has a key {key!r}")


def _unknown_settings(look: CompletionsLook) -> Iterator[Finding]:
    if look.whole:
        for key in sorted(WIRE.refused_keys & look.body.keys()):
            yield Finding(f"$.{key}", f"{key} belongs to another API")


RULES: Final = (
    Rule(
        id="MIS-06",
        demand="Messages have the keys of their role and no others, requests those of this API: `name` is a result's.",
        words="Extra inputs are not permitted",
        certainty="H",
        fix="what is not known is left out; reasoning goes where Mistral has it",
        find=lambda look: (*_unknown_keys(look), *_unknown_settings(look)),
        rewrites=True,
        unsets=True,
    ),
)
