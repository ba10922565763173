"""`python -m benchmarks.profiling <from> <to> [messages]`: where the time of one conversion goes.

`from` is an API, `to` whatever `segue.convert` accepts: an API, a model, an API with a model.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats

import segue

from .histories import APIS, request_body

ROUNDS = 20
FUNCTIONS_SHOWN = 35


def main() -> None:
    options = _parser().parse_args()
    bodies = [request_body(options.source, options.messages, thinking=options.thinking) for _ in range(ROUNDS + 1)]
    _ = segue.convert(bodies.pop(), options.to).payload  # modules that load on first use are not the question here
    profiler = cProfile.Profile()
    with profiler:
        for body in bodies:
            _ = segue.convert(body, options.to).payload
    pstats.Stats(profiler).sort_stats(options.sort).print_stats(FUNCTIONS_SHOWN)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profiling", description=__doc__)
    parser.add_argument("source", metavar="from", choices=APIS, help=f"one of {', '.join(APIS)}")
    parser.add_argument("to")
    parser.add_argument("messages", type=int, nargs="?", default=200)
    parser.add_argument("--thinking", action="store_true", help="a history with thinking")
    parser.add_argument("--sort", choices=("tottime", "cumulative", "calls"), default="tottime")
    return parser


if __name__ == "__main__":
    main()
