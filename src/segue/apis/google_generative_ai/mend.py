"""Gemini contents as people break them → contents that can be read."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Note
from segue.apis.google_generative_ai.wire import CAMEL
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
    mended["parts"] = [_part(part, f".parts[{at}]", note) for at, part in enumerate(parts)]
    return mended


def _part(given: Any, path: str, note: Note) -> Any:
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
            mended[key] = {**inner, "response": {"output": inner.get("response")}}
    return mended
