"""What the environment sets for calls that say nothing. The front door asks once a call; nothing below it does."""

from __future__ import annotations

import os
from typing import Final, get_args

from segue.handoff.handoff import Strategy

#: The first that is set wins.
STRATEGY_VARIABLES: Final = ("HISTORY_CONVERSION_STRATEGY", "SEGUE_STRATEGY")

#: What an unknown word in the environment stands for: nobody who set it is there to be told of an error.
_FALLBACK: Final[Strategy] = "simplify"


def default_strategy(usual: Strategy) -> Strategy:
    """The strategy that the environment names, or the usual one."""
    for variable in STRATEGY_VARIABLES:
        if word := os.environ.get(variable):
            return known_strategy(word)
    return usual


def known_strategy(word: str) -> Strategy:
    """The strategy of that name; an unknown one warns and is ``simplify``."""
    for strategy in get_args(Strategy):
        if word.strip().lower() == strategy:
            return strategy
    import logging

    logging.getLogger("segue").warning("Unknown strategy '%s', using '%s'", word, _FALLBACK)
    return _FALLBACK
