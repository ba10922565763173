"""A generateContent request as its rules look at it: parts by what they hold, and turns as the server merges them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from segue.apis.google_generative_ai.wire import CAMEL, DATA, WIRE, either, said
from segue.apis.reading import Wired, inside
from segue.rules.look import Look, Spot, listed
from segue.rules.rule import Audience

#: The keys of calls and answers, in both spellings.
CALL: Final = ("functionCall", "function_call")
ANSWER: Final = ("functionResponse", "function_response")


#: The kinds of parts that most histories consist of, and what may stand beside each.
_PLAIN: Final = {
    "text": frozenset({"text", "thought", "thoughtSignature"}),
    "functionCall": frozenset({"functionCall", "thoughtSignature"}),
    "functionResponse": frozenset({"functionResponse"}),
}


class Turn(NamedTuple):
    """Neighbouring contents of one role, which the server reads as one."""

    role: str
    path: str
    parts: list[Spot]

    def of(self, *keys: str) -> list[Spot]:
        """The turn's parts that hold one of these."""
        return [spot for spot in self.parts if not spot.value.keys().isdisjoint(keys)]


class GoogleLook(Look):
    """Parts are of the kinds of their data in camelCase; those within function responses are ``result:…``."""

    def __init__(self, body: Wired, audience: Audience, root: str, *, whole: bool) -> None:
        super().__init__(body, WIRE.messages_key, audience, root, whole=whole)

    @staticmethod
    def are_plain(messages: Iterable[Wired], odd: list[Wired]) -> bool:
        """Words and thoughts, calls, and behind them their responses in the same order."""
        return all(map(_is_common, filter(None, odd))) and _are_answered(messages)

    def parts(self) -> Iterator[tuple[str, Spot]]:
        """Every part of every content, and those within function responses."""
        for spot in self.spots:
            for key in spot.value:
                kind = CAMEL.get(key, key)
                if kind not in DATA:
                    continue
                yield kind, spot
                if kind == "functionResponse" and "parts" in inside(spot.value[key]):
                    for inner in listed(spot.value[key], "parts", f"{spot.path}.{key}", spot.message):
                        for held in said(inner.value):
                            yield f"result:{CAMEL.get(held, held)}", inner

    @cached_property
    def spots(self) -> list[Spot]:
        """Every part of every content, in order."""
        return [
            spot._replace(value=said(spot.value))
            for path, index, content in self.messages
            for spot in listed(content, "parts", path, index)
        ]

    @cached_property
    def turns(self) -> list[Turn]:
        """User and model in turns, whoever wrote how many contents."""
        turns: list[Turn] = []
        turn_of: dict[int, Turn] = {}
        for path, index, content in self.messages:
            role = "model" if content.get("role") == "model" else "user"
            if not turns or turns[-1].role != role:
                turns.append(Turn(role, path, []))
            turn_of[index] = turns[-1]
        for spot in self.spots:
            turn_of[spot.message].parts.append(spot)
        return turns

    @cached_property
    def system(self) -> list[Spot]:
        """The parts of the instructions beside the contents."""
        if not self.whole:
            return []
        key = "systemInstruction" if "systemInstruction" in self.body else "system_instruction"
        return list(listed(inside(self.body.get(key)), "parts", f"$.{key}"))

    @cached_property
    def functions(self) -> list[Spot]:
        """The function declarations."""
        found: list[Spot] = []
        for tool in listed(self.body, "tools", "$") if self.whole else ():
            for key in ("functionDeclarations", "function_declarations"):
                found.extend(listed(tool.value, key, tool.path))
        return found

    def beside(self, camel: str, snake: str) -> Wired:
        """An object beside the contents, in either spelling."""
        return inside(either(self.body, camel, snake)) if self.whole else {}


def held(spot: Spot, *keys: str) -> tuple[str, Wired]:
    """The path and the object that a part holds under one of these keys."""
    key = next(key for key in keys if key in spot.value)
    return f"{spot.path}.{key}", inside(spot.value[key])


def signature_of(part: Wired) -> tuple[str, Any]:
    """The key and the signature of a part; a key in any case."""
    key = "thought_signature" if "thought_signature" in part else "thoughtSignature"
    return key, part.get(key)


def _is_common(content: Wired) -> bool:
    """Is it of the parts that most histories consist of, with what mostly stands beside each?"""
    parts: list[Wired] = content.get("parts", [])
    return bool(parts) and content.keys() <= {"role", "parts"} and all(map(_is_plain, parts))


def _is_plain(part: Wired) -> bool:
    kind = next(iter(part), "")
    fields = _PLAIN.get(kind)
    if fields is None or not part.keys() <= fields:
        return False
    return bool(part[kind]) and (kind != "functionResponse" or "parts" not in part[kind])


def _are_answered(contents: Iterable[Wired]) -> bool:
    """Are calls answered in the next content and in their order, wherever any answers are?"""
    called: list[Any] = []
    for content in contents:
        answered: list[Any] = []
        before, called = called, []
        part: Wired
        for part in content.get("parts", ()):
            if inner := part.get("functionCall"):
                called.append((inner.get("name"), inner.get("id")))
            elif inner := part.get("functionResponse"):
                answered.append((inner.get("name"), inner.get("id")))
        if (answered or not content) and answered != before:
            return False
    return True
