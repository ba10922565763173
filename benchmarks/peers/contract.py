"""What the benchmark asks of a library that turns one vendor's request into another's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]
Pair = tuple[str, str]
ConvertBody = Callable[[Body], Body]
ConvertBytes = Callable[[bytes], bytes]

CHAT, RESPONSES, ANTHROPIC, GEMINI = (
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "google-generative-ai",
)


@dataclass(frozen=True)
class Converters:
    """The pairs a library supports; `native_bytes` where it reads and writes JSON text itself."""

    bodies: Mapping[Pair, ConvertBody]
    native_bytes: Mapping[Pair, ConvertBytes] = field(default_factory=dict[Pair, ConvertBytes])


@dataclass(frozen=True)
class Peer:
    name: str
    distribution: str
    load: Callable[[], Converters]


def chained(first: ConvertBody, second: ConvertBody) -> ConvertBody:
    """For libraries that go from one format to another by way of a third."""
    return lambda body: second(first(body))
