"""Breaches of the rules of Chat Completions."""

from support.edit import inserted, swapped, without
from support.examples import EXAMPLES
from support.jsonish import JsonObject

from .case import RuleCase

SOUND = EXAMPLES["openai-completions"]

GPT = "openai-completions/gpt-4.1"

ASIDE: JsonObject = {"role": "user", "content": "By the way."}
AGAIN: JsonObject = {"role": "tool", "tool_call_id": "call_wind", "content": "Calm."}

CALLS = "$.messages[2].tool_calls"

CASES = [
    RuleCase("OAI-01", without(SOUND, "$.messages[4]"), f"{CALLS}[1]", GPT),
    RuleCase("OAI-01", inserted(SOUND, "$.messages", 4, ASIDE), f"{CALLS}[1]", GPT),
    RuleCase("OAI-02", without(SOUND, f"{CALLS}[1]"), "$.messages[4]", GPT),
    RuleCase("OAI-02", swapped(SOUND, "$.messages[1]", "$.messages[4]"), "$.messages[1]", GPT),
    RuleCase("OAI-03", without(SOUND, "$.messages[4].tool_call_id"), "$.messages[4].tool_call_id", GPT),
    RuleCase("OAI-04", inserted(SOUND, "$.messages", 5, AGAIN), "$.messages[5].tool_call_id", GPT),
]
