"""JSON in from a file or a pipe, JSON out to a file, a pipe or a terminal."""

from __future__ import annotations

import codecs
import json
import sys
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from segue.cli.screen import has_colour, visible_json
from segue.jsontext import encode_bytes, first_fault, load

STDIN: Final = "-"

#: Beyond this, colours take longer than anyone waits, and nobody reads it on a terminal.
_COLOURED_UP_TO: Final = 200_000


class Unreadable(click.ClickException):
    """Input that is not there, or no JSON."""

    exit_code = 2


def read_json(file: str | None, *, faulty: bool = False) -> bytes:
    """The JSON text in a file, or on stdin for ``-`` and where no file is named.

    ``faulty`` takes what Python's own reader takes too: half characters, and numbers that are none.
    """
    name = "stdin" if file in (None, STDIN) else str(file)
    data = _stdin(asked_for=file == STDIN) if file in (None, STDIN) else _contents(Path(name))
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise Unreadable(f"{name} is empty: expected a history as JSON")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name} is not UTF-8 (byte {error.start}): save it as UTF-8") from error
    try:
        load(text)
    except ValueError as error:
        _locate(name, text, str(error), faulty=faulty)
    return data


def _stdin(*, asked_for: bool) -> bytes:
    stdin: Any = sys.stdin
    if stdin is None or (stdin.isatty() and not asked_for):
        raise Unreadable("no input: name a file, or pipe JSON in\nsegue convert history.json --to …")
    return stdin.buffer.read()


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Unreadable(f"cannot read {path}: {reason}") from error


def _locate(name: str, text: str, reason: str, *, faulty: bool) -> None:
    """Say where a text stops being JSON: by line and column, or by the path of what no JSON may hold."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{name}, line {error.lineno}, column {error.colno}"
        if error.msg == "Extra data":
            raise Unreadable(f"{where}: a second JSON value\nmany values become one list with: jq -s .") from error
        raise Unreadable(f"{where}: not JSON: {error.msg[0].lower()}{error.msg[1:]}") from error
    except RecursionError as error:
        raise Unreadable(f"{name}: the JSON nests too deeply") from error
    fault = first_fault(value)
    if fault is None or not faulty:
        raise fault or Unreadable(f"{name}: not JSON: {reason}")


def write_json(value: bytes | dict[str, Any], *, indent: bool | None) -> None:
    """JSON on stdout: for people on a terminal, for programs elsewhere, unless ``indent`` says which."""
    data = value if isinstance(value, bytes) else encode_bytes(value)
    terminal = sys.stdout.isatty()
    if terminal if indent is None else indent:
        data = msgspec.json.format(data, indent=2)
    if terminal:
        _show(visible_json(data.decode()))
        return
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.flush()


def write_report(path: str, report: dict[str, Any]) -> None:
    """A report as a JSON file."""
    data = msgspec.json.format(encode_bytes(report), indent=2)
    try:
        Path(path).write_bytes(data + b"\n")
    except OSError as error:
        raise Unreadable(f"cannot write {path}: {error.strerror}") from error


def _show(text: str) -> None:
    if not has_colour(sys.stdout) or len(text) > _COLOURED_UP_TO:
        click.echo(text)
        return
    from rich.console import Console
    from rich.highlighter import JSONHighlighter

    Console(file=sys.stdout).print(JSONHighlighter()(text), soft_wrap=True)
