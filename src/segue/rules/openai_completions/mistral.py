"""Mistral's models, whoever serves them: ids of calls, and who may speak after whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.ids import NINE_LETTERS_OR_DIGITS
from segue.rules.look import text_of, word_of
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Audience, Finding, Rule

#: Who may not speak after whom. A user behind a result was seen to pass; servers of one's own refuse it.
_REFUSED: Final = {
    ("assistant", "system"): True,
    ("tool", "system"): True,
    ("tool", "user"): False,
}

#: Mistral's own API, where a request may go without a host of whom anything is known.
_OWN: Final = "mistral"


def _wants_nine(audience: Audience) -> bool:
    return audience.api == _OWN or audience.dialect.tool_call_id_format == "alnum9"


def _keeps_order(audience: Audience) -> bool:
    return audience.api == _OWN or audience.dialect.separator_after_tool


def _bad_ids(look: CompletionsLook) -> Iterator[Finding]:
    seen: set[str] = set()
    for spot in look.of("tool_call"):
        call_id = text_of(spot.value, "id")
        if not NINE_LETTERS_OR_DIGITS.takes((call_id,)):
            yield Finding(f"{spot.path}.id", f"{call_id!r} is not of nine letters and digits")
        elif call_id in seen:
            yield Finding(f"{spot.path}.id", f"the id {call_id!r} stands for an earlier call", certain=False)
        seen.add(call_id)


def _out_of_order(look: CompletionsLook) -> Iterator[Finding]:
    before: str | None = None
    for spot in look.messages:
        role = word_of(spot.value, "role")
        certain = _REFUSED.get((before or "", role or ""))
        if certain is not None:
            yield Finding(f"{spot.path}.role", f"unexpected role {role!r} after role {before!r}", certain)
        elif role == "assistant" and before in (None, "system"):
            yield Finding(f"{spot.path}.role", "the assistant speaks first", certain=False)
        before = role
    if look.whole and look.messages and before not in ("user", "tool"):
        last = look.messages[-1]
        if last.value.get("prefix") is not True and not last.value.get("tool_calls"):
            yield Finding(f"{last.path}.role", f"the last role is {before!r}")


RULES: Final = (
    Rule(
        id="MIS-01",
        demand="The id of a call is of nine letters and digits, and no other call has it.",
        words="Tool call id was call_… but must be a-z, A-Z, 0-9, with a length of 9.",
        certainty="H",
        fix="another id is derived from it, for the call and its result",
        same_as=frozenset({"ANT-14", "U-4"}),
        find=_bad_ids,
        applies=_wants_nine,
    ),
    Rule(
        id="MIS-03",
        demand="Instructions stand in front; after results comes the assistant; the user, or a result, has the last "
        "word, or the beginning of an answer that is marked as a prefix.",
        words="Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
        certainty="H",
        fix="later instructions become the user's words, an assistant's word goes between results and the user, and a "
        "user's word ends the history",
        same_as=frozenset({"ANT-02", "ANT-04", "VL-01", "ANT-11"}),
        find=_out_of_order,
        applies=_keeps_order,
    ),
)
