"""Runs the examples of a page, and puts what they print under them.

A fence of ``python`` is run, all of a page in one namespace; a fence of ``console`` is a shell's, one command a line
behind ``$``. A fence of ``text`` right behind Python shows what was printed there; in a console it stands below the
command. All of a page happens in a folder of its own, which begins as a copy of ``docs/examples``.

Ready-made runners were looked at (Sybil, pytest-examples, mktestdocs): none of them compares a fence with the output
of the one before it, or writes it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "docs" / "examples"
SOURCES = ROOT / "src"

# Nobody's own file of models changes what the pages show.
os.environ["SEGUE_MODELS"] = os.devnull

_FENCE = re.compile(
    r"^```(?P<language>python|console)\n(?P<code>.*?)^```\n(?P<shown>\n*^```text\n.*?^```\n)?", re.M | re.S
)


def pages() -> list[Path]:
    """Every page of the documentation."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def refreshed(page: Path, text: str) -> str:
    """The page with the output that its examples print today."""
    if _FENCE.search(text) is None:
        return text
    namespace: dict[str, Any] = {"__name__": page.stem}
    with _own_folder():
        return _FENCE.sub(lambda fence: _run(fence, page, namespace), text)


@contextlib.contextmanager
def _own_folder() -> Generator[None]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "examples"
        if FILES.is_dir():
            shutil.copytree(FILES, folder)
        else:
            folder.mkdir()
        with contextlib.chdir(folder):
            yield


def _run(fence: re.Match[str], page: Path, namespace: dict[str, Any]) -> str:
    code, shown = fence["code"], fence["shown"] or ""
    if fence["language"] == "console":
        return f"```console\n{_console(code)}```\n{shown}"
    lines_above = fence.string.count("\n", 0, fence.start("code"))
    printed = _python("\n" * lines_above + code, page, namespace)
    if not shown and not printed:
        return fence[0]
    return f"```python\n{code}```\n\n```text\n{printed}```\n"


def _python(code: str, page: Path, namespace: dict[str, Any]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(page), "exec"), namespace)
    return _ended(printed.getvalue())


def _console(session: str) -> str:
    commands = [line[2:] for line in session.splitlines() if line.startswith("$ ")]
    return "".join(f"$ {command}\n{_command(command)}" for command in commands)


def _command(command: str) -> str:
    """What a person sees: both streams, in order. ``segue`` and ``python`` are those that run this."""
    python = shlex.quote(sys.executable)
    preamble = f'segue() {{ {python} -m segue "$@"; }}; python() {{ {python} "$@"; }}'
    done = subprocess.run(
        ["bash", "-c", f"{preamble}\n{command}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"},
        encoding="utf-8",
        check=False,
    )
    return _ended(done.stdout)


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
