"""L10, clear refusal: bad input is refused with the JSON path of what is wrong; large input is not bad input.

Never another exception from inside, never a hang, never half a result.
"""

import copy
import json
import math
from typing import Any

import pytest

import segue
from strategies import APIS, MODELS, VOCABULARIES, Json, JsonObject
from strategies.compare import canonical
from strategies.damage import (
    EMPTY,
    IN_JSON,
    IN_TEXT,
    NOT_A_HISTORY,
    NOT_JSON,
    NOT_TEXT,
    Fill,
    holding_itself,
    nested,
)
from strategies.measure import work
from strategies.wrong_types import SOUND, missing_members, wrong_types
from support import edit

TARGETS = [*APIS, *MODELS.values()]

DEPTH = 10_000

A_LOT_OF_WORK = 1_000_000
"""Steps that no refusal needs, however bad the input."""


def named(value: object) -> str:
    return f"{type(value).__name__} {value!r:.25}".partition(" at 0x")[0]


def refusal(source: Any, api: str | None = None, to: str = "anthropic-messages") -> segue.InvalidHistory:
    """The error for bad input, which every public reader raises alike, and soon."""
    refused: list[segue.InvalidHistory] = []

    def attempt() -> None:
        with pytest.raises(segue.InvalidHistory) as caught:
            segue.convert(source, to, api=api)
        refused.append(caught.value)

    assert work(attempt) < A_LOT_OF_WORK
    with pytest.raises(segue.InvalidHistory):
        segue.decode(source, api=api)
    assert refused[0].path.startswith("$")
    assert str(refused[0])
    return refused[0]


def sent_or_refused(source: Any, target: str, api: str) -> bytes | segue.InvalidHistory:
    try:
        return segue.convert(source, target, api=api).json()
    except segue.InvalidHistory as refused:
        return refused


def test_l10_the_error_is_a_value_error_of_this_library() -> None:
    """L10: one error for all bad data, that callers of any kind can catch."""
    error = refusal({"messages": 7})
    assert isinstance(error, segue.SegueError)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("source", NOT_JSON, ids=repr)
@pytest.mark.parametrize("api", [None, *APIS])
def test_l10_what_is_not_json(source: bytes | str, api: str | None) -> None:
    """L10 for bytes and texts."""
    refusal(source, api)
    assert segue.detect(source) is None


@pytest.mark.parametrize("source", NOT_A_HISTORY, ids=named)
@pytest.mark.parametrize("api", [None, *APIS])
def test_l10_what_is_no_history(source: Any, api: str | None) -> None:
    """L10 for the wrong thing at the top."""
    assert refusal(source, api).path.startswith("$")
    assert segue.detect(source) is None or isinstance(segue.detect(source), str)


@pytest.mark.parametrize(("api", "source"), EMPTY)
def test_l10_a_history_of_nothing(api: str, source: JsonObject) -> None:
    """L10: there is nothing to send."""
    key = VOCABULARIES[api].history
    assert refusal(source, api).path in {"$", f"$.{key}"}


@pytest.mark.parametrize(("api", "place", "value"), list(wrong_types()))
def test_l10_a_wrong_type_is_refused_where_it_stands(api: str, place: str, value: Json) -> None:
    """L10 at every depth: the path leads to the member, or to the object that it is in."""
    error = refusal(edit.replaced(SOUND[api], place, value), api)
    assert points_at(error.path, place), f"{error} names {error.path}"


@pytest.mark.parametrize(("api", "place"), missing_members())
def test_l10_a_missing_member_is_refused_where_it_belongs(api: str, place: str) -> None:
    """L10 for what is not there."""
    error = refusal(edit.without(SOUND[api], place), api)
    assert points_at(error.path, place), f"{error} names {error.path}"


@pytest.mark.parametrize("api", APIS)
def test_l10_the_sound_requests_are_sound(api: str) -> None:
    """Otherwise the two tests above would prove nothing."""
    for target in TARGETS:
        assert segue.convert(SOUND[api], target, api=api).payload


