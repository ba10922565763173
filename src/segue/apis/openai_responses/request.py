"""The request around Responses' items: instructions, tools, tool choice, limits, reasoning, output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from segue.apis.codec import Author
from segue.apis.openai_responses.hosts import fit_request
from segue.apis.openai_responses.read import read_messages
from segue.apis.openai_responses.settings import fit_settings, read_settings, write_settings
from segue.apis.openai_responses.tools import read_tools, write_tools
from segue.apis.openai_responses.wire import API
from segue.apis.openai_responses.write import write_messages
from segue.apis.reading import (
    Wired,
    inside,
    text_or_none,
)
from segue.apis.writing import SAY_JSON, Writing
from segue.conversation import (
    AnyBlock,
    Conversation,
    Message,
    Original,
    Text,
    Tool,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import copy


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    given: list[Any] | str | None = body.get("input")
    try:
        if type(given) is str:
            blocks: tuple[AnyBlock, ...] = (Text(given),)
            messages: tuple[Message, ...] = (Message("user", blocks, native=Original(API, given, blocks)),)
        elif type(given) is list:
            messages = tuple(read_messages(given, author))
        elif given is None and (body.get("previous_response_id") or body.get("conversation") or body.get("prompt")):
            messages = ()
        else:
            raise expected("a string or a list of items", given)
    except InvalidHistory as error:
        raise error.under("$.input") from error.__cause__
    system = _read_instructions(body.get("instructions"))
    tools = read_tools(body)
    settings = read_settings(body)
    rest = {key: value for key, value in body.items() if key != "input"}
    native = Original(API, rest, (system, tools, settings))
    return Conversation(messages, system, tools, settings, text_or_none(body, "model", where="$"), native)


def _read_instructions(instructions: Any) -> tuple[AnyBlock, ...]:
    if instructions is None:
        return ()
    if type(instructions) is not str:
        raise expected("a string", instructions, "$.instructions")
    return (Text(instructions),)


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body."""
    native = conversation.native
    prepared = list(items)
    leading: list[Any] = []
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        system, tools, settings = native.content
        if conversation.system is not system:
            leading = _write_system(conversation.system, body)
        if conversation.tools is not tools:
            _write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            write_settings(conversation.settings, body, writing)
    else:
        leading = _write_system(conversation.system, body)
        _write_tools(conversation.tools, body, writing)
        write_settings(conversation.settings, body, writing)
    if writing.replay:
        fit_settings(body, writing)
    if writing.endpoint is not None:
        fit_request(body, writing)
        body["model"] = writing.endpoint.model
    elif conversation.model is not None:
        body["model"] = conversation.model
    if not (prepared or leading) and native is not None and "input" not in native.value and not writing.replay:
        return body
    spoken = _spoken(prepared, writing)
    body["input"] = leading + write_messages(prepared, writing) if spoken is None else spoken
    layout = inside(body.get("text")).get("format")
    if not writing.untouched and writing.wants_the_word_json(layout, body["input"]):
        held = body["input"] if spoken is None else [{"role": "user", "content": spoken}]
        body["input"] = [{"role": "system", "content": SAY_JSON}, *held]
    return body


def _spoken(items: list[tuple[int, Message]], writing: Writing) -> str | None:
    """An input that was one string is one string again."""
    if len(items) != 1 or not writing.is_native(items[0][1]):
        return None
    native = items[0][1].native
    return native.value if native is not None and isinstance(native.value, str) else None


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired) -> list[Any]:
    """One text is the instructions; several stay apart, as a message at the front."""
    body.pop("instructions", None)
    texts = [system] if isinstance(system, str) else [block.text for block in system if type(block) is Text]
    if len(texts) == 1:
        body["instructions"] = texts[0]
        return []
    if not texts:
        return []
    return [{"role": "system", "content": [{"type": "input_text", "text": text} for text in texts]}]


def _write_tools(tools: tuple[Tool, ...], body: Wired, writing: Writing) -> None:
    body.pop("tools", None)
    written = write_tools(writing.own_tools(tools), writing)
    if written:
        body["tools"] = written
