"""What a model costs, per million tokens."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class PriceTier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rates of a whole request once its input is longer than `above` tokens; None: as below that."""

    above: int
    input: float | None = None
    output: float | None = None
    cache_read: float | None = None
    cache_write: float | None = None
    cache_write_1h: float | None = None


class Price(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """US dollars per million tokens; None: not known.

    `input` is what was not in the cache, `cache_write_1h` what is to stay there for an hour instead of minutes.
    """

    input: float | None = None
    output: float | None = None
    cache_read: float | None = None
    cache_write: float | None = None
    cache_write_1h: float | None = None
    tiers: tuple[PriceTier, ...] = ()
    """What longer requests cost."""
    source: str = ""
    """Who says so."""

    def at(self, input_tokens: int) -> Price:
        """The rates of a request whose whole input, cached or not, is that long."""
        rates: dict[str, float] = {}
        for tier in sorted(self.tiers, key=lambda tier: tier.above):
            if input_tokens > tier.above:
                rates |= {name: rate for name in RATES if (rate := getattr(tier, name)) is not None}
        return replace(self, tiers=(), **rates)


RATES = tuple(name for name in PriceTier.__struct_fields__ if name != "above")
