"""What each house of models makes of words, tools and messages beyond the words themselves.

Fitted to what providers reported of recorded requests; `span` and `slack` are such that nine in ten of the reports
lie within the range. Where a figure has a reason that is known, it stands beside it.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

from msgspec import Struct

from segue.models import Model


class Rates(Struct, frozen=True, kw_only=True):
    """Tokens, but for `text` and `schema`, which are factors, and `span`, which is a share."""

    match: tuple[str, ...] = ()
    family: str | None = None
    text: float = 1.0
    """Of a text's tokens as o200k_base has them."""
    schema: float = 1.0
    """Of the text of a tool's schema: some vendors write it shorter before the model reads it, some longer."""
    base: float = 0
    message: float = 4
    call: float = 0
    """A call and its result, beside their words."""
    tools: float = 0
    """Once, where any tool is declared: the instructions that the vendor puts before them."""
    tool: float = 0
    output: float = 0
    """Once, where the answer is to follow a schema."""
    output_schema: float = 1.0
    """Of the text of that schema."""
    sealed: float = 0.0
    """A character of a signature or of encrypted reasoning: it stands for thoughts that nobody else can count."""
    span: float = 0.2
    slack: float = 10
    tools_slack: float = 0

    def concerns(self, model: Model) -> bool:
        """Are these the rates of that model?"""
        if any(fnmatchcase(model.id, match) for match in self.match):
            return True
        return not self.match and self.family in (None, model.family)


#: The first whose names match, or whose family is the model's, counts; the last is everybody's.
RATES: Final = (
    Rates(
        match=("claude-3*", "claude-*-4", "claude-*-4-[0156]", "claude-*-4-[0156]-*"),
        text=1.1,
        schema=1.35,
        base=3,
        message=4,
        call=40,
        tools=430,
        output=120,
        output_schema=1.4,
        sealed=0.1,
        span=0.2,
        slack=12,
        tools_slack=100,
    ),
    # From Opus 4.7 on Claude cuts words smaller.
    Rates(
        family="anthropic",
        text=1.3,
        schema=1.5,
        base=3,
        message=4,
        call=40,
        tools=330,
        output=120,
        output_schema=1.4,
        sealed=0.1,
        span=0.2,
        slack=15,
        tools_slack=120,
    ),
    Rates(
        family="openai",
        text=0.95,
        schema=0.7,
        base=3,
        message=4.3,
        call=4,
        tools=6,
        output=5,
        output_schema=0.7,
        sealed=0.1,
        span=0.14,
        slack=8,
        tools_slack=5,
    ),
    # Gemini 3 counts its signatures on some requests and not on others.
    Rates(
        family="gemini", text=1.05, schema=0.9, message=0.4, tools=8, output_schema=0, sealed=0.21, span=0.2, slack=10
    ),
    Rates(text=1.05, schema=1.0, message=6, call=12, tools=60, output=20, span=0.5, slack=20, tools_slack=60),
)


def rates_of(model: Model) -> Rates:
    """The rates of a model."""
    return next(row for row in RATES if row.concerns(model))
