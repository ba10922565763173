"""Fair clocks on an unfair machine: what is compared is measured in turns, and only low readings count.

Others use the machine, too. So time is the processor's time for this thread, which does not run while somebody else's
program does; the floor is measured again before every run of a contender; each run gets input that nobody has touched
before; and of all readings the tenth percentile is kept. Contenders do not take turns with each other: a slow one would
leave the processor's caches cold for a fast one. The garbage collector stays on, as in a service, but leaves alone what
was alive before: the imported libraries.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import TypeVar

FEWEST_ROUNDS = 3

T = TypeVar("T")
Stopwatch = Callable[[], float]


def stopwatch(fresh_input: Callable[[], T], run: Callable[[T], object]) -> Stopwatch:
    """Each call makes an input, runs once on it and gives the seconds of the run alone."""

    def measure() -> float:
        given = fresh_input()
        start = thread_time()
        result = run(given)
        seconds = thread_time() - start
        del result  # only now, so that freeing the result is not part of making it
        return seconds

    return measure


@dataclass(frozen=True)
class Comparison:
    floor_seconds: float
    ratio: float


def compared(floor: Stopwatch, contender: Stopwatch, *, seconds: float) -> Comparison:
    floor_readings: list[float] = []
    readings: list[float] = []
    gc.collect()
    finish = perf_counter() + seconds
    while len(readings) < FEWEST_ROUNDS or perf_counter() < finish:
        floor_readings.append(floor())
        readings.append(contender())
    lowest = low_reading(floor_readings)
    return Comparison(lowest, low_reading(readings) / lowest)


def low_reading(readings: list[float]) -> float:
    return sorted(readings)[len(readings) // 10]


@contextmanager
def settled_heap() -> Generator[None]:
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
