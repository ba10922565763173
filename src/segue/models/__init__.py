"""Models, providers and their dialects: who speaks which API, where, and with which peculiarities.

    from segue import models

    models.endpoint("anthropic/claude-opus-5").capabilities.prefill
    models.price("anthropic/claude-opus-5").output
    models.default_registry().with_provider(models.Provider(id="acme", base_url="https://llm.acme.example/v1"))

The rows are in `providers.jsonc` and `models.jsonc`, and in a file of one's own. They are read when first asked for,
not at import.
"""

from typing import TYPE_CHECKING, Any

from segue.models.apis import API, APIS, WIRES, Wire, as_api, home_provider
from segue.models.capabilities import Dialect, Modality, Model, Provider, Route, ToolCallIdFormat, Variant
from segue.models.endpoints import Endpoint, endpoint, resolve
from segue.models.families import MODEL_FAMILY_PREFIXES, ModelFamily, detect_model_family, needs_conversion
from segue.models.own import registry_from, registry_here
from segue.models.rates import Price, PriceTier
from segue.models.registry import Registry, canonical_model, default_registry, infer_provider

if TYPE_CHECKING:
    from segue.models.additions import with_rows
    from segue.models.market import context_window, price

__all__ = [
    "API",
    "APIS",
    "MODEL_FAMILY_PREFIXES",
    "WIRES",
    "Dialect",
    "Endpoint",
    "Modality",
    "Model",
    "ModelFamily",
    "Price",
    "PriceTier",
    "Provider",
    "Registry",
    "Route",
    "ToolCallIdFormat",
    "Variant",
    "Wire",
    "as_api",
    "canonical_model",
    "context_window",
    "default_registry",
    "detect_model_family",
    "endpoint",
    "home_provider",
    "infer_provider",
    "needs_conversion",
    "price",
    "registry_from",
    "registry_here",
    "resolve",
    "with_rows",
]

#: What no conversion needs is imported when it is first asked for.
_HOME = {
    "context_window": "segue.models.market",
    "price": "segue.models.market",
    "with_rows": "segue.models.additions",
}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'segue.models' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)
