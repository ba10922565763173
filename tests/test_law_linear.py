"""L9, linear: work and memory grow with the history and no faster. What is counted is work, never seconds."""

import struct
from collections.abc import Callable
from functools import partial

import pytest

import segue
from strategies import APIS, MODELS, VOCABULARIES, Json, JsonObject, Pen
from strategies.dialogue import PLAIN, write_dialogue
from strategies.measure import memory, work

SMALL, LARGE = 25, 250

ALLOWANCE = 1.25
"""How much more than in proportion the work may grow: one-off costs count for nothing at these sizes."""

ALLOWANCE_FOR_MEMORY = 1.5
"""Containers grow in steps, and are half empty at times."""

JOURNEYS = [(source, target) for source in APIS for target in [*APIS, *MODELS.values()]]

MEGABYTES = 10 * 1024 * 1024


def conversion(source: str, request: JsonObject, target: str) -> Callable[[], object]:
    return partial(segue.convert, request, target, api=source)


def plain_history(api: str, turns: int) -> JsonObject:
    """Turns of an ask, a call with its result, and an answer, all alike."""
    words = VOCABULARIES[api]
    pen = Pen.seeded("linear")
    entries: list[Json] = []
    for _ in range(turns):
        for makers in (words.asks, words.steps, words.answers):
            entries += makers[PLAIN](pen)
    return {**words.frame(pen), words.history: entries}


