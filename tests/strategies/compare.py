"""Equality of JSON values as the wire knows it."""

import json

from .values import Json
from .wire import ordered_parts


def canonical(value: Json) -> str:
    """One text for each JSON value: 1 is not 1.0 nor true, and the order of keys does not matter."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def spelled(value: Json) -> str:
    """As above, but for the order of keys."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def assert_same(actual: Json, expected: Json) -> None:
    """The same JSON value, with the keys of tool inputs and schemas in the same order."""
    if canonical(actual) == canonical(expected):
        orders = [[(path, spelled(part)) for path, part in ordered_parts(value)] for value in (actual, expected)]
        assert orders[0] == orders[1], "the keys are in another order"
        return
    place, one, other = first_difference(actual, expected)
    raise AssertionError(f"differs at {place}: {one} instead of {other}")


def first_difference(actual: Json, expected: Json, path: str = "$") -> tuple[str, str, str]:
    """Where two values part, and what stands there in each."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        for key in dict.fromkeys([*expected, *actual]):
            if key not in actual or key not in expected:
                return f"{path}.{key}", _shown(actual, key), _shown(expected, key)
            if canonical(actual[key]) != canonical(expected[key]):
                return first_difference(actual[key], expected[key], f"{path}.{key}")
    if isinstance(actual, list) and isinstance(expected, list):
        for index, (one, other) in enumerate(zip(actual, expected, strict=False)):
            if canonical(one) != canonical(other):
                return first_difference(one, other, f"{path}[{index}]")
        longer = max(actual, expected, key=len)[min(len(actual), len(expected)) :]
        return (
            f"{path}[{min(len(actual), len(expected))}]",
            f"{len(actual)} entries",
            f"{len(expected)}: {longer!r:.300}",
        )
    return path, f"{actual!r:.300}", f"{expected!r:.300}"


def _shown(value: dict[str, Json], key: str) -> str:
    return f"{value[key]!r:.300}" if key in value else "nothing"
