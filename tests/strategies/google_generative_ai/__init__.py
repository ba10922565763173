"""Requests and responses of `google-generative-ai`."""

from strategies.dialogue import Vocabulary

from .responses import write_response
from .settings import BOUND_SETTINGS, INSTRUCTIONS, SETTINGS, declare, frame
from .turns import ANSWERS, ASKS, PENDING, STEPS, UNKNOWN

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary(
    api="google-generative-ai",
    history="contents",
    respond=write_response,
    frame=frame,
    declare=declare,
    instructions=INSTRUCTIONS,
    asks=ASKS,
    steps=STEPS,
    answers=ANSWERS,
    pending=PENDING,
    settings=SETTINGS,
    unknown=UNKNOWN,
    bound_settings=BOUND_SETTINGS,
)
