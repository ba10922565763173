"""Strict checks of plain JSON against the type annotations of a vendor's SDK.

The SDKs describe request bodies as typed dictionaries. Pydantic reads their `Iterable` members lazily and lets unknown
keys pass, so this walks the annotations itself: nothing is coerced, unknown keys are problems, and a union is decided
by `type` and `role`.
"""

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin

import typing_extensions
from typing_extensions import NoExtraItems, ReadOnly, TypeAliasType, get_type_hints, is_typeddict

from .jsonish import Json, JsonObject

Check = Callable[[Json, str], list[str]]

TAGS = ("type", "role", "object", "mode")

_checks: dict[object, Check] = {}


def check(annotation: object, value: Json, path: str) -> list[str]:
    """What keeps the value from being of the annotated type; each problem begins with its path."""
    return _compiled(annotation)(value, path)


def _compiled(annotation: object) -> Check:
    found = _checks.get(annotation)
    if found is None:
        found = _checks[annotation] = _compile(_bare(annotation))
    return found


def _bare(annotation: object) -> object:
    """The annotation without what says nothing about the value."""
    while True:
        if isinstance(annotation, TypeAliasType):
            annotation = annotation.__value__
        elif isinstance(alias := get_origin(annotation), TypeAliasType):
            annotation = alias.__value__[get_args(annotation)]
        elif get_origin(annotation) in {Annotated, Required, NotRequired, ReadOnly}:
            annotation = get_args(annotation)[0]
        else:
            return annotation


def _compile(annotation: object) -> Check:
    origin = get_origin(annotation)
    if is_typeddict(annotation):
        return _object_check(annotation)
    if origin in {Union, types.UnionType}:
        return _union_check([_bare(member) for member in get_args(annotation)])
    if origin in {Literal, typing_extensions.Literal}:
        return _literal_check(get_args(annotation))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_check(get_args(annotation)[1])
    if _is_sequence(annotation):
        return _list_check(get_args(annotation)[0])
    return _plain_check(annotation)


def _is_sequence(annotation: object) -> bool:
    origin = get_origin(annotation)
    return origin in {list, Iterable, Sequence} or getattr(origin, "__name__", "") == "SequenceNotStr"


def _object_check(typed: Any) -> Check:
    def problems(value: Json, path: str) -> list[str]:
        members = _members(typed)
        if not isinstance(value, dict):
            return [f"{path}: expected an object ({typed.__name__}), got {_name(value)}"]
        absent = [key for key, (_, required) in members.items() if required and key not in value]
        found = [f"{path}: {typed.__name__} requires {key!r}" for key in absent]
        for key, member in value.items():
            if key in members:
                found += _compiled(members[key][0])(member, f"{path}.{key}")
            elif getattr(typed, "__extra_items__", NoExtraItems) is NoExtraItems:
                found.append(f"{path}: {typed.__name__} has no {key!r}")
        return found

    return problems


@cache
def _members(typed: Any) -> dict[str, tuple[object, bool]]:
    hints = get_type_hints(typed, include_extras=True)
    return {key: (hint, _is_required(typed, key, hint)) for key, hint in hints.items()}


def _is_required(typed: Any, key: str, hint: object) -> bool:
    # A stringified annotation hides its `Required` from the class, so the resolved hint speaks first.
    origin = get_origin(hint)
    if origin in {Required, NotRequired}:
        return origin is Required
    return key in typed.__required_keys__


def _union_check(members: list[object]) -> Check:
    flat = [inner for member in members for inner in _flattened(member)]

    def problems(value: Json, path: str) -> list[str]:
        candidates = _tagged(flat, value) if isinstance(value, dict) else [m for m in flat if not is_typeddict(m)]
        attempts: list[list[str]] = []
        for candidate in candidates:
            attempt = _compiled(candidate)(value, path)
            if not attempt:
                return []
            attempts.append(attempt)
        if not attempts:
            return [f"{path}: no form here takes {_shown(value)}"]
        return min(attempts, key=lambda attempt: (_is_shallow(attempt, path), len(attempt)))

    return problems


def _flattened(member: object) -> list[object]:
    bare = _bare(member)
    if get_origin(bare) in {Union, types.UnionType}:
        return [inner for part in get_args(bare) for inner in _flattened(part)]
    return [bare]


def _tagged(members: list[object], value: JsonObject) -> list[object]:
    """The members that a tagged object can mean: those whose literal tags are the object's."""
    typed = [member for member in members if is_typeddict(member)]
    for tag in TAGS:
        kept = [member for member in typed if _tag_fits(member, tag, value)]
        typed = kept or ([] if tag in {"type", "role"} else typed)
    return typed + [member for member in members if not is_typeddict(member)]


def _tag_fits(typed: Any, tag: str, value: JsonObject) -> bool:
    hint, required = _members(typed).get(tag, (None, False))
    allowed = get_args(_bare(hint))
    if tag not in value:
        return not required
    if get_origin(_bare(hint)) not in {Literal, typing_extensions.Literal}:
        return hint is not None
    return value[tag] in allowed


def _is_shallow(attempt: list[str], path: str) -> bool:
    return attempt[0].startswith(f"{path}: expected")


def _literal_check(allowed: tuple[object, ...]) -> Check:
    def problems(value: Json, path: str) -> list[str]:
        fits = any(value == option and type(value) is type(option) for option in allowed)
        return [] if fits else [f"{path}: {_shown(value)} is none of {', '.join(map(repr, allowed))}"]

    return problems


def _mapping_check(member: object) -> Check:
    def problems(value: Json, path: str) -> list[str]:
        if not isinstance(value, dict):
            return [f"{path}: expected an object, got {_name(value)}"]
        return [problem for key, each in value.items() for problem in _compiled(member)(each, f"{path}.{key}")]

    return problems


def _list_check(member: object) -> Check:
    def problems(value: Json, path: str) -> list[str]:
        if not isinstance(value, list):
            return [f"{path}: expected a list, got {_name(value)}"]
        return [problem for index, each in enumerate(value) for problem in _compiled(member)(each, f"{path}[{index}]")]

    return problems


def _plain_check(annotation: object) -> Check:
    if annotation is Any or annotation is object:
        return lambda value, path: []
    expected = annotation if isinstance(annotation, type) else type(None)

    def problems(value: Json, path: str) -> list[str]:
        if isinstance(value, bool):
            fits = expected is bool
        elif expected is float:
            fits = isinstance(value, int | float)
        else:
            fits = value is not None and type(value) is expected
        fits = fits or (value is None and annotation in {None, type(None)})
        return [] if fits else [f"{path}: expected {_type_name(annotation)}, got {_shown(value)}"]

    return problems


def _type_name(annotation: object) -> str:
    return str(getattr(annotation, "__name__", annotation))


def _name(value: Json) -> str:
    return "null" if value is None else type(value).__name__


def _shown(value: Json) -> str:
    if isinstance(value, dict):
        return f"an object of type {value.get('type')!r}, role {value.get('role')!r}, keys {sorted(value)}"
    return f"{value!r:.60}"
