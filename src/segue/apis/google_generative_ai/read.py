"""Gemini contents → neutral messages, part for part."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from segue.apis.codec import Author
from segue.apis.google_generative_ai.hosted import read_code, read_code_result, read_tool_call, read_tool_response
from segue.apis.google_generative_ai.parts import read_file, read_inline
from segue.apis.google_generative_ai.wire import API, CAMEL, SKIP_SIGNATURE, data_of, either, said
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
from segue.jsontext import dump, encode_bytes

#: The index of a message, and of a part in it.
_Place: TypeAlias = tuple[int, int]

_ROLES: Final = {"user": "user", "model": "assistant", "function": "tool", "tool": "tool"}

_ANSWERS: Final = frozenset({ToolResult})


def read_messages(wires: list[Any], author: Author) -> list[Message]:
    """Read a list of contents."""
    provider, api, model = author
    given: list[Wired] = wires
    messages: list[Message] = []
    add = messages.append
    calls = _Calls()
    parts: list[Any] | None
    try:
        for wire in given:
            if type(wire) is not dict:
                raise expected("a content object", wire)
            role, parts = wire.get("role"), wire.get("parts")
            if role == "model" and type(parts) is list:
                blocks, plain = read_parts(parts, len(messages), calls, is_said=True)
                native = Original(API, wire, blocks, plain and len(wire) == 2)
                add(Message("assistant", blocks, provider, api, model, native=native))
            elif role == "user" and type(parts) is list:
                blocks, plain = read_parts(parts, len(messages), calls)
                add(_put_in(blocks, Original(API, wire, blocks, plain and len(wire) == 2)))
            else:
                add(read_content(wire, author, len(messages), calls))
    except InvalidHistory as error:
        raise _blamed(error).under(f"[{len(messages)}]") from error.__cause__
    return messages


def _blamed(error: InvalidHistory) -> InvalidHistory:
    """The refusal of a content, with the rule that it breaks."""
    if error.rule is None and error.path.startswith("$.parts"):
        error.rule = "GEM-10" if ".function" in error.path else "GEM-04"
    return error


class _Calls:
    """Which calls wait for an answer: without ids, answers belong to calls by their order and name [GEM-08].

    Most answers name their calls, so that who waits is only found out when one comes that does not.
    """

    def __init__(self) -> None:
        self.known: set[str] = set()
        self.told: list[ToolCall | ToolResult] = []
        """Calls, and answers that name them, since somebody last had to know who waits."""
        self._waiting: defaultdict[str | None, deque[str]] = defaultdict(deque)

    def waiting_for(self, name: str) -> str | None:
        """The call that an answer is for which names none."""
        for block in self.told:
            if isinstance(block, ToolCall):
                self._waiting[block.name].append(block.id)
            elif (waiting := self._waiting[block.tool_name]) and waiting[0] == block.tool_call_id:
                waiting.popleft()
        self.told.clear()
        called = self._waiting[name]
        return called.popleft() if called else self._first()

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
        blocks, _ = read_parts(parts, index, calls or _Calls())
    except InvalidHistory as error:
        raise _blamed(error) from error.__cause__
    native = Original(API, wire, blocks)
    if neutral == "assistant":
        return Message("assistant", blocks, author.provider, author.api, author.model, native=native)
    return _put_in(blocks, native)


def _put_in(blocks: tuple[AnyBlock, ...], native: Original) -> Message:
    """What the user said, or the tools answered: this API has one role for both."""
    if blocks and type(first := blocks[0]) is ToolResult:
        if len(blocks) == 1:
            return Message("tool", blocks, tool_call_id=first.tool_call_id, native=native)
        if _ANSWERS.issuperset(map(type, blocks)):
            return Message("tool", blocks, native=native)
    return Message("user", blocks, native=native)


def place(wire: Wired, ordinal: int) -> str:
    """The path of the n-th block below its content."""
    return f".parts[{ordinal}]"


def read_parts(
    parts: list[Any], index: int, calls: _Calls, *, is_said: bool = False
) -> tuple[tuple[AnyBlock, ...], bool]:
    """Read a list of parts, and say whether all are plain; these are read in this loop, and the others by `_part`.

    Calls are plain where the model speaks, answers where the user does, and no words are plain that are white space.
    """
    given: list[Wired] = parts
    blocks: list[AnyBlock] = []
    plain = bool(given)
    add, note, known = blocks.append, calls.told.append, calls.known
    inner: Wired | None
    response: Wired | None
    try:
        for part in given:
            if type(part) is not dict:
                raise expected("a part object", part)
            if len(part) == 1:
                if text := part.get("text"):
                    if type(text) is str and not text.isspace():
                        add(Text(text))  # an original would say nothing more
                        continue
                elif is_said and type(inner := part.get("functionCall")) is dict and len(inner) == 3:
                    name, args, call_id = inner.get("name"), inner.get("args"), inner.get("id")
                    if type(name) is str and type(call_id) is str and call_id and type(args) is dict:
                        text = encode_bytes(args).decode()
                        call = ToolCall(call_id, name, text, native=Original(API, part, (text, args)))
                        known.add(call_id)
                        note(call)
                        add(call)
                        continue
                elif not is_said and type(inner := part.get("functionResponse")) is dict and len(inner) == 3:
                    name, response, call_id = inner.get("name"), inner.get("response"), inner.get("id")
                    if type(name) is str and type(call_id) is str and call_id in known and type(response) is dict:
                        text, failed, value = _answer(response)
                        plain = plain and not text.isspace()
                        held = (Text(text),) if text else ()
                        result = ToolResult(call_id, held, name, failed, value, native=Original(API, part))
                        note(result)
                        add(result)
                        continue
            plain = False
            add(_part(part, (index, len(blocks)), calls))
    except InvalidHistory as error:
        raise error.under(f".parts[{len(blocks)}]") from error.__cause__
    return tuple(blocks), plain


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
    held = said(part)
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
    for key in held:
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
    return Opaque(next((key for key in held if key not in known), "part"), native=Original(API, part))


def _refuse_several(part: Wired) -> None:
    """A part is a union, and what stands in it first hides the rest [GEM-04]."""
    if len(part) == 1 + ("thought" in part) + ("thoughtSignature" in part):
        return  # it is one thing, and whose thought it is
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
    text = "{}" if args is None else dump(args)
    native = Original(API, part, (text, args or {}))
    call = ToolCall(given, name, text, synthetic_id=not call_id, signature=signature, native=native)
    calls.known.add(given)
    calls.told.append(call)
    return call


def _result(inner: Wired, part: Wired, place: _Place, calls: _Calls, signature: str | None) -> ToolResult:
    name, call_id = inner.get("name"), inner.get("id")
    response: Wired | None = inner.get("response")
    if type(name) is not str:
        raise expected("a function's name", name, ".functionResponse.name")
    if response is not None and type(response) is not dict:
        raise expected("an object", response, ".functionResponse.response")
    if call_id is not None and type(call_id) is not str:
        raise expected("a string", call_id, ".functionResponse.id")
    text, failed, value = _answer(response or {})
    blocks: tuple[AnyBlock, ...] = (Text(text),) if text else ()
    if "parts" in inner:
        try:
            blocks += read_parts(list_or_none(inner, "parts") or [], 0, _Calls())[0]
        except InvalidHistory as error:
            raise error.under(".functionResponse") from error.__cause__
    names_its_call = call_id in calls.known
    answered = call_id if names_its_call else calls.waiting_for(name) or call_id
    native = Original(API, part)
    result = ToolResult(answered or _invented(place), blocks, name, failed, value, signature=signature, native=native)
    if names_its_call:
        calls.told.append(result)
    return result


def _invented(place: _Place) -> str:
    return f"call_{place[0]}_{place[1]}"


def _answer(response: Wired) -> tuple[str, bool | None, str | None]:
    """The words of a response, whether it failed, and its JSON where it is more than words."""
    if len(response) == 1:
        if type(said := response.get("output")) is str:
            return said, None, None
        ((key, value),) = response.items()
        if key in ("result", "error") and type(value) is str:
            return value, True if key == "error" else None, None
    elif not response:
        return "", None, None
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
