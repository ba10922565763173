"""The words of a coding agent's day: prose, source files, logs and listings, all drawn from one seeded generator.

Of the characters in recorded traffic, 7 to 15 in a hundred stand in a text with something beyond ASCII in it, mostly
dashes and quotation marks of the prose that models write. It is much the same here: what Python does with such texts
takes several times as long.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

NOUNS = (
    "invoice",
    "ledger",
    "customer",
    "session",
    "shipment",
    "payment",
    "catalogue",
    "reminder",
    "voucher",
    "refund",
)
VERBS = (
    "load",
    "store",
    "merge",
    "settle",
    "validate",
    "publish",
    "archive",
    "compute",
    "reserve",
    "collect",
    "render",
)
ADJECTIVES = ("open", "stale", "pending", "partial", "remote", "cached", "signed", "duplicate", "monthly", "total")
PHRASES = (
    "I will look at how the {adjective} {noun} reaches the {other} before changing anything.",
    "The {noun} is written twice when the {other} arrives while a {adjective} run is still going on.",
    "That test fails because “{verb}_{noun}” returns the {adjective} value instead of the current one — easy to fix.",
    "Next: run the suite for the {noun} package, then check that the {other} export keeps its column order.",
    "The {adjective} {other} is only read in one place, so moving the check into `{verb}_{noun}` is safe.",
    "Rounding happens per line (0.5 € steps), the {other} total however is rounded once at the end.",
    "There are two callers; both pass a {adjective} {noun}, neither handles the case where the {other} is missing.",
    "Let me confirm the assumption about the {noun} with a small query before I edit the {other} module.",
)
REMARKS = tuple(phrase for phrase in PHRASES if phrase.isascii())
FOLDERS = ("billing", "shipping", "catalogue", "accounts", "reports", "notify", "storage", "api", "jobs", "shared")


class Writer:
    """Everything an agent reads and says, in sizes that are usual for it."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)  # a string seed gives the same stream on every platform and version

    def noun(self) -> str:
        return self.random.choice(NOUNS)

    def path(self) -> str:
        return f"src/{self.random.choice(FOLDERS)}/{self.noun()}_{self.random.choice(VERBS)}.py"

    def sentence(self, phrases: tuple[str, ...] = PHRASES) -> str:
        return self.random.choice(phrases).format(
            noun=self.noun(),
            other=self.noun(),
            verb=self.random.choice(VERBS),
            adjective=self.random.choice(ADJECTIVES),
        )

    def prose(self, sentences: int) -> str:
        return " ".join(self.sentence() for _ in range(sentences))

    def token(self, length: int) -> str:
        alphabet = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        return "".join(self.random.choices(alphabet, k=length))

    def function(self) -> str:
        verb, noun, other = self.random.choice(VERBS), self.noun(), self.noun()
        limit = self.random.randrange(10, 900)
        return (
            f"def {verb}_{noun}({other}: {other.title()}, *, limit: int = {limit}) -> list[{noun.title()}]:\n"
            f'    """{self.sentence(REMARKS)}"""\n'
            f"    found: list[{noun.title()}] = []\n"
            f"    for entry in {other}.entries[:limit]:\n"
            f'        if entry.kind == "{self.random.choice(ADJECTIVES)}" and not entry.closed:\n'
            f'            found.append({noun.title()}(id=entry.id, label=f"{noun}\\t{{entry.name!r}}"))\n'
            f"    return sorted(found, key=lambda {noun}: {noun}.id)\n"
        )

    def source(self, functions: int) -> str:
        imports = f"from __future__ import annotations\n\nfrom shared.{self.noun()} import {self.noun().title()}\n\n\n"
        return imports + "\n\n".join(self.function() for _ in range(functions))

    def numbered_source(self, functions: int) -> str:
        lines = self.source(functions).splitlines()
        return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines, start=1))

    def test_log(self, lines: int) -> str:
        header = "============================= test session starts =============================\n"
        results = [
            f"tests/{self.random.choice(FOLDERS)}/test_{self.noun()}.py::test_{self.random.choice(VERBS)}_"
            f"{self.noun()}[{self.random.choice(ADJECTIVES)}] \x1b[32mPASSED\x1b[0m {self.random.randrange(100):3}%"
            for _ in range(lines)
        ]
        return (
            header
            + "\n".join(results)
            + f"\n===== {lines} passed in {self.random.randrange(100, 9000) / 1000:.2f}s =====\n"
        )

    def search_hits(self, hits: int) -> str:
        return "\n".join(
            f"{self.path()}:{self.random.randrange(1, 400)}:  {self.random.choice(VERBS)}_{self.noun()}({self.noun()})"
            for _ in range(hits)
        )

    def records(self, rows: int) -> dict[str, Any]:
        return {
            "table": self.noun(),
            "rows": [
                {
                    "id": self.random.randrange(10_000, 99_999),
                    "name": f"{self.random.choice(ADJECTIVES)} {self.noun()}",
                    "amount": self.random.randrange(100, 1_000_000) / 100,
                    "tags": self.random.sample(ADJECTIVES, k=2),
                    "closed": self.random.random() < 0.3,
                    "note": self.sentence() if self.random.random() < 0.3 else None,
                }
                for _ in range(rows)
            ],
            "truncated": False,
        }

    def traceback(self) -> str:
        noun = self.noun()
        frames = "".join(
            f'  File "{self.path()}", line {self.random.randrange(10, 400)}, in {self.random.choice(VERBS)}_{noun}\n'
            f"    return {self.random.choice(VERBS)}_{self.noun()}({noun})\n"
            for _ in range(6)
        )
        return f"Traceback (most recent call last):\n{frames}KeyError: {json.dumps(noun)}\n"
