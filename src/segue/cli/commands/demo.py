"""``segue demo``: one conversation through four APIs and back, with the proof that nobody's words were changed."""

from __future__ import annotations

import hashlib
import sys
from typing import Any, Final

import click
from msgspec import Struct

import segue
from segue.cli.files import write_json
from segue.cli.findings import tell
from segue.cli.screen import Screen
from segue.cli.shapes import Wired, draw, shape
from segue.cli.story import AUTHOR, Leg, history, legs
from segue.jsontext import encode_bytes

_NOT_PROVEN: Final = 1

#: Where each API keeps the list of what was said, and what an entry of it is called.
_LISTS: Final = {"contents": "content", "input": "item", "messages": "message"}


class Proof(Struct, frozen=True):
    """What a model said, and what of it stands in the last request that is made for it."""

    model: str
    sent: list[Wired]
    back: list[Wired]
    kind: str

    @property
    def identical(self) -> bool:
        """Compared as JSON text, so the order of keys counts as well."""
        return bool(self.sent) and encode_bytes(self.sent) == encode_bytes(self.back)


class Hop(Struct, frozen=True):
    """A conversation on its way to a model, and what that answered."""

    model: str
    converted: segue.Converted
    answer: list[Wired]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Payloads, reports and proofs as one JSON object.")
def command(*, as_json: bool) -> int:
    """Watch one conversation pass through four APIs and back.

    Nothing is fetched and no key is needed: the answers are part of the
    program, the conversions are real. Exits with 1 if the proof fails.

    \b
    segue demo
    """
    hops, proofs = travel()
    if as_json:
        write_json(_as_data(hops, proofs), indent=None)
    else:
        _show(hops, proofs, Screen(sys.stdout))
    return 0 if all(proof.identical for proof in proofs) else _NOT_PROVEN


def travel() -> tuple[list[Hop], list[Proof]]:
    """Let every leg of the story happen, then the way back; and see what everybody gets of their own."""
    request = history()
    said = {AUTHOR: [message for message in request["messages"] if message["role"] == "assistant"]}
    conversation = segue.decode(request, source_model=AUTHOR)
    hops: list[Hop] = []
    for leg in legs():
        converted = segue.encode(conversation, leg.model)
        answer = segue.decode_response(leg.answer, source_model=leg.model)
        said[leg.model] = _said(leg)
        hops.append(Hop(leg.model, converted, said[leg.model]))
        conversation = conversation.add(answer, *leg.then(answer))
    hops.append(Hop(AUTHOR, segue.encode(conversation, AUTHOR), []))
    return hops, [_proof(conversation, model, sent) for model, sent in said.items()]


def _said(leg: Leg) -> list[Wired]:
    """The entries that an answer adds to its API's list."""
    match leg.answer:
        case {"candidates": [{"content": content}]}:
            return [content]
        case {"choices": [{"message": message}]}:
            return [message]
        case answer:
            return answer["output"]


def _proof(conversation: segue.Conversation, model: str, sent: list[Wired]) -> Proof:
    key, entries = _entries(segue.encode(conversation, model).payload)
    texts = {encode_bytes(entry) for entry in sent}
    return Proof(model, sent, [entry for entry in entries if encode_bytes(entry) in texts], _LISTS[key])


def _entries(payload: Wired) -> tuple[str, list[Wired]]:
    key = next(key for key in _LISTS if key in payload)
    return key, payload[key]


# On the screen.


def _show(hops: list[Hop], proofs: list[Proof], screen: Screen) -> None:
    _paragraph(
        "A traveller asks Claude about a train. Gemini, GPT and DeepSeek carry the conversation on, each in its own "
        "API, and Claude takes it back. The answers are part of this program; the conversions are real.",
        screen,
    )
    _title(f"0 {AUTHOR} begins", "anthropic-messages", screen)
    draw(shape(history()), screen)
    for number, hop in enumerate(hops, 1):
        _show_hop(number, hop, screen)
    _title("Everyone gets their own words back, signatures included", "", screen)
    _paragraph("sha256 of each one's turns: as they were sent = as they are sent back", screen)
    screen.write()
    for proof in proofs:
        _show_proof(proof, screen)
    screen.write()
    screen.write("With a history of your own:")
    screen.write("  segue convert history.json --to google/gemini-3-pro-preview")


def _show_hop(number: int, hop: Hop, screen: Screen) -> None:
    payload, endpoint = hop.converted.payload, hop.converted.endpoint
    verb = "carries on" if hop.answer else "takes it back"
    _title(f"{number} {hop.model} {verb}", endpoint.api if endpoint else "", screen)
    unchanged = () if hop.answer else _unchanged(payload)
    draw(shape(payload), screen, unchanged)
    if unchanged:
        screen.write()
        screen.write(f"{screen.paint('=', 'good')} value for value as it was when Claude handed over")
    screen.write()
    tell(hop.converted.report, screen)
    if hop.answer:
        key, _ = _entries(payload)
        screen.write()
        screen.write(screen.paint("answer", "title"))
        draw(shape({key: hop.answer}), screen)


def _unchanged(payload: Wired) -> list[int]:
    """The messages that stand in a request as they stood in the first one."""
    pairs = zip(history()["messages"], payload["messages"], strict=False)
    return [index for index, (before, now) in enumerate(pairs) if encode_bytes(before) == encode_bytes(now)]


def _show_proof(proof: Proof, screen: Screen) -> None:
    name = screen.paint(proof.model.ljust(29), "name")
    count = f"{len(proof.sent)} {proof.kind}{'' if len(proof.sent) == 1 else 's'}".ljust(12)
    if proof.identical:
        sign, verdict = "=", screen.paint("identical", "good")
    else:
        sign, verdict = "≠", screen.paint("NOT IDENTICAL", "loss")
    screen.write(f"  {name}{count}{_digest(proof.sent)} {sign} {_digest(proof.back)}  {verdict}")


def _digest(entries: list[Wired]) -> str:
    return hashlib.sha256(encode_bytes(entries)).hexdigest()[:8]


def _title(text: str, aside: str, screen: Screen) -> None:
    room = " " * max(screen.width - len(text) - len(aside), 2)
    screen.write()
    screen.write(f"{screen.paint(text, 'title')}{room}{screen.paint(aside, 'aside')}".rstrip())
    screen.write()


def _paragraph(text: str, screen: Screen) -> None:
    for line in screen.wrapped(text):
        screen.write(line)


# For programs.


def _as_data(hops: list[Hop], proofs: list[Proof]) -> dict[str, Any]:
    return {
        "hops": [
            {
                "to": hop.model,
                "payload": hop.converted.payload,
                "report": hop.converted.report.to_dict(),
                "answer": hop.answer,
            }
            for hop in hops
        ],
        "proofs": [
            {"model": proof.model, "sent": proof.sent, "back": proof.back, "identical": proof.identical}
            for proof in proofs
        ],
    }
