"""Thinking that stands between tags in front of what was said, since no host took it apart.

Its own model gets it back as it wrote it. For others it is thinking like any other: sent as words, models would take
the tags for the way to answer. Of an author who is not known, nobody knows what is meant: words are words.
"""

from __future__ import annotations

import re
from typing import Final

from segue.conversation import AnyBlock, Message, Text, Thinking
from segue.handoff.handoff import Handoff, Item
from segue.handoff.thinking import settled_thought
from segue.models import default_registry

_TAGGED: Final = re.compile(r"\s*<think>(.*?)</think>\s*", re.DOTALL)
_WHY: Final = "the tags around what it thought are left out: what stands between them is thinking, and not said"


def part_thinking(items: list[Item], handoff: Handoff) -> list[Item]:
    """Tell thinking between tags from the words behind it, and give it the best form that its reader takes."""
    authors = {(message.provider, message.model) for _, message in items if message.model is not None}
    tagging = {author for author in authors if _writes_tags(*author)}
    if not tagging:
        return items
    return [
        (index, _parted(index, message, handoff) if (message.provider, message.model) in tagging else message)
        for index, message in items
    ]


def _writes_tags(provider: str | None, model: str | None) -> bool:
    """Does this model write so, or does no row name a model of its kind?"""
    author = default_registry().model(model or "", provider)
    return author.think_tags or author.family == "unknown"


def _parted(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.thinking == "native" and (handoff.leaves_alone(message) or handoff.writing.wrote(message)):
        return message
    blocks = list(message.blocks)
    at = next((at for at, block in enumerate(blocks) if type(block) is not Thinking), 0)
    said = blocks[at] if blocks and message.role == "assistant" else None
    found = _TAGGED.match(said.text) if type(said) is Text else None
    if found is None or type(said) is not Text:
        return message
    writing = handoff.writing
    writing.drop((index, said), said, _WHY)
    parts: list[AnyBlock] = []
    if found[1].strip():
        thought = writing.derived(said, Thinking(text=found[1].strip()))
        if (kept := settled_thought(index, thought, handoff)) is not None:
            parts.append(kept)
    if rest := said.text[found.end() :]:
        parts.append(writing.replace(said, text=rest, native=None))
    return handoff.rebuilt(message, [*blocks[:at], *parts, *blocks[at + 1 :]])
