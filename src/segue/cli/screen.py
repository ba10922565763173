"""Where people read: in colour if it is a terminal, as wide as it is, and never at the mercy of what is printed."""

from __future__ import annotations

import os
import re
import textwrap
from typing import Final, Literal, TextIO

import click

_USUAL_WIDTH: Final = 80
_NARROWEST: Final = 40
_WIDEST: Final = 100

#: Control characters, and those that turn the direction of writing: a history must not steer a terminal.
_UNSEEN: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

Style = Literal["title", "good", "loss", "name", "aside", "mark"]
_COLOURS: Final[dict[Style, str]] = {"good": "green", "loss": "red", "name": "cyan", "mark": "yellow"}
_BOLD: Final = frozenset({"title", "good", "loss"})


def visible(text: str) -> str:
    """The text with its control characters spelt out, ``\\x1b`` and the like; lines stay lines."""
    return _UNSEEN.sub(lambda found: _spelt(found[0]), text)


def visible_json(text: str) -> str:
    """The same JSON, with the control characters that JSON allows in its strings written as escapes."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _spelt(character: str) -> str:
    return repr(character)[1:-1] if ord(character) < 0x100 else f"\\u{ord(character):04x}"


class Screen:
    """A text stream that people read."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.colour = has_colour(stream)
        self.width = _width(stream)

    def paint(self, text: str, style: Style) -> str:
        """The text in one of the styles, or as it is where there is no colour."""
        if not self.colour or not text:
            return text
        return click.style(text, fg=_COLOURS.get(style), bold=style in _BOLD or None, dim=style == "aside" or None)

    def write(self, line: str = "") -> None:
        """One line, of which the parts from elsewhere have been made ``visible``."""
        click.echo(line, file=self._stream, color=self.colour)

    def wrapped(self, text: str, *, indent: int = 0, hanging: int | None = None) -> list[str]:
        """The text in lines that fit, the first indented, the others hanging."""
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent if hanging is None else hanging),
            break_long_words=False,
            break_on_hyphens=False,
        )


def has_colour(stream: TextIO) -> bool:
    """A terminal that is not dumb, and nobody who wants no colour (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _width(stream: TextIO) -> int:
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        width = int(told)
    else:
        try:
            width = os.get_terminal_size(stream.fileno()).columns or _USUAL_WIDTH
        except (OSError, ValueError):
            width = _USUAL_WIDTH
    return min(max(width, _NARROWEST), _WIDEST)
