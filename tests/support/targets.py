"""Every target of the registry: each model at each provider who serves it, one for each way to be sent to."""

from collections.abc import Iterator

from msgspec import structs

from segue.models import Endpoint, Model, Provider, default_registry, endpoint

# What a model is called, costs and holds says nothing of what may be sent to it.
SAYS_NOTHING = {"id", "aliases", "price", "context_window", "max_output", "known", "provider", "api", "family"}


CLOUDS = {"azure", "bedrock", "vertex"}


def serves(provider: Provider, model: Model) -> bool:
    families = {provider.family, *(route.family for route in provider.routes)}
    return provider.family is None or provider.id == model.provider or model.family in families


def _is_spoken(provider: Provider, api: str, model: Model) -> bool:
    """The clouds speak Messages with Claude alone."""
    return api != "anthropic-messages" or provider.id not in CLOUDS or model.family == "anthropic"


def endpoints(*apis: str) -> Iterator[Endpoint]:
    """Every model at every provider in every API that they have in common with these."""
    registry = default_registry()
    for provider in registry.providers:
        for api in provider.apis:
            if api in apis:
                for model in registry.models:
                    if serves(provider, model) and _is_spoken(provider, api, model):
                        yield endpoint(provider.id, model.id, api=api)


def one_of_each(*apis: str) -> list[Endpoint]:
    """One for each provider, API, dialect and set of capabilities."""
    found: dict[str, Endpoint] = {}
    for target in endpoints(*apis):
        traits = {key: value for key, value in structs.asdict(target.capabilities).items() if key not in SAYS_NOTHING}
        key = repr((target.provider, target.api, structs.asdict(target.dialect), sorted(traits.items())))
        found.setdefault(key, target)
    return list(found.values())
