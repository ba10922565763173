"""Responses items as people break them → items that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from segue.apis.codec import Note
from segue.apis.mending import as_content, as_text
from segue.apis.openai_responses.wire import WIRE
from segue.apis.reading import Wired

_ROLES: Final = ("user", "assistant", "system", "developer")

#: What other APIs and libraries call who speaks; whoever else it is speaks to the model as the user does.
_MEANT: Final = {"model": "assistant", "ai": "assistant", "bot": "assistant"}


def mend(messages: list[Any], index: int, note: Note) -> Any:
    """Mend what an item holds; what is no item at all stays so."""
    given: Wired | str | None = messages[index]
    if isinstance(given, str):
        note("", "Message", "an item is an object", "RSP-14")
        return {"role": "user", "content": given}
    if not isinstance(given, dict):
        return given
    mended = dict(given)
    kind = given.get("type")
    if kind in (None, "message") and "role" in given and given["role"] not in _ROLES:
        mended["role"] = _MEANT.get(str(given["role"]), "user")
        note(".role", "Role", f"{given['role']!r} is called {mended['role']!r} here", "RSP-14")
    if kind == "function_call" and not isinstance(given.get("arguments"), str):
        note(".arguments", "ToolCall", "arguments are the text of JSON", "RSP-15")
        arguments = given.get("arguments")
        mended["arguments"] = "{}" if arguments is None else as_text(arguments)
    elif kind == "function_call_output" and not isinstance(given.get("output"), str | list):
        note(".output", "ToolResult", "an output is a string or a list of parts", "RSP-15")
        mended["output"] = as_content(given.get("output"))
    elif kind in (None, "message") and "role" in given and not isinstance(given.get("content"), str | list):
        note(".content", "Content", "content is a string or a list of parts", "RSP-14")
        mended["content"] = as_content(given.get("content"))
    elif kind == "reasoning" and not isinstance(given.get("summary"), list):
        note(".summary", "Thinking", "a summary is a list, if an empty one", "RSP-06")
        summary = given.get("summary")
        mended["summary"] = [{"type": "summary_text", "text": summary}] if isinstance(summary, str) else []
    return mended


#: Calls and outputs whose ids are mapped with all others.
_PAIRED: Final = frozenset({"function_call", "custom_tool_call", "function_call_output", "custom_tool_call_output"})

#: What is answered by its id.
_GOING_BY_ID: Final = frozenset({"mcp_approval_request", "local_shell_call", "local_shell_call_output"})


def respell(item: Wired, faults: Sequence[str]) -> Wired | None:
    """The item without an id that is refused; where it has to have one, with one that is made from it [RSP-11]."""
    kept = dict(item)
    for fault in faults:
        key = fault.removeprefix(".")
        value, needed = kept.get(key), key != "id" or item.get("type") in _GOING_BY_ID
        if key not in ("id", "call_id", "approval_request_id") or not isinstance(value, str):
            return None
        if not needed:
            del kept[key]
        elif item.get("type") in _PAIRED:
            return None
        else:
            kept[key] = WIRE.ids.made(value)
    return kept
