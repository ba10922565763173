"""Responses items → neutral messages, one for one."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Author
from segue.apis.openai_responses.hosted import ITEM_READERS
from segue.apis.openai_responses.parts import read_parts
from segue.apis.openai_responses.wire import API
from segue.apis.reading import Wired, text_or_none
from segue.conversation import AnyBlock, Message, Opaque, Original, Text, ToolCall, ToolResult
from segue.errors import InvalidHistory, expected

_RULES: Final = {"message": "RSP-14", "reasoning": "RSP-06"}


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of items. The plain ones, which most are, are read in this loop; `read_item` reads the others."""
    provider, api, model = author
    given: list[Wired] = wires
    messages: list[Message] = []
    add = messages.append
    try:
        for wire in given:
            kind = wire.get("type", "message") if type(wire) is dict else None
            if kind == "function_call" and len(wire) == 4 + ("id" in wire) + ("status" in wire):
                call_id, name, arguments = wire.get("call_id"), wire.get("name"), wire.get("arguments")
                if type(call_id) is str and type(name) is str and type(arguments) is str:
                    call = (ToolCall(call_id, name, arguments, native=Original(API, wire)),)
                    add(Message("assistant", call, provider, api, model, native=Original(API, wire, call, plain=True)))
                    continue
            elif kind == "function_call_output" and len(wire) == 3:
                call_id, output = wire.get("call_id"), wire.get("output")
                if type(call_id) is str and type(output) is str and output and not output.isspace():
                    result = (ToolResult(call_id, (Text(output),)),)
                    add(Message("tool", result, tool_call_id=call_id, native=Original(API, wire, result, plain=True)))
                    continue
            elif kind == "message" and len(wire) == 2 + ("type" in wire) + ("id" in wire) + ("status" in wire):
                role, item_id = wire.get("role"), wire.get("id")
                said = _plain_words(wire.get("content"), "output_text" if role == "assistant" else "input_text")
                if said is not None and role == "user":
                    add(Message("user", said, native=Original(API, wire, said, plain=True)))
                    continue
                if said is not None and role == "assistant" and (item_id is None or type(item_id) is str):
                    native = Original(API, wire, said, plain=True)
                    add(Message("assistant", said, provider, api, model, id=item_id, native=native))
                    continue
            add(read_item(wire, author))
    except InvalidHistory as error:
        index = len(messages)
        error.rule = error.rule or _broken_rule(wires[index])
        raise error.under(f"[{index}]") from error.__cause__
    return messages


def _plain_words(content: list[Wired] | str | None, kind: str) -> tuple[Text] | None:
    """What is said, if it is one text, in a part of this kind if in any, and nothing hangs on it."""
    if type(content) is str:
        return (Text(content),) if content and not content.isspace() else None
    if type(content) is not list or len(content) != 1:
        return None
    part = content[0]
    if type(part) is not dict or part.get("type") != kind:
        return None
    text = part.get("text")
    if type(text) is not str or not text or text.isspace():
        return None
    if part.get("annotations") or "prompt_cache_breakpoint" in part:
        return None
    return (Text(text, native=Original(API, part)),)


def _broken_rule(given: Any) -> str | None:
    """The provider's rule that an item breaks which cannot be read."""
    wire: Wired | None = given
    if not isinstance(wire, dict):
        return None
    if isinstance(kind := wire.get("type", "message"), str):
        return "RSP-15" if kind.endswith(("_call", "_output")) else _RULES.get(kind)
    return None


