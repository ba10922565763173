"""All rules, by API and by id, and the one way to look for breaches of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from segue.apis.reading import Wired
from segue.rules.look import Look
from segue.rules.rule import Audience, Finding, Rule
from segue.rules.universal import UNIVERSAL

#: The folder of each API's rules.
FOLDERS: Final = {
    "anthropic-messages": "anthropic_messages",
    "openai-completions": "openai_completions",
    "openai-responses": "openai_responses",
    "google-generative-ai": "google_generative_ai",
    "mistral": "mistral",
    "bedrock-converse": "bedrock_converse",
}
APIS: Final = tuple(FOLDERS)


class Book(NamedTuple):
    """The rules of one API, and how they look at a request of it."""

    rules: tuple[Rule, ...]
    look: Callable[..., Look]
    are_plain: Callable[[Iterable[Wired], list[Wired]], bool]


@cache
def _book(api: str) -> Book:
    folder: Any = import_module(f"segue.rules.{FOLDERS[api]}")
    return Book(folder.RULES, folder.LOOK, folder.LOOK.are_plain)


def rules_of(api: str) -> tuple[Rule, ...]:
    """The rules of an API, and of the hosts that speak it."""
    return _book(api).rules if api in FOLDERS else ()


def rule_of(name: str) -> Rule | None:
    """The rule of that id."""
    written = (rule for api in APIS for rule in rules_of(api) if rule.id == name)
    return next(written, UNIVERSAL.get(name))


def rule_for(name: str, audience: Audience) -> Rule | None:
    """The demand of that id, as this audience makes it; None where it does not."""
    made = (rule for rule in rules_of(audience.api) if rule.id == name or name in rule.same_as)
    return next((rule for rule in made if rule.concerns(audience)), UNIVERSAL.get(name))


def are_plain(messages: Iterable[Wired], api: str, odd: list[Wired] | None = None) -> bool:
    """Is none of these messages one that a rule that rewrites could be about? What is no message is empty.

    ``odd`` are those that were not read at a glance: all of them, where nobody says.
    """
    if odd is None:
        messages = odd = list(messages)
    return _book(api).are_plain(messages, odd)


def broken(
    body: Wired, audience: Audience, root: str, *, whole: bool = True, rules: Iterable[Rule] | None = None
) -> Iterator[tuple[Rule, Finding]]:
    """Every breach of a rule in a request, in the order of the rules.

    ``root`` is the path of the messages; where the body is not ``whole``, only they are looked at.
    """
    if audience.api not in FOLDERS:
        return
    book = _book(audience.api)
    look = book.look(body, audience, root, whole=whole)
    for rule in book.rules if rules is None else rules:
        if rule.concerns(audience):
            for finding in rule.find(look):
                yield rule, finding
