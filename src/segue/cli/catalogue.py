"""The registry as data: a list of what is known, or one model in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import to_builtins
from msgspec.structs import asdict

from segue.cli.addresses import described, open_part
from segue.models import Dialect, Endpoint, Model, Provider, Registry, context_window, endpoint, price

Shown = dict[str, Any]


def list_rows(words: Iterable[str], registry: Registry) -> Shown:
    """The providers and the models in whose names all the words occur."""
    wanted = [word.lower() for word in words]

    def has(*names: str | None) -> bool:
        text = " ".join(name.lower() for name in names if name)
        return all(word in text for word in wanted)

    return {
        "providers": [_provider(row) for row in registry.providers if has(row.id, row.name, *row.aliases, *row.apis)],
        "models": [
            _model(row, registry)
            for row in registry.models
            if has(f"{row.provider or ''}/{row.id}", row.family, *row.aliases)
        ],
    }


def _provider(row: Provider) -> Shown:
    return {
        "id": row.id,
        "name": row.name,
        "aliases": list(row.aliases),
        "apis": list(row.apis),
        "base_url": None if row.base_url is None else open_part(row.base_url),
        "key_env": [*row.token_env, *row.key_env],
    }


def _model(row: Model, registry: Registry) -> Shown:
    home = None if row.provider is None else endpoint(row.provider, row.id, registry=registry)
    shown = to_builtins(row)
    return {
        **{name: shown[name] for name in ("id", "provider", "family", "aliases")},
        "api": home.api if home else row.api,
        "context_window": context_window(home, registry=registry) if home else row.context_window,
        **{name: shown[name] for name in ("max_output", "inputs", "reasoning", "efforts", "thinking_off", "tools")},
        "price": None if home is None else _priced(home, registry),
    }


def _priced(found: Endpoint, registry: Registry) -> Shown | None:
    listed = price(found, registry=registry)
    return None if listed is None else to_builtins(listed)


def describe_endpoint(found: Endpoint, registry: Registry) -> Shown:
    """One model at one provider, and everything that is known of the two."""
    usual = Dialect()
    return {
        **described(found),
        "key_env": [*found.token_env, *found.key_env],
        "key_required": found.key_required,
        "context_window": context_window(found, registry=registry),
        "max_tokens": found.max_tokens,
        "capabilities": to_builtins(found.capabilities),
        "dialect": {
            flag: to_builtins(value) for flag, value in asdict(found.dialect).items() if value != getattr(usual, flag)
        },
        "price": _priced(found, registry),
    }