def points_at(path: str, place: str) -> bool:
    holder = place[: max(place.rfind("."), place.rfind("["))]
    return path.startswith(place) or path == holder


@pytest.mark.parametrize("api", ["openai-completions", "openai-responses", "anthropic-messages"])
@pytest.mark.parametrize("content", [{"a": 1}, 7, 1.5, True], ids=repr)
def test_l10_content_that_is_neither_list_nor_string(api: str, content: Json) -> None:
    """L10 in the words that are promised."""
    request: JsonObject = {VOCABULARIES[api].history: [{"role": "user", "content": content}]}
    error = refusal(request, api)
    assert str(error) == f"History content must be a list or string (actual type: {type(content).__name__})"
    assert error.path == f"$.{VOCABULARIES[api].history}[0].content"


@pytest.mark.parametrize(("api", "fill"), IN_TEXT)
@pytest.mark.parametrize("value", NOT_TEXT, ids=repr)
def test_l10_texts_that_are_no_texts(api: str, fill: Fill, value: Json) -> None:
    """L10 for every place that holds a text; some may hold a list, but not of these."""
    refusal(fill(value), api)


SURROGATES = ["\ud800", "cut in the middle of \ud83d", "\udc00\ud800"]


@pytest.mark.parametrize(("api", "fill"), IN_TEXT + IN_JSON)
@pytest.mark.parametrize("text", SURROGATES, ids=ascii)
def test_l10_lone_surrogates(api: str, fill: Fill, text: str) -> None:
    """L10 for half a character: as a value, as a key, and as an escape in JSON text."""
    for target in TARGETS:
        refusal(fill(text), api, target)
    refusal(json.dumps(fill(text)), api)
    refusal(json.dumps(fill(text)).encode(), api)


@pytest.mark.parametrize(("api", "fill"), IN_JSON)
def test_l10_lone_surrogates_in_keys(api: str, fill: Fill) -> None:
    """L10 for keys."""
    refusal(fill({"\ud800": 1}), api)
    refusal(json.dumps(fill({"\ud800": 1})), api)


@pytest.mark.parametrize(("api", "fill"), [pair for pair in IN_TEXT if pair[1].__name__ in {"_call", "_item"}])
@pytest.mark.parametrize("arguments", ['{"a": "\\ud800"}', '{"\\ud800": 1}', '"\\ud800"', '{"a": NaN}', '{"a": 1e999}'])
def test_l10_arguments_text_that_only_looks_like_json(api: str, fill: Fill, arguments: str) -> None:
    """L10: a valid string, which others must parse. At home it goes as it is; elsewhere it converts or is refused."""
    request = fill(arguments)
    assert segue.convert(request, api, api=api).payload == request
    for target in TARGETS:
        sent = sent_or_refused(request, target, api)
        if isinstance(sent, bytes):
            json.loads(sent.decode("utf-8"), parse_constant=pytest.fail)


@pytest.mark.parametrize(("api", "fill"), IN_JSON)
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf], ids=repr)
def test_l10_what_is_not_a_number(api: str, fill: Fill, number: float) -> None:
    """L10: JSON has no such numbers, though Python's writer makes them."""
    refusal(fill(number), api)
    refusal(fill([{"a": [number]}]), api)
    refusal(json.dumps(fill(number)), api)


@pytest.mark.parametrize(("api", "fill"), IN_JSON)
@pytest.mark.parametrize("value", [set[str](), object(), 1j, {1, 2}, {("a",): 1}, len], ids=named)
def test_l10_what_json_cannot_say(api: str, fill: Fill, value: object) -> None:
    """L10 for Python values that are no JSON."""
    refusal(fill(value), api)


@pytest.mark.parametrize(("api", "fill"), IN_JSON + IN_TEXT)
def test_l10_bottomless_values(api: str, fill: Fill) -> None:
    """L10 for lists and objects that nest ten thousand deep."""
    refusal(fill(nested(DEPTH, lambda inner: [inner])), api)
    refusal(fill(nested(DEPTH, lambda inner: {"a": inner})), api)


