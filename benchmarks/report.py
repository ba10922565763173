"""The findings as a person reads them: one table for each question, with what it means above it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from .contenders import SEGUE, SEGUE_CODEC, Contender, Trial
from .conversions import BUDGETS, PAIRS, Row
from .memory import GROWTH_BUDGET, LONG, SHORT, Footprint, Growth
from .mending import BUDGET as MENDING_BUDGET
from .mending import MESSAGES, Mending
from .startup import BUDGET as IMPORT_BUDGET
from .startup import HEAVY, Startup
from .tables import section, times, verdict

_SHORT_NAMES = {
    "openai-completions": "chat",
    "openai-responses": "responses",
    "anthropic-messages": "anthropic",
    "google-generative-ai": "gemini",
}
_NOT_OFFERED = "–"


@dataclass(frozen=True)
class Findings:
    contenders: list[Contender]
    rows: list[Row]
    footprints: list[Footprint]
    growth: list[Growth]
    mendings: list[Mending]
    startup: Startup


def report(findings: Findings) -> str:
    present = [each for each in findings.contenders if not each.unavailable]
    sections = [_participants(findings.contenders), *_conversions(present, findings.rows), _came_along(present)]
    if findings.footprints:
        sections.append(_memory(findings.footprints))
    if findings.growth:
        sections.append(_linearity(findings.growth))
    sections.append(_mendings(findings.mendings))
    sections.append(_startup(findings.startup))
    return "\n\n\n".join(sections)


def _participants(contenders: list[Contender]) -> str:
    return "\n".join(["Taking part", *(f"  {each.name}: {each.unavailable or each.version}" for each in contenders)])


def _conversions(present: list[Contender], rows: list[Row]) -> Iterator[str]:
    groups: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.mode, row.messages), []).append(row)
    for (mode, messages), group in groups.items():
        kilobytes = fmean(row.json_bytes for row in group) / 1000
        milliseconds = fmean([row.floor_seconds for row in group if row.comparisons] or [0.0]) * 1000
        yield section(
            f"{mode}, {messages:,} messages{', with thinking' * group[0].thinking}, about {kilobytes:,.0f} kB of JSON",
            f"Multiples of reading and writing the same JSON with orjson ({milliseconds:.3f} ms); lower is better. "
            f"The budget is for {SEGUE}. An asterisk: loses something, see below. The last column is how many times "
            f"as long as {SEGUE} the fastest peer takes.",
            ["", *(each.name for each in present), f"budget {BUDGETS[mode]}", "fastest peer"],
            [[_pair(row), *(_ratio(each, row) for each in present), _within(row), _lead(row)] for row in group],
        )


def _ratio(contender: Contender, row: Row) -> str:
    trial = contender.trial((row.source, row.target), thinking=row.thinking)
    if contender.name not in row.ratios:
        return "fails" if trial.failure else _NOT_OFFERED
    return times(row.ratios[contender.name]) + ("*" if trial.evidence and trial.evidence.shortfall else "")


def _within(row: Row) -> str:
    return verdict(row.ratios[SEGUE], BUDGETS[row.mode]) if SEGUE in row.ratios else ""


def _lead(row: Row) -> str:
    peers = [ratio for name, ratio in row.ratios.items() if name not in (SEGUE, SEGUE_CODEC)]
    return times(min(peers) / row.ratios[SEGUE]) if peers and SEGUE in row.ratios else ""


def _came_along(present: list[Contender]) -> str:
    trials = [[each.trial(pair, thinking=True) for each in present] for pair in PAIRS]
    names = [f"{_SHORT_NAMES[source]} → {_SHORT_NAMES[target]}" for source, target in PAIRS]
    found = section(
        "What came along",
        "Of a history with thinking: which tool calls, results and thoughts are in the target, as such or as text.",
        ["", *(each.name for each in present)],
        [[name, *map(_verdict, row)] for name, row in zip(names, trials, strict=True)],
    )
    failures: dict[str, list[str]] = {}
    for name, row in zip(names, trials, strict=True):
        for each, trial in zip(present, row, strict=True):
            if trial.failure:
                failures.setdefault(f"{each.name} fails with {trial.failure}", []).append(name)
    return "\n".join([found, *(f"{failure} ({', '.join(pairs)})" for failure, pairs in failures.items())])


def _verdict(trial: Trial) -> str:
    if trial.failure:
        return "fails"
    return (trial.evidence.shortfall or "all") if trial.evidence else _NOT_OFFERED


def _memory(footprints: list[Footprint]) -> str:
    found = {(each.source, each.target, each.contender, each.messages): each for each in footprints}
    rows = [
        [f"{_pair(long)}, {name}", f"{short.peak:.2f}", f"{long.peak:.2f}", f"{short.kept:.2f}", f"{long.kept:.2f}"]
        for (source, target, name, messages), long in found.items()
        if messages == LONG and (short := found.get((source, target, name, SHORT)))
    ]
    return section(
        "Memory, dict → dict",
        "Bytes for each byte of the source's JSON, at the peak and kept by the result; equal columns mean linear. "
        "Python's allocations only, so the part of linguafranca that is written in Rust is not seen.",
        ["", f"peak, {SHORT}", f"peak, {LONG:,}", f"kept, {SHORT}", f"kept, {LONG:,}"],
        rows,
    )


def _linearity(growth: list[Growth]) -> str:
    return section(
        f"Growth of time, {SEGUE}, dict → dict",
        f"The time of one byte in {LONG:,} messages against one byte in {SHORT}; 1.00 is linear. What the floor grows "
        "by is the machine's share (caches), so the two are compared.",
        ["", SEGUE, "floor", f"budget floor × {GROWTH_BUDGET}"],
        [
            [_pair(each), times(each.time), times(each.floor), verdict(each.time / each.floor, GROWTH_BUDGET)]
            for each in growth
        ],
    )


def _mendings(mendings: list[Mending]) -> str:
    return section(
        f"Checking and repairing, {MESSAGES:,} messages",
        "Multiples of converting the same history to the same model; the report of a repair is read. A broken history "
        "has lost every fifth message.",
        ["", "problems", "check", "repair", f"budget {MENDING_BUDGET}"],
        [
            [
                f"{_SHORT_NAMES[each.api]}, {'broken' if each.broken else 'sound'}",
                f"{each.problems:,}",
                times(each.check),
                times(each.repair),
                verdict(max(each.check, each.repair), MENDING_BUDGET),
            ]
            for each in mendings
        ],
    )


def _startup(startup: Startup) -> str:
    heavy = ", ".join(startup.heavy_modules) or "none"
    return section(
        "Start",
        f"In fresh interpreters, multiples of importing msgspec ({startup.msgspec_seconds * 1000:.1f} ms). "
        f"Heavy modules are {', '.join(HEAVY)}; none may be imported before it is used.",
        ["", "ratio", f"budget {IMPORT_BUDGET}"],
        [
            ["import segue", times(startup.import_ratio), verdict(startup.import_ratio, IMPORT_BUDGET)],
            ["import and one conversion", times(startup.first_conversion_ratio), ""],
            ["heavy modules imported", heavy, "OVER" if startup.heavy_modules else "within"],
        ],
    )


def _pair(found: Row | Footprint | Growth) -> str:
    return f"{_SHORT_NAMES[found.source]} → {_SHORT_NAMES[found.target]}"
