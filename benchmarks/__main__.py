"""`python -m benchmarks`: measures everything and prints it.

Without options it takes about two minutes. What the numbers mean stands above each table.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from dataclasses import asdict, dataclass

import orjson

from .contenders import SEGUE, contenders
from .conversions import BYTES_TO_BYTES, DICT_TO_DICT, PAIRS, Row, measured
from .memory import footprints, growth
from .mending import mendings
from .report import Findings, report
from .startup import startup
from .timing import settled_heap


@dataclass(frozen=True)
class Effort:
    """How long a contender is measured on a pair, by size of history, and how many interpreters are started."""

    seconds: dict[int, float]
    interpreters: int
    memory: bool


THOROUGH = Effort({10: 0.05, 200: 0.2, 2000: 0.2}, interpreters=25, memory=True)
QUICK = Effort({10: 0.02, 200: 0.06}, interpreters=8, memory=False)


def main() -> None:
    options = _parser().parse_args()
    warnings.simplefilter("ignore")  # some peers warn of what they leave out; the tables tell it
    effort = QUICK if options.quick else THOROUGH
    findings = _found(effort, peers=not options.alone, thinking=options.thinking)
    if options.json:
        sys.stdout.buffer.write(orjson.dumps(_for_programs(findings), option=orjson.OPT_INDENT_2) + b"\n")
    else:
        sys.stdout.write(report(findings) + "\n")


def _found(effort: Effort, *, peers: bool, thinking: bool) -> Findings:
    _say("importing and trying the contenders")
    taking_part = contenders(peers=peers)
    for contender in taking_part:
        for pair in PAIRS:
            contender.trial(pair, thinking=thinking)
    rows: list[Row] = []
    with settled_heap():
        for mode in (DICT_TO_DICT, BYTES_TO_BYTES):
            for messages, seconds in effort.seconds.items():
                _say(f"{mode}, {messages:,} messages")
                rows += measured(taking_part, mode, messages, seconds=seconds, thinking=thinking)
    _say("memory and start")
    used = footprints(taking_part) if effort.memory else []
    _say("checking and repairing")
    with settled_heap():
        mended = mendings(seconds=effort.seconds[200])
    return Findings(taking_part, rows, used, growth(SEGUE, rows), mended, startup(rounds=effort.interpreters))


def _say(progress: str) -> None:
    sys.stderr.write(f"{progress} …\n")


def _for_programs(findings: Findings) -> dict[str, object]:
    return {
        "contenders": [
            {"name": each.name, "version": each.version, "unavailable": each.unavailable}
            for each in findings.contenders
        ],
        "conversions": [asdict(row) for row in findings.rows],
        "memory": [asdict(each) for each in findings.footprints],
        "growth": [asdict(each) for each in findings.growth],
        "mendings": [asdict(each) for each in findings.mendings],
        "startup": asdict(findings.startup),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a first impression: shorter histories, fewer looks, no memory"
    )
    parser.add_argument("--alone", action="store_true", help="Segue without its peers")
    parser.add_argument("--thinking", action="store_true", help="time histories in which the models think")
    parser.add_argument("--json", action="store_true", help="numbers instead of tables")
    return parser


if __name__ == "__main__":
    main()
