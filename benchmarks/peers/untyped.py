"""The one door to libraries without usable types: what comes through it is `Any`, and nothing else is.

Names may be dotted and may be private: most libraries keep their conversion inside the client that sends the result.
"""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import Any


def imported(module: str, name: str) -> Any:
    return attrgetter(name)(import_module(module))


def member(owner: Any, name: str) -> Any:
    return attrgetter(name)(owner)