def read_item(given: Any, author: Author) -> Message:
    """Read one item."""
    wire: Wired = given
    if type(wire) is not dict:
        raise expected("an item object", wire)
    kind = wire.get("type")
    if kind is None or kind == "message":
        if kind is None and "role" not in wire and type(wire.get("id")) is str:
            kind = "item_reference"  # whose type may be absent
        else:
            return _message(wire, author)
    if type(kind) is not str:
        raise expected("an item's type", kind, "$.type")
    if kind == "function_call":
        return _call(wire, author)
    if kind == "function_call_output":
        return _output(wire)
    reader = ITEM_READERS.get(kind)
    block = Opaque(kind, native=Original(API, wire)) if reader is None else reader(wire)
    held = (block,)
    native = Original(API, wire, held)
    if type(block) is ToolResult:
        return Message("tool", held, tool_call_id=block.tool_call_id, native=native)
    if kind in ("additional_tools", "mcp_approval_response", "item_reference", "tool_search_output"):
        return Message("system" if kind == "additional_tools" else "user", held, native=native)
    return Message("assistant", held, author.provider, author.api, author.model, native=native)


def place(wire: Wired | list[Wired], ordinal: int) -> str:
    """The path of the n-th block below its item; an answer is a list of items."""
    if isinstance(wire, list):
        return _place_among(wire, ordinal)
    if wire.get("type") in (None, "message") and "role" in wire:
        return f".content[{ordinal}]" if type(wire.get("content")) is list else ".content"
    return ""


def _place_among(items: list[Wired], ordinal: int) -> str:
    for index, item in enumerate(items):
        content: list[Any] | str | None = item.get("content")
        count = len(content) if item.get("type") == "message" and type(content) is list else 1
        if ordinal < count:
            return f".output[{index}]{place(item, ordinal)}"
        ordinal -= count
    return ""


def _message(wire: Wired, author: Author) -> Message:
    role = wire.get("role")
    content = wire.get("content")
    blocks: tuple[AnyBlock, ...] = (Text(content),) if type(content) is str else read_parts(content)
    native = Original(API, wire, blocks)
    match role:
        case "assistant":
            return Message(
                "assistant",
                blocks,
                author.provider,
                author.api,
                author.model,
                id=text_or_none(wire, "id"),
                phase=text_or_none(wire, "phase"),
                native=native,
            )
        case "user":
            return Message("user", blocks, native=native)
        case "system":
            return Message("system", blocks, native=native)
        case "developer":
            return Message("system", blocks, authority="developer", native=native)
        case "critic" | "discriminator" | "tool" | "unknown" if wire.get("type") == "message":
            held = (Opaque("message", "\n".join(block.text for block in blocks if type(block) is Text), native=native),)
            return Message("assistant", held, *author, native=Original(API, wire, held))
        case str():
            raise InvalidHistory(f"unknown role {role!r}: use one of assistant, developer, system, user", "$.role")
        case _:
            raise expected("a role", role, "$.role")


def _call(wire: Wired, author: Author) -> Message:
    call_id, name, arguments = wire.get("call_id"), wire.get("name"), wire.get("arguments")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".call_id")
    if type(name) is not str:
        raise expected("a function's name", name, ".name")
    if type(arguments) is not str:
        raise expected("the JSON text of the arguments", arguments, ".arguments")
    namespace = wire.get("namespace")
    caller: Wired | None = wire.get("caller")
    held = (
        ToolCall(
            call_id,
            name,
            arguments,
            namespace=namespace if type(namespace) is str else None,
            caller=caller_of(caller),
            native=Original(API, wire),
        ),
    )
    return Message("assistant", held, author.provider, author.api, author.model, native=Original(API, wire, held))


def caller_of(caller: Wired | None) -> str | None:
    """The program that made a call, if it was not the model itself."""
    found = caller.get("caller_id") if type(caller) is dict else None
    return found if type(found) is str else None


def _output(wire: Wired) -> Message:
    call_id, output = wire.get("call_id"), wire.get("output")
    if type(call_id) is not str:
        raise expected("a string", call_id, ".call_id")
    blocks = (Text(output),) if type(output) is str else read_parts(output, "output")
    name = wire.get("name")
    held = (ToolResult(call_id, blocks, name if type(name) is str else None, native=Original(API, wire)),)
    return Message("tool", held, tool_call_id=call_id, native=Original(API, wire, held))
