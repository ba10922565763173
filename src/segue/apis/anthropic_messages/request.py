"""The request around Anthropic's messages: system, tools, tool choice, limits, sampling, thinking, output."""

from __future__ import annotations

from collections.abc import Iterable

from segue.apis.anthropic_messages.read import read_content, read_messages
from segue.apis.anthropic_messages.settings import read_settings, write_settings
from segue.apis.anthropic_messages.thinking import USUAL_LIMIT, fit_settings
from segue.apis.anthropic_messages.tools import read_tools, write_tools
from segue.apis.anthropic_messages.wire import API
from segue.apis.anthropic_messages.write import write_messages, write_system
from segue.apis.codec import Author
from segue.apis.reading import (
    Wired,
    list_at,
    text_or_none,
)
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Conversation,
    Message,
    Original,
)
from segue.errors import InvalidHistory
from segue.jsontext import copy


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    wires = list_at(body, "messages", where="$")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.messages") from error.__cause__
    system: tuple[AnyBlock, ...] = ()
    if body.get("system") is not None:
        try:
            system = read_content(body, "system")
        except InvalidHistory as error:
            raise error.under("$") from error.__cause__
    tools = read_tools(body)
    settings = read_settings(body)
    rest = {key: value for key, value in body.items() if key != "messages"}
    native = Original(API, rest, (system, tools, settings))
    return Conversation(messages, system, tools, settings, text_or_none(body, "model", where="$"), native)


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    prepared = list(items)
    native = conversation.native
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        system, tools, settings = native.content
        if conversation.system is not system:
            _write_system(conversation.system, body, writing)
        if conversation.tools is not tools:
            write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            write_settings(conversation, body, prepared, writing)
        if writing.endpoint is not None:
            fit_settings(conversation.settings, body, prepared, writing)
    else:
        _write_system(conversation.system, body, writing)
        write_tools(conversation.tools, body, writing)
        write_settings(conversation, body, prepared, writing)
    if writing.dialect.anthropic_version is not None:
        # The address says which model answers, and whether it streams.
        body.pop("model", None)
        body.pop("stream", None)
        body["anthropic_version"] = writing.dialect.anthropic_version
    elif writing.endpoint is not None:
        body["model"] = writing.endpoint.model
    elif conversation.model is not None:
        body["model"] = conversation.model
    if not writing.untouched:
        _limit(body, writing)
    body["messages"] = write_messages(prepared, writing)
    return body


def _limit(body: Wired, writing: Writing) -> None:
    if "max_tokens" not in body:
        body["max_tokens"] = writing.endpoint.max_tokens if writing.endpoint else USUAL_LIMIT
        why = "this API wants a limit for the answer, and none was given"
        writing.tell("synthesized", "$", "Setting", why, rule="ANT-01")


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired, writing: Writing) -> None:
    body.pop("system", None)
    written = system if isinstance(system, str) else write_system(system, writing)
    if written:
        body["system"] = written
