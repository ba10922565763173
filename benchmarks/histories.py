"""The histories that are converted: one conversation as a complete request body in each of the four wire formats.

A history of *n* messages has *n* messages in Chat Completions, the system prompt not counted; the other APIs fold or
unfold the same turns in their own way.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson

from .script import conversation
from .spellings import anthropic_messages, google_generative_ai, openai_completions, openai_responses

SPELLINGS = {
    "openai-completions": openai_completions,
    "openai-responses": openai_responses,
    "anthropic-messages": anthropic_messages,
    "google-generative-ai": google_generative_ai,
}
APIS = tuple(SPELLINGS)


@cache
def request_bytes(api: str, messages: int, *, thinking: bool = False) -> bytes:
    return orjson.dumps(SPELLINGS[api](conversation(messages), thinking=thinking))


def request_body(api: str, messages: int, *, thinking: bool = False) -> dict[str, Any]:
    """A request body of the caller's own: every call gives a new one."""
    return orjson.loads(request_bytes(api, messages, thinking=thinking))
