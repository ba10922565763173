"""Chat Completions: which parts a message may hold: images, sound, files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis import media as forms
from segue.apis.reading import inside
from segue.conversation import Base64
from segue.rules.look import Spot, listed, text_of, word_of
from segue.rules.media import fault_in_base64
from segue.rules.openai_completions.look import CompletionsLook, is_openais
from segue.rules.rule import Finding, Rule

_TYPES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_SOUNDS: Final = frozenset({"wav", "mp3"})

_PARTS: Final[dict[Any, frozenset[str]]] = {
    "user": frozenset({"text", "image_url", "input_audio", "file"}),
    "assistant": frozenset({"text", "refusal"}),
    "system": frozenset({"text"}),
    "developer": frozenset({"text"}),
    "tool": frozenset({"text"}),
}


def _misplaced(look: CompletionsLook) -> Iterator[Finding]:
    """Hosts know parts of their own, OpenAI will know more, and some hosts take images where OpenAI does not."""
    openais = is_openais(look.audience)
    result_images = look.audience.dialect.result_images
    for path, _, message in look.messages:
        role = word_of(message, "role")
        known = _PARTS.get(role)
        content: list[Any] | None = message.get("content")
        if known is None or not isinstance(content, list):
            continue
        for at, part in enumerate(content):
            kind = inside(part).get("type")
            foreign = isinstance(kind, str) and kind not in known and (openais or kind in _PARTS["user"])
            if foreign and not (role == "tool" and result_images):
                certain = openais and kind in _PARTS["user"]
                yield Finding(f"{path}.content[{at}]", f"{kind!r} in a message of role {role!r}", certain)
    for path, index, message in look.messages:
        for spot in listed(message, "images", path, index) if openais else ():
            yield Finding(spot.path, "an image that the assistant made", certain=False)


def _sounds(look: CompletionsLook) -> Iterator[Finding]:
    model = look.audience.model
    deaf = model.known and look.audience.named and "audio" not in model.inputs
    for path, _, message in look.messages:
        if deaf and message.get("audio"):
            yield Finding(f"{path}.audio", f"{model.id} does not speak", certain=False)
    for spot in look.of("input_audio"):
        given = inside(spot.value.get("input_audio")).get("format")
        if deaf:
            yield Finding(spot.path, f"{model.id} does not listen", certain=is_openais(look.audience))
        elif isinstance(given, str) and given not in _SOUNDS:
            yield Finding(f"{spot.path}.input_audio.format", f"{given!r} is no format of sound here")


def _files(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("file"):
        file = inside(spot.value.get("file"))
        data = text_of(file, "file_data")
        if not file.get("file_id") and not data.startswith("data:application/pdf;"):
            yield Finding(spot.path, "a file is an id, or a PDF as a data: address", certain=False)


def _inline(spot: Spot) -> Base64 | None:
    holder = spot.value.get("image_url")
    address = holder if isinstance(holder, str) else text_of(holder, "url")
    source = forms.read_address(address)
    return source if isinstance(source, Base64) else None


def _other_images(look: CompletionsLook) -> Iterator[Finding]:
    certain = is_openais(look.audience)
    for spot in look.of("image_url"):
        source = _inline(spot)
        if source is None:
            continue
        where = f"{spot.path}.image_url"
        if source.media_type is not None and source.media_type not in _TYPES and forms.sniff(source) not in _TYPES:
            yield Finding(where, f"{source.media_type!r} is no type of image here", certain)
        elif fault := fault_in_base64(source.data):
            yield Finding(where, fault, certain)
        elif forms.sniff(source) is None and forms.reads_as_text(source):
            yield Finding(where, "its bytes are text, and no image", certain)


RULES: Final = (
    Rule(
        id="OAI-12",
        demand="Users send texts, images, sound and files; everybody else only says words.",
        words=(
            "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with "
            "role 'assistant' contains an image URL."
        ),
        certainty="H",
        fix="it is moved to a user's message behind, with a word that says whose it is",
        find=_misplaced,
    ),
    Rule(
        id="OAI-13",
        demand="Sound is WAV or MP3, for models that listen; a file is an id, or a PDF.",
        words="Invalid 'messages[3]'. Content blocks are expected to be either text or image_url type.",
        certainty="H",
        fix="it leaves a marker in the text",
        same_as=frozenset({"ORT-02"}),
        find=lambda look: (*_sounds(look), *_files(look)),
    ),
    Rule(
        id="OAI-14",
        demand="Images are JPEG, PNG, GIF or WebP, and can be decoded.",
        words=(
            "You uploaded an unsupported image. Please make sure your image has of one the following formats: "
            "['png', 'jpeg', 'gif', 'webp']."
        ),
        certainty="H",
        fix="other formats leave a marker in the text",
        same_as=frozenset({"ANT-30", "ANT-32"}),
        find=_other_images,
    ),
)
