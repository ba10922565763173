"""Reads the word that says where a conversation goes: an API, a provider's model, a model's own name.

    anthropic-messages            an API: the codec alone
    anthropic/claude-opus-5       a provider's model; "anthropic:claude-opus-5" says the same
    openai-responses/gpt-4.1      an API with a model of the API's home provider
    claude-opus-5                 a model that one provider is known for
    models/gemini-2.5-pro         Google's own spelling; Bedrock's and Vertex's are known as well

Only the first separator counts, since ids hold both: "openrouter/anthropic/claude-…", "ollama:gpt-oss:20b".
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from segue.errors import UsageError
from segue.models.apis import API, APIS, as_api, home_provider
from segue.models.names import is_bedrock, with_hyphens
from segue.models.registry import Registry
from segue.models.suggestions import LONGEST, close, did_you_mean, nearest

_FORMS: Final = 'Use an API ("anthropic-messages"), "provider/model", "api/model" or the id of a known model.'


class Target(Struct, frozen=True, kw_only=True):
    """What a target word said. An API alone has neither provider nor model; otherwise both are there."""

    api: API | None = None
    provider: str | None = None
    model: str | None = None


def parse_target(to: str, registry: Registry, *, model: str | None = None) -> Target:
    """Reads a target word. With `model` apart, the word is a provider or an API.

    Raises `UsageError`, with the nearest names, for a word that is none of the forms.
    """
    word = to.strip()
    if model is not None:
        if re.search("[/:]", word):
            raise UsageError(f"{word[:LONGEST]!r} names a model already: leave out model={model!r}.")
        return _head(word, model, registry) or _refuse(word, registry)
    api = as_api(word)
    if api is not None:
        return Target(api=api)
    return _host_form(word) or _pair(word, registry) or _bare_model(word, registry) or _refuse(word, registry)


def check_api(name: str) -> API:
    """The API of that name; `UsageError` with the nearest names if there is none."""
    api = as_api(name)
    if api is None:
        raise UsageError(f"{name!r} is not an API.{nearest(name, APIS)} The APIs: {', '.join(APIS)}.")
    return api


def _host_form(word: str) -> Target | None:
    """Ids in a form that only one host writes."""
    if word.startswith("models/"):
        return _model_at("google", word)
    if word.startswith(("publishers/", "projects/")) and "/models/" in word:
        return _model_at("vertex", word.rpartition("/models/")[2])
    if is_bedrock(word):
        return _model_at("bedrock", word)
    return None


def _pair(word: str, registry: Registry) -> Target | None:
    separator = re.search("[/:]", word)
    if separator is None:
        return None
    return _head(word[: separator.start()], word[separator.end() :], registry)


def _head(head: str, model: str, registry: Registry) -> Target | None:
    """A provider, or an API, with a model. A word that is both is the provider here."""
    if not model.strip():
        raise UsageError(f"{head!r} is given without a model: say which one, as in {head + '/…'!r}.")
    provider = registry.provider(head)
    if provider is not None:
        return _model_at(provider.id, model.strip())
    api = as_api(head)
    home = home_provider(head)
    if api is None or home is None:
        return None
    return _model_at(home, model.strip(), api)


def _model_at(provider: str, model: str, api: API | None = None) -> Target:
    if provider in ("google", "vertex"):
        model = model.removeprefix("models/")
    elif provider == "anthropic":
        # Anthropic writes "claude-sonnet-4-5"; the pointed form that others use is a 404 there.
        model = with_hyphens(model)
    return Target(api=api, provider=provider, model=model)


def _bare_model(word: str, registry: Registry) -> Target | None:
    found = registry.find_model(word)
    if found is None:
        return None
    if found.provider is None:
        examples = f"{'openrouter/' + word!r} or {'ollama/' + word!r}"
        raise UsageError(f"{word!r} is served by many: say by whom, as in {examples}.")
    if "/" in word:
        # The word before it is no provider: rather a slip of the pen than a path of the model's.
        return None
    return _model_at("vertex" if "@" in word else found.provider, word)


def _refuse(word: str, registry: Registry) -> Target:
    word = word[:LONGEST]
    if not word:
        raise UsageError(f"The target is empty. {_FORMS}")
    provider = registry.provider(word)
    if provider is not None:
        apis = " or ".join(repr(api) for api in provider.apis)
        raise UsageError(
            f"{word!r} is a provider: say which model, as in {word + '/…'!r}, or name an API alone, {apis}."
        )
    maker = None if re.search("[/:]", word) else registry.model(word).provider
    hint = f" A model that is not listed is named with its provider: {f'{maker}/{word}'!r}." if maker else ""
    raise UsageError(f"{word!r} is no target that is known.{_suggest(word, registry)}{hint} {_FORMS}")


def _suggest(word: str, registry: Registry) -> str:
    separator = re.search("[/:]", word)
    if separator is None:
        return nearest(word, (*APIS, *registry.model_names, *registry.provider_names))
    heads = close(word[: separator.start()], (*registry.provider_names, *APIS))
    names = [f"{head}{word[separator.start() :]}" for head in heads]
    return did_you_mean(names) or nearest(word, registry.model_names)