def varied_history(api: str, turns: int) -> JsonObject:
    """A stretch of every kind of turn, repeated: the larger history is made of the same turns as the smaller."""
    words = VOCABULARIES[api]
    stretch: list[Json] = []
    for number in range(10):
        dialogue = write_dialogue(Pen.seeded(f"varied {number}"), words, endings=("answer",))
        stretch += [entry for move in dialogue.moves for entry in move]
    return {**words.frame(Pen.seeded("frame")), words.history: stretch * (turns // 10)}


@pytest.mark.parametrize(("source", "target"), JOURNEYS)
def test_l9_work_grows_in_proportion_to_the_history(source: str, target: str) -> None:
    """L9 for ten times the messages: about ten times the work."""
    segue.convert(plain_history(source, 1), target, api=source)
    few, many = (work(conversion(source, plain_history(source, turns), target)) for turns in (SMALL, LARGE))
    assert many <= few * (LARGE / SMALL) * ALLOWANCE


@pytest.mark.parametrize("source", APIS)
def test_l9_work_grows_in_proportion_whatever_is_said(source: str) -> None:
    """L9 for a history of every kind of turn, whose ids and texts repeat."""
    for target in MODELS.values():
        segue.convert(varied_history(source, 10), target, api=source)
        few, many = (work(conversion(source, varied_history(source, turns), target)) for turns in (10, 100))
        assert many <= few * 10 * ALLOWANCE, target


def long_message(api: str, repeats: int) -> JsonObject:
    """One message of many parts, of all kinds that there are."""
    words = VOCABULARIES[api]
    parts: list[Json] = []
    entry: JsonObject = {}
    for number in range(10):
        spoken = words.asks[next(name for name in words.asks if name.startswith("mixed"))](Pen.seeded(f"m {number}"))[0]
        entry = spoken if isinstance(spoken, dict) else {}
        content = entry.get("content") or entry.get("parts")
        parts += content if isinstance(content, list) else []
    key = "parts" if "parts" in entry else "content"
    return {**words.frame(Pen.seeded("frame")), words.history: [{**entry, key: parts * repeats}]}


@pytest.mark.parametrize("source", APIS)
def test_l9_work_grows_in_proportion_to_one_message(source: str) -> None:
    """L9 within a message: parts are as many as they like."""
    for target in (*APIS, *MODELS.values()):
        segue.convert(long_message(source, 1), target, api=source)
        few, many = (work(conversion(source, long_message(source, repeats), target)) for repeats in (2, 20))
        assert many <= few * 10 * ALLOWANCE, target


def broken_history(api: str, turns: int) -> JsonObject:
    """Turns with every fifth message lost: calls without results, results without calls."""
    words = VOCABULARIES[api]
    sound = plain_history(api, turns)
    entries = sound[words.history]
    assert isinstance(entries, list)
    return {**sound, words.history: [entry for at, entry in enumerate(entries) if at % 5 != 4]}


#: How much more than converting a history checking or repairing it may cost.
MENDING = 4


@pytest.mark.parametrize("source", APIS)
@pytest.mark.parametrize("history", [plain_history, broken_history], ids=["sound", "broken"])
def test_l9_checking_and_repairing_cost_what_converting_does(
    source: str, history: Callable[[str, int], JsonObject]
) -> None:
    """L9 for checks and repairs at home, and how they compare with a conversion."""
    target = MODELS[source]
    tasks: list[Callable[[JsonObject], object]] = [
        lambda request: segue.convert(request, target, api=source),
        lambda request: segue.check(request, target, api=source),
        lambda request: segue.repair(request, target, api=source).report,
    ]
    for task in tasks:
        task(history(source, 1))
    few, many = ([work(partial(task, history(source, turns))) for task in tasks] for turns in (SMALL, LARGE))
    assert all(more <= less * (LARGE / SMALL) * ALLOWANCE for less, more in zip(few, many, strict=True))
    assert max(many[1:]) <= many[0] * MENDING


def one_speaker(api: str, messages: int) -> JsonObject:
    words = VOCABULARIES[api]
    pen = Pen.seeded("one speaker")
    return {**words.frame(pen), words.history: [words.asks[PLAIN](pen)[0] for _ in range(messages)]}


@pytest.mark.parametrize("source", APIS)
def test_l9_work_grows_in_proportion_to_what_one_speaker_says_in_a_row(source: str) -> None:
    """L9 for neighbours of one role, which some APIs want as one message."""
    for target in (*APIS, *MODELS.values()):
        segue.convert(one_speaker(source, 2), target, api=source)
        few, many = (work(conversion(source, one_speaker(source, messages), target)) for messages in (50, 500))
        assert many <= few * 10 * ALLOWANCE, target


@pytest.mark.parametrize("source", APIS)
def test_l9_memory_grows_in_proportion_to_the_history(source: str) -> None:
    """L9 for memory: the peak of a conversion, for ten times the messages."""
    for target in MODELS.values():
        segue.convert(plain_history(source, 1), target, api=source)
        little, much = (memory(conversion(source, plain_history(source, turns), target)) for turns in (50, 500))
        assert much <= little * 10 * ALLOWANCE_FOR_MEMORY, target


def one_text(api: str, text: str) -> JsonObject:
    match api:
        case "google-generative-ai":
            return {"contents": [{"role": "user", "parts": [{"text": text}]}]}
        case "openai-responses":
            return {"input": [{"role": "user", "content": text}]}
        case _:
            return {"model": "m", "max_tokens": 10, "messages": [{"role": "user", "content": text}]}


@pytest.mark.parametrize("source", APIS)
def test_l9_one_very_long_text_costs_no_more_work_than_a_short_one(source: str) -> None:
    """L9 for ten megabytes in one string: Python code looks at none of its characters, and few copies are made."""
    short, long = one_text(source, "word"), one_text(source, "word " * (MEGABYTES // 5))
    for target in (*APIS, *MODELS.values()):
        segue.convert(short, target, api=source)
        brief, lengthy = (work(conversion(source, request, target)) for request in (short, long))
        assert lengthy <= brief * ALLOWANCE + 50, target
        assert memory(conversion(source, long, target)) < 8 * MEGABYTES, target


@pytest.mark.parametrize("source", APIS)
def test_l9_a_number_whose_bytes_look_like_nan_costs_what_any_number_costs(source: str) -> None:
    """L9 for figures: what is looked for among them is looked for without walking through all of them."""
    looks_like_nan: float = struct.unpack(">d", bytes.fromhex("4009cb7ff0000001"))[0]
    harmless, alike = (one_text(source, "word") | {"x_figures": [number] * 1000} for number in (0.1, looks_like_nan))
    segue.decode(harmless, api=source)
    little, much = (work(partial(segue.decode, request, api=source)) for request in (harmless, alike))
    assert much <= little * ALLOWANCE + 50


@pytest.mark.parametrize("source", APIS)
def test_l9_one_more_answer_costs_one_answers_work(source: str) -> None:
    """L9 for a conversation in memory: adding to it does not look at what is already there."""
    short, long = (segue.decode(plain_history(source, turns), api=source) for turns in (1, LARGE))
    words = VOCABULARIES[source]
    response = words.respond(Pen.seeded("answer"), False)
    for conversation in (short, long):
        conversation.add(segue.decode_response(response, api=source))
    little, much = (
        work(lambda grown=grown: grown.add(segue.decode_response(response, api=source))) for grown in (short, long)
    )
    assert much <= little * ALLOWANCE
