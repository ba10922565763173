"""The media among Gemini's parts."""

from __future__ import annotations

from segue.apis.google_generative_ai.wire import API, either
from segue.apis.media import sniff, type_of_name, usual
from segue.apis.reading import Wired, text_at
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Document,
    Image,
    Original,
    Source,
    Url,
    Video,
)
from segue.errors import expected


def read_inline(inner: Wired, part: Wired, signature: str | None) -> AnyBlock:
    kind = either(inner, "mimeType", "mime_type")
    if kind is not None and type(kind) is not str:
        raise expected("a string", kind, ".inlineData.mimeType")
    source = Base64(text_at(inner, "data", where=".inlineData"), kind)
    return _medium(source, kind or sniff(source), inner, part, signature)


def read_file(inner: Wired, part: Wired, signature: str | None) -> AnyBlock:
    kind = either(inner, "mimeType", "mime_type")
    uri = either(inner, "fileUri", "file_uri")
    if type(uri) is not str:
        raise expected("a string", uri, ".fileData.fileUri")
    media_type = kind if type(kind) is str else None
    return _medium(Url(uri, media_type), media_type, inner, part, signature)


def _medium(source: Source, kind: str | None, inner: Wired, part: Wired, signature: str | None) -> AnyBlock:
    native = Original(API, part)
    # Some hosts write "png" where a media type belongs.
    named = usual(kind) or ""
    match (named if "/" in named else type_of_name(f".{named}") or "").partition("/")[0]:
        case "image":
            return Image(source, signature=signature, native=native)
        case "audio":
            return Audio(source, signature=signature, native=native)
        case "video":
            return Video(source, signature=signature, native=native)
        case _:
            name = either(inner, "displayName", "display_name")
            return Document(source, name if type(name) is str else None, signature=signature, native=native)
