"""Lossless or told: every fact of the source is in the target or in the report, and nothing else is in the target."""

import json
import re
from dataclasses import dataclass, field

from support.jsonish import Json, as_text, parse_or_none, strings

from .notebook import TEXT_DOCUMENT, Fact, Kind
from .said import BEGINNING, SPOKEN, STANDARD_BASE64, UTTERED, Said, canonical, cleaned, encoded
from .told import ToldReport, actions_on, explaining

# The flag of a failed result, where a wire can say it in words only.
FAILED = "Error:"

LOOSELY = {"kept-as-text", "rewritten"}
ELSEWHERE = {"dropped", "kept-as-text", "moved", "synthesized"}


@dataclass
class Comparison:
    missing: list[str] = field(default_factory=list[str])
    disordered: list[str] = field(default_factory=list[str])
    invented: list[str] = field(default_factory=list[str])
    mispaired: list[str] = field(default_factory=list[str])

    def all(self) -> list[str]:
        named = {"missing": self.missing, "disordered": self.disordered}
        named |= {"invented": self.invented, "mispaired": self.mispaired}
        return [f"{name}: {line}" for name, lines in named.items() for line in lines]


class Comparer:
    def __init__(self, source: Said, target: Said, report: ToldReport) -> None:
        self.source = source
        self.target = target
        self.report = report
        self.matched = _matched_calls(source.facts, target.facts, report)
        self.cursor = BEGINNING
        self.found = Comparison()
        self.media = [_bytes_of(fact) for fact in target.facts if fact.kind == "media"]

    def compare(self) -> Comparison:
        told = [(fact, actions_on(self.report, fact.path, fact.kind)) for fact in self.source.facts]
        for fact, actions in sorted(told, key=_turn):
            if not self._holds(fact, actions):
                if "dropped" not in actions:
                    self.found.missing.append(str(fact))
            elif fact.kind == "result" and not actions & ELSEWHERE:
                self._check_pair(fact)
        self._check_inventions()
        return self.found

    def _holds(self, fact: Fact, actions: set[str]) -> bool:
        loosely = bool(actions & LOOSELY)
        match fact.kind:
            case "text" | "thinking" | "refusal":
                return self._claims(fact, actions, loosely=loosely)
            case "call":
                return fact.call in self.matched or self._holds_call_otherwise(fact, loosely=loosely)
            case "result":
                return self._holds_result(fact, actions, loosely=loosely)
            case "media":
                return self._holds_media(fact, loosely=loosely)
            case "sealed":
                return as_text(fact.content) in self.target.whole
            case "server" | "opaque":
                # Tools that came along the way may be declared from the start.
                said_there = fact.kind == "server" and "moved" not in actions
                holds = self.target.holds_values if said_there else self.target.mentions_values
                return holds(fact.content) or (loosely and _written_out(fact.content, self.target))

    def _claims(self, fact: Fact, actions: set[str], *, loosely: bool) -> bool:
        text = as_text(fact.content)
        in_order = _keeps_its_order(fact, actions)
        kinds: set[Kind] = {"result"} if fact.kind == "result" or fact.call is not None else SPOKEN
        speaker = fact.name if fact.kind == "text" else None
        position = self.target.claim(text, kinds, self.cursor if in_order else BEGINNING, speaker)
        if position is None and (loosely or "moved" in actions):
            forms = [form for form in (text, text.strip(), cleaned(text)) if form]
            places = (self.target.claim(form, UTTERED) for form in forms)
            position = next((place for place in places if place is not None), None)
        if position is None:
            return False
        if in_order:
            if position < self.cursor:
                self.found.disordered.append(str(fact))
            self.cursor = max(self.cursor, (position[0], position[1] + len(text)))
        return True

    def _holds_media(self, fact: Fact, *, loosely: bool) -> bool:
        if _bytes_of(fact) in self.media:
            self.media.remove(_bytes_of(fact))
            return True
        if _is_text_document(fact):
            return loosely and self._claims(fact, set(), loosely=True)
        return loosely and self.target.mentions_media(as_text(fact.content))

    def _holds_call_otherwise(self, fact: Fact, *, loosely: bool) -> bool:
        if isinstance(fact.content, str) and self.target.holds_values(fact.content):
            return True
        return loosely and fact.name in self.target.blob and _written_out(fact.content, self.target)

    def _holds_result(self, fact: Fact, actions: set[str], *, loosely: bool) -> bool:
        if self._lost_its_answer(fact.call) and not actions & ELSEWHERE:
            return False
        text = as_text(fact.content)
        # Of a blank the answer alone matters; its white space would be found anywhere.
        if text and (text.isspace() or self._claims(fact, actions, loosely=loosely)):
            return True
        value = parse_or_none(text) if text else fact.content
        if value is not None and self.target.holds_values(value):
            lines = [line for said in self.target.utterances for line in said.text.split("\n")]
            whole = next((line for line in lines if line and parse_or_none(line) == value), None)
            for text in [whole] if whole else filter(None, strings(value)):
                self.target.claim(text, {"result"})
            return True
        return loosely and _written_out(fact.content, self.target)

    def _lost_its_answer(self, call: int | None) -> bool:
        answered = self.matched.get(call)
        return answered is not None and not any(
            other.kind == "result" and other.call == answered for other in self.target.facts
        )

    def _check_pair(self, fact: Fact) -> None:
        answered = self.matched.get(fact.call) if fact.call is not None else None
        if answered is None:
            return
        said = Said(None, [other for other in self.target.facts if other.kind == "result" and other.call == answered])
        text = as_text(fact.content)
        value = parse_or_none(text) if text else fact.content
        if text and (text in said.blob or cleaned(text) in said.blob):
            return
        if value is None or not said.holds_values(value):
            self.found.mispaired.append(str(fact))

    def _check_inventions(self) -> None:
        unexplained = [
            f"{utterance.fact.kind} at {utterance.fact.path} of the target: {utterance.unclaimed()!r:.100}"
            for utterance in self.target.utterances
            if not self._has_a_source(utterance.text) and not self._has_a_source(utterance.unclaimed())
        ]
        made = set(self.matched.values())
        unexplained += [
            str(fact)
            for fact in self.target.facts
            if fact.kind == "call" and fact.call not in made and not self._stems_from_special(fact)
        ]
        if len(unexplained) > explaining(self.report):
            self.found.invented += unexplained
        self.found.invented += [
            str(fact) for fact in self.target.facts if fact.kind == "media" and not self._mentions_media(fact)
        ]

    def _stems_from_special(self, call: Fact) -> bool:
        """Vendors' own tools have items of their own, which elsewhere are calls like any other."""
        has_such = any(other.kind == "server" and call.name in other.name for other in self.source.facts)
        return has_such and self.source.mentions_values(call.content)

    def _mentions_media(self, fact: Fact) -> bool:
        key = as_text(fact.content)
        return self.source.mentions_document(key) if _is_text_document(fact) else self.source.mentions_media(key)

    def _has_a_source(self, text: str) -> bool:
        if not re.search(r"\w", text.removeprefix(FAILED)) or text in self.source.whole:
            return True
        if all(part in self.source.whole for part in text.split("\n\n")):
            return True  # the parts of a summary are one text
        values = [parse_or_none(line) for line in (text, *text.split("\n"))]
        if values[0] is not None:
            return self.source.mentions_values(values[0])
        return all(value is not None and self.source.mentions_values(value) for value in values[1:])


