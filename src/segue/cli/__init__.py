"""The command line: ``segue convert``, ``segue check``, ``segue plan`` and the others.

app.py       the commands there are, and how errors become exit codes
commands/    one module a command
files.py     JSON in and out          screen.py    colour, width, control characters
findings.py  a report for people      shapes.py    a request's shape for people
catalogue.py the registry as data     cards.py     the registry for people
strangers.py models that no row names
addresses.py where an endpoint is     story.py     the conversation that the demo tells
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

__all__ = ["main"]


def main() -> int:
    """Run ``segue`` with the arguments of this process; the exit code."""
    if find_spec("click") is None or find_spec("rich") is None:
        print("error: the command line is not installed: pip install 'segue[cli]'", file=sys.stderr)
        return 2
    try:
        from segue.cli.app import run
    except KeyboardInterrupt:
        return 130
    return run()
