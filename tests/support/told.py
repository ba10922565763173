"""Reports made by hand, to try the oracles with."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Told:
    action: str
    path: str
    block: str = "Text"


@dataclass(frozen=True)
class Report:
    changes: tuple[Told, ...] = ()


NOTHING_TOLD = Report()


def told(action: str, path: str, block: str = "Text") -> Report:
    return Report((Told(action, path, block),))
