"""Bedrock: documents and images, what they are called, and where they may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from segue.apis.bedrock_converse.wire import AUDIO_FORMATS, DOCUMENT_FORMATS, IMAGE_FORMATS, VIDEO_FORMATS, WIRE
from segue.apis.reading import Wired, inside
from segue.rules.bedrock_converse.look import BedrockLook, kind_of
from segue.rules.look import Spot, text_of
from segue.rules.media import fault_in_base64, fault_in_size, real_type
from segue.rules.rule import Finding, Rule

#: Underscores are not among the characters that the documentation names, and were seen to pass.
_NAME: Final = re.compile(r"[a-zA-Z0-9()\[\]-]+(?:\s[a-zA-Z0-9()\[\]-]+)*")
_LONGEST: Final = 200
_FORMATS: Final = {
    "image": IMAGE_FORMATS,
    "document": DOCUMENT_FORMATS,
    "video": VIDEO_FORMATS,
    "audio": AUDIO_FORMATS,
}


def _media(look: BedrockLook, *kinds: str) -> Iterator[tuple[Spot, str, Wired]]:
    for kind in kinds:
        for spot in look.of(kind, f"result:{kind}"):
            yield spot, kind, inside(spot.value.get(kind))


def _names(look: BedrockLook) -> Iterator[Finding]:
    seen: set[str] = set()
    for spot, _, inner in sorted(_media(look, "document"), key=lambda found: found[0].message):
        name = text_of(inner, "name")
        path = f"{spot.path}.document.name"
        if not _NAME.fullmatch(name) or len(name) > _LONGEST:
            plain = _NAME.fullmatch(name.replace("_", "-")) is not None
            yield Finding(path, f"{name!r} is no name of a document here", certain=not plain)
        if name in seen:
            yield Finding(path, f"two documents are called {name!r}")
        seen.add(name)


def _speechless(look: BedrockLook) -> Iterator[Finding]:
    for at, blocks in enumerate(look.blocks):
        kinds = [kind_of(spot.value) for spot in blocks]
        if "document" in kinds and look.roles[at] == "user" and not {"text", "guardContent", "toolResult"} & {*kinds}:
            yield Finding(blocks[kinds.index("document")].path, "a document without a text beside it")


def _misplaced(look: BedrockLook) -> Iterator[Finding]:
    for at, blocks in enumerate(look.blocks):
        for spot in blocks:
            kind = kind_of(spot.value)
            if kind in ("image", "document") and look.roles[at] != "user":
                yield Finding(spot.path, f"{kind!r} in a message of role {look.roles[at]!r}")


def _formats(look: BedrockLook) -> Iterator[Finding]:
    for spot, kind, inner in _media(look, *_FORMATS):
        word = inner.get("format")
        if word is not None and (type(word) is not str or word not in _FORMATS[kind]):
            yield Finding(f"{spot.path}.{kind}.format", f"{word!r} is no format here", certain=kind != "video")


def _bytes(look: BedrockLook) -> Iterator[Finding]:
    for spot, kind, inner in _media(look, "image"):
        source = inside(inner.get("source"))
        data, declared = text_of(source, "bytes"), IMAGE_FORMATS.get(text_of(inner, "format"))
        if "bytes" in source and (fault := fault_in_base64(data)):
            yield Finding(f"{spot.path}.{kind}.source.bytes", fault)
        elif data and declared and (real := real_type(data)) in IMAGE_FORMATS.values() and real != declared:
            message = f"it is called {declared}, and its bytes are {real}"
            yield Finding(f"{spot.path}.{kind}.format", message, certain=False)


def _amounts(look: BedrockLook) -> Iterator[Finding]:
    for kind, allowed in WIRE.allowances.items():
        held: dict[int, list[Spot]] = {}
        for spot, _, inner in sorted(_media(look, kind), key=lambda found: found[0].message):
            fault = fault_in_size(text_of(inside(inner.get("source")), "bytes"), allowed.size, allowed.edge)
            if fault is not None:
                yield Finding(f"{spot.path}.{kind}.source.bytes", fault)
            else:
                held.setdefault(spot.message, []).append(spot)
        for spots in held.values():
            if len(spots) > allowed.count:
                message = f"there are {len(spots)} {kind}s in one message, and {allowed.count} may be"
                yield Finding(spots[allowed.count].path, message)


def _found(look: BedrockLook) -> Iterator[Finding]:
    for find in (_names, _speechless, _misplaced, _formats, _bytes, _amounts):
        yield from find(look)


RULES: Final = (
    Rule(
        id="BED-11",
        demand=(
            "Images and documents stand in the user's messages and in results, in a format that is known; a message "
            "has 20 images of 3.75 MB and 8,000 pixels at most, and 5 documents of 4.5 MB; documents have plain names, "
            "no two alike, and a text beside them."
        ),
        words="Messages can not contain duplicate document names",
        certainty="H",
        fix=(
            "names are made plain and different, a text is put beside a document, what the assistant shows is moved; "
            "the newest stay of what is too much, and words say where the others were"
        ),
        same_as=frozenset({"OAI-12", "ANT-31"}),
        find=_found,
        rewrites=True,
    ),
)
