"""Half characters that are escaped inside the text of arguments: JSON for us, and none for who reads them [U-1]."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import Wired, inside
from segue.jsontext import ESCAPED_HALF, SURROGATE, encode_bytes

_CALLS: Final = frozenset({"arguments", "function_call", "tool_calls"})


def spells_half(text: str) -> bool:
    """Is this JSON, with half a character in it? Both halves of one may be written so."""
    if "\\u" not in text or not ESCAPED_HALF.search(text):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False  # text that is no JSON stays the evidence that it is
    return SURROGATE.search(json.dumps(value, ensure_ascii=False)) is not None


def half_characters(messages: list[Any], root: str) -> Iterator[str]:
    """The paths of the arguments that hold one. Few messages hold an escape at all: that is seen at a glance."""
    calling = {index: given for index, given in enumerate(messages) if not inside(given).keys().isdisjoint(_CALLS)}
    written = encode_bytes(calling)
    if rb"\\ud" not in written and rb"\\uD" not in written:
        return
    for index, given in calling.items():
        message: Wired = inside(given)
        for path, holder in _calls(message):
            text = inside(holder).get("arguments")
            if isinstance(text, str) and spells_half(text):
                yield f"{root}[{index}]{path}.arguments"


def _calls(message: Wired) -> Iterator[tuple[str, Any]]:
    """What calls a function by the text of its arguments, and where."""
    yield "", message
    yield ".function_call", message.get("function_call")
    calls: list[Any] | None = message.get("tool_calls")
    for place, call in enumerate(calls if isinstance(calls, list) else ()):
        yield f".tool_calls[{place}].function", inside(call).get("function")
