"""Breaches of what hosts of Anthropic's Messages demand beyond Anthropic."""

import segue
from support.edit import inserted, without
from support.examples import EXAMPLES
from support.jsonish import JsonObject

from .case import RuleCase

SOUND = EXAMPLES["anthropic-messages"]

DEEPSEEK = segue.endpoint("deepseek/deepseek-reasoner", api="anthropic-messages")
MINIMAX = segue.endpoint("minimax/MiniMax-M2", api="anthropic-messages")

CALLS = "$.messages[1].content"
RESULTS = "$.messages[2].content"

ASIDE: JsonObject = {"type": "text", "text": "By the way."}

CASES = [
    RuleCase("DS-04", without(SOUND, f"{CALLS}[0]"), f"{CALLS}[1]", DEEPSEEK),
    RuleCase("MMX-01", inserted(SOUND, RESULTS, 2, ASIDE), f"{RESULTS}[2]", MINIMAX),
]
