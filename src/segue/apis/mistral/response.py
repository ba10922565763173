"""Mistral's answers → a message."""

from __future__ import annotations

from msgspec.structs import replace

from segue.apis.chat import first_choice, stop_of, usage_of
from segue.apis.codec import Author
from segue.apis.mistral.hosted import read_steps
from segue.apis.mistral.read import read_assistant
from segue.apis.reading import Wired, object_at, text_or_none
from segue.conversation import AnyBlock, Message
from segue.errors import InvalidHistory


def read_response(body: Wired, author: Author) -> Message:
    """Read the first choice of an answer; one that the provider's tools had a part in is many messages."""
    choice = first_choice(body)
    steps: list[AnyBlock] = []
    where = "$.choices[0].message"
    if choice.get("message") is None and choice.get("messages"):
        steps, wire = read_steps(choice)
        where = f"$.choices[0].messages[{len(choice['messages']) - 1}]"
    else:
        wire = object_at(choice, "message", where="$.choices[0]")
    wire.setdefault("role", "assistant")
    try:
        message = read_assistant(wire, author, 0)
    except InvalidHistory as error:
        raise error.under(where) from error.__cause__
    if steps:
        message = replace(message, content=(*steps, *message.blocks), native=None)
    return replace(message, id=text_or_none(body, "id", where="$"), stop=stop_of(choice), usage=usage_of(body))
