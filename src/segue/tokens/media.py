"""Pixels, pages and seconds → tokens, as vendors publish how they count them, or as they were seen to."""

from __future__ import annotations

import base64
import binascii
import re
from fnmatch import fnmatchcase
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from segue.conversation import Audio, Base64, Document, Image, Video
from segue.tokens.pixels import Size, size_of


class Span(NamedTuple):
    """The least, the likeliest and the most that something may be."""

    low: float
    likely: float
    high: float

    def plus(self, other: Span) -> Span:
        """Both together."""
        return Span(self.low + other.low, self.likely + other.likely, self.high + other.high)


class Patches(NamedTuple):
    """Squares of so many pixels, each a token times a factor; larger pictures are made smaller first."""

    pixels: int
    factor: float
    most: int
    edge: int = 100_000
    least: int = 1

    def tokens(self, size: Size, *, low: bool) -> float:
        """The tokens of a picture."""
        if low:
            size = _within(size, 512)
        size = _within(size, self.edge)
        squares = ceil(size.width / self.pixels) * ceil(size.height / self.pixels)
        return max(self.least, min(squares, self.most)) * self.factor


class Tiles(NamedTuple):
    """OpenAI's: a picture fits into 2048 pixels, its short side into 768; then squares of 512, and a base."""

    base: int
    tile: int

    def tokens(self, size: Size, *, low: bool) -> float:
        """The tokens of a picture."""
        if low:
            return self.base
        size = _within(size, 2048)
        shorter = min(size)
        if shorter > 768:
            size = Size(round(size.width * 768 / shorter), round(size.height * 768 / shorter))
        return self.base + self.tile * ceil(size.width / 512) * ceil(size.height / 512)


class Crops(NamedTuple):
    """Gemini's up to 2.5: one piece up to 384 pixels, else pieces of two thirds of the short side."""

    piece: int

    def tokens(self, size: Size, *, low: bool) -> float:
        """The tokens of a picture."""
        if low or max(size) <= 384:
            return self.piece
        unit = min(768, max(256, int(min(size) / 1.5)))
        return self.piece * ceil(size.width / unit) * ceil(size.height / unit)


class Flat(NamedTuple):
    """Every picture the same."""

    each: int

    def tokens(self, size: Size, *, low: bool) -> float:
        """The tokens of a picture, whatever its size."""
        return self.each


Eye: TypeAlias = Patches | Tiles | Crops | Flat


class Senses(NamedTuple):
    """How the models of these names count a picture, a page of a PDF, and a second of sound and of film."""

    match: tuple[str, ...]
    eye: Eye
    page: Span
    second_heard: float = 25
    second_seen: float = 300


_OPENAI_PAGE: Final = Span(20, 250, 1600)
_CLAUDE_PAGE: Final = Span(500, 2000, 5000)
_GEMINI_PAGE: Final = Span(258, 258, 560)

#: The first that matches counts. An early generation stands before the pattern that names its whole house.
SENSES: Final = (
    Senses(("gpt-4o-mini*",), Tiles(2833, 5667), _OPENAI_PAGE),
    Senses(("gpt-4.1-mini*", "gpt-5-mini*"), Patches(32, 1.62, 1536), _OPENAI_PAGE),
    Senses(("gpt-4.1-nano*", "gpt-5-nano*"), Patches(32, 2.46, 1536), _OPENAI_PAGE),
    Senses(("o4-mini*",), Patches(32, 1.72, 1536), _OPENAI_PAGE),
    Senses(("gpt-4*", "chatgpt-4o*"), Tiles(85, 170), _OPENAI_PAGE),
    Senses(("o1*", "o3*"), Tiles(75, 150), _OPENAI_PAGE),
    Senses(("gpt-5", "gpt-5-*", "gpt-5.[1-3]*"), Tiles(70, 140), _OPENAI_PAGE),
    Senses(("gpt-*", "codex-*", "computer-use-*"), Patches(32, 1.2, 10_000), _OPENAI_PAGE),
    Senses(
        ("claude-3*", "claude-*-4", "claude-*-4-[0156]", "claude-*-4-[0156]-*"),
        Patches(28, 1, 1568, 1568),
        _CLAUDE_PAGE,
    ),
    Senses(("claude-*",), Patches(28, 1, 4784, 2576), _CLAUDE_PAGE),
    Senses(("gemini-[12]*", "gemma*"), Crops(258), _GEMINI_PAGE, 32, 263),
    Senses(("gemini-*",), Flat(1100), Span(260, 560, 1120), 32, 100),
    Senses(("*",), Patches(28, 1, 4096, least=64), Span(100, 1000, 4000)),
)

#: What is not here as bytes is taken for a picture of this size, and may be of any.
_UNSEEN: Final = Size(768, 768)
_SMALL: Final = Size(256, 256)
_LARGE: Final = Size(4096, 4096)

#: Bytes a second of sound and film as they are usually packed; either may be a third or thrice of it.
_SOUND: Final = 16_000
_FILM: Final = 250_000
_UNHEARD: Final = Span(5, 30, 1800)
_PAGE: Final = rb"/Type\s*/Page(?![a-zA-Z])"
_PAGE_BYTES: Final = 30_000


def senses_of(model: str) -> Senses:
    """How the model of that (plain) name counts."""
    return next(row for row in SENSES if any(fnmatchcase(model, match) for match in row.match))


def image_tokens(image: Image, senses: Senses) -> Span:
    """What a picture is; one that is not here as bytes may be of any size."""
    low = image.detail == "low"
    size = size_of(image.source)
    if size is not None:
        tokens = senses.eye.tokens(size, low=low)
        return Span(tokens * 0.9, tokens, tokens * 1.1)
    sizes = (_SMALL, _UNSEEN, _LARGE)
    return Span(*(senses.eye.tokens(each, low=low) for each in sizes))


def document_tokens(document: Document, senses: Senses) -> Span:
    """What a file is by its pages: those that a PDF names, or else those that its length lets one guess."""
    source = document.source
    if not isinstance(source, Base64):
        return Span(senses.page.low, senses.page.likely * 2, senses.page.high * 100)
    try:
        data = base64.b64decode(source.data)
    except (binascii.Error, ValueError):
        data = b""
    named = len(re.findall(_PAGE, data))
    guessed = max(1, len(data) // _PAGE_BYTES)
    fewest, pages, most = (named, named, named) if named else (1, guessed, guessed * 5)
    return Span(senses.page.low * fewest, senses.page.likely * pages, senses.page.high * most)


def lasting_tokens(medium: Audio | Video, senses: Senses) -> Span:
    """What sound and film are by how long they seem to last."""
    heard = isinstance(medium, Audio)
    rate = senses.second_heard if heard else senses.second_seen
    source = medium.source
    if not isinstance(source, Base64):
        return Span(*(seconds * rate for seconds in _UNHEARD))
    seconds = max(1.0, len(source.data) * 0.75 / (_SOUND if heard else _FILM))
    return Span(seconds * rate / 3, seconds * rate, seconds * rate * 3)


def _within(size: Size, edge: int) -> Size:
    longer = max(size)
    if longer <= edge:
        return size
    return Size(max(1, round(size.width * edge / longer)), max(1, round(size.height * edge / longer)))
