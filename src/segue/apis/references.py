"""Schemas that refer to their own parts, for hosts that follow no `$ref` [MIS-07]."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from segue.apis.reading import Wired, inside
from segue.apis.writing import Writing
from segue.jsontext import dump, load

#: Where a schema holds schemas by name, a list of them, and one.
_NAMED: Final = frozenset({"properties", "patternProperties", "dependentSchemas"})
_LISTED: Final = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SINGLE: Final = frozenset(
    {"items", "additionalProperties", "additionalItems", "contains", "propertyNames", "not", "if", "then", "else"}
    | {"unevaluatedItems", "unevaluatedProperties"}
)
_DEFINITIONS: Final = frozenset({"$defs", "definitions"})

#: Parts that refer to parts twice each would fill the memory.
_MOST: Final = 1000


class Inlined(NamedTuple):
    """A schema that holds what it referred to, and the references that cannot be held: they would have no end."""

    text: str
    opened: tuple[str, ...]


def inline_references(function: Wired, path: str, writing: Writing) -> None:
    """Let a function's parameters hold what they refer to; what has no end may be anything."""
    schema: Wired | None = function.get("parameters")
    if not isinstance(schema, dict) or '"$ref":' not in (text := dump(schema)):
        return
    inlined = _inlined(text)
    function["parameters"] = load(inlined.text)
    why = "it holds what it referred to: no reference is followed here"
    writing.tell("rewritten", path, "Tool", why, rule="MIS-07")
    for reference in inlined.opened:
        writing.drop(path, "Tool", f"{reference!r} cannot be held here, so anything may stand there", rule="MIS-07")


@lru_cache(maxsize=256)
def _inlined(text: str) -> Inlined:
    inliner = _Inliner(load(text))
    made = inliner.walk(inliner.root, ())
    return Inlined(dump(made), tuple(sorted(inliner.opened)))


class _Inliner:
    def __init__(self, root: Wired) -> None:
        self.root = root
        self.opened: set[str] = set()
        self._held = 0

    def walk(self, schema: Any, within: tuple[str, ...]) -> Any:
        """The schema without references; `within` are those that lead to it."""
        level: Wired | bool | None = schema
        if not isinstance(level, dict):
            return level
        reference = level.get("$ref")
        if isinstance(reference, str):
            beside = {key: value for key, value in level.items() if key != "$ref"}
            return {**inside(self._target(reference, within)), **self._parts(beside, within)}
        return self._parts(level, within)

    def _target(self, reference: str, within: tuple[str, ...]) -> Any:
        self._held += 1
        found = None if reference in within or self._held > _MOST else self._at(reference)
        if found is None:
            self.opened.add(reference)
            return {}
        return self.walk(found, (*within, reference))

    def _at(self, reference: str) -> Wired | None:
        """What a pointer into the schema points at."""
        if reference != "#" and not reference.startswith("#/"):
            return None
        found: Wired | None = self.root
        for step in reference[1:].split("/")[1:]:
            found = inside(found).get(step.replace("~1", "/").replace("~0", "~"))
        return found if isinstance(found, dict) else None

    def _parts(self, level: Wired, within: tuple[str, ...]) -> Wired:
        made: Wired = {}
        for key, value in level.items():
            held: Wired | list[Any] | None = value
            if key in _DEFINITIONS:
                continue
            if key in _NAMED and isinstance(held, dict):
                made[key] = {name: self.walk(member, within) for name, member in held.items()}
            elif key in _LISTED and isinstance(held, list):
                made[key] = [self.walk(member, within) for member in held]
            else:
                made[key] = self.walk(held, within) if key in _SINGLE else held
        return made
