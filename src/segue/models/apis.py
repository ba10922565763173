"""The names of the wire APIs, and the little that is true of each of them whoever serves it.

An API is a wire format, a provider is a company or a server that speaks one or several of them. The two
kinds of names are kept apart on purpose: "openai-completions" is spoken by dozens of hosts.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

API = Literal[
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "google-generative-ai",
    "bedrock-converse",
    "mistral",
]


class Wire(Struct, frozen=True):
    """Where an API lives: the provider it comes from, and its paths below a base URL."""

    home: str
    path: str
    stream_path: str
    headers: tuple[tuple[str, str], ...] = ()
    only_at_home: bool = False
    """Nobody but that provider speaks it, whoever made the model."""


def _same(home: str, path: str, *headers: tuple[str, str]) -> Wire:
    """A wire whose stream is asked for in the body, not in the URL."""
    return Wire(home, path, path, headers)


WIRES: Final[dict[API, Wire]] = {
    "openai-completions": _same("openai", "/chat/completions"),
    "openai-responses": _same("openai", "/responses"),
    # ANTHROPIC_BASE_URL and GOOGLE_GEMINI_BASE_URL are written without the version, OPENAI_BASE_URL with it.
    "anthropic-messages": _same("anthropic", "/v1/messages", ("anthropic-version", "2023-06-01")),
    "google-generative-ai": Wire(
        "google", "/v1beta/models/{model}:generateContent", "/v1beta/models/{model}:streamGenerateContent?alt=sse"
    ),
    "bedrock-converse": Wire("bedrock", "/model/{model}/converse", "/model/{model}/converse-stream", only_at_home=True),
    "mistral": _same("mistral", "/v1/chat/completions"),
}

APIS: Final[tuple[API, ...]] = tuple(WIRES)
_BY_NAME: Final[dict[str, API]] = {api: api for api in APIS}


def as_api(name: str) -> API | None:
    """The API of that exact name, or None."""
    return _BY_NAME.get(name)


def home_provider(api: str) -> str | None:
    """The provider that an API comes from ("openai-responses" → "openai"); None for a word that is no API."""
    known = as_api(api)
    return None if known is None else WIRES[known].home
