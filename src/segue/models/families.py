"""Model families by name: the cheap question "could this switch need a conversion at all?".

What a conversation really needs is decided message by message, by provider, API and model. These answers are
for those who have two names and nothing else.
"""

from __future__ import annotations

import re
from typing import Final

from segue.models.names import plain
from segue.models.own import registry_here
from segue.models.registry import Registry


class ModelFamily:
    """The families that a name can tell; everything else is `UNKNOWN`."""

    OPENAI: Final = "openai"
    ANTHROPIC: Final = "anthropic"
    GEMINI: Final = "gemini"
    UNKNOWN: Final = "unknown"


MODEL_FAMILY_PREFIXES: Final[dict[str, str]] = {
    "gpt-": ModelFamily.OPENAI,
    "o1-": ModelFamily.OPENAI,
    "o3-": ModelFamily.OPENAI,
    "claude-": ModelFamily.ANTHROPIC,
    "gemini-": ModelFamily.GEMINI,
}
"""The first rule, and never overruled: a name that begins so is of that family."""

# Names of OpenAI's that the table misses: "o1" bare, "o4-mini", "chatgpt-4o-latest", "codex-mini-latest".
_MORE_OPENAI: Final = r"o\d(-|$)|chatgpt-|codex-"
_FAMILIES: Final = frozenset((ModelFamily.OPENAI, ModelFamily.ANTHROPIC, ModelFamily.GEMINI))


def detect_model_family(model_name: str | None, *, registry: Registry | None = None) -> str:
    """The family of a model's name: `gpt-4` → openai, `anthropic/claude-…` → anthropic, else unknown.

    Dates, paths and the prefixes of clouds and routers do not matter. A name that says nothing itself is
    looked up, and then belongs to the provider in front of it ("openai/my-tuned-model").
    """
    if not model_name:
        return ModelFamily.UNKNOWN
    name = model_name.strip().lower()
    found = _by_name(name)
    if found is not None:
        return found
    registry = registry or registry_here()
    model = _after_provider(name, registry)
    return _by_name(plain(model)) or _by_rows(name, model, registry)


def needs_conversion(source_model: str | None, target_model: str | None, *, registry: Registry | None = None) -> bool:
    """True if both names tell their family and the families differ."""
    source = detect_model_family(source_model, registry=registry)
    target = detect_model_family(target_model, registry=registry)
    return source != target and ModelFamily.UNKNOWN not in (source, target)


def _by_name(name: str) -> str | None:
    found = next((family for prefix, family in MODEL_FAMILY_PREFIXES.items() if name.startswith(prefix)), None)
    return found or (ModelFamily.OPENAI if re.match(_MORE_OPENAI, name) else None)


def _after_provider(name: str, registry: Registry) -> str:
    """`provider:model` without its provider; `models/…` and `provider/model` are what `plain` undresses."""
    head, separator, model = name.partition(":")
    return model if separator and registry.provider(head) else name


def _by_rows(name: str, model: str, registry: Registry) -> str:
    found = registry.find_model(model)
    if found is not None:
        return _known(found.family)
    provider = registry.provider(re.split("[/:]", name)[0]) if re.search("[/:]", name) else None
    return _known(provider.family if provider else None)


def _known(family: str | None) -> str:
    return family if family in _FAMILIES else ModelFamily.UNKNOWN
