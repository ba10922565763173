"""Anthropic: which images and documents are taken, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.reading import Wired, inside
from segue.rules.anthropic_messages.look import AnthropicLook
from segue.rules.look import Spot, text_of, word_of
from segue.rules.media import fault_in_base64, real_type, size_of_image
from segue.rules.rule import Finding, Rule

_TYPES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_MOST_IMAGES: Final = 100
_MANY_IMAGES: Final = 20
_WIDEST: Final = 8000
_WIDEST_OF_MANY: Final = 2000
_LARGEST: Final = 10_000_000


def _images(look: AnthropicLook) -> Iterator[tuple[Spot, Wired]]:
    for spot in look.of("image", "result:image"):
        yield spot, inside(spot.value.get("source"))


def _other_types(look: AnthropicLook) -> Iterator[Finding]:
    for spot, source in _images(look):
        if source.get("type") == "base64" and word_of(source, "media_type") not in _TYPES:
            yield Finding(f"{spot.path}.source.media_type", f"{source.get('media_type')!r} is no type of image here")


def _mistaken_types(look: AnthropicLook) -> Iterator[Finding]:
    for spot, source in _images(look):
        declared, real = word_of(source, "media_type"), real_type(text_of(source, "data"))
        if source.get("type") == "base64" and declared in _TYPES and real in _TYPES and real != declared:
            yield Finding(f"{spot.path}.source.media_type", f"it is called {declared}, and its bytes are {real}")


def _broken_bytes(look: AnthropicLook) -> Iterator[Finding]:
    for spot, source in _images(look):
        if source.get("type") == "base64" and (fault := fault_in_base64(text_of(source, "data"))):
            yield Finding(f"{spot.path}.source.data", fault)


def _too_large(look: AnthropicLook) -> Iterator[Finding]:
    images = list(_images(look))
    if len(images) > _MOST_IMAGES:
        yield Finding(images[_MOST_IMAGES][0].path, f"there are {len(images)} images, and {_MOST_IMAGES} may be")
    widest = _WIDEST if len(images) <= _MANY_IMAGES else _WIDEST_OF_MANY
    for spot, source in images:
        data = text_of(source, "data")
        if len(data) > _LARGEST:
            yield Finding(f"{spot.path}.source.data", f"{len(data):,} characters of base64 are too many")
        size = size_of_image(data) if source.get("type") == "base64" else None
        if size is not None and max(size) > widest:
            yield Finding(f"{spot.path}.source.data", f"{size[0]} × {size[1]} pixels, and {widest} are the most here")


def _misplaced(look: AnthropicLook) -> Iterator[Finding]:
    for turn in look.turns:
        for spot in turn.blocks:
            if spot.value.get("type") == "image" and turn.role != "user":
                yield Finding(spot.path, f"an image in a message of role {turn.role!r}")
    for spot in look.system:
        if spot.value.get("type") == "image":
            yield Finding(spot.path, "an image among the instructions")


def _other_documents(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.of("document", "result:document"):
        source = inside(spot.value.get("source"))
        kind, declared = source.get("type"), word_of(source, "media_type")
        if kind == "base64" and declared != "application/pdf":
            yield Finding(f"{spot.path}.source.media_type", f"{declared!r} is no type of document here")
        elif kind == "text" and declared not in (None, "text/plain"):
            yield Finding(f"{spot.path}.source.media_type", f"{declared!r} is no type of text here")
    for spot in look.of("audio", "video", "input_audio", "result:audio", "result:video"):
        yield Finding(spot.path, "neither sound nor films are taken")


RULES: Final = (
    Rule(
        id="ANT-30",
        demand="Images are JPEG, PNG, GIF or WebP.",
        words=(
            "messages.N.content.M.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', "
            "'image/gif' or 'image/webp'"
        ),
        certainty="H",
        fix="`image/jpg` becomes `image/jpeg`; other formats leave a marker in the text",
        find=_other_types,
        rewrites=True,
    ),
    Rule(
        id="ANT-31",
        demand="An image is of the type that it is called.",
        words=(
            "messages.N.content.M.image.source.base64.data: The image was specified using the image/png media type, "
            "but the image appears to be a image/jpeg image"
        ),
        certainty="H",
        fix="the type is taken from the first bytes",
        find=_mistaken_types,
        rewrites=True,
    ),
    Rule(
        id="ANT-32",
        demand="The bytes of an image can be decoded.",
        words="Could not process image",
        certainty="H",
        fix="base64 of another alphabet is respelled; an image without bytes leaves a marker in the text",
        find=_broken_bytes,
        rewrites=True,
    ),
    Rule(
        id="ANT-33",
        demand="At most 100 images, of 8,000 pixels at most; of 2,000 where there are more than twenty.",
        words="At least one of the image dimensions exceed max allowed size: 8000 pixels",
        certainty="H",
        fix="scale it down: that needs an image library",
        find=_too_large,
    ),
    Rule(
        id="ANT-34",
        demand="Images stand in the user's messages and in results.",
        certainty="H",
        fix="the image is moved to a user's message behind it",
        find=_misplaced,
        rewrites=True,
    ),
    Rule(
        id="ANT-35",
        demand="Documents are PDF or plain text; sound and films are not taken.",
        certainty="H",
        fix="text of other types becomes a text; what cannot be read leaves a marker",
        find=_other_documents,
        rewrites=True,
    ),
)
