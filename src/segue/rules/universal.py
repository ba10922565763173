"""What is found while a history is read, before the rules of any API can look at it: most of it no provider takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from segue.rules.look import Look
from segue.rules.rule import Finding, Rule


def _found_while_reading(_: Look) -> Iterable[Finding]:
    return ()


UNIVERSAL: Final = {
    rule.id: rule
    for rule in (
        Rule(
            id="U-1",
            demand="Every text is Unicode: no half of a surrogate pair stands alone.",
            words="The request body is not valid JSON: no low surrogate in string: line 1 column N (char N-1)",
            certainty="H",
            fix="it becomes U+FFFD, the replacement character",
            find=_found_while_reading,
        ),
        Rule(
            id="U-3",
            demand="Numbers are numbers: JSON has neither NaN nor infinity.",
            certainty="H",
            fix="it becomes null",
            find=_found_while_reading,
        ),
        Rule(
            id="FORM",
            demand="Messages have the form that their API gives them.",
            certainty="H",
            fix="what cannot be read is left out, and the report says what it was",
            find=_found_while_reading,
        ),
        Rule(
            id="MOJIBAKE",
            demand="Texts were read with the table that they were written with.",
            certainty="M",
            fix="read the source as UTF-8 again; nothing is changed here, since it may be meant so",
            find=_found_while_reading,
        ),
        Rule(
            id="L11",
            demand="A conversation can leave its provider if it is here, and not there.",
            certainty="H",
            fix="send the messages themselves; nothing can be mended without them",
            find=_found_while_reading,
        ),
    )
}
