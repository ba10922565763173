"""llm-rosetta: every format into an intermediate representation and out of it again."""

from __future__ import annotations

from .contract import ANTHROPIC, CHAT, GEMINI, RESPONSES, Body, ConvertBody, Converters, Pair, Peer
from .untyped import imported

_NAMES = {CHAT: "openai_chat", RESPONSES: "openai_responses", ANTHROPIC: "anthropic", GEMINI: "google"}


def _load() -> Converters:
    pipeline = imported("llm_rosetta", "ConversionPipeline")
    get_shim = imported("llm_rosetta", "get_shim")

    def converter(pair: Pair) -> ConvertBody:
        source, target = _NAMES[pair[0]], _NAMES[pair[1]]
        shims = {"source_shim": get_shim(source), "target_shim": get_shim(target)}

        def convert(body: Body) -> Body:
            return pipeline(source, target, **shims).convert_request(body)  # one pipeline serves one request

        return convert

    return Converters({(a, b): converter((a, b)) for a in _NAMES for b in _NAMES if a != b})


ROSETTA = Peer("llm-rosetta", "llm-rosetta", _load)
