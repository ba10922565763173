"""Requests and responses of `bedrock-converse`."""

from strategies.dialogue import Vocabulary

from .notes import NOTES, UNKNOWN
from .responses import write_response
from .settings import BOUND_SETTINGS, INSTRUCTIONS, SETTINGS, declare, frame
from .turns import ANSWERS, ASKS, PENDING, STEPS

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary(
    api="bedrock-converse",
    history="messages",
    respond=write_response,
    frame=frame,
    declare=declare,
    instructions=INSTRUCTIONS,
    asks=ASKS,
    steps=STEPS,
    answers=ANSWERS,
    pending=PENDING,
    settings=SETTINGS,
    notes=NOTES,
    unknown=UNKNOWN,
    bound_settings=BOUND_SETTINGS,
)
