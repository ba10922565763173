"""Half characters that are escaped inside the text of arguments: JSON for us, and none for who reads them [U-1]."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from segue.jsontext import SURROGATE, encode_bytes, walk

#: Half a character, escaped in JSON.
_ESCAPED_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


def spells_half(text: str) -> bool:
    """Is this JSON, with half a character in it? Both halves of one may be written so."""
    if "\\u" not in text or not _ESCAPED_HALF.search(text):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False  # text that is no JSON stays the evidence that it is
    return SURROGATE.search(json.dumps(value, ensure_ascii=False)) is not None


def half_characters(source: Any) -> Iterator[str]:
    """The paths of the arguments in a source that hold one. Few hold an escape at all: that is seen at a glance."""
    written = encode_bytes(source)
    if rb"\\ud" not in written and rb"\\uD" not in written:
        return
    for path, node in walk(source):
        if path.endswith(".arguments") and isinstance(node, str) and spells_half(node):
            yield path
