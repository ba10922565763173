"""Where two JSON values differ, with the strictness that identity asks for."""

from collections.abc import Iterator

from .jsonish import FREE_FORM, Json

MISSING = "nothing"


def differences(expected: Json, actual: Json, path: str = "$") -> Iterator[str]:
    """Each place that differs: 1 is not 1.0 and not true, and what people or models wrote keeps its order of keys."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        yield from _between_objects(expected, actual, path)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"{path}: expected {len(expected)} elements, got {len(actual)}"
        for index, (one, other) in enumerate(zip(expected, actual, strict=False)):
            yield from differences(one, other, f"{path}[{index}]")
    elif type(expected) is not type(actual) or repr(expected) != repr(actual):
        yield f"{path}: expected {expected!r:.80}, got {actual!r:.80}"


def _between_objects(expected: dict[str, Json], actual: dict[str, Json], path: str) -> Iterator[str]:
    for key in {**expected, **actual}:
        if key not in actual:
            yield f"{path}.{key}: expected {expected[key]!r:.80}, got {MISSING}"
        elif key not in expected:
            yield f"{path}.{key}: expected {MISSING}, got {actual[key]!r:.80}"
        else:
            yield from differences(expected[key], actual[key], f"{path}.{key}")
    is_free = any(step in FREE_FORM for step in path.split(".")) or path.endswith(".input")
    if is_free and list(expected) != list(actual) and set(expected) == set(actual):
        yield f"{path}: expected the keys in the order {list(expected)}, got {list(actual)}"
