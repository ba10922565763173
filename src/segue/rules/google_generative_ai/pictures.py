"""Gemini: which media are taken, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from segue.apis.google_generative_ai.wire import WIRE, either
from segue.rules.google_generative_ai.look import GoogleLook, held
from segue.rules.look import text_of
from segue.rules.media import fault_in_base64
from segue.rules.rule import Audience, Finding, Rule

_TYPE: Final = re.compile(r"[a-z]+/[a-zA-Z0-9.+-]+(;.*)?")
_REFUSED: Final = frozenset({"image/jpg", "image/svg+xml"})
_INLINE: Final = ("inlineData", "inline_data")
_FILES: Final = ("fileData", "file_data")
_OWN_FILES: Final = ("https://generativelanguage.googleapis.com/", "gs://", *WIRE.url_schemes)


def _bad_types(look: GoogleLook) -> Iterator[Finding]:
    for kind, keys in (("inlineData", _INLINE), ("fileData", _FILES)):
        for spot in look.of(kind, f"result:{kind}"):
            path, medium = held(spot, *keys)
            key = "mime_type" if "mime_type" in medium else "mimeType"
            named = medium.get(key)
            if named is None and kind == "inlineData":
                yield Finding(f"{path}.mimeType", "bytes without their type")
            elif isinstance(named, str) and (named in _REFUSED or not _TYPE.fullmatch(named)):
                yield Finding(f"{path}.{key}", f"{named!r} is no type of media here")
            if kind == "inlineData" and (fault := fault_in_base64(text_of(medium, "data"))) and not _is_urlsafe(medium):
                yield Finding(f"{path}.data", fault)


def _is_urlsafe(medium: dict[str, object]) -> bool:
    """Google reads either alphabet."""
    return re.fullmatch(r"[a-zA-Z0-9_-]+={0,2}", text_of(medium, "data")) is not None


def _elsewhere(look: GoogleLook) -> Iterator[Finding]:
    for spot in look.of("fileData", "result:fileData"):
        path, medium = held(spot, *_FILES)
        uri = either(medium, "fileUri", "file_uri")
        key = "file_uri" if "file_uri" in medium else "fileUri"
        if isinstance(uri, str) and look.audience.provider == "google" and not uri.startswith(_OWN_FILES):
            yield Finding(f"{path}.{key}", "the Gemini API fetches its own files and YouTube", certain=False)


def _media_in_responses(look: GoogleLook) -> Iterator[Finding]:
    for spot in look.of("result:inlineData", "result:fileData"):
        yield Finding(spot.path, f"{look.audience.model.id} takes no media in function responses")


def _takes_none_there(audience: Audience) -> bool:
    return audience.model.known and not audience.model.function_response_media


RULES: Final = (
    Rule(
        id="GEM-11",
        demand="Media stand in function responses where the model takes them there.",
        certainty="M",
        fix="they are moved behind the responses",
        same_as=frozenset({"OAI-12"}),
        find=_media_in_responses,
        applies=_takes_none_there,
    ),
    Rule(
        id="GEM-15",
        demand="Media are of types that Gemini reads, with their type, and where it can fetch them.",
        words="Unsupported MIME type: image/svg+xml",
        certainty="H",
        fix="the type is taken from the first bytes; what cannot be read leaves a marker",
        same_as=frozenset({"ANT-31"}),
        find=lambda look: (*_bad_types(look), *_elsewhere(look)),
        rewrites=True,
    ),
)
