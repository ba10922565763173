"""Who serves which model, and what it can do: lookups over the shipped rows and a program's own.

A `Registry` never changes: `with_provider` and `with_model` give a new one, so that a program's rows are seen
by whoever was handed that registry and by nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from segue.models.apis import WIRES, as_api, home_provider
from segue.models.capabilities import Model, Provider, Variant
from segue.models.names import is_decorated, plain, without_short_date

if TYPE_CHECKING:
    from segue.models.rows import Pattern, Row

# A gateway is asked for whatever its callers make up: what is remembered of it stays small.
_REMEMBERED: Final = 4096


class Registry:
    """Providers and models by all their names. Unknown models get their family's careful defaults."""

    __slots__ = (
        "_built",
        "_memo",
        "_model_names",
        "_models",
        "_patterns",
        "_provider_names",
        "_providers",
        "shared",
    )

    def __init__(
        self,
        providers: Iterable[Provider] = (),
        models: Mapping[str, Row | Model] | None = None,
        patterns: Iterable[Pattern] = (),
        shared: Mapping[str, tuple[Variant, ...]] | None = None,
    ) -> None:
        self._providers: dict[str, Provider] = {row.id: row for row in providers}
        self._models: dict[str, Row | Model] = dict(models or {})
        self._patterns = tuple(patterns)
        self.shared = dict(shared or {})
        """Variants that several hosts share, by the key of a row that adds them."""
        self._provider_names = {
            name.lower(): row.id for row in self._providers.values() for name in (*row.aliases, row.id)
        }
        self._model_names = {
            name.lower(): model for model, row in self._models.items() for name in (*_aliases(row), model)
        }
        # Rows become models when they are asked for. Both only repeat what the rows above say.
        self._built: dict[str, Model] = {}
        self._memo: dict[tuple[str, str | None, str | None], Model] = {}

    @property
    def providers(self) -> tuple[Provider, ...]:
        """All providers, in the order of their rows."""
        return tuple(self._providers.values())

    @property
    def models(self) -> tuple[Model, ...]:
        """All models that have a row."""
        return tuple(self._known(name) for name in self._models)

    @property
    def provider_names(self) -> tuple[str, ...]:
        """Every id and alias of a provider."""
        return tuple(self._provider_names)

    @property
    def model_names(self) -> tuple[str, ...]:
        """Every id and alias of a model."""
        return tuple(self._model_names)

    def provider(self, name: str) -> Provider | None:
        """The provider of that id or alias ("gemini" is "google", "chatgpt" is "openai")."""
        found = self._provider_names.get(name.strip().lower())
        return None if found is None else self._providers[found]

    def find_model(self, model: str) -> Model | None:
        """The model of that id, alias, dated or decorated form; None if no row names it."""
        name = self._row_name(model)
        return None if name is None else self._known(name)

    def model(self, model: str, provider: str | None = None, family: str | None = None) -> Model:
        """What that model can do; for an unknown one, what its name, else this family, else its provider's promises."""
        key = (model, provider, family)
        found = self._memo.get(key)
        if found is None:
            if len(self._memo) >= _REMEMBERED:
                self._memo.clear()
            found = self._memo[key] = self.find_model(model) or self._unknown(model, provider, family)
        return found

    def canonical_model(self, model: str) -> str:
        """One name for all spellings of a model, to compare who wrote what: no date, no prefix, no alias."""
        name = plain(model)
        return self._model_names.get(name) or self._model_names.get(without_short_date(name)) or name

    def infer_provider(self, api: str, model: str) -> str | None:
        """Who answered in this API when only the model's id is known: the API's own house, or nobody can say.

        A decorated id (`anthropic/…`, `us.anthropic.…`, `…@date`) was written by another host.
        """
        known = as_api(api)
        if known is not None and WIRES[known].only_at_home:
            return WIRES[known].home
        home = None if is_decorated(model) else home_provider(api)
        return home if home is not None and self.model(model).provider == home else None

    def with_provider(self, row: Provider) -> Registry:
        """A registry that knows this provider too; one of the same id is replaced."""
        others = (known for known in self._providers.values() if known.id != row.id)
        return self._with((*others, row), self._models)

    def with_model(self, row: Model) -> Registry:
        """A registry that knows this model too; one of the same id is replaced."""
        return self._with(self._providers.values(), {**self._models, row.id: row})

    def with_patterns(self, patterns: Iterable[Pattern]) -> Registry:
        """A registry whose models have these traits too, by the shapes of their names."""
        return self._with(self._providers.values(), self._models, patterns)

    def _with(
        self, providers: Iterable[Provider], models: Mapping[str, Row | Model], patterns: Iterable[Pattern] = ()
    ) -> Registry:
        return Registry(providers, models, (*self._patterns, *patterns), self.shared)

    def _row_name(self, model: str) -> str | None:
        names = self._model_names
        name = plain(model)
        for key in (model.strip().lower(), name, without_short_date(name), name.partition(":")[0]):
            if key in names:
                return names[key]
        return None

    def _known(self, name: str) -> Model:
        row = self._models[name]
        if isinstance(row, Model):
            return row
        found = self._built.get(name)
        if found is None:
            # "provider" first: a pattern may say who makes such models, the row alone says who serves this one.
            found = self._built[name] = msgspec.convert({**self._traits(name), "provider": None, **row}, Model)
        return found

    def _unknown(self, model: str, provider: str | None, family: str | None) -> Model:
        name = plain(model)
        traits = self._traits(name)
        if not traits:
            row = None if provider is None else self.provider(provider)
            traits = self._family_traits(family or (row.family if row else None))
        return msgspec.convert({**traits, "id": name, "known": False}, Model)

    def _traits(self, name: str) -> dict[str, Any]:
        traits: dict[str, Any] = {}
        for pattern in self._patterns:
            if any(fnmatchcase(name, match) for match in pattern.match):
                traits |= pattern.traits
        return traits

    def _family_traits(self, family: str | None) -> dict[str, Any]:
        """The careful traits of a family: its first pattern's."""
        for row in self._patterns:
            if family is not None and row.traits.get("family") == family:
                return dict(row.traits)
        return {}


def _aliases(row: Row | Model) -> Iterable[str]:
    return row.aliases if isinstance(row, Model) else row.get("aliases", ())


@lru_cache(maxsize=1)
def default_registry() -> Registry:
    """The rows that ship with the package, read when first asked for."""
    from segue.models.data import load_models, load_providers

    sections = load_models()
    rows: dict[str, Row | Model] = {
        name: {"id": name, "provider": section.maker, **row}
        for section in sections
        for name, row in section.models.items()
    }
    shared, providers = load_providers()
    return Registry(providers, rows, (pattern for section in sections for pattern in section.patterns), shared)


def canonical_model(model: str) -> str:
    """`Registry.canonical_model` of the shipped rows."""
    return default_registry().canonical_model(model)


def infer_provider(api: str, model: str) -> str | None:
    """`Registry.infer_provider` of the shipped rows."""
    return default_registry().infer_provider(api, model)
