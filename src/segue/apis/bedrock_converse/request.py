"""The request around Converse's messages: system, tools, limits, sampling, and what is for one family alone."""

from __future__ import annotations

from collections.abc import Iterable

from segue.apis.bedrock_converse.parts import read_blocks
from segue.apis.bedrock_converse.read import read_messages
from segue.apis.bedrock_converse.settings import fit_settings, read_settings, write_settings
from segue.apis.bedrock_converse.thinking import refit_thinking
from segue.apis.bedrock_converse.tools import read_tools, write_tools
from segue.apis.bedrock_converse.wire import API, WIRE
from segue.apis.bedrock_converse.write import write_messages, write_system
from segue.apis.codec import Author
from segue.apis.reading import Wired, list_at, list_or_none, text_or_none
from segue.apis.writing import Writing
from segue.conversation import AnyBlock, Conversation, Message, Original
from segue.errors import InvalidHistory
from segue.jsontext import copy


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body, or the arguments of ``converse`` with its ``modelId``."""
    wires = list_at(body, "messages", where="$")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.messages") from error.__cause__
    try:
        system = read_blocks(list_or_none(body, "system") or [], ".system")
    except InvalidHistory as error:
        raise error.under("$") from error.__cause__
    tools, settings = read_tools(body), read_settings(body)
    rest = {key: value for key, value in body.items() if key != "messages"}
    native = Original(API, rest, (system, tools, settings))
    return Conversation(messages, system, tools, settings, text_or_none(body, WIRE.model_key, where="$"), native)


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body; the model stands in the URL."""
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
        elif writing.endpoint is not None and settings.reasoning is not None:
            refit_thinking(settings.reasoning, body, prepared, writing)
        if writing.replay:
            body.pop(WIRE.model_key, None)
            fit_settings(body, writing)
    else:
        _write_system(conversation.system, body, writing)
        write_tools(conversation.tools, body, writing)
        write_settings(conversation, body, prepared, writing)
    body["messages"] = write_messages(prepared, writing)
    return body


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired, writing: Writing) -> None:
    body.pop("system", None)
    written = write_system(system, writing)
    if written:
        body["system"] = written
