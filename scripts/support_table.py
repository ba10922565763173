"""What becomes of each kind of thing in each API: found by converting an example of it, never by hand.

`python -m scripts.support_table` prints the table; `make docs` writes it into the documentation.
"""

from __future__ import annotations

import base64
import json
import sys

import segue
from scripts.support_examples import BEDROCK, CHAT, EXAMPLES, GEMINI, MESSAGES, MISTRAL, RESPONSES, Example

COLUMNS = {
    CHAT: "Chat Completions",
    RESPONSES: "Responses",
    MESSAGES: "Messages",
    GEMINI: "Gemini",
    MISTRAL: "Mistral",
    BEDROCK: "Converse",
}

#: What a cell says of the changes that the report tells, the gravest first: the action, and whether it is a loss.
OUTCOMES = {
    ("dropped", True): "dropped",
    ("kept-as-text", False): "as text",
    ("moved", False): "moved",
    ("rewritten", False): "rewritten",
    ("dropped", False): "left out",
}


LEGEND = """\
*Native*: the API has the same thing, and it is used. *As text*: told in words. *Moved*, *rewritten*: it is there, in
another place or form. *Left out*: without meaning for the target; the report says it. *Dropped*: a loss, which the
report counts; a lost medium leaves a marker in the text. *In part*: words arrive, and something that only the provider
can use does not. *Refused*: an error that names the place, since going on without it would cut the conversation
short."""


def with_legend() -> str:
    """The table, and what its words mean."""
    return f"{table()}\n\n{LEGEND}"


def table() -> str:
    """The table, in Markdown."""
    names = [COLUMNS[api] for api in COLUMNS]
    lines = [f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for example in EXAMPLES:
        cells = " | ".join(outcome(example, api) for api in COLUMNS)
        lines.append(f"| {example.name} | {cells} |")
    return "\n".join(lines)


def outcome(example: Example, to: str) -> str:
    """What becomes of the example in an API: "as it was" in its own, "native" where nothing had to be told."""
    try:
        converted = segue.convert(example.request, to, api=example.api)
    except segue.InvalidHistory:
        return "refused"
    if to == example.api:
        return _own(example, converted)
    told = {(change.action, change.lossy) for change in converted.report.changes if change.block in example.blocks}
    found = [words for change, words in OUTCOMES.items() if change in told] or ["native"]
    if found[0] != "dropped" and not _holds(json.dumps(converted.payload), example.trace):
        raise AssertionError(f"{example.name!r} is lost on the way to {to}, and the report says nothing")
    return f"{found[1]}, in part" if found[0] == "dropped" and len(found) > 1 else found[0]


def _holds(payload: str, trace: str) -> bool:
    """A document that was given as text may go as the bytes of it."""
    return trace in payload or base64.b64encode(trace.encode()).decode() in payload


def _own(example: Example, converted: segue.Converted) -> str:
    if converted.payload != example.request:
        raise AssertionError(f"{example.name!r} does not come back to {example.api} as it was")
    return "as it was"


if __name__ == "__main__":
    sys.stdout.write(f"{with_legend()}\n")
