"""Text that was UTF-8 and was read with another table: `Ã©` for `é`, `â€™` for `’`, `√®` for `è`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from segue.jsontext import step


class _Table(NamedTuple):
    """A table that text is misread with, and how a character of UTF-8 looks through it."""

    name: str
    first: re.Pattern[str]
    """What every such character begins with: most texts hold none of it, and are not looked at further."""
    shape: re.Pattern[str]


#: The bytes of UTF-8: those that go on with a character, and those that begin one.
_LATER: Final = range(0x80, 0xC0)
_LATIN: Final = range(0xC2, 0xC4)
_CYRILLIC: Final = range(0xD0, 0xD2)
_SIGNS: Final = range(0xE2, 0xE3)
_EASTERN: Final = range(0xE3, 0xEA)
_EMOJI: Final = range(0xF0, 0xF1)


def _as_read(codes: range, table: str) -> str:
    """Bytes as such a table shows them; those that it has no character for are control characters."""
    shown = (bytes([code]).decode(table, "ignore") or chr(code) for code in codes)
    return "".join(re.escape(character) for character in shown)


def _table(name: str) -> _Table:
    """Western letters, typographic signs and emoji betray themselves one by one.

    Letters of other scripts look like what people write (`é…”`, `“É`), and have to come in rows.
    """
    later, latin, signs, emoji = (_as_read(codes, name) for codes in (_LATER, _LATIN, _SIGNS, _EMOJI))
    cyrillic, eastern = _as_read(_CYRILLIC, name), _as_read(_EASTERN, name)
    single = f"[{latin}][{later}]|[{signs}][{later}]{{2}}|[{emoji}][{later}]{{3}}"
    first = re.compile(f"[{latin}{signs}{emoji}{cyrillic}{eastern}]")
    rows = f"(?:[{cyrillic}][{later}]){{3,}}|(?:[{eastern}][{later}]{{2}}){{3,}}"
    return _Table(name, first, re.compile(f"{single}|{rows}"))


_TABLES: Final = (_table("cp1252"), _table("mac_roman"))

#: How much of a word is shown on either side.
_SHOWN: Final = 24


class Misread(NamedTuple):
    """Where such a text stands, what of it looks so, and what it may have been."""

    path: str
    looks: str
    was: str


#: A way into a value, from its end: the key or index there, and the way to what holds it.
_Trail: TypeAlias = "tuple[str | int, _Trail] | None"

_CONTAINERS: Final = (dict, list)


def misread_texts(value: Any) -> Iterator[Misread]:
    """The texts of a JSON value that look as if they had been read with the wrong table, each once."""
    if not _holds_any(value):
        return
    waiting: list[tuple[_Trail, Any]] = [(None, value)]
    while waiting:
        trail, found = waiting.pop()
        held: dict[str, Any] | list[Any] | str | None = found
        if isinstance(held, str):
            seen = None if held.isascii() else _misread(held)
            if seen is not None:
                yield Misread(_path(trail), *seen)
        elif isinstance(held, dict):
            waiting += [((key, trail), item) for key, item in held.items() if _may_hold(item)]
        elif isinstance(held, list):
            waiting += [((index, trail), item) for index, item in enumerate(held) if _may_hold(item)]


def _holds_any(value: Any) -> bool:
    """Is there one at all? Asked without ways to it, of histories of which nearly all hold none."""
    waiting: list[Any] = [[value]]
    for given in waiting:
        held: dict[str, Any] | list[Any] = given
        for item in held.values() if isinstance(held, dict) else held:
            if type(item) is str:
                if not item.isascii() and _misread(item) is not None:
                    return True
            elif type(item) in _CONTAINERS:
                waiting.append(item)
    return False


def _may_hold(item: Any) -> bool:
    return not item.isascii() if type(item) is str else type(item) in _CONTAINERS


def _path(trail: _Trail) -> str:
    steps: list[str] = []
    while trail is not None:
        at, trail = trail
        steps.append(f"[{at}]" if isinstance(at, int) else step(at))
    return "$" + "".join(reversed(steps))


def _misread(text: str) -> tuple[str, str] | None:
    """A word as it looks, and as it may have been."""
    for table in _TABLES:
        for found in _found(table, text):
            was = _again(found[0], table.name)
            if was is not None:
                start, end = found.span()
                before = re.search(r"\w*$", text[max(0, start - _SHOWN) : start])
                after = re.match(r"\w*", text[end : end + _SHOWN])
                head, tail = before[0] if before else "", after[0] if after else ""
                return f"{head}{found[0]}{tail}", f"{head}{was}{tail}"
    return None


def _found(table: _Table, text: str) -> Iterator[re.Match[str]]:
    at = 0
    while first := table.first.search(text, at):
        found = table.shape.match(text, first.start())
        if found is not None:
            yield found
        at = first.end() if found is None else found.end()


def _again(looks: str, table: str) -> str | None:
    """The characters as bytes of that table, read as what they were."""
    try:
        data = b"".join(character.encode(table, "ignore") or bytes([ord(character)]) for character in looks)
        return data.decode()
    except ValueError:
        return None
