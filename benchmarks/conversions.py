"""The grid: every pair of APIs, each size of history, dictionaries and bytes, as multiples of the floor.

The floor is reading and writing the same JSON with orjson: no converter of bytes can do less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import orjson

from .contenders import Contender
from .histories import APIS, request_bytes
from .peers.contract import Pair
from .timing import Comparison, Stopwatch, compared, stopwatch

DICT_TO_DICT = "dict → dict"
BYTES_TO_BYTES = "bytes → bytes"
BUDGETS = {DICT_TO_DICT: 1.5, BYTES_TO_BYTES: 2.2}
PAIRS: tuple[Pair, ...] = tuple((source, target) for source in APIS for target in APIS)


@dataclass(frozen=True)
class Row:
    mode: str
    messages: int
    source: str
    target: str
    thinking: bool
    json_bytes: int
    comparisons: dict[str, Comparison]

    @property
    def floor_seconds(self) -> float:
        return min((each.floor_seconds for each in self.comparisons.values()), default=0.0)

    @property
    def ratios(self) -> dict[str, float]:
        return {name: each.ratio for name, each in self.comparisons.items()}


def measured(contenders: list[Contender], mode: str, messages: int, *, seconds: float, thinking: bool) -> list[Row]:
    """One row for each pair, spending about that many seconds on each contender."""
    return [_row(contenders, mode, messages, pair, seconds, thinking=thinking) for pair in PAIRS]


def _row(contenders: list[Contender], mode: str, messages: int, pair: Pair, seconds: float, *, thinking: bool) -> Row:
    source, target = pair
    text = request_bytes(source, messages, thinking=thinking)
    floor = stopwatch(lambda: text, read_and_written)
    able = [each for each in contenders if each.trial(pair, thinking=thinking).evidence]
    watches = {each.name: watch for each in able if (watch := _WATCHES[mode](each, pair, text))}
    comparisons = {name: compared(floor, watch, seconds=seconds) for name, watch in watches.items()}
    return Row(mode, messages, source, target, thinking, len(text), comparisons)


def _dict_watch(contender: Contender, pair: Pair, text: bytes) -> Stopwatch | None:
    convert = contender.body_converter(pair)
    return convert and stopwatch(partial(orjson.loads, text), convert)


def _bytes_watch(contender: Contender, pair: Pair, text: bytes) -> Stopwatch | None:
    convert = contender.bytes_converter(pair)
    return convert and stopwatch(lambda: text, convert)


def read_and_written(text: bytes) -> bytes:
    return orjson.dumps(orjson.loads(text))


_WATCHES: dict[str, Callable[[Contender, Pair, bytes], Stopwatch | None]] = {
    DICT_TO_DICT: _dict_watch,
    BYTES_TO_BYTES: _bytes_watch,
}
