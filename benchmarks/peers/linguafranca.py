"""martian-linguafranca: a core in Rust that reads and writes JSON text; dictionaries become text on the way."""

from __future__ import annotations

from typing import Any

from .contract import ANTHROPIC, CHAT, RESPONSES, Body, Converters, Pair, Peer
from .untyped import imported


def _load() -> Converters:
    format_name = imported("linguafranca", "FormatName")
    convert_request = imported("linguafranca", "convert_request_json")
    convert_text = imported("linguafranca._linguafranca", "convert_request_json_str")
    formats: dict[str, Any] = {
        CHAT: format_name.OPENAI_CHAT_COMPLETIONS,
        RESPONSES: format_name.OPEN_RESPONSES,
        ANTHROPIC: format_name.ANTHROPIC_MESSAGES,
    }

    def bodies(pair: Pair) -> Any:
        source, target = formats[pair[0]], formats[pair[1]]

        def convert(body: Body) -> Body:
            return convert_request(body, source_format=source, target_format=target).value

        return convert

    def texts(pair: Pair) -> Any:
        source, target = formats[pair[0]].value, formats[pair[1]].value

        def convert(body: bytes) -> bytes:
            return convert_text(body.decode(), source, target).encode()

        return convert

    pairs = [(source, target) for source in formats for target in formats if source != target]
    return Converters({pair: bodies(pair) for pair in pairs}, {pair: texts(pair) for pair in pairs})


LINGUAFRANCA = Peer("linguafranca", "martian-linguafranca", _load)
