"""Counts what a task costs in ways that do not depend on the machine's mood."""

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any


def work(task: Callable[[], object]) -> int:
    """How many lines of Python a task runs, loops counted each time round, and how many built-in calls it makes."""
    steps = 0

    def on_line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal steps
        steps += 1
        return on_line

    def on_call(frame: FrameType, event: str, argument: object) -> None:
        nonlocal steps
        if event == "c_call":
            steps += 1

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(on_line)
    sys.setprofile(on_call)
    try:
        task()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return steps


def memory(task: Callable[[], object]) -> int:
    """The most bytes that a task holds at once."""
    tracemalloc.start()
    try:
        task()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
