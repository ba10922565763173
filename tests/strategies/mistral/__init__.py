"""Requests and responses of Mistral's own API."""

from strategies.dialogue import Vocabulary

from . import turns
from .responses import write_response
from .settings import INSTRUCTIONS, SETTINGS, declare, frame

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary(
    api="mistral",
    history="messages",
    respond=write_response,
    frame=frame,
    declare=declare,
    instructions=INSTRUCTIONS,
    asks=turns.ASKS,
    steps=turns.STEPS,
    answers=turns.ANSWERS,
    pending=turns.PENDING,
    settings=SETTINGS,
    leading=turns.LEADING,
    unknown=turns.UNKNOWN,
)
