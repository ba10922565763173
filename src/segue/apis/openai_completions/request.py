"""The request around chat messages: tools, tool choice, limits, sampling, reasoning, structured output."""

from __future__ import annotations

from collections.abc import Iterable

from segue.apis.codec import Author
from segue.apis.openai_completions.asked import ask_for_json, fit_request
from segue.apis.openai_completions.functions import respell_functions
from segue.apis.openai_completions.read import read_messages
from segue.apis.openai_completions.settings import fit_limit, read_settings, write_settings
from segue.apis.openai_completions.tools import fit_tools, read_tools, write_tools
from segue.apis.openai_completions.wire import API
from segue.apis.openai_completions.write import write_messages, write_system
from segue.apis.reading import (
    Wired,
    list_at,
    text_or_none,
)
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
    tools = read_tools(body)
    settings = read_settings(body)
    rest = {key: value for key, value in body.items() if key != "messages"}
    return Conversation(
        messages, (), tools, settings, text_or_none(body, "model"), Original(API, rest, (tools, settings))
    )


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    native = conversation.native
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        tools, settings = native.content
        if conversation.tools is not tools:
            body.pop("functions", None)
            write_tools(conversation.tools, body, writing)
        if writing.replay:
            respell_functions(body, writing)
        if conversation.settings is not settings:
            write_settings(conversation.settings, body, writing)
        if writing.replay:
            fit_tools(body, writing, "$.tools[{}].function.parameters")
            fit_limit(body, writing)
    else:
        write_tools(conversation.tools, body, writing)
        fit_tools(body, writing, "$.tools")
        write_settings(conversation.settings, body, writing)
    if writing.endpoint is not None:
        fit_request(body, conversation.settings, writing)
        body["model"] = writing.endpoint.model
    elif conversation.model is not None:
        body["model"] = conversation.model
    leading = [write_system(conversation.system, writing)] if conversation.system else []
    body["messages"] = leading + write_messages(items, writing)
    if not writing.untouched and writing.wants_the_word_json(body.get("response_format"), body["messages"]):
        ask_for_json(body["messages"], writing)
    return body
