"""Breaches of Mistral's rules."""

from support.edit import inserted, replaced, swapped, without
from support.examples import EXAMPLES, PNG
from support.jsonish import JsonObject

from .case import RuleCase

SOUND = EXAMPLES["mistral"]

THINKER = "mistral/magistral-medium-latest"
DOER = "mistral/mistral-large-latest"

ASIDE: JsonObject = {"role": "user", "content": "By the way."}
RULE: JsonObject = {"role": "system", "content": "Only boats."}
SILENCE: JsonObject = {"role": "assistant", "content": ""}
BEGUN: JsonObject = {"role": "assistant", "content": "The ketch"}
PICTURE: JsonObject = {"type": "image_url", "image_url": f"data:image/png;base64,{PNG}"}

SCHEMA = "$.tools[0].function.parameters"
CALLS = "$.messages[2].tool_calls"

CASES = [
    RuleCase("MIS-01", replaced(SOUND, f"{CALLS}[1].id", "call_wind"), f"{CALLS}[1].id", THINKER),
    RuleCase("MIS-01", without(SOUND, f"{CALLS}[1].id"), f"{CALLS}[1].id", THINKER),
    RuleCase("MIS-01", replaced(SOUND, f"{CALLS}[1].id", "null"), f"{CALLS}[1].id", THINKER),
    RuleCase("MIS-02", without(SOUND, "$.messages[4]"), f"{CALLS}[1]", THINKER),
    RuleCase("MIS-02", inserted(SOUND, "$.messages", 4, ASIDE), f"{CALLS}[1]", THINKER),
    RuleCase("MIS-02", without(SOUND, f"{CALLS}[1]"), "$.messages[4]", THINKER),
    RuleCase("MIS-02", swapped(SOUND, "$.messages[1]", "$.messages[4]"), "$.messages[1]", THINKER),
    RuleCase("MIS-03", inserted(SOUND, "$.messages", 7, BEGUN), "$.messages[7].role", THINKER),
    RuleCase("MIS-03", inserted(SOUND, "$.messages", 6, RULE), "$.messages[6].role", THINKER),
    RuleCase("MIS-03", inserted(SOUND, "$.messages", 7, RULE), "$.messages[7].role", THINKER),
    RuleCase("MIS-03", without(SOUND, "$.messages[5]"), "$.messages[5].role", THINKER),
    RuleCase("MIS-03", without(SOUND, "$.messages[1]"), "$.messages[1].role", THINKER),
    RuleCase("MIS-04", inserted(SOUND, "$.messages", 6, SILENCE), "$.messages[6]", THINKER),
    RuleCase("MIS-04", replaced(SOUND, "$.messages[6].content", ""), "$.messages[6]", THINKER),
    RuleCase("MIS-05", SOUND, "$.messages[2].content[0]", DOER),
    RuleCase("MIS-06", replaced(SOUND, "$.messages[6].name", "Jens"), "$.messages[6].name", THINKER),
    RuleCase("MIS-06", replaced(SOUND, "$.messages[5].refusal", None), "$.messages[5].refusal", THINKER),
    RuleCase(
        "MIS-06", replaced(SOUND, "$.messages[5].reasoning_content", "Hm."), "$.messages[5].reasoning_content", THINKER
    ),
    RuleCase("MIS-06", {**SOUND, "max_completion_tokens": 100}, "$.max_completion_tokens", THINKER),
    RuleCase("MIS-06", {**SOUND, "stream_options": {"include_usage": True}}, "$.stream_options", THINKER),
    RuleCase(
        "MIS-07", replaced(SOUND, f"{CALLS}[0].function.arguments", "[]"), f"{CALLS}[0].function.arguments", THINKER
    ),
    RuleCase(
        "MIS-07", replaced(SOUND, f"{SCHEMA}.properties.at", {"$ref": "#/$defs/at"}), SCHEMA, THINKER, repairable=False
    ),
    RuleCase("MIS-07", replaced(SOUND, SCHEMA, {"type": "array"}), SCHEMA, THINKER),
    RuleCase("MIS-07", replaced(SOUND, "$.messages[4].content", [PICTURE]), "$.messages[4].content[0]", THINKER),
]
