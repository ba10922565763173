"""Responses as a host takes them that is not api.openai.com: some refuse every key that they do not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from segue.apis.openai_responses.wire import RESPONSE_ONLY
from segue.apis.reading import Wired
from segue.apis.writing import Writing
from segue.conversation import Message

_ITEM: Final = frozenset({"type", "id", "status"})
_CALL: Final = _ITEM | {"call_id", "name", "namespace", "caller"}

#: The documented keys of the items that hosts have in common; whoever knows other items knows their keys.
_KEYS: Final[dict[object, frozenset[str]]] = {
    None: frozenset({"role", "content", "phase"}),
    "message": _ITEM | {"role", "content", "phase"},
    "reasoning": _ITEM | {"summary", "content", "encrypted_content"},
    "function_call": _CALL | {"arguments"},
    "custom_tool_call": _CALL | {"input"},
    "function_call_output": _ITEM | {"call_id", "output", "caller"},
    "custom_tool_call_output": _ITEM | {"call_id", "output", "caller"},
}

#: What api.openai.com alone keeps, looks up or does by itself.
_OPENAIS_OWN: Final = (
    "include",
    "truncation",
    "background",
    "max_tool_calls",
    "safety_identifier",
    "prompt_cache_key",
    "prompt_cache_retention",
    "prompt_cache_options",
)


def kept(originals: list[Any], items: Sequence[tuple[int, Message]], writing: Writing) -> list[Any]:
    """The originals of messages, with the keys that the host knows."""
    if writing.endpoint is None or not writing.dialect.strict_fields:
        return originals
    return [_known(index, original, writing) for (index, _), original in zip(items, originals, strict=True)]


def _known(index: int, original: Any, writing: Writing) -> Any:
    item: Wired | list[Any] | str | None = original
    if isinstance(item, list):
        return [_known(index, each, writing) for each in item]
    keys = _KEYS.get(item.get("type")) if isinstance(item, dict) else None
    if not isinstance(item, dict) or keys is None or item.keys() <= keys:
        return original
    for key in sorted(item.keys() - keys - RESPONSE_ONLY):
        if item[key]:
            why = f"the host refuses keys that it does not know, and {key} is one"
            writing.drop((index, f".{key}"), "Field", why, rule="GRQ-01")
    return {key: value for key, value in item.items() if key in keys}


def fit_request(body: Wired, writing: Writing) -> None:
    """Leave out what the host does not know of what is asked for."""
    dialect = writing.dialect
    if not dialect.store and body.pop("store", None) is not None:
        writing.tell("rewritten", "$.store", "Setting", "the host knows no store", rule="XAI-02")
    for key in _OPENAIS_OWN if dialect.strict_fields and not dialect.store else ():
        if body.pop(key, None) is not None:
            writing.drop(f"$.{key}", "Setting", f"the host refuses {key}", rule="GRQ-01")
