"""The request around Gemini's contents: system instruction, tools, generation config."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from segue.apis.codec import Author
from segue.apis.google_generative_ai.read import read_messages, read_part
from segue.apis.google_generative_ai.settings import fit_thinking, read_settings, write_settings
from segue.apis.google_generative_ai.tools import fit_tools, read_tools, write_tools
from segue.apis.google_generative_ai.wire import API, either
from segue.apis.google_generative_ai.write import write_messages, write_system
from segue.apis.reading import (
    Wired,
    inside,
    list_at,
    objects,
    text_or_none,
)
from segue.apis.writing import Writing
from segue.conversation import (
    AnyBlock,
    Conversation,
    Message,
    Original,
    Text,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import copy


def read_request(body: Wired, author: Author) -> Conversation:
    """Read a whole request body."""
    wires = list_at(body, "contents", where="$")
    try:
        messages = tuple(read_messages(wires, author))
    except InvalidHistory as error:
        raise error.under("$.contents") from error.__cause__
    system = _read_system(either(body, "systemInstruction", "system_instruction"))
    tools = read_tools(body)
    settings = read_settings(body)
    rest = {key: value for key, value in body.items() if key != "contents"}
    model = text_or_none(body, "model", where="$")
    return Conversation(messages, system, tools, settings, model, Original(API, rest, (system, tools, settings)))


def _read_system(instruction: Any) -> tuple[AnyBlock, ...]:
    path = "$.systemInstruction"
    parts: list[Any] | None = inside(instruction).get("parts")
    if type(parts) is list:
        try:
            return tuple(read_part(part) for part in objects(parts, ".parts"))
        except InvalidHistory as error:
            raise error.under(path) from error.__cause__
    match instruction:
        case None:
            return ()
        case str():
            return (Text(instruction),)
        case {"parts": {"text": str(text)}} | {"text": str(text)}:
            return (Text(text),)
        case _:
            raise expected("a content with parts", instruction, path)


# Writing.


def write_request(conversation: Conversation, items: Iterable[tuple[int, Message]], writing: Writing) -> Wired:
    """Write a whole request body; the model stands in the URL."""
    native = conversation.native
    body: Wired = {}
    if native is not None and native.api == API:
        body = copy(native.value)
        system, tools, settings = native.content
        if conversation.system is not system:
            _write_system(conversation.system, body)
        if conversation.tools is not tools:
            write_tools(conversation.tools, body, writing)
        if conversation.settings is not settings:
            write_settings(conversation.settings, body, writing)
        if writing.replay:
            body.pop("model", None)
            fit_tools(body, writing)
            fit_thinking(body, writing)
    else:
        _write_system(conversation.system, body)
        write_tools(conversation.tools, body, writing)
        write_settings(conversation.settings, body, writing)
    body["contents"] = write_messages(items, writing)
    return body


def _write_system(system: str | tuple[AnyBlock, ...], body: Wired) -> None:
    body.pop("system_instruction", None)
    body.pop("systemInstruction", None)
    written = write_system(system)
    if any(part["text"] for part in written["parts"]):
        body["systemInstruction"] = written
