"""Things that nobody has heard of, put into a valid request: tomorrow's fields and blocks.

Sent back to the same API they must survive; sent to another they may not break anything, and what said something must
be told.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from . import edit
from .jsonish import FREE_FORM, Json, JsonObject

UNHEARD_OF = "x_unheard_of"

# Where an element is told by its one key, and not by a type.
KEYED = {"google-generative-ai", "bedrock-converse"}

LISTS_OF_ELEMENTS = {"content", "parts", "output", "input", "summary"}


@dataclass(frozen=True)
class Injection:
    path: str
    request: JsonObject


def unknown_fields(api: str, request: JsonObject) -> Iterator[Injection]:
    """The request with one unknown field, once for every object that the API itself defines."""
    for path, value in structural(request):
        if isinstance(value, dict):
            unknown: Json = {"nested": [1, None, {"deep": "down"}], "text": f"a field of {api}"}
            place = f"{path}.{UNHEARD_OF}"
            yield Injection(place, edit.replaced(request, place, unknown))


def unknown_elements(api: str, request: JsonObject) -> Iterator[Injection]:
    """The request with one unknown block, item or part, once for the end of every list that holds such."""
    for path, value in structural(request):
        if isinstance(value, list) and _holds_elements(path, value):
            element = _element(api, path)
            yield Injection(f"{path}[{len(value)}]", edit.inserted(request, path, len(value), element))


def everything_unknown(api: str, request: JsonObject) -> JsonObject:
    """The request with all of it at once."""
    for kind in (unknown_elements, unknown_fields):
        for path in sorted((injection.path for injection in kind(api, request)), key=len, reverse=True):
            holder, _, step = path.rpartition("[" if kind is unknown_elements else ".")
            if kind is unknown_elements:
                request = edit.inserted(request, holder, int(step.rstrip("]")), _element(api, path))
            else:
                request = edit.replaced(request, path, {"text": f"a field of {api} at {path}"})
    return request


def structural(value: Json, path: str = "$") -> Iterator[tuple[str, Json]]:
    """Every object and list whose form the API defines; it names its members as programmers do."""
    if isinstance(value, dict):
        yield path, value
        for key, member in value.items():
            if key.isidentifier() and key not in FREE_FORM and not (key == "input" and isinstance(member, dict)):
                yield from structural(member, f"{path}.{key}")
    elif isinstance(value, list):
        yield path, value
        for index, member in enumerate(value):
            yield from structural(member, f"{path}[{index}]")


def _holds_elements(path: str, value: list[Json]) -> bool:
    in_history = path.startswith(("$.messages", "$.input", "$.contents"))
    return in_history and path.rpartition(".")[2] in LISTS_OF_ELEMENTS and all(isinstance(each, dict) for each in value)


def _element(api: str, path: str) -> Json:
    words: JsonObject = {"words": f"said in an unheard-of way at {path}"}
    if api in KEYED:
        return {"xUnheardOf": words}
    return {"type": UNHEARD_OF, **words, "more": {"type": UNHEARD_OF, "number": 7}}
