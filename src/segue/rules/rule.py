"""A rule: what a provider demands of a request, in its own words where it refuses, and what mends a breach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from segue.models import Dialect, Endpoint, Model

#: H: the refusal was seen word for word. M: one report, or the practice of a well-kept library. L: inferred, or old.
Certainty = Literal["H", "M", "L"]


class Finding(NamedTuple):
    """One breach: where, and what is wrong there."""

    path: str
    message: str
    certain: bool = True
    """False where the provider was seen to let something like it pass."""
    words: str | None = None
    """How the provider refuses this very breach, where a rule has several."""


class Audience(Struct, frozen=True):
    """Who is to take a request: an API, and the host and model behind it as far as they are known."""

    api: str
    provider: str | None = None
    model: Model = Model(id="", known=False)
    dialect: Dialect = Dialect()

    @classmethod
    def of(cls, endpoint: Endpoint) -> Audience:
        """The audience at an endpoint."""
        return cls(endpoint.api, endpoint.provider, endpoint.capabilities, endpoint.dialect)

    @property
    def named(self) -> bool:
        """Is it a certain model, and not whoever speaks the API?"""
        return bool(self.model.id)


def everybody(_: Audience) -> bool:
    """The rule holds for all who speak its API."""
    return True


class Rule(Struct, frozen=True, kw_only=True):
    """One demand of a provider.

    ``find`` looks at a request of the rule's API; what it finds is an error where the refusal is certain, else a
    warning. ``hosts`` are the providers that the rule is about, all of them where it names none.
    """

    id: str
    demand: str
    """What is demanded, in one sentence."""
    words: str | None = None
    """How the provider refuses; what varies is written as in its own example."""
    certainty: Certainty
    fix: str
    """What mends it, and what `repair` does."""
    find: Callable[[Any], Iterable[Finding]]
    hosts: frozenset[str] = frozenset()
    applies: Callable[[Audience], bool] = everybody
    same_as: frozenset[str] = frozenset()
    """The ids under which other APIs make the same demand: a pass that mends it names one of them."""
    rewrites: bool = False
    """A message that breaks it is written anew from its blocks: the fault is in how it is spelled."""
    whole_turn: bool = False
    """Neighbours of one role break it together: they are written anew as one message."""
    unsets: bool = False
    """What breaks it is a setting beside the messages, and is left out."""
    disowns: bool = False
    """What breaks it goes as if another model had made it: reasoning as text, items without their ids."""

    def severity(self, finding: Finding) -> Literal["error", "warning"]:
        """Providers refuse what is certain; what is not may pass."""
        return "error" if self.certainty == "H" and finding.certain else "warning"

    def concerns(self, audience: Audience) -> bool:
        """Does the rule hold for this audience?"""
        return (not self.hosts or audience.provider in self.hosts) and self.applies(audience)
