"""What checking and repairing a history costs, against converting it to the model that it is checked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import segue
from segue.rules import APIS

from .contenders import MODELS
from .histories import request_body
from .timing import compared, stopwatch

BUDGET = 4.0
MESSAGES = 2000
_LOST = 5
"""Of so many messages, a broken history has lost one: calls without results, and results without calls."""

_KEYS = {"openai-responses": "input", "google-generative-ai": "contents"}


@dataclass(frozen=True)
class Mending:
    api: str
    broken: bool
    problems: int
    check: float
    repair: float


def mendings(*, seconds: float) -> list[Mending]:
    return [_mending(api, seconds, broken=broken) for api in APIS if api in MODELS for broken in (False, True)]


def _mending(api: str, seconds: float, *, broken: bool) -> Mending:
    model = MODELS[api]
    fresh = partial(_history, api, broken=broken)

    def ratio(run: Callable[[dict[str, Any]], object]) -> float:
        convert = stopwatch(fresh, lambda body: segue.convert(body, model, api=api).payload)
        return compared(convert, stopwatch(fresh, run), seconds=seconds).ratio

    def checked(body: dict[str, Any]) -> list[segue.Problem]:
        return segue.check(body, model, api=api)

    def repaired(body: dict[str, Any]) -> object:
        mended = segue.repair(body, model, api=api)
        return mended.payload, mended.report

    return Mending(api, broken, len(checked(fresh())), ratio(checked), ratio(repaired))


def _history(api: str, *, broken: bool) -> dict[str, Any]:
    body = request_body(api, MESSAGES)
    key = _KEYS.get(api, "messages")
    if broken:
        body[key] = [message for at, message in enumerate(body[key]) if at % _LOST != _LOST - 1]
    return body
