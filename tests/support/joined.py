"""Recorded exchanges joined into one long history: whoever began it, others went on."""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import segue
from segue.models import Endpoint, default_registry

from . import corpus, facts, judge
from .corpus import Record
from .exchange import answer, has_answer, history, history_key
from .facts.notebook import Fact
from .facts.said import Said
from .facts.told import ToldReport
from .jsonish import FREE_FORM, Json, JsonObject, as_list, as_object, as_text

BESIDE = ("system", "instructions", "systemInstruction", "system_instruction")

LONGEST = 40_000
"""What one exchange may take of a joined history, in characters."""

QUESTION = "And what would you add to all of that?"


@dataclass(frozen=True)
class Exchange:
    """One recorded request with its answer: as the wire has it, and read."""

    record: Record
    body: JsonObject
    conversation: segue.Conversation


@dataclass(frozen=True)
class Joined:
    """Exchanges one after the other. Paths of facts and reports lead into the list of all messages."""

    exchanges: tuple[Exchange, ...]
    conversation: segue.Conversation
    said: Said

    @property
    def name(self) -> str:
        return " ".join(f"{exchange.record.api}-{exchange.record.id}" for exchange in self.exchanges)

    def type_problems(self, target: Endpoint, payload: JsonObject) -> list[str]:
        """What the vendor's types refuse, save what the vendor itself had sent so."""
        own = self._sent_so.get(target.api, frozenset())
        found = judge.type_problems(target.api, payload, target.provider)
        return [problem for problem in found if _anywhere(problem) not in own]

    @cached_property
    def _sent_so(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for exchange in self.exchanges:
            problems = judge.type_problems(exchange.record.api, exchange.body)
            found.setdefault(exchange.record.api, set()).update(map(_anywhere, problems))
        return {api: frozenset(problems) for api, problems in found.items()}

    def compare(self, api: str, payload: JsonObject, report: ToldReport) -> facts.Comparison:
        return facts.compare_said(self.said, Said(payload, facts.facts(api, payload)), report)


def _anywhere(problem: str) -> str:
    return re.sub(r"\[\d+\]", "[]", problem)


@cache
def exchanges(api: str) -> list[Exchange]:
    """The recorded exchanges of an API that hold all of their conversation, their answers at their ends."""
    found = [record for record in corpus.accepted(api) if corpus.self_contained(record) and len(history(record))]
    return [_exchange(record) for record in found if len(str(record.request)) <= LONGEST]


def _exchange(record: Record) -> Exchange:
    whole = record.response_kind == "json" and isinstance(record.response, dict) and has_answer(record)
    told = [*history(record), *(answer(record) if whole else [])]
    body: JsonObject = {**record.request, history_key(record.api): told}
    known = default_registry().provider(record.provider)
    model = as_text(as_object(record.response).get("modelVersion")) or as_text(record.request.get("model")) or None
    conversation = segue.decode(body, api=record.api, source_provider=known.id if known else None, source_model=model)
    return Exchange(record, body, conversation)


def joined(parts: Sequence[Exchange]) -> Joined:
    """One history out of several; what stands beside the messages is the first one's, and all have their functions."""
    taken: dict[str, segue.Tool] = {}
    told: list[Exchange] = []
    for number, part in enumerate(parts):
        clashing = {
            tool.name for tool in part.conversation.tools if tool.name in taken and not _same(tool, taken[tool.name])
        }
        exchange = _renamed(part, clashing, number) if clashing else part
        taken |= {tool.name: tool for tool in exchange.conversation.tools}
        told.append(exchange)
    messages = [message for exchange in told for message in exchange.conversation.messages]
    if messages[-1].role != "user":
        messages.append(segue.user(QUESTION))
    functions = tuple(tool for tool in taken.values() if tool.kind != "hosted")
    conversation = segue.Conversation(tuple(messages), system=told[0].conversation.system, tools=functions)
    bodies: list[Json] = [_without_system(exchange.body, number) for number, exchange in enumerate(told)]
    return Joined(tuple(told), conversation, Said([*bodies, QUESTION], list(_facts(told))))


def _same(one: segue.Tool, other: segue.Tool) -> bool:
    return (one.kind, one.description, one.schema) == (other.kind, other.description, other.schema)


def _renamed(exchange: Exchange, names: set[str], number: int) -> Exchange:
    body = as_object(_with_names(exchange.body, {name: f"{name[:50]}_{number}" for name in names}))
    return _exchange(replace(exchange.record, request=body, response=None))


def _with_names(value: Json, names: dict[str, str]) -> Json:
    if isinstance(value, list):
        return [_with_names(member, names) for member in value]
    if not isinstance(value, dict):
        return value
    made = {key: member if key in FREE_FORM else _with_names(member, names) for key, member in value.items()}
    named = made.get("name")
    return {**made, "name": names.get(named, named)} if isinstance(named, str) else made


def _without_system(body: JsonObject, number: int) -> JsonObject:
    return body if number == 0 else {key: value for key, value in body.items() if key not in BESIDE}


def _facts(told: Iterable[Exchange]) -> Iterable[Fact]:
    """The facts of all, with paths and calls as they are in the whole."""
    before, calls = 0, 0
    for number, exchange in enumerate(told):
        api = exchange.record.api
        found = facts.facts(api, _without_system(exchange.body, number))
        for fact in found:
            call = None if fact.call is None else fact.call + calls
            yield replace(fact, path=_path(fact.path, f"$.{history_key(api)}", before), call=call)
        calls += sum(fact.kind == "call" for fact in found)
        before += len(as_list(exchange.body.get(history_key(api))))


def _path(path: str, root: str, before: int) -> str:
    if not path.startswith(f"{root}["):
        return path
    ordinal, _, rest = path.removeprefix(f"{root}[").partition("]")
    return f"$.messages[{int(ordinal) + before}]{rest}"


def medley(seed: int, each: int, *apis: str) -> Joined:
    """A history of so many exchanges of each API, shuffled; the same one for the same seed."""
    chance = random.Random(seed)
    parts = [part for api in apis for part in chance.sample(exchanges(api), each)]
    chance.shuffle(parts)
    return joined(parts)
