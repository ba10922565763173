"""Messages of this API's own that go out as they came, without what a vendor sends and refuses back."""

from __future__ import annotations

from typing import Final

from segue.apis.openai_completions.functions import stands_in_new_form
from segue.apis.openai_completions.hosts import Respell
from segue.apis.openai_completions.wire import RESPONSE_ONLY
from segue.apis.reading import Wired, inside
from segue.apis.writing import Writing
from segue.conversation import Message, Original

#: All that most of the assistant's messages have.
_PLAIN: Final = frozenset({"role", "content", "tool_calls"})


def as_it_came(at: int, items: list[tuple[int, Message]], writing: Writing, respell: Respell | None) -> Wired | None:
    """The original of a message that was read from this API, if it goes out; what belongs to it is not copied yet."""
    index, message = items[at]
    native = message.native
    if writing.replay and stands_in_new_form(at, items, writing):
        why = "a call and its result stand in the new form: the old one is not known, or has no other half"
        writing.tell("rewritten", writing.path(index), "Message", why, rule="OAI-17")
        return None
    if native is None or native.content is not message.content or not _agrees(message, native):
        return None
    wire: Wired = _replayed(index, native.value, message.role, writing) if writing.replay else native.value
    return wire if respell is None else respell(index, wire)


def _agrees(message: Message, native: Original) -> bool:
    """Does the original still say the role and the name that the message has?"""
    role, name = native.value.get("role"), message.name
    if name is not None and native.value.get("name") != name:
        return False
    if message.role == "system":
        return role == ("developer" if message.authority else "system") or role == "system"
    return role == message.role or (role == "function" and message.role == "tool")


def _replayed(index: int, wire: Wired, role: str, writing: Writing) -> Wired:
    """The message without what is only sent, never taken: keys of answers, and null where nothing is meant."""
    if role != "assistant":
        kept = {key: value for key, value in wire.items() if value is not None} if None in wire.values() else wire
        if kept.get("content") in (None, []):
            writing.tell("rewritten", (index, ".content"), "Content", "it becomes an empty text", rule="OAI-11")
            return {**kept, "content": ""}
        return kept
    if wire.keys() <= _PLAIN and "content" in wire and wire.get("tool_calls", wire["content"]):
        return wire
    kept = {
        key: value
        for key, value in wire.items()
        if key not in RESPONSE_ONLY and (value not in (None, []) or key == "content")
    }
    audio: Wired = inside(wire.get("audio"))
    if audio.get("id"):
        kept["audio"] = {"id": audio["id"]}
        if len(audio) > 1:
            writing.tell("rewritten", (index, ".audio"), "Audio", "only its id goes back", rule="OAI-18")
    if wire.get("tool_calls") == []:
        writing.tell("rewritten", (index, ".tool_calls"), "ToolCall", "an empty list is left out", rule="OAI-06")
    if kept.get("content") in (None, []):
        said_otherwise = any(key in kept for key in ("tool_calls", "function_call", "refusal", "audio"))
        kept["content"] = None if said_otherwise else ""
        if not said_otherwise:
            writing.tell("rewritten", (index, ".content"), "Content", "it becomes an empty text", rule="OAI-11")
    return kept
