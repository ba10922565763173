"""Chat answers → a message."""

from __future__ import annotations

from msgspec.structs import replace

from segue.apis.chat import first_choice, stop_of, usage_of
from segue.apis.codec import Author
from segue.apis.openai_completions.read import read_assistant
from segue.apis.reading import Wired, object_at, text_or_none
from segue.conversation import Message
from segue.errors import InvalidHistory


def read_response(body: Wired, author: Author) -> Message:
    """Read the first choice of an answer."""
    choice = first_choice(body)
    wire = object_at(choice, "message", where="$.choices[0]")
    try:
        text_or_none(wire, "role")
        wire["role"] = "assistant"  # whatever a host calls it: nobody else answers
        message = read_assistant(wire, author, 0)
    except InvalidHistory as error:
        raise error.under("$.choices[0].message") from error.__cause__
    return replace(message, id=text_or_none(body, "id", where="$"), stop=stop_of(choice), usage=usage_of(body))
