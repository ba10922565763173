"""What a conversion needs on top of its input, and whether time and memory grow in step with the history."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import dataclass

from .contenders import Contender
from .conversions import DICT_TO_DICT, Row
from .histories import request_body, request_bytes
from .peers.contract import ConvertBody, Pair

SAMPLE_PAIRS: tuple[Pair, ...] = (
    ("openai-completions", "anthropic-messages"),
    ("anthropic-messages", "google-generative-ai"),
    ("google-generative-ai", "openai-responses"),
    ("openai-responses", "openai-completions"),
)
SHORT, LONG = 200, 2000
GROWTH_BUDGET = 1.2


@dataclass(frozen=True)
class Footprint:
    """Bytes for each byte of the source's JSON: at the peak while converting, and kept by the result."""

    contender: str
    source: str
    target: str
    messages: int
    peak: float
    kept: float


@dataclass(frozen=True)
class Growth:
    """How much more a byte of a long history costs than one of a short history; 1.0 is linear."""

    source: str
    target: str
    time: float
    floor: float


def footprints(contenders: list[Contender]) -> list[Footprint]:
    return [
        _footprint(contender.name, convert, pair, messages)
        for pair in SAMPLE_PAIRS
        for contender in contenders
        if (convert := contender.body_converter(pair))
        for messages in (SHORT, LONG)
    ]


def _footprint(name: str, convert: ConvertBody, pair: Pair, messages: int) -> Footprint:
    source, target = pair
    body = request_body(source, messages)
    convert(request_body(source, messages))  # whatever is set up once is set up now
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    result = convert(body)
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del result
    size = len(request_bytes(source, messages))
    return Footprint(name, source, target, messages, (peak - before) / size, (after - before) / size)


def growth(contender: str, rows: list[Row]) -> list[Growth]:
    chosen = [row for row in rows if row.mode == DICT_TO_DICT and contender in row.comparisons]
    short = {(row.source, row.target): row for row in chosen if row.messages == SHORT}
    long = {(row.source, row.target): row for row in chosen if row.messages == LONG}
    return [_growth(contender, short[pair], long[pair]) for pair in short if pair in long]


def _growth(contender: str, short: Row, long: Row) -> Growth:
    longer = long.json_bytes / short.json_bytes
    before, after = short.comparisons[contender], long.comparisons[contender]
    floor = after.floor_seconds / before.floor_seconds / longer
    return Growth(long.source, long.target, floor * after.ratio / before.ratio, floor)
