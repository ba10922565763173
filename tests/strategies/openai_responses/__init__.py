"""Requests and responses of `openai-responses`."""

from strategies.dialogue import Vocabulary

from .answers import ANSWERS, BOUND, NOTES, UNKNOWN
from .calls import PENDING, STEPS
from .content import ASKS, LEADING
from .responses import write_response
from .settings import BOUND_SETTINGS, INSTRUCTIONS, SETTINGS, declare, frame

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary(
    api="openai-responses",
    history="input",
    respond=write_response,
    frame=frame,
    declare=declare,
    instructions=INSTRUCTIONS,
    asks=ASKS,
    steps=STEPS,
    answers=ANSWERS,
    pending=PENDING,
    settings=SETTINGS,
    leading=LEADING,
    notes=NOTES,
    unknown=UNKNOWN,
    bound=BOUND,
    bound_settings=BOUND_SETTINGS,
)
