"""Puts the constructs of one wire API together into whole conversations and requests."""

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from .pen import Pen
from .values import Json, JsonObject

Maker = Callable[[Pen], list[Json]]
"""Writes a run of wire entries: messages, items or contents."""

Setter = Callable[[Pen], JsonObject]
"""Writes keys of the request body."""

Ending = Literal["ask", "results", "answer", "pending"]

ENDINGS: tuple[Ending, ...] = ("ask", "results", "answer", "pending")

PLAIN = "plain"


@dataclass(frozen=True)
class Vocabulary:
    """Everything that one wire API can say. Each table has a construct named `plain`."""

    api: str
    history: str
    respond: "Callable[[Pen, bool], JsonObject]"
    frame: Setter
    declare: Setter
    instructions: Mapping[str, Setter]
    asks: Mapping[str, Maker]
    steps: Mapping[str, Maker]
    answers: Mapping[str, Maker]
    pending: Mapping[str, Maker]
    settings: Mapping[str, Mapping[str, Setter]]
    leading: Mapping[str, Maker] = field(default_factory=dict[str, Maker])
    notes: Mapping[str, Maker] = field(default_factory=dict[str, Maker])
    bound: Mapping[str, Maker] = field(default_factory=dict[str, Maker])
    bound_settings: Mapping[str, Setter] = field(default_factory=dict[str, Setter])
    unknown: Mapping[str, Maker] = field(default_factory=dict[str, Maker])


@dataclass(frozen=True)
class Dialogue:
    """A conversation, cut where a client would have sent it: after each ask, each step and each answer."""

    api: str
    history: str
    body: JsonObject
    moves: tuple[list[Json], ...]
    turn_ends: tuple[int, ...]
    led: bool = False
    """Whether the first move is instructions, which nobody sends alone."""

    @property
    def sent_after(self) -> range:
        """The moves after which a client would have sent what there was."""
        return range(1 + self.led, len(self.moves) + 1)

    def request(self, moves: int | None = None) -> JsonObject:
        entries = [entry for move in self.moves[:moves] for entry in move]
        return copy.deepcopy({**self.body, self.history: entries})


def _turn(pen: Pen, words: Vocabulary) -> Iterator[list[Json]]:
    ask = pen.one_of(words.asks)
    if words.notes and pen.chance(12):
        ask = ask + pen.one_of(words.notes)
    yield ask
    for _ in range(pen.count(0, 2)):
        yield pen.one_of(words.steps)
    yield pen.one_of(words.answers)


def _tail(pen: Pen, words: Vocabulary, ending: Ending) -> Iterator[list[Json]]:
    if ending == "answer":
        return
    yield pen.one_of(words.asks)
    if ending == "results":
        yield pen.one_of(words.steps)
    elif ending == "pending":
        yield pen.one_of(words.pending)


def _with_remarks(pen: Pen, move: list[Json]) -> list[Json]:
    return [*({"role": "user", "content": remark} for remark in pen.remarks), *move]


def _body(pen: Pen, words: Vocabulary, settings: JsonObject) -> JsonObject:
    instructions = pen.one_of(words.instructions)
    return {**words.frame(pen), **instructions, **words.declare(pen), **settings}


def _settings(pen: Pen, words: Vocabulary) -> JsonObject:
    chosen: JsonObject = {}
    for family in words.settings.values():
        if pen.chance(20):
            chosen |= pen.one_of(family)
    return chosen


def write_dialogue(pen: Pen, words: Vocabulary, *, turns: int = 2, endings: tuple[Ending, ...] = ENDINGS) -> Dialogue:
    ending = pen.pick(endings)
    whole_turns = pen.count(1 if ending == "answer" else 0, turns)
    moves: list[list[Json]] = []
    ends: list[int] = []
    led = bool(words.leading) and pen.chance(40)
    if led:
        moves.append(pen.one_of(words.leading))
    for _ in range(whole_turns):
        moves.extend(_turn(pen, words))
        ends.append(len(moves))
    moves.extend(_tail(pen, words, ending))
    body = _body(pen, words, _settings(pen, words))
    moves[led] = _with_remarks(pen, moves[led])
    return Dialogue(words.api, words.history, body, tuple(moves), tuple(ends), led)


def _plainly(pen: Pen, words: Vocabulary, body: JsonObject, *moves: list[Json]) -> JsonObject:
    entries = _with_remarks(pen, [entry for move in moves for entry in move])
    return copy.deepcopy({**words.frame(pen), **words.declare(pen), **body, words.history: entries})


def _tables(words: Vocabulary) -> dict[str, Mapping[str, Maker]]:
    return {
        "leading": words.leading,
        "asks": words.asks,
        "notes": words.notes,
        "steps": words.steps,
        "answers": words.answers,
        "pending": words.pending,
        "unknown": words.unknown,
        "bound": words.bound,
    }


def _setters(words: Vocabulary) -> dict[str, Mapping[str, Setter]]:
    families = {f"settings {family}": setters for family, setters in words.settings.items()}
    return {"instructions": words.instructions, "bound settings": words.bound_settings, **families}


def construct_names(words: Vocabulary) -> list[str]:
    """Every construct of the API by name, such as `steps: parallel calls`, and those a server holds a part of too."""
    makers = [f"{table}: {name}" for table, entries in _tables(words).items() for name in entries]
    return makers + [f"{table}: {name}" for table, setters in _setters(words).items() for name in setters]


_SURROUNDINGS = {
    "leading": ((), ("ask",)),
    "asks": ((), ("answer", "ask")),
    "notes": (("ask",), ("answer", "ask")),
    "steps": (("ask",), ("answer", "ask")),
    "answers": (("ask",), ("ask",)),
    "pending": (("ask",), ()),
    "unknown": (("ask",), ("answer", "ask")),
    "bound": ((), ("ask",)),
}


def write_construct(pen: Pen, words: Vocabulary, construct: str) -> JsonObject:
    """A short request that holds one construct, which makes the smallest example of it."""
    table, _, name = construct.partition(": ")
    makers = _tables(words)
    plain = {"ask": words.asks[PLAIN], "answer": words.answers[PLAIN]}
    if table in _SURROUNDINGS:
        before, after = _SURROUNDINGS[table]
        moves = [plain[move](pen) for move in before]
        moves.append(makers[table][name](pen))
        return _plainly(pen, words, {}, *moves, *(plain[move](pen) for move in after))
    moves = [plain["ask"](pen), words.steps[PLAIN](pen), plain["answer"](pen), plain["ask"](pen)]
    return _plainly(pen, words, _setters(words)[table][name](pen), *moves)
