"""Chat messages → neutral messages, one for one."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.openai_completions.hosted import read_hosted
from segue.apis.openai_completions.parts import read_parts
from segue.apis.openai_completions.wire import API, ROLES
from segue.apis.reading import (
    Wired,
    inside,
    object_at,
    object_or_none,
    objects,
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
    Thinking,
    ToolCall,
    ToolResult,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump

#: The keys in which dialects put a model's reasoning beside its answer.
REASONING_KEYS: Final = ("reasoning_content", "reasoning", "reasoning_details")


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of messages."""
    messages: list[Message] = []
    index = -1
    try:
        for given in wires:
            index += 1
            wire: Wired = given
            if type(wire) is not dict:
                raise expected("a message object", wire)
            role = wire.get("role")
            if role == "tool":
                messages.append(_tool(wire))
            elif role == "assistant":
                messages.append(read_assistant(wire, author, index))
            elif role == "function":
                messages.append(_function(wire, index, messages))
            elif role in ("user", "system", "developer"):
                messages.append(_said(wire, role))
            elif type(role) is str:
                raise InvalidHistory(f"unknown role {role!r}: use one of {', '.join(sorted(ROLES))}", "$.role")
            else:
                raise expected("a role", role, "$.role")
    except InvalidHistory as error:
        raise error.under(f"[{index}]") from error.__cause__
    return messages


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
    content = wire.get("content")
    calls: list[Any] | None = wire.get("tool_calls")
    # Most messages have these keys only: nothing else needs to be looked for.
    plain = len(wire) == 1 + ("content" in wire) + ("tool_calls" in wire)
    blocks: list[AnyBlock] = [] if plain or (block := _reasoning(wire)) is None else [block]
    if type(content) is str:
        if content:
            blocks.append(Text(content))
    elif content is not None:
        blocks += read_parts(content)
    if not plain:
        if refusal := text_or_none(wire, "refusal"):
            blocks.append(Refusal(refusal))
        if (audio := object_or_none(wire, "audio")) and _is_there(audio):
            blocks.append(_spoken(audio))
        blocks += read_hosted(wire)
    if type(calls) is list:
        for ordinal, call in enumerate(calls):
            blocks.append(_call(call, ordinal))
    elif calls is not None:
        raise expected("a list of tool calls", calls, ".tool_calls")
    name = None
    if not plain:
        legacy = object_or_none(wire, "function_call")
        if legacy and (legacy.get("name") or legacy.get("arguments")):
            blocks.append(_legacy_call(legacy, index))
        name = text_or_none(wire, "name")
    held = tuple(blocks)
    native = Original(API, wire, held)
    return Message("assistant", held, author.provider, author.api, author.model, name=name, native=native)


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
    name = text_or_none(wire, "name") if len(wire) > 3 else None
    held = (ToolResult(call_id, blocks, name, failed),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def _function(wire: Wired, index: int, before: list[Message]) -> Message:
    """The legacy answer names its function only: it belongs to the last call of that name."""
    name = text_at(wire, "name")
    calls = (call for message in reversed(before) for call in message.get_tool_calls())
    call_id = next((call.id for call in calls if call.name == name), f"call_{index}_0")
    content = wire.get("content")
    held = (ToolResult(call_id, (Text(content),) if type(content) is str else read_parts(content or []), name),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))


def _reasoning(wire: Wired) -> Thinking | None:
    details = wire.get("reasoning_details")
    if details:
        return _reasoning_details(wire, details)
    said = {key: text for key in ("reasoning_content", "reasoning") if (text := text_or_none(wire, key))}
    if not said:
        return None
    return Thinking(text="\n\n".join(dict.fromkeys(said.values())), native=Original(API, said))


def _reasoning_details(wire: Wired, details: Any) -> Thinking:
    given: list[Any] = details
    if type(given) is not list:
        raise expected("a list", given, ".reasoning_details")
    entries: list[str] = []
    entry: tuple[object, object] | None = None
    signature = encrypted = None
    for index, detail in enumerate(objects(given, ".reasoning_details")):
        where = f".reasoning_details[{index}]"
        if text := text_or_none(detail, "text", where=where) or text_or_none(detail, "summary", where=where):
            # Fragments of one entry continue each other, other entries are other thoughts.
            current = (detail.get("type"), detail.get("index"))
            if entry == current:
                entries[-1] += text
            else:
                entries.append(text)
            entry = current
        signature = signature or text_or_none(detail, "signature", where=where)
        encrypted = encrypted or text_or_none(detail, "data", where=where)
    said = "\n\n".join(entries)
    text = said
    for key in ("reasoning", "reasoning_content"):
        # Hosts repeat the details' text here; where it is another text, it is said too.
        if (other := text_or_none(wire, key)) and other != said and not _repeats(other, entries):
            text = f"{other}\n\n{text}" if text else other
    native = Original(API, {key: wire[key] for key in REASONING_KEYS if wire.get(key)})
    return Thinking(text=text, encrypted=encrypted, signature=signature, native=native)


def _repeats(text: str, entries: list[str]) -> bool:
    """Is it what the entries say, all of them or one, whatever stands between them?"""
    squeezed = ["".join(entry.split()) for entry in (text, *entries)]
    return squeezed[0] in (*squeezed[1:], "".join(squeezed[1:]))


def _call(given: Any, ordinal: int) -> ToolCall | Opaque:
    wire: Wired = given
    if type(wire) is dict and len(wire) == 3 and wire.get("type") == "function":
        # Most calls are like this: where a fault would stand need not be said.
        function: Wired | None = wire.get("function")
        if type(function) is dict:
            name, arguments, call_id = function.get("name"), function.get("arguments"), wire.get("id")
            if type(name) is str and type(arguments) is str and type(call_id) is str:
                return ToolCall(call_id, name, arguments, native=Original(API, wire))
    return _rare_call(wire, f".tool_calls[{ordinal}]")


def _rare_call(wire: Wired, where: str) -> ToolCall | Opaque:
    if type(wire) is not dict:
        raise expected("a tool call object", wire, where)
    kind = wire.get("type")
    if kind == "custom":
        custom = object_at(wire, "custom", where=where)
        name = text_at(custom, "name", where=f"{where}.custom")
        text = text_at(custom, "input", where=f"{where}.custom")
        call_id = text_at(wire, "id", where=where)
        return ToolCall(call_id, name, text, kind="custom", native=Original(API, wire))
    if kind != "function" and type(kind) is str:
        return Opaque(kind, native=Original(API, wire))
    function = object_at(wire, "function", where=where)
    name, arguments, call_id = function.get("name"), function.get("arguments"), wire.get("id")
    if type(name) is not str:
        raise expected("a function's name", name, f"{where}.function.name")
    if type(arguments) is not str:
        arguments = _arguments(arguments, f"{where}.function.arguments")
    if type(call_id) is not str:
        raise expected("the call's id", call_id, f"{where}.id")
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
