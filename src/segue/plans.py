"""What a switch would do: everything that `segue.plan` says, for people and for machines."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, to_builtins

from segue.report import Report
from segue.tokens import Tokens

__all__ = ["Cost", "Fit", "Plan", "SettingChange"]


class Fit(Struct, frozen=True, kw_only=True):
    """Whether a request, with the answer that it asks for, fits into what the target reads.

    *uncertain*: the limit lies within the range of the estimate. *unknown*: nobody says how much the target reads.
    """

    verdict: Literal["fits", "too-long", "uncertain", "unknown"] = "unknown"
    window: int | None = None
    """Most tokens that the model reads, its answer included."""
    answer: int | None = None
    """Most tokens of the answer, as the request asks."""
    max_output: int | None = None
    """Most tokens that the model answers."""


class Cost(Struct, frozen=True, kw_only=True):
    """US dollars for the input of the next request; None: not known."""

    cold: float | None = None
    """At the target, whose cache is cold: every token at the full price."""
    warm: float | None = None
    """At the present provider, if all of it is in its cache."""
    present: str | None = None
    """Who the present provider and model are."""
    price: float | None = None
    """The target's price of a million tokens of input."""
    source: str | None = None
    """Who says so."""

    @property
    def extra(self) -> float | None:
        """What the switch costs this once."""
        return None if self.cold is None or self.warm is None else self.cold - self.warm


class SettingChange(Struct, frozen=True):
    """A setting that the target gets otherwise than the source has it; None: not there."""

    name: str
    path: str
    before: Any
    after: Any
    why: str
    rule: str | None = None

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.name}: {_shown(self.before)} → {_shown(self.after)}: {self.why}{rule}"


class Plan(Struct, frozen=True, kw_only=True):
    """What would happen to a conversation at a target. ``str(plan)`` is for people, ``to_dict()`` for machines.

    Each of `kept`, `changed` (in form), `downgraded` (to words), `lost` and `synthesized` counts things by kind;
    `report` has them one by one.
    """

    target: str
    api: str
    report: Report = Report()
    kept: dict[str, int] = {}
    changed: dict[str, int] = {}
    downgraded: dict[str, int] = {}
    lost: dict[str, int] = {}
    synthesized: dict[str, int] = {}
    tokens: Tokens | None = None
    fit: Fit = Fit()
    cost: Cost = Cost()
    settings: tuple[SettingChange, ...] = ()
    refused: str | None = None
    """Why nothing can be sent there at all."""
    refused_at: str | None = None

    @property
    def lossless(self) -> bool:
        """True if everything arrives, in some form."""
        return self.refused is None and self.report.lossless

    @property
    def fits(self) -> bool | None:
        """Whether it fits; None where that is not known, or too close to say."""
        return {"fits": True, "too-long": False}.get(self.fit.verdict)

    @property
    def fine(self) -> bool:
        """Nothing is lost, and nothing says that it is too long."""
        return self.lossless and self.fits is not False

    def to_dict(self) -> dict[str, Any]:
        """A plain, JSON-ready picture of the plan."""
        return {
            "target": self.target,
            "api": self.api,
            "refused": self.refused,
            "lossless": self.lossless,
            "fits": self.fits,
            "kept": dict(self.kept),
            "changed": dict(self.changed),
            "downgraded": dict(self.downgraded),
            "lost": dict(self.lost),
            "synthesized": dict(self.synthesized),
            "changes": self.report.to_dict()["changes"],
            "pending": list(self.report.pending),
            "tokens": None if self.tokens is None else self.tokens.to_dict(),
            "fit": to_builtins(self.fit),
            "cost": {**to_builtins(self.cost), "extra": self.cost.extra},
            "settings": [to_builtins(change) for change in self.settings],
        }

    def __str__(self) -> str:
        if self.refused is not None:
            return f"{self.target}: cannot go there: {self.refused}"
        lines = [f"{self.target}: {'lossless' if self.lossless else 'with losses'}"]
        lines += [f"  {label:<12}{text}" for label, text in self.lines()]
        return "\n".join(lines)

    def lines(self) -> list[tuple[str, str]]:
        """What there is to say, line by line, each under its label."""
        fates = (
            ("kept", self.kept),
            ("changed", self.changed),
            ("as text", self.downgraded),
            ("lost", self.lost),
            ("made up", self.synthesized),
        )
        said = [(label, _counted(kinds)) for label, kinds in fates if kinds]
        if self.tokens is not None:
            said.append(("input", str(self.tokens)))
        said += [("window", window_words(self.fit)), ("cost", cost_words(self.cost))]
        said += [("setting", str(change)) for change in self.settings]
        if self.report.pending:
            said.append(("pending", f"{len(self.report.pending)} calls wait for their results"))
        return said


def window_words(fit: Fit) -> str:
    """Whether it fits, in words."""
    answer = f" with an answer of {fit.answer:,}" if fit.answer else ""
    match fit.verdict:
        case "fits":
            return f"fits into {fit.window:,}{answer}"
        case "too-long":
            return f"too long for {fit.window:,}{answer}"
        case "uncertain":
            return f"may be too long for {fit.window:,}{answer}"
        case "unknown":
            return "not known"


def cost_words(cost: Cost) -> str:
    """What the switch costs, in words."""
    cold = "not known" if cost.cold is None else f"{dollars(cost.cold)} with a cold cache"
    if cost.present is None:
        return cold
    warm = "not known" if cost.warm is None else dollars(cost.warm)
    return f"{cold}; from the cache of {cost.present}: {warm}"


def dollars(amount: float) -> str:
    """An amount of money, with as many places as it needs."""
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.2g}" if amount >= 0.0001 else "< $0.0001"


def _counted(kinds: dict[str, int]) -> str:
    return ", ".join(f"{kind} ×{count}" if count > 1 else kind for kind, count in kinds.items())


def _shown(value: Any) -> str:
    return "not set" if value is None else str(value)
