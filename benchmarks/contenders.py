"""Who takes part: Segue, and every peer that is installed. Each is tried on every pair before it is timed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import orjson

import segue

from .attempt import Attempt
from .evidence import Evidence, evidence
from .histories import APIS, request_body
from .peers import PEERS, Peer
from .peers.contract import ConvertBody, ConvertBytes, Converters, Pair

SEGUE = "segue"
SEGUE_CODEC = "segue codec"
MODELS = {
    "openai-completions": "openai-completions/gpt-5.2",
    "openai-responses": "openai/gpt-5.2",
    "anthropic-messages": "anthropic/claude-opus-5",
    "google-generative-ai": "google/gemini-2.5-pro",
}
TRIAL_SIZE = 200


@dataclass(frozen=True)
class Trial:
    """Whether a contender manages a pair, and with what result; without either it does not offer the pair."""

    evidence: Evidence | None = None
    failure: str | None = None


@dataclass(frozen=True)
class Contender:
    name: str
    version: str
    converters: Converters
    unavailable: str | None = None
    trials: dict[tuple[Pair, bool], Trial] = field(default_factory=dict[tuple[Pair, bool], Trial])

    def trial(self, pair: Pair, *, thinking: bool = False) -> Trial:
        if (pair, thinking) not in self.trials:
            self.trials[pair, thinking] = self._try(pair, thinking=thinking)
        return self.trials[pair, thinking]

    def body_converter(self, pair: Pair) -> ConvertBody | None:
        return self.converters.bodies.get(pair) if self.trial(pair).evidence else None

    def bytes_converter(self, pair: Pair) -> ConvertBytes | None:
        convert = self.body_converter(pair)
        return convert and self.converters.native_bytes.get(pair, partial(_parsed_and_written, convert))

    def _try(self, pair: Pair, *, thinking: bool) -> Trial:
        convert = self.converters.bodies.get(pair)
        if convert is None:
            return Trial()
        source, target = pair
        with Attempt() as attempt:
            result = convert(request_body(source, TRIAL_SIZE, thinking=thinking))
            found = evidence(target, result, messages=TRIAL_SIZE, thinking=thinking)
            if not found.calls:
                return Trial(failure="the result has no tool calls")
            return Trial(evidence=found)
        return Trial(failure=attempt.failure)


def contenders(*, peers: bool) -> list[Contender]:
    ours = [_segue(SEGUE, MODELS), _segue(SEGUE_CODEC, {api: api for api in APIS})]
    return [*ours, *map(_installed, PEERS if peers else ())]


def _segue(name: str, destinations: Mapping[str, str]) -> Contender:
    def body(destination: str, source: dict[str, Any]) -> dict[str, Any]:
        return segue.convert(source, destination).payload

    def text(destination: str, source: bytes) -> bytes:
        return segue.convert(source, destination).json()

    pairs = [(source, target) for source in APIS for target in APIS]
    converters = Converters(
        {pair: partial(body, destinations[pair[1]]) for pair in pairs},
        {pair: partial(text, destinations[pair[1]]) for pair in pairs},
    )
    return Contender(name, segue.__version__, converters)


def _installed(peer: Peer) -> Contender:
    nothing = Converters({})
    try:
        installed_version = version(peer.distribution)
    except PackageNotFoundError:
        return Contender(peer.name, "", nothing, unavailable="not installed")
    with Attempt() as attempt:
        return Contender(peer.name, installed_version, peer.load())
    return Contender(peer.name, installed_version, nothing, unavailable=attempt.failure)


def _parsed_and_written(convert: ConvertBody, source: bytes) -> bytes:
    return orjson.dumps(convert(orjson.loads(source)))
