"""Changed copies of a JSON value, named by the path of the change."""

import json
import re

from .jsonish import Json, JsonObject, as_object, parse

STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def at(value: Json, path: str) -> Json:
    for step in _steps(path):
        value = _taken(value, step)
    return value


def without(value: JsonObject, path: str) -> JsonObject:
    """A copy that lacks what stands at the path."""
    changed, holder, step = _opened(value, path)
    if isinstance(holder, dict):
        del holder[str(step)]
    elif isinstance(holder, list):
        del holder[int(step)]
    return changed


def replaced(value: JsonObject, path: str, new: Json) -> JsonObject:
    """A copy with something else, or something more, at the path."""
    changed, holder, step = _opened(value, path)
    if isinstance(holder, dict):
        holder[str(step)] = new
    elif isinstance(holder, list):
        holder[int(step)] = new
    return changed


def inserted(value: JsonObject, path: str, index: int, new: Json) -> JsonObject:
    """A copy with one more element in the list at the path."""
    changed = _copy(value)
    target = at(changed, path)
    assert isinstance(target, list), f"no list at {path}"
    target.insert(index, new)
    return changed


def swapped(value: JsonObject, one: str, other: str) -> JsonObject:
    return replaced(replaced(value, one, at(value, other)), other, at(value, one))


def _copy(value: JsonObject) -> JsonObject:
    # By way of text, so that nothing in it is shared, not even with itself.
    return as_object(parse(json.dumps(value)))


def _opened(value: JsonObject, path: str) -> tuple[JsonObject, Json, str | int]:
    changed = _copy(value)
    steps = _steps(path)
    holder: Json = changed
    for step in steps[:-1]:
        holder = _taken(holder, step)
    return changed, holder, steps[-1]


def _taken(holder: Json, step: str | int) -> Json:
    if isinstance(step, str):
        return as_object(holder)[step]
    assert isinstance(holder, list), f"no list to take {step} from"
    return holder[step]


def _steps(path: str) -> list[str | int]:
    return [found[1] if found[1] is not None else int(found[2]) for found in STEP.finditer(path.removeprefix("$"))]
