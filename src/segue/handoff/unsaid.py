"""What is told in words, and what of it the words do not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segue.apis.reading import Wired
from segue.apis.writing import Place
from segue.conversation import AnyBlock, Base64, ServerToolCall, Thinking
from segue.handoff.handoff import Handoff

#: Keys that name things for the provider, and say nothing about the world.
_NAMING = frozenset(
    {"type", "id", "tool_use_id", "call_id", "status", "toolType", "language", "outcome", "cache_control"}
)


#: What hangs on reasoning and is told by itself.
_SEALED = frozenset({"signature", "thoughtSignature", "thought_signature", "encrypted_content", "data", "format"})


def tell_unsaid(block: AnyBlock, words: str, place: Place, handoff: Handoff) -> None:
    """Say so when the words do not hold everything that stood there: ciphertext, bytes, ids of files."""
    native = block.native
    element: Wired | None = native.value if native else None
    if not isinstance(element, dict) or (type(block) is Thinking and _says_it_all(words, element)):
        return
    images = block.images if type(block) is ServerToolCall else ()
    sealed = _SEALED if type(block) is Thinking else frozenset[str]()
    held = {words, *(image.source.data for image in images if isinstance(image.source, Base64))}
    leaves = {key for key, text in _leaves(element, "") if not any(text in said for said in held)}
    unsaid = sorted(leaves - sealed)
    if unsaid:
        handoff.writing.drop(place, block, f"only its provider can use its {', '.join(unsaid)}")


def _says_it_all(words: str, thought: Wired) -> bool:
    """Is there nothing but the words, a seal, and names? So it is with nearly all that models think."""
    for key, value in thought.items():
        if key not in _NAMING and not (type(value) is str and (key in _SEALED or value in words)):
            return False
    return True


def _leaves(node: Any, key: str) -> Iterator[tuple[str, str]]:
    value: str | Wired | list[Any] | None = node
    if isinstance(value, str):
        if value:
            yield key, value
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in _NAMING:
                yield from _leaves(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, key)
