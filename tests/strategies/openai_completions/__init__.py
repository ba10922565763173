"""Requests and responses of `openai-completions` and its dialects."""

from strategies.dialogue import Vocabulary

from . import dialects, turns
from .responses import write_response
from .settings import INSTRUCTIONS, SETTINGS, declare, frame

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary(
    api="openai-completions",
    history="messages",
    respond=write_response,
    frame=frame,
    declare=declare,
    instructions=INSTRUCTIONS,
    asks={**turns.ASKS, **dialects.ASKS},
    steps={**turns.STEPS, **dialects.STEPS},
    answers={**turns.ANSWERS, **dialects.ANSWERS},
    pending=turns.PENDING,
    settings=SETTINGS,
    leading=turns.LEADING,
    notes={**turns.NOTES, **dialects.NOTES},
    unknown=dialects.UNKNOWN,
)
