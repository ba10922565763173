"""Conversations as the providers' own clients write them: whole requests and responses of each wire API.

`requests(api)` and its siblings are Hypothesis strategies; `samples(api, construct)` writes one construct at a time
without Hypothesis, for the tests that go through all of them by name.
"""

import copy
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from . import anthropic_messages, bedrock_converse, google_generative_ai, mistral, openai_completions, openai_responses
from .dialogue import ENDINGS, Dialogue, Ending, Vocabulary, construct_names, write_construct, write_dialogue
from .pen import Pen
from .values import Json, JsonObject

__all__ = [
    "APIS",
    "BOUND",
    "CONSTRUCTS",
    "ENDINGS",
    "MODELS",
    "PAIRS",
    "SENT",
    "VOCABULARIES",
    "Dialogue",
    "Ending",
    "Json",
    "JsonObject",
    "Pen",
    "constructs",
    "dialogues",
    "requests",
    "responses",
    "samples",
]

T = TypeVar("T")

VOCABULARIES: dict[str, Vocabulary] = {
    module.VOCABULARY.api: module.VOCABULARY
    for module in (
        openai_completions,
        openai_responses,
        anthropic_messages,
        google_generative_ai,
        bedrock_converse,
        mistral,
    )
}

APIS = tuple(VOCABULARIES)

PAIRS = [(source, target) for source in APIS for target in APIS if source != target]

MODELS = {
    "openai-completions": "openai-completions/gpt-5.2",
    "openai-responses": "openai/gpt-5.2",
    "anthropic-messages": "anthropic/claude-opus-5",
    "google-generative-ai": "google/gemini-3-pro-preview",
    "mistral": "mistral/magistral-medium-latest",
    "bedrock-converse": "bedrock/us.anthropic.claude-opus-4-6-v1",
}
"""A model of each API, as a target."""

SENT: tuple[Ending, ...] = ("ask", "results")
"""How a history ends when it is the model's turn."""

BOUND = ("bound", "bound settings")
"""The tables of constructs whose other part is on a server."""


def constructs(api: str, *, bound: bool | None = None) -> list[str]:
    """The constructs of an API by name; `bound` keeps only those that a server holds a part of, or only the others."""
    names = construct_names(VOCABULARIES[api])
    return [name for name in names if bound is None or (name.partition(": ")[0] in BOUND) is bound]


CONSTRUCTS = [(api, name) for api in APIS for name in constructs(api, bound=False)]
"""All constructs that can go to another API."""


def samples(api: str, construct: str, many: int) -> list[JsonObject]:
    """Short requests that hold the construct; the same ones every time."""
    words = VOCABULARIES[api]
    return [write_construct(Pen.seeded(f"{construct} {number}"), words, construct) for number in range(many)]


def dialogues(api: str, *, turns: int = 2, endings: tuple[Ending, ...] = ENDINGS) -> st.SearchStrategy[Dialogue]:
    words = VOCABULARIES[api]
    return _written(lambda pen: write_dialogue(pen, words, turns=turns, endings=endings))


def requests(api: str, *, turns: int = 2, endings: tuple[Ending, ...] = ENDINGS) -> st.SearchStrategy[JsonObject]:
    words = VOCABULARIES[api]
    return _written(lambda pen: write_dialogue(pen, words, turns=turns, endings=endings).request())


def responses(api: str, *, calls: bool | None = False) -> st.SearchStrategy[JsonObject]:
    """Whole answers: without calls, with calls, or (None) of both kinds."""
    words = VOCABULARIES[api]
    return _written(lambda pen: copy.deepcopy(words.respond(pen, pen.chance(40) if calls is None else calls)))


def _written(write: Callable[[Pen], T]) -> st.SearchStrategy[T]:
    @st.composite
    def drawn(draw: st.DrawFn) -> T:
        return write(Pen.drawn(draw))

    return drawn()
