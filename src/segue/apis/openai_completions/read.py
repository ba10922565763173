"""Chat messages → neutral messages, one for one."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.openai_completions.hosted import read_hosted
from segue.apis.openai_completions.parts import read_parts
from segue.apis.openai_completions.thinking import REASONING_KEYS, read_reasoning
from segue.apis.openai_completions.wire import API, ROLES
from segue.apis.reading import (
    Wired,
    each,
    inside,
    object_at,
    object_or_none,
    says_failure,
    text_at,
    text_or_none,
)
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    FileId,
    Message,
    Opaque,
    Original,
    Refusal,
    Text,
    ToolCall,
    ToolResult,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump

#: What few of the assistant's messages have beside reasoning, content and calls.
_SELDOM: Final = frozenset({"refusal", "audio", "executed_tools", "images", "function_call", "name"})


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages: the plain ones right here, the others each with the care that it asks for."""
    provider, api, model = author
    messages: list[Message] = []
    add = messages.append
    wire: Wired
    held: tuple[AnyBlock, ...]
    try:
        for wire in wires:
            try:
                role, content, size = wire["role"], wire["content"], len(wire)
            except (KeyError, TypeError):
                role, content, size = "", "", 0
            worded = type(content) is str and content and not content.isspace()
            if worded and role == "tool" and size == 3 and type(call_id := wire.get("tool_call_id")) is str:
                failed = True if content[:1] == "{" and says_failure(content) else None
                held = (ToolResult(call_id, (Text(content),), None, failed),)
                add(Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held, plain=True)))
            elif worded and role == "assistant" and size == 2:
                held = (Text(content),)
                add(Message("assistant", held, provider, api, model, native=Original(API, wire, held, plain=True)))
            elif worded and role == "user" and size == 2:
                held = (Text(content),)
                add(Message("user", held, native=Original(API, wire, held, plain=True)))
            elif (
                role == "assistant"
                and size == 3
                and (worded or content is None or content == "")
                and (calls := _plain_calls(wire.get("tool_calls")))
            ):
                held = (Text(content), *calls) if content else calls
                add(Message("assistant", held, provider, api, model, native=Original(API, wire, held, plain=True)))
            else:
                add(_read_message(wire, author, messages))
    except InvalidHistory as error:
        raise error.under(f"[{len(messages)}]") from error.__cause__
    return messages


