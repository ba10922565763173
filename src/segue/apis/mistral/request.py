"""The request around Mistral's messages."""

from __future__ import annotations

from collections.abc import Iterable

from segue.apis.codec import Author
from segue.apis.mistral.read import read_messages
from segue.apis.mistral.settings import read_settings, write_settings
from segue.apis.mistral.tools import fit_tools, read_tools, write_tools
from segue.apis.mistral.wire import API
from segue.apis.mistral.write import write_messages, write_system
from segue.apis.reading import Wired, list_at, text_or_none
from segue.apis.writing import Writing
from segue.conversation import Conversation, Message, Original
from segue.errors import InvalidHistory
from segue.jsontext import copy


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    wires = list_at(body, "messages")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.messages") from error.__cause__
    beside = read_tools(body), read_settings(body)
    rest = {key: value for key, value in body.items() if key != "messages"}
    return Conversation(messages, (), *beside, text_or_none(body, "model"), Original(API, rest, beside))


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    native, body = conversation.native, Wired()
    if native is not None and native.api == API:
        body = copy(native.value)
        tools, settings = native.content
        if conversation.tools is not tools:
            write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            write_settings(conversation.settings, body, writing)
    else:
        write_tools(conversation.tools, body, writing)
        write_settings(conversation.settings, body, writing)
    if writing.replay or native is None or native.api != API:
        fit_tools(body, writing)
    model = writing.endpoint.model if writing.endpoint is not None else conversation.model
    if model is not None:
        body["model"] = model
    leading = [write_system(conversation.system, writing)] if conversation.system else []
    body["messages"] = leading + write_messages(items, writing)
    return body
