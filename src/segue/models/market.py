"""What the price lists of the package genai-prices know: prices, and the windows of models that have no row.

The package is an extra and is imported when somebody asks; nothing is fetched. A program that keeps the package's
data fresh (its `UpdatePrices`) is answered from the fresh ones. Our own rows win.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Final

from segue.models.endpoints import Endpoint, endpoint
from segue.models.rates import RATES, Price, PriceTier
from segue.models.registry import Registry

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, ModelPrice

# What the package calls a rate.
_KEYS: Final = {rate: f"{rate}_mtok" for rate in RATES}


def price(
    to: str | Endpoint, model: str | None = None, *, on: date | None = None, registry: Registry | None = None
) -> Price | None:
    """What a model costs at a provider on a day (today), or None where nobody knows.

    Known is what our own rows say, and without them what genai-prices says: `pip install 'segue[prices]'`.
    """
    asked = endpoint(to, model, registry=registry)
    if asked.capabilities.price is not None:
        return asked.capabilities.price
    info = _listed(asked)
    if info is None or not info.prices:
        return None
    # Noon: where the price depends on the hour, the cheap hours are those of the night.
    return _price(info.get_prices(datetime.combine(on or datetime.now(UTC).date(), time(12), UTC)))


def context_window(to: str | Endpoint, model: str | None = None, *, registry: Registry | None = None) -> int | None:
    """Most tokens that a model reads, by our own rows or else by genai-prices; None where nobody knows."""
    asked = endpoint(to, model, registry=registry)
    if asked.capabilities.context_window is not None:
        return asked.capabilities.context_window
    info = _listed(asked)
    return None if info is None else info.context_window


def _listed(asked: Endpoint) -> ModelInfo | None:
    """The package's entry of a model at a provider, under any name that the model has."""
    try:
        from genai_prices.data_snapshot import get_snapshot
    except ModuleNotFoundError as error:
        if error.name == "genai_prices":
            return None
        raise
    providers = get_snapshot().providers
    listed = next((provider for provider in providers if provider.id == asked.price_list), None)
    if listed is None:
        return None
    for name in (asked.model, asked.capabilities.id, *asked.capabilities.aliases):
        found = listed.find_model(name, all_providers=providers)
        if found is not None:
            return found
    return None


def _price(listed: ModelPrice) -> Price | None:
    rates = {rate: getattr(listed, key) for rate, key in _KEYS.items()}
    base = {rate: amount for rate, value in rates.items() if (amount := _base(value)) is not None}
    if not base:
        return None
    starts = sorted({tier.start for value in rates.values() for tier in getattr(value, "tiers", ())})
    tiers = tuple(
        PriceTier(
            above=start,
            **{
                rate: float(tier.price)
                for rate, value in rates.items()
                for tier in getattr(value, "tiers", ())
                if tier.start == start
            },
        )
        for start in starts
    )
    return Price(**base, tiers=tiers, source=_source())


def _base(value: Any) -> float | None:
    """A rate, or what it is before its first tier."""
    amount = getattr(value, "base", value)
    return None if amount is None else float(amount)


def _source() -> str:
    from importlib.metadata import version

    return f"genai-prices {version('genai-prices')}"
