"""What broken messages have in common: values of the wrong kind, of which it can be told what was meant."""

from __future__ import annotations

from typing import Any

from segue.apis.codec import Note
from segue.apis.reading import Wired, inside
from segue.jsontext import dump, load_object


def as_object(value: Any) -> Wired:
    """Arguments as an object: parsed where they are its text, wrapped where they are something else [ANT-15]."""
    given: Wired | str | None = value
    if isinstance(given, dict):
        return given
    if isinstance(given, str):
        parsed = load_object(given)
        return {"_raw": given} if parsed is None else parsed
    return {} if given is None else {"value": given}


def as_text(value: Any) -> str:
    """A value where its text belongs [OAI-07]."""
    return value if isinstance(value, str) else dump(value)


def as_content(value: Any) -> Any:
    """Content is a string or a list; anything else is told as its text."""
    given: list[Any] | str | None = value
    if isinstance(given, str | list):
        return given
    return "" if given is None else dump(given)


def mend_calls(mended: Wired, note: Note, takes: tuple[type, ...]) -> None:
    """Mend the list of calls of a chat message; arguments are of the types that its API takes."""
    given: list[Any] | int | None = mended.get("tool_calls")
    if given is None:
        return
    if not isinstance(given, list):
        note(".tool_calls", "ToolCall", f"tool_calls is a list, and this is {type(given).__name__}", "OAI-06")
        del mended["tool_calls"]
        return
    calls: list[Any] = []
    for at, value in enumerate(given):
        call = inside(value)
        function = inside(call.get("function"))
        if call.get("type") in (None, "function") and "arguments" in function:
            arguments = function["arguments"]
            if not isinstance(arguments, takes):
                note(f".tool_calls[{at}].function.arguments", "ToolCall", "arguments are the text of JSON", "OAI-07")
                call = {**call, "function": {**function, "arguments": as_text(arguments)}}
        if call:
            calls.append(call)
        else:
            note(f".tool_calls[{at}]", "ToolCall", "a call is an object", "OAI-06")
    mended["tool_calls"] = calls
