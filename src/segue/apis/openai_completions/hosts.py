"""Originals as a host takes them that is not api.openai.com: its flags decide which of their keys and forms may stay.

What is written anew obeys the flags where it is written. This is for messages that go out as they came.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis.openai_completions.signatures import with_signature
from segue.apis.openai_completions.thinking import REASONING_KEYS
from segue.apis.reading import Wired, is_object, only_objects, text_or_none
from segue.apis.writing import Writing
from segue.models import Dialect

#: Gives an original, with the index of its message, as the host takes it; the original itself stays as it is.
Respell = Callable[[int, Wired], Wired]
Step = Callable[[int, Wired, Writing], Wired]

_ALWAYS: Final[frozenset[str]] = frozenset({"role", "content"})

#: The documented keys of each role's messages; reasoning goes by flags of its own.
KEYS: Final[dict[str, frozenset[str]]] = {
    "system": _ALWAYS | {"name"},
    "developer": _ALWAYS | {"name"},
    "user": _ALWAYS | {"name"},
    "assistant": _ALWAYS | {"name", "tool_calls", "function_call", "refusal", "audio"},
    "tool": _ALWAYS | {"name", "tool_call_id"},
    "function": _ALWAYS | {"name"},
}

#: What most results have, and every host knows.
_ANSWER: Final = frozenset({"role", "content", "tool_call_id"})

#: What a part may carry beside what it says.
_MARKS: Final = frozenset({"cache_control", "prompt_cache_breakpoint"})


def respeller(writing: Writing) -> Respell | None:
    """What makes originals fit for the host; None where they all are."""
    if writing.endpoint is None:
        return None
    steps = [step for asked, step in _STEPS if asked(writing.dialect)]
    if not steps:
        return None

    def respell(index: int, wire: Wired) -> Wired:
        for step in steps:
            wire = step(index, wire, writing)
        return wire

    return respell


def reasoning_keys(dialect: Dialect) -> frozenset[str]:
    """The keys in which a host takes reasoning back; beside details, their text is repeated in either key."""
    if dialect.reasoning_details:
        return frozenset(REASONING_KEYS)
    return frozenset() if dialect.reasoning_field is None else frozenset({dialect.reasoning_field})


def joined_texts(parts: list[Any]) -> Any:
    """Neighbouring text parts as one; a lone text as a string [XAI-01]."""
    out: list[Any] = []
    for part in parts:
        before = out[-1] if out else None
        if is_object(before) and is_object(part) and before.get("type") == part.get("type") == "text":
            out[-1] = {**before, "text": f"{before['text']}\n\n{part['text']}"}
        else:
            out.append(part)
    only = out[0] if len(out) == 1 else None
    return only["text"] if is_object(only) and only.keys() == {"type", "text"} else out


def _with_content(index: int, wire: Wired, writing: Writing) -> Wired:
    if wire.get("content") is not None:
        return wire
    writing.tell("rewritten", (index, ".content"), "Content", "null becomes an empty text here", rule="XAI-01")
    return {**wire, "content": ""}


def _as_string(index: int, wire: Wired, writing: Writing) -> Wired:
    content = wire.get("content")
    parts = only_objects(content)
    if not parts or any(part.get("type") not in ("text", "refusal") for part in parts):
        return wire
    texts = [text_or_none(part, "text") or text_or_none(part, "refusal") or "" for part in parts]
    why = "content is a string here"
    writing.tell("rewritten", (index, ".content"), "Content", why, rule="GRQ-02")
    return {**wire, "content": "\n\n".join(texts)}


def _with_one_text(index: int, wire: Wired, writing: Writing) -> Wired:
    content: list[Any] = wire.get("content") or []
    if sum(part.get("type") == "text" for part in only_objects(content)) < 2:
        return wire
    writing.tell("merged", (index, ".content"), "Text", "a message has one text here", rule="XAI-01")
    return {**wire, "content": joined_texts(content)}


def _without_names(index: int, wire: Wired, writing: Writing) -> Wired:
    if "name" not in wire or wire["role"] in ("tool", "function"):
        return wire
    writing.drop((index, ".name"), "Name", "messages name nobody here", rule="MIS-06")
    return {key: value for key, value in wire.items() if key != "name"}


def _with_known_keys(index: int, wire: Wired, writing: Writing) -> Wired:
    """Unknown keys are refused, and so are null ones [GRQ-01, CER-01, MIS-06]."""
    if type(wire.get("content")) is str and wire.keys() <= (_ANSWER if wire["role"] == "tool" else _ALWAYS):
        return wire
    dialect = writing.dialect
    known = KEYS[wire["role"]]
    if wire["role"] == "assistant":
        known |= reasoning_keys(dialect)
    if not dialect.refusals:
        known -= {"refusal"}
    if dialect.assistant_last == "prefix":
        known |= {"prefix"}
    for key, value in wire.items():
        if key not in known and value:
            why = f"the host refuses keys that it does not know, and {key} is one"
            writing.drop((index, f".{key}"), "Field", why, rule="GRQ-01")
    kept = {key: value for key, value in wire.items() if key in known and (value is not None or key == "content")}
    if not dialect.cache_control and any(_MARKS & part.keys() for part in only_objects(wire.get("content"))):
        why = "it goes without its cache mark: the host finds by itself what it can cache"
        writing.tell("rewritten", (index, ".content"), "CacheMark", why)
        kept["content"] = [_unmarked(part) for part in wire["content"]]
    return kept


def _unmarked(part: Any) -> Any:
    return {key: value for key, value in part.items() if key not in _MARKS} if is_object(part) else part


_STEPS: Final[tuple[tuple[Callable[[Dialect], bool], Step], ...]] = (
    (lambda dialect: dialect.strict_fields, _with_known_keys),
    (lambda dialect: not dialect.message_names, _without_names),
    (lambda dialect: not dialect.content_parts, _as_string),
    (lambda dialect: dialect.single_text, _with_one_text),
    (lambda dialect: not dialect.null_content, _with_content),
    (lambda dialect: dialect.call_signatures, with_signature),
)
