"""`python -m benchmarks.profiling <from> <to> [messages]`: where the time of one conversion goes.

`from` is an API, `to` whatever `segue.convert` accepts: an API, a model, an API with a model.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from typing import Any

import segue

from .histories import APIS, request_body, request_bytes

ROUNDS = 20
FUNCTIONS_SHOWN = 35


def main() -> None:
    options = _parser().parse_args()
    convert = _bytes_to_bytes if options.bytes else _dict_to_dict
    fresh = request_bytes if options.bytes else request_body
    sources = [fresh(options.source, options.messages, thinking=options.thinking) for _ in range(ROUNDS + 1)]
    convert(sources.pop(), options.to)  # what is loaded on first use is not the question here
    profiler = cProfile.Profile()
    with profiler:
        for source in sources:
            convert(source, options.to)
    pstats.Stats(profiler).sort_stats(options.sort).print_stats(FUNCTIONS_SHOWN)


def _dict_to_dict(source: Any, to: str) -> object:
    return segue.convert(source, to).payload


def _bytes_to_bytes(source: Any, to: str) -> object:
    return segue.convert(source, to).json()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profiling", description=__doc__)
    parser.add_argument("source", metavar="from", choices=APIS, help=f"one of {', '.join(APIS)}")
    parser.add_argument("to")
    parser.add_argument("messages", type=int, nargs="?", default=200)
    parser.add_argument("--bytes", action="store_true", help="from JSON text to JSON text")
    parser.add_argument("--thinking", action="store_true", help="a history with thinking")
    parser.add_argument("--sort", choices=("tottime", "cumulative", "calls"), default="tottime")
    return parser


if __name__ == "__main__":
    main()
