"""Chat messages as people break them → messages that can be read."""

from __future__ import annotations

from typing import Any

from segue.apis.codec import Note
from segue.apis.mending import as_content, mend_calls
from segue.apis.reading import Wired, inside, only_objects


def mend(messages: list[Any], index: int, note: Note) -> Any:
    """Mend what a message holds; what is no message at all stays so."""
    wire: Wired | None = messages[index]
    if not isinstance(wire, dict):
        return wire
    mended = dict(wire)
    if "content" in wire and not isinstance(wire["content"], str | list | None):
        note(".content", "Content", "content is a string or a list of parts", "OAI-11")
        mended["content"] = as_content(wire["content"])
    if wire.get("role") == "assistant":
        mend_calls(mended, note, (str,))
    elif wire.get("content") is None:
        note(".content", "Content", "only the assistant's calls may stand without content", "OAI-11")
        mended["content"] = ""
    if wire.get("role") == "function" and not isinstance(wire.get("name"), str):
        name = _last_function(messages, index)
        if name is not None:
            note(".name", "ToolResult", "it answers the last function that was called", "OAI-17")
            mended["name"] = name
    if wire.get("role") == "tool" and not isinstance(wire.get("tool_call_id"), str):
        call_id = _next_unanswered(messages, index)
        if call_id is not None:
            note(".tool_call_id", "ToolResult", "it answers the first call that waits for an answer", "OAI-03")
            mended["tool_call_id"] = call_id
    return mended


def _last_function(messages: list[Any], index: int) -> str | None:
    """The name of the function that the assistant called last before this place."""
    said, _ = _step_before(messages, index)
    name = inside(said.get("function_call")).get("name")
    return name if isinstance(name, str) else None


def _next_unanswered(messages: list[Any], index: int) -> str | None:
    """The id of the call that the result at this place answers, by the order of calls and results."""
    said, answers = _step_before(messages, index)
    calls = [call["id"] for call in only_objects(said.get("tool_calls")) if isinstance(call.get("id"), str)]
    for answer in answers:
        if not calls:
            return None
        answered = answer.get("tool_call_id")
        calls.remove(answered if answered in calls else calls[0])
    return calls[0] if calls else None


def _step_before(messages: list[Any], index: int) -> tuple[Wired, list[Wired]]:
    """What the assistant said last before this place, and the results behind it."""
    answers: list[Wired] = []
    for at in range(index - 1, -1, -1):
        message = inside(messages[at])
        if message.get("role") == "assistant":
            return message, answers[::-1]
        if message.get("role") == "tool":
            answers.append(message)
    return {}, []