def _turn(told: tuple[Fact, set[str]]) -> int:
    """Whose turn it is to be looked for, where the same words stand for several facts.

    Texts that keep their order leave others the choice of what remains. A document may hold anybody's words, and what
    is told as dropped may still be there, if something within it was meant.
    """
    fact, actions = told
    if "dropped" in actions:
        return 3
    return 2 if _is_text_document(fact) else int(not _keeps_its_order(fact, actions))


def _keeps_its_order(fact: Fact, actions: set[str]) -> bool:
    return fact.kind == "text" and not actions & (ELSEWHERE | {"rewritten"})


def _is_text_document(fact: Fact) -> bool:
    return fact.kind == "media" and fact.name == TEXT_DOCUMENT


def _bytes_of(fact: Fact) -> str:
    """What a medium holds, in one alphabet of base64; the address of what lies elsewhere."""
    key = as_text(fact.content)
    return encoded(key) if _is_text_document(fact) else key.translate(STANDARD_BASE64)


def _written_out(value: Json, target: Said) -> bool:
    """Whether all words of a value stand somewhere, quoted in whatever way."""
    return all(_is_written(leaf, target.blob) for leaf in strings(value) if cleaned(leaf))


def _is_written(text: str, blob: str) -> bool:
    quoted = (repr(text), json.dumps(text), json.dumps(text, ensure_ascii=False))
    forms = {text.strip(), cleaned(text), *(form[1:-1] for form in quoted)}
    if any(form in blob for form in forms):
        return True
    inner = parse_or_none(text)
    return isinstance(inner, dict | list) and all(_is_written(leaf, blob) for leaf in strings(inner))


def _matched_calls(source: list[Fact], target: list[Fact], report: ToldReport) -> dict[int | None, int | None]:
    """The target's call for each call of the source: the first one left with the same name and arguments."""
    left = [fact for fact in target if fact.kind == "call"]
    matched: dict[int | None, int | None] = {}
    for fact in source:
        if fact.kind != "call":
            continue
        is_renamed = "rewritten" in actions_on(report, fact.path)
        same = next((other for other in left if _is_same_call(fact, other, is_renamed=is_renamed)), None)
        if same is not None:
            left.remove(same)
            matched[fact.call] = same.call
    return matched


def _is_same_call(one: Fact, other: Fact, *, is_renamed: bool) -> bool:
    has_name = one.name == other.name or (is_renamed and portable(one.name) in portable(other.name))
    return has_name and canonical(one.content) == canonical(other.content)


def portable(name: str) -> str:
    """What the strictest of the APIs leaves of a tool's name, to be found in whatever it has become."""
    return re.sub(r"[^a-zA-Z0-9]", "", name)[:24]