@pytest.mark.parametrize("api", [None, *APIS])
def test_l10_bottomless_json_text(api: str | None) -> None:
    """L10 for JSON text that nests ten thousand deep, closed and unclosed."""
    for opening, closing in (("[", "]"), ('{"messages":', "}")):
        refusal((opening * DEPTH + "1" + closing * DEPTH).encode(), api)
        refusal(opening * DEPTH, api)


@pytest.mark.parametrize(("api", "fill"), [pair for pair in IN_TEXT if pair[1].__name__ in {"_call", "_item"}])
def test_l10_bottomless_arguments_text(api: str, fill: Fill) -> None:
    """L10: a valid string that nobody can parse. At home it goes as it is; elsewhere it converts or is refused."""
    request = fill('{"a":' * DEPTH + "1" + "}" * DEPTH)
    assert segue.convert(request, api, api=api).payload == request
    for target in TARGETS:
        assert sent_or_refused(request, target, api)


@pytest.mark.parametrize(("api", "fill"), IN_JSON + IN_TEXT)
def test_l10_values_that_hold_themselves(api: str, fill: Fill) -> None:
    """L10 for what has no end."""
    refusal(fill(holding_itself(list)), api)
    refusal(fill(holding_itself(dict)), api)


def test_l10_histories_that_hold_themselves() -> None:
    """L10 for what has no end, from the top."""
    for top in (holding_itself(list), holding_itself(dict)):
        for api in (None, *APIS):
            refusal(top, api)
            refusal({"messages": top}, api)


TWICE = [
    ('{"messages": [], "messages": [{"role": "user", "content": "a"}]}', "$"),
    ('{"messages": [{"role": "user", "role": "assistant", "content": "a"}]}', "$.messages[0]"),
    ('{"messages": [{"role": "user", "content": [{"type": "text", "text": "a", "text": "b"}]}]}', "$.messages[0]"),
    ('{"messages": [{"role": "user", "content": "a"}], "tools": [{"a": {"b": 1, "b": 1}}]}', "$.tools[0].a"),
]


@pytest.mark.parametrize(("document", "place"), TWICE)
@pytest.mark.parametrize("api", [None, "openai-completions", "anthropic-messages"])
def test_l10_keys_that_stand_twice(document: str, place: str, api: str | None) -> None:
    """L10: which of the two is meant is a guess."""
    for source in (document, document.encode()):
        assert refusal(source, api).path.startswith(place)


@pytest.mark.parametrize(("api", "fill"), IN_TEXT)
def test_l10_what_is_merely_large_converts(api: str, fill: Fill) -> None:
    """L10: ten megabytes in one text, and odd characters, are no fault."""
    for text in ("x" * 10_000_000, "a NUL \x00 within", "\uffff\ufffe\U0010ffff"):
        request = fill(text)
        assert segue.convert(request, api, api=api).payload == request
        for target in APIS:
            assert segue.convert(request, target, api=api).json()


@pytest.mark.parametrize("api", APIS)
def test_l10_many_messages_convert(api: str) -> None:
    """L10: ten thousand messages are no fault."""
    words = VOCABULARIES[api]
    ask = copy.deepcopy(SOUND[api][words.history])
    assert isinstance(ask, list)
    request: JsonObject = {**SOUND[api], words.history: ask[:1] * 10_000}
    for target in APIS:
        assert segue.convert(request, target, api=api).payload


@pytest.mark.parametrize(("api", "fill"), IN_JSON)
def test_l10_wide_and_fairly_deep_values_convert(api: str, fill: Fill) -> None:
    """L10: fifty thousand members, a nesting of a hundred, a number of any size: all plain JSON."""
    for value in (list(range(50_000)), nested(100, lambda inner: [{"a": inner}]), 10**400, -(2**64), 5e-324):
        request = fill(value)
        assert canonical(segue.convert(request, api, api=api).payload) == canonical(request)
        for target in TARGETS:
            assert segue.convert(request, target, api=api).json()
