"""Models, providers and their dialects: who speaks which API, where, and with which peculiarities.

    from segue import models

    models.endpoint("anthropic/claude-opus-5").capabilities.prefill
    models.default_registry().with_provider(models.Provider(id="acme", base_url="https://llm.acme.example/v1"))

The rows are in `providers.jsonc` and `models.jsonc`. They are read when first asked for, not at import.
"""

from segue.models.apis import API, APIS, WIRES, Wire, as_api, home_provider
from segue.models.capabilities import Dialect, Modality, Model, Provider, Route, ToolCallIdFormat, Variant
from segue.models.endpoints import Endpoint, endpoint, resolve
from segue.models.families import MODEL_FAMILY_PREFIXES, ModelFamily, detect_model_family, needs_conversion
from segue.models.registry import Registry, canonical_model, default_registry, infer_provider

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
    "Provider",
    "Registry",
    "Route",
    "ToolCallIdFormat",
    "Variant",
    "Wire",
    "as_api",
    "canonical_model",
    "default_registry",
    "detect_model_family",
    "endpoint",
    "home_provider",
    "infer_provider",
    "needs_conversion",
    "resolve",
]
