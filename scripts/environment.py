"""Gives a virtual environment what is asked for, or finds that it is all there.

    python3 scripts/environment.py .venv --extra cli --group test

Only the standard library is needed, and pip's index. What was installed is noted in the environment itself; the note
holds as long as `pyproject.toml`, the Python version and the place of the checkout are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

MINIMUM = (3, 11)
PIP = "pip>=25.1"  # the first that reads dependency groups

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Read the command line, and do no more than is missing."""
    parser = argparse.ArgumentParser(description="Makes or completes a virtual environment.")
    parser.add_argument("folder")
    parser.add_argument("--extra", action="append", default=[], help="one of the project's extras")
    parser.add_argument("--group", action="append", default=[], help="one of its dependency groups")
    options = parser.parse_args()
    use_recent_python()
    Environment(ROOT / options.folder).provide(set(options.extra), set(options.group))


def use_recent_python() -> None:
    """Start again with a newer Python where this one is too old and a newer one is at hand."""
    if sys.version_info[:2] >= MINIMUM:
        return
    for minor in range(30, MINIMUM[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            os.execv(found, [found, *sys.argv])
    wanted, present = ".".join(map(str, MINIMUM)), ".".join(map(str, sys.version_info[:3]))
    sys.exit(f"Python {wanted} or newer is needed, this is {present}: name another, as in make PYTHON=python3.12 demo")


class Environment:
    """A virtual environment, and the note of what was put into it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._python = folder / "bin" / "python"
        self._note = folder / "segue.json"

    def provide(self, extras: set[str], groups: set[str]) -> None:
        """Install what is not there yet."""
        noted = self._noted()
        if not self._usable(noted):
            noted = {}
            self._create()
        had_extras, had_groups = set(noted.get("extras", [])), set(noted.get("groups", []))
        current = digest()
        if noted.get("pyproject") == current and extras <= had_extras and groups <= had_groups:
            return
        extras, groups = extras | had_extras, groups | had_groups
        wanted = ", ".join(sorted(extras | groups))
        say(f"Installing segue with {wanted} into {self._folder.name} …" if wanted else "Installing segue …")
        self._note.unlink(missing_ok=True)
        project = f".[{','.join(sorted(extras))}]" if extras else "."
        self._pip("--editable", project, *(word for group in sorted(groups) for word in ("--group", group)))
        note = {"place": str(self._folder), "version": version(), "pyproject": current}
        self._note.write_text(json.dumps({**note, "extras": sorted(extras), "groups": sorted(groups)}, indent=1) + "\n")

    def _noted(self) -> dict[str, Any]:
        try:
            return dict(json.loads(self._note.read_text()))
        except (OSError, ValueError):
            return {}

    def _usable(self, noted: dict[str, Any]) -> bool:
        """Is it an environment of this Python that was made in this place?"""
        same = noted.get("place") == str(self._folder) and noted.get("version") == version()
        return same and self._python.exists()

    def _create(self) -> None:
        say(f"Making {self._folder.name} with Python {version()} …")
        find_ensurepip()
        run(sys.executable, "-m", "venv", "--clear", str(self._folder))
        self._pip("--upgrade", PIP)

    def _pip(self, *arguments: str) -> None:
        run(str(self._python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def digest() -> str:
    """What `pyproject.toml` says, in short."""
    return hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()


def version() -> str:
    """The Python version, as far as an environment depends on it."""
    return ".".join(map(str, sys.version_info[:2]))


def find_ensurepip() -> None:
    """Debian splits Python's own installer off: fetch it there where that is allowed, or say what to do."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    package = f"python{version()}-venv"
    apt = shutil.which("apt-get")
    if apt is None:
        sys.exit("This Python comes without ensurepip: install the package of your system that holds it.")
    if os.geteuid() != 0:
        sys.exit(f"This Python comes without ensurepip. Run this once, and try again: sudo apt-get install {package}")
    say(f"Installing {package} with apt …")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    run(apt, "update", "-qq")
    run(apt, "install", "-qq", "--yes", "--no-install-recommends", package)


def run(*command: str) -> None:
    """Run a command in the checkout, without what it says of its progress; end with its exit code where it fails."""
    code = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode
    if code:
        say(f"failed: {' '.join(command)}")
        sys.exit(code)


def say(words: str) -> None:
    """Tell what takes time."""
    sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    main()
