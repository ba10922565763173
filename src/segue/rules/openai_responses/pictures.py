"""Responses: which images and documents are taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.media import type_of_name, usual
from segue.rules.look import Spot, text_of
from segue.rules.media import fault_in_base64
from segue.rules.openai_responses.look import ResponsesLook
from segue.rules.rule import Finding, Rule

_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_BAD_FILE: Final = (
    "Invalid file data: 'input[3].output[0].file_data'. Expected a base64-encoded data URL with a valid file MIME type "
    "(e.g. 'data:text/plain;base64,SGVsbG8sIFdvcmxkIQ=='), but got unsupported MIME type 'audio/mpeg'."
)
_NO_FILE: Final = "The file type you uploaded is not supported. Please try again with a pdf"


def bad_files(look: ResponsesLook) -> Iterator[Finding]:
    """Files whose data is no document; audio is no file here."""
    for spot in look.of("said:input_file", "result:input_file"):
        data = text_of(spot.value, "file_data")
        named = type_of_name(text_of(spot.value, "file_url")) or ""
        if named.startswith(("audio/", "video/")):
            yield Finding(f"{spot.path}.file_url", f"{named!r} is no type of document here", words=_NO_FILE)
        if not data:
            continue
        kind = _declared(data)
        if kind is None:
            yield Finding(f"{spot.path}.file_data", "it is no data URL", words=_BAD_FILE, certain=False)
        elif kind.partition("/")[0] in ("audio", "video", "image"):
            yield Finding(f"{spot.path}.file_data", f"{kind!r} is no type of document here", words=_BAD_FILE)


def _declared(url: str) -> str | None:
    """The type that a data URL says it is of."""
    head, comma, _ = url.partition(",")
    return head.removeprefix("data:").partition(";")[0].lower() if comma and head.startswith("data:") else None


def _bad_images(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of("said:input_image", "result:input_image"):
        url = text_of(spot.value, "image_url")
        kind = _declared(url)
        if kind is not None and usual(kind) not in _TYPES:
            yield Finding(f"{spot.path}.image_url", f"{kind!r} is no type of image here")
        elif kind is not None and (fault := fault_in_base64(url.partition(",")[2])):
            yield Finding(f"{spot.path}.image_url", fault)
        elif not url and not spot.value.get("file_id"):
            yield _nowhere(spot)


def _nowhere(spot: Spot) -> Finding:
    return Finding(spot.path, "an image has an address, or the id of a file")


RULES: Final = (
    Rule(
        id="OAI-14",
        demand="Images are PNG, JPEG, GIF or WebP, and there.",
        words=(
            "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', "
            "'jpeg', 'gif', 'webp']."
        ),
        certainty="H",
        fix="the type is taken from the first bytes; other formats leave a marker in the text",
        same_as=frozenset({"ANT-31"}),
        find=_bad_images,
        rewrites=True,
    ),
)