def _read_message(wire: Wired, author: Author, before: list[Message]) -> Message:
    if type(wire) is not dict:
        raise expected("a message object", wire)
    role = wire.get("role")
    match role:
        case "assistant":
            return read_assistant(wire, author, len(before))
        case "tool":
            return _tool(wire)
        case "function":
            return _function(wire, before)
        case "user" | "system" | "developer":
            return _said(wire, role)
        case str():
            raise InvalidHistory(f"unknown role {role!r}: use one of {', '.join(sorted(ROLES))}", "$.role")
        case _:
            raise expected("a role", role, "$.role")


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its message; the order is that of `read_assistant`."""
    if wire.get("role") in ("tool", "function"):
        return ".content"
    said = [key for key in REASONING_KEYS if wire.get(key)]
    if said:
        if ordinal == 0:
            return f".{said[0]}" if len(said) == 1 else ""
        ordinal -= 1
    content: list[Any] | str | None = wire.get("content")
    if type(content) is list:
        if ordinal < len(content):
            return f".content[{ordinal}]"
        ordinal -= len(content)
    elif content:
        if ordinal == 0:
            return ".content"
        ordinal -= 1
    return _place_behind_content(wire, ordinal)


def _is_there(held: Any) -> bool:
    """Some hosts send every key, and nothing in it."""
    return any(inside(held).values()) if isinstance(held, dict) else bool(held)


def _place_behind_content(wire: Wired, ordinal: int) -> str:
    for key in ("refusal", "audio"):
        if _is_there(wire.get(key)):
            if ordinal == 0:
                return f".{key}"
            ordinal -= 1
    for key in ("executed_tools", "images"):
        count = len(wire.get(key) or ())
        if ordinal < count:
            return f".{key}[{ordinal}]"
        ordinal -= count
    return f".tool_calls[{ordinal}]" if wire.get("tool_calls") else ".function_call"


def _said(wire: Wired, role: str) -> Message:
    content = wire.get("content")
    blocks = (Text(content),) if type(content) is str else read_parts(content)
    name = wire.get("name")
    if name is not None and type(name) is not str:
        raise expected("a string", name, ".name")
    return Message(
        "user" if role == "user" else "system",
        blocks,
        name=name,
        authority="developer" if role == "developer" else None,
        native=Original(API, wire, blocks),
    )


def read_assistant(wire: Wired, author: Author, index: int) -> Message:
    """Read what a model said: reasoning, content, refusal, audio, calls, in this order."""
    blocks: list[AnyBlock] = [] if (block := read_reasoning(wire)) is None else [block]
    content = wire.get("content")
    if type(content) is str:
        if content:
            blocks.append(Text(content))
    elif content is not None:
        blocks += read_parts(content)
    has_more = not _SELDOM.isdisjoint(wire)
    if has_more:
        blocks += _said_otherwise(wire)
    calls: list[Any] | None = wire.get("tool_calls")
    if type(calls) is list:
        blocks += _plain_calls(calls) or each(calls, ".tool_calls", _call)
    elif calls is not None:
        raise expected("a list of tool calls", calls, ".tool_calls")
    legacy = object_or_none(wire, "function_call") if has_more else None
    if legacy and (legacy.get("name") or legacy.get("arguments")):
        blocks.append(_legacy_call(legacy, index))
    name = text_or_none(wire, "name") if has_more else None
    held = tuple(blocks)
    native = Original(API, wire, held)
    return Message("assistant", held, author.provider, author.api, author.model, name=name, native=native)


def _said_otherwise(wire: Wired) -> list[AnyBlock]:
    """A refusal, spoken words, and what the host did by itself."""
    blocks: list[AnyBlock] = []
    if refusal := text_or_none(wire, "refusal"):
        blocks.append(Refusal(refusal))
    if (audio := object_or_none(wire, "audio")) and _is_there(audio):
        blocks.append(_spoken(audio))
    return blocks + read_hosted(wire)


def _tool(wire: Wired) -> Message:
    call_id = wire.get("tool_call_id")
    if type(call_id) is not str:
        if call_id is not None:
            raise expected("a string", call_id, ".tool_call_id")
        text = "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'."
        raise InvalidHistory(text, "$.tool_call_id", rule="OAI-03")
    content = wire.get("content")
    failed = None
    if type(content) is str:
        blocks: tuple[AnyBlock, ...] = (Text(content),)
        if content[:1] == "{" and says_failure(content):
            failed = True
    else:
        blocks = () if content is None else read_parts(content)
    name = text_or_none(wire, "name") if "name" in wire else None
    held = (ToolResult(call_id, blocks, name, failed),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def _function(wire: Wired, before: list[Message]) -> Message:
    """The legacy answer names its function only: it belongs to the last call of that name."""
    name = text_at(wire, "name")
    calls = (call for message in reversed(before) for call in message.get_tool_calls())
    call_id = next((call.id for call in calls if call.name == name), f"call_{len(before)}_0")
    content = wire.get("content")
    held = (ToolResult(call_id, (Text(content),) if type(content) is str else read_parts(content or []), name),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def _plain_calls(given: Any) -> tuple[ToolCall, ...]:
    """Calls of functions with all that they have, and nothing beside it; none where one is not like this.

    What says all that its original would keeps none.
    """
    calls: list[ToolCall] = []
    wire: Wired
    try:
        for wire in given:
            function: Wired = wire["function"]
            call_id, name, arguments = wire["id"], function["name"], function["arguments"]
            if len(wire) != 3 or len(function) != 2 or wire["type"] != "function":
                return ()
            if type(call_id) is not str or type(name) is not str or type(arguments) is not str or not arguments:
                return ()
            calls.append(ToolCall(call_id, name, arguments))
    except (KeyError, TypeError):
        return ()
    return tuple(calls)


def _call(wire: Wired) -> ToolCall | Opaque:
    if type(wire) is not dict:
        raise expected("a tool call object", wire)
    kind = wire.get("type")
    if kind == "custom":
        custom = object_at(wire, "custom")
        name, text = text_at(custom, "name", where=".custom"), text_at(custom, "input", where=".custom")
        return ToolCall(text_at(wire, "id"), name, text, kind="custom", native=Original(API, wire))
    if kind != "function" and type(kind) is str:
        return Opaque(kind, native=Original(API, wire))
    function = object_at(wire, "function")
    name, arguments, call_id = function.get("name"), function.get("arguments"), wire.get("id")
    if type(name) is not str:
        raise expected("a function's name", name, ".function.name")
    if type(arguments) is not str:
        arguments = _arguments(arguments, ".function.arguments")
    if type(call_id) is not str:
        raise expected("the call's id", call_id, ".id")
    signature = _google_signature(wire) if "extra_content" in wire else None
    return ToolCall(call_id, name, arguments, signature=signature, native=Original(API, wire))


def _arguments(value: Any, path: str) -> str:
    """Some hosts send an object where OpenAI sends its text, or nothing for no arguments."""
    if value is None:
        return "{}"
    if type(value) is dict:
        return dump(value)
    raise expected("the JSON text of the arguments", value, path)


def _google_signature(wire: Wired) -> str | None:
    """Gemini behind this wire: ``extra_content.google.thought_signature``."""
    signature = inside(inside(wire["extra_content"]).get("google")).get("thought_signature")
    return signature if type(signature) is str else None


def _legacy_call(wire: Wired, index: int) -> ToolCall:
    name = text_at(wire, "name", where=".function_call")
    arguments = wire.get("arguments")
    text = arguments if type(arguments) is str else _arguments(arguments, ".function_call.arguments")
    return ToolCall(f"call_{index}_0", name, text, synthetic_id=True)


def _spoken(wire: Wired) -> Audio:
    audio_id = text_or_none(wire, "id", where=".audio")
    data = text_or_none(wire, "data", where=".audio")
    source = Base64(data, "audio/wav") if data else FileId(audio_id or "")
    return Audio(source, text_or_none(wire, "transcript", where=".audio"), native=Original(API, {"audio": wire}))
