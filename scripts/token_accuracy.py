"""`SEGUE_CORPUS=… python -m scripts.token_accuracy`: how near the estimate of tokens comes to what providers counted.

Prints the table that docs/planning.md shows; the recordings that it measures are not part of the project.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterable

from tests.support.corpus import APIS
from tests.support.token_counts import Counted, counted


def main() -> None:
    """Measure, and print."""
    recorded = [each for each in counted() if each.plain]
    if not recorded:
        sys.exit("no recorded traffic: set SEGUE_CORPUS to the folder that holds it")
    sys.stdout.write("| | requests | half within | nine in ten within | inside the range |\n|---|---|---|---|---|\n")
    for api in APIS:
        spoken = [each for each in recorded if each.record.api == api]
        _row(api, (each for each in spoken if not each.estimated.media))
        _row(f"{api}, with media", (each for each in spoken if each.estimated.media))


def _row(name: str, measured: Iterable[Counted]) -> None:
    found = list(measured)
    if not found:
        return  # an API whose recordings do not say what was counted, or of which there are none
    errors = sorted(each.error for each in found)
    inside = sum(each.inside for each in found) / len(found)
    ninth = errors[len(errors) * 9 // 10]
    sys.stdout.write(f"| {name} | {len(found)} | {statistics.median(errors):.0%} | {ninth:.0%} | {inside:.0%} |\n")


if __name__ == "__main__":
    main()
