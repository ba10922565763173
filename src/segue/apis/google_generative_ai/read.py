"""Gemini contents → neutral messages, part for part."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from segue.apis.codec import Author
from segue.apis.google_generative_ai.hosted import read_code, read_code_result, read_tool_call, read_tool_response
from segue.apis.google_generative_ai.parts import read_file, read_inline
from segue.apis.google_generative_ai.wire import API, CAMEL, SKIP_SIGNATURE, data_of, either
from segue.apis.reading import Wired, list_or_none
from segue.conversation import (
    AnyBlock,
    Message,
    Opaque,
    Original,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump

#: The index of a message, and of a part in it.
_Place: TypeAlias = tuple[int, int]

_ROLES: Final = {"user": "user", "model": "assistant", "function": "tool", "tool": "tool"}


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of contents."""
    messages: list[Message] = []
    calls = _Calls()
    index = -1
    try:
        for element in wires:
            index += 1
            wire: Wired = element
            if type(wire) is not dict:
                raise expected("a content object", wire)
            messages.append(read_content(wire, author, index, calls))
    except InvalidHistory as error:
        raise error.under(f"[{index}]") from error.__cause__
    return messages


class _Calls:
    """Which calls wait for an answer: without ids, answers belong to calls by their order and name [GEM-08]."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, deque[str]] = defaultdict(deque)
        self._known: set[str] = set()

    def made(self, name: str, call_id: str) -> None:
        self._waiting[name].append(call_id)
        self._known.add(call_id)

    def answered(self, name: str, call_id: str | None) -> str | None:
        waiting = self._waiting[name]
        if waiting and (call_id is None or waiting[0] == call_id):
            return waiting.popleft()
        if call_id is None or call_id not in self._known:
            return waiting.popleft() if waiting else self._first() or call_id
        return call_id

    def _first(self) -> str | None:
        """Where nobody called that name: the call that has waited longest."""
        return next((waiting.popleft() for waiting in self._waiting.values() if waiting), None)


def read_content(wire: Wired, author: Author, index: int, calls: _Calls | None = None) -> Message:
    """Read one content; a content without a role is the user's."""
    role = wire.get("role")
    if role is not None and type(role) is not str:
        raise expected("a role", role, "$.role")
    neutral = _ROLES.get(role or "user")
    if neutral is None:
        raise InvalidHistory(f"unknown role {role!r}: use one of user, model", "$.role", rule="GEM-03")
    parts: list[Any] | None = wire.get("parts")
    try:
        if type(parts) is not list:
            raise expected("a list", parts, ".parts")
        blocks = read_parts(parts, index, calls or _Calls())
    except InvalidHistory as error:
        error.rule = error.rule or ("GEM-10" if ".function" in error.path else "GEM-04")
        raise
    native = Original(API, wire, blocks)
    if neutral == "assistant":
        return Message("assistant", blocks, author.provider, author.api, author.model, native=native)
    first = blocks[0] if blocks else None
    if type(first) is ToolResult:
        if len(blocks) == 1:
            return Message("tool", blocks, tool_call_id=first.tool_call_id, native=native)
        if all(type(block) is ToolResult for block in blocks):
            return Message("tool", blocks, native=native)
    return Message("user", blocks, native=native)


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its content."""
    return f".parts[{ordinal}]"


def read_parts(parts: list[Any], index: int, calls: _Calls) -> tuple[AnyBlock, ...]:
    """Read a list of parts."""
    blocks: list[AnyBlock] = []
    try:
        for element in parts:
            part: Wired = element
            if type(part) is not dict:
                raise expected("a part object", part)
            blocks.append(_part(part, (index, len(blocks)), calls))
    except InvalidHistory as error:
        raise error.under(f".parts[{len(blocks)}]") from error.__cause__
    return tuple(blocks)


def read_part(part: Wired) -> AnyBlock:
    """Read one part by itself."""
    return _part(part, (0, 0), _Calls())


def _part(part: Wired, place: _Place, calls: _Calls) -> AnyBlock:
    text = part.get("text")
    if len(part) == 1:
        # Most parts have one key: nothing else needs to be looked for.
        if type(text) is str:
            return Text(text)  # an original would say nothing more
        if "functionCall" in part:
            return _call(_inner(part, "functionCall"), part, place, calls, None)
        if "functionResponse" in part:
            return _result(_inner(part, "functionResponse"), part, place, calls, None)
    return _rare(part, text, place, calls)


def _rare(part: Wired, text: object, place: _Place, calls: _Calls) -> AnyBlock:
    signature = either(part, "thoughtSignature", "thought_signature")
    if signature is not None and type(signature) is not str:
        raise expected("a string", signature, ".thoughtSignature")
    if signature == SKIP_SIGNATURE:
        signature = None  # the placeholder for one says that there is none
    if type(text) is str:
        _refuse_several(part)
        native = Original(API, part)
        if part.get("thought") is True:
            return Thinking(text=text, summary=True, signature=signature, native=native)
        return Text(text, signature=signature, native=native)
    if text is not None:
        raise expected("a string", text, ".text")
    _refuse_several(part)
    for key in part:
        camel = CAMEL.get(key, key)
        if camel == "functionCall":
            return _call(_inner(part, key), part, place, calls, signature)
        if camel == "functionResponse":
            return _result(_inner(part, key), part, place, calls, signature)
        reader = _PARTS.get(camel)
        if reader is not None:
            return reader(_inner(part, key), part, signature)
    if signature is not None:
        return Text("", signature=signature, native=Original(API, part))
    known = ("thought", "videoMetadata", "mediaResolution", "partMetadata")
    return Opaque(next((key for key in part if key not in known), "part"), native=Original(API, part))


def _refuse_several(part: Wired) -> None:
    """A part is a union, and what stands in it first hides the rest [GEM-04]."""
    held = data_of(part)
    if len(held) > 1:
        raise InvalidHistory(f"a part holds one thing, and this one holds {', '.join(held)}", rule="GEM-04")


def _inner(part: Wired, key: str) -> Wired:
    inner: Wired = part[key]
    if type(inner) is not dict:
        raise expected("an object", inner, f".{key}")
    return inner


def _call(inner: Wired, part: Wired, place: _Place, calls: _Calls, signature: str | None) -> ToolCall:
    name, args, call_id = inner.get("name"), inner.get("args"), inner.get("id")
    if type(name) is not str:
        raise expected("a function's name", name, ".functionCall.name")
    if args is not None and type(args) is not dict:
        raise expected("an object", args, ".functionCall.args")
    if call_id is not None and type(call_id) is not str:
        raise expected("a string", call_id, ".functionCall.id")
    given = call_id or _invented(place)
    calls.made(name, given)
    text = "{}" if args is None else dump(args)
    native = Original(API, part, (text, args or {}))
    return ToolCall(given, name, text, synthetic_id=not call_id, signature=signature, native=native)


def _result(inner: Wired, part: Wired, place: _Place, calls: _Calls, signature: str | None) -> ToolResult:
    name, call_id = inner.get("name"), inner.get("id")
    response: Wired | None = inner.get("response")
    if type(name) is not str:
        raise expected("a function's name", name, ".functionResponse.name")
    if response is not None and type(response) is not dict:
        raise expected("an object", response, ".functionResponse.response")
    if call_id is not None and type(call_id) is not str:
        raise expected("a string", call_id, ".functionResponse.id")
    text, failed, value = _answer(response) if response else ("", None, None)
    blocks: tuple[AnyBlock, ...] = (Text(text),) if text else ()
    if "parts" in inner:
        try:
            blocks += read_parts(list_or_none(inner, "parts") or [], 0, _Calls())
        except InvalidHistory as error:
            raise error.under(".functionResponse") from error.__cause__
    answered = calls.answered(name, call_id) or _invented(place)
    return ToolResult(answered, blocks, name, failed, value, signature=signature, native=Original(API, part))


def _invented(place: _Place) -> str:
    return f"call_{place[0]}_{place[1]}"


def _answer(response: Wired) -> tuple[str, bool | None, str | None]:
    """The words of a response, whether it failed, and its JSON where it is more than words."""
    if len(response) == 1:
        ((key, value),) = response.items()
        if key in ("output", "result", "error") and type(value) is str:
            return value, True if key == "error" else None, None
    text = dump(response)
    return text, True if "error" in response or response.get("success") is False else None, text


_PARTS: Final[dict[str, Callable[[Wired, Wired, str | None], AnyBlock]]] = {
    "inlineData": read_inline,
    "fileData": read_file,
    "executableCode": read_code,
    "codeExecutionResult": read_code_result,
    "toolCall": read_tool_call,
    "toolResponse": read_tool_response,
}
