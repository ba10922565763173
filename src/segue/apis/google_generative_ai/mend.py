"""Gemini contents as people break them → contents that can be read."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Note
from segue.apis.google_generative_ai.wire import CAMEL, data_of
from segue.apis.mending import as_object
from segue.apis.reading import Wired, inside

_ROLES: Final = {"assistant": "model", "ai": "model", "system": "user", "developer": "user", "human": "user"}


def mend(messages: list[Any], index: int, note: Note) -> Any:
    """Mend what a content holds; what is no content at all stays so."""
    wire: Wired | None = messages[index]
    if not isinstance(wire, dict):
        return wire
    mended = dict(wire)
    role = _ROLES.get(str(wire.get("role")))
    if role is not None:
        note(".role", "Role", f"{wire['role']!r} is called {role!r} here", "GEM-03")
        mended["role"] = role
    parts: list[Any] | str | None = wire.get("parts")
    if isinstance(parts, str):
        note(".parts", "Content", "parts are a list", "GEM-04")
        parts = [{"text": parts}]
    elif not isinstance(parts, list):
        note(".parts", "Content", "a content has a list of parts", "GEM-04")
        parts = []
    names = _called(messages[index - 1]) if index else []
    held: list[Any] = []
    for at, part in enumerate(parts):
        held += _parts(part, f".parts[{at}]", names, note)
    mended["parts"] = held
    return mended


def _called(before: Any) -> list[str]:
    """The names of the calls in the content before."""
    parts: list[Any] | None = inside(before).get("parts")
    calls = (inside(inside(part).get(key)) for part in parts or () for key in ("functionCall", "function_call"))
    return [name for call in calls if isinstance(name := call.get("name"), str)]


def _parts(given: Any, path: str, names: list[str], note: Note) -> list[Any]:
    """A part, or as many as it holds things."""
    part: Wired | None = _part(given, path, names, note)
    held = data_of(part) if isinstance(part, dict) else []
    if not isinstance(part, dict) or len(held) < 2:
        return [part]
    note(path, "Part", f"a part holds one thing, and this one holds {', '.join(held)}", "GEM-04")
    beside = {key: value for key, value in part.items() if key not in held}
    return [{held[0]: part[held[0]], **beside}, *({key: part[key]} for key in held[1:])]


def _part(given: Any, path: str, names: list[str], note: Note) -> Any:
    if isinstance(given, str):
        note(path, "Text", "a part is an object", "GEM-04")
        return {"text": given}
    part: Wired | None = given
    if not isinstance(part, dict):
        return part
    mended = dict(part)
    for key in part:
        inner = inside(part[key])
        camel = CAMEL.get(key, key)
        if camel == "functionCall" and not isinstance(inner.get("args"), dict | None):
            note(f"{path}.{key}.args", "ToolCall", "the arguments of a call are an object", "GEM-10")
            mended[key] = {**inner, "args": as_object(inner.get("args"))}
        elif camel == "functionResponse" and not isinstance(inner.get("response"), dict | None):
            note(f"{path}.{key}.response", "ToolResult", "a response is an object", "GEM-10")
            inner = mended[key] = {**inner, "response": {"output": inner.get("response")}}
        if camel == "functionResponse":
            name = names.pop(0) if names else "unknown_tool"
            if not isinstance(inner.get("name"), str):
                note(f"{path}.{key}.name", "ToolResult", "a response has the name of its call", "GEM-10")
                mended[key] = {**inner, "name": name}
    return mended
