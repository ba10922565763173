"""Breaches of Anthropic's rules."""

import base64

from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject, as_list

from .case import RuleCase

SOUND = EXAMPLES["anthropic-messages"]

NEW = "anthropic/claude-opus-5"
OLD = "anthropic/claude-opus-4-5"
HAIKU = "anthropic/claude-haiku-4-5"

ASIDE: JsonObject = {"type": "text", "text": "By the way."}
MARKED: JsonObject = {"type": "text", "text": "kept", "cache_control": {"type": "ephemeral"}}
HUGE_PNG = base64.b64encode(base64.b64decode(PNG)[:16] + (9000).to_bytes(4, "big") * 2 + b"\x08\x02").decode()


def image(**source: str) -> JsonObject:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG, **source}}


def document(**source: str) -> JsonObject:
    return {"type": "document", "source": {"type": "base64", "media_type": "text/csv", "data": "YSxi", **source}}


def asked(**beside: Json) -> JsonObject:
    """The sound request, with more asked for beside its messages."""
    return {**SOUND, **beside}


CALLS = "$.messages[1].content"
RESULTS = "$.messages[2].content"
ASKED = "$.messages[0].content"

ENDING_IN_CALLS = asked(messages=as_list(SOUND["messages"])[:2])
ENDING_IN_RESULTS = asked(messages=as_list(SOUND["messages"])[:3])
ENDING_IN_AN_ANSWER = asked(messages=as_list(SOUND["messages"])[:4])
MARKED_FIVE_TIMES = asked(system=[MARKED for _ in range(5)])
BUDGET: JsonObject = {"type": "enabled", "budget_tokens": 1024}
SERVERS_RESULT: JsonObject = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
THOUGHT: JsonObject = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"}

CASES = [
    RuleCase("ANT-01", without(SOUND, "$.max_tokens"), "$.max_tokens", NEW),
    RuleCase("ANT-02", without(SOUND, "$.messages[0]"), "$.messages[0]", NEW),
    RuleCase("ANT-04", ENDING_IN_AN_ANSWER, "$.messages[3]", NEW),
    RuleCase("ANT-05", without(SOUND, f"{RESULTS}[1]"), f"{CALLS}[3]", NEW),
    RuleCase("ANT-05", ENDING_IN_CALLS, f"{CALLS}[2]", NEW),
    RuleCase("ANT-06", inserted(SOUND, CALLS, 4, ASIDE), f"{CALLS}[4]", NEW),
    RuleCase("ANT-07", without(SOUND, f"{CALLS}[3]"), f"{RESULTS}[1]", NEW),
    RuleCase("ANT-08", inserted(SOUND, RESULTS, 0, ASIDE), f"{RESULTS}[1]", NEW),
    RuleCase("ANT-09", replaced(SOUND, f"{CALLS}[3].id", "toolu_tide"), f"{CALLS}[3].id", NEW),
    RuleCase("ANT-10", replaced(SOUND, "$.messages[4].role", "system"), "$.messages[4].role", HAIKU),
    RuleCase("ANT-11", inserted(SOUND, "$.messages", 0, {"role": "system", "content": "Hm."}), "$.messages[0]", NEW),
    RuleCase("ANT-12", replaced(SOUND, "$.system", [image()]), "$.system[0]", NEW),
    RuleCase("ANT-14", replaced(SOUND, f"{CALLS}[3].id", "functions.wind:0"), f"{CALLS}[3].id", NEW),
    RuleCase("ANT-15", replaced(SOUND, f"{CALLS}[3].input", "{}"), f"{CALLS}[3].input", NEW),
    RuleCase("ANT-16", replaced(SOUND, f"{ASKED}[0].text", ""), f"{ASKED}[0]", NEW),
    RuleCase("ANT-16", replaced(SOUND, "$.messages[4].content", ""), "$.messages[4].content", NEW),
    RuleCase("ANT-17", replaced(SOUND, f"{ASKED}[0].text", " \n"), f"{ASKED}[0]", NEW),
    RuleCase("ANT-19", replaced(ENDING_IN_AN_ANSWER, "$.messages[3].content", "So "), "$.messages[3].content", OLD),
    RuleCase("ANT-20", without(SOUND, "$.tools"), f"{CALLS}[2]", NEW),
    RuleCase("ANT-21", replaced(SOUND, f"{CALLS}[3].name", "wind.now"), f"{CALLS}[3].name", NEW),
    RuleCase("ANT-22", replaced(SOUND, f"{RESULTS}[1].content", []), f"{RESULTS}[1].content", NEW),
    RuleCase("ANT-23", inserted(SOUND, f"{RESULTS}[1].content", 0, THOUGHT), f"{RESULTS}[1].content[0]", NEW),
    RuleCase("ANT-24", inserted(SOUND, CALLS, 0, SERVERS_RESULT), f"{CALLS}[0]", NEW),
    RuleCase(
        "ANT-25",
        inserted(SOUND, f"{RESULTS}[1].content", 0, {"type": "tool_reference", "tool_name": "moon"}),
        f"{RESULTS}[1].content[0]",
        NEW,
    ),
    RuleCase("ANT-26", MARKED_FIVE_TIMES, "$.system[4]", NEW),
    RuleCase(
        "ANT-26", replaced(SOUND, f"{CALLS}[0].cache_control", {"type": "ephemeral"}), f"{CALLS}[0].cache_control", NEW
    ),
    RuleCase("ANT-27", replaced(SOUND, f"{ASKED}[0].annotations", []), f"{ASKED}[0].annotations", NEW),
    RuleCase("ANT-27", replaced(SOUND, "$.messages[3].tool_calls", []), "$.messages[3].tool_calls", NEW),
    RuleCase(
        "ANT-30", replaced(SOUND, f"{ASKED}[1]", image(media_type="image/jpg")), f"{ASKED}[1].source.media_type", NEW
    ),
    RuleCase(
        "ANT-31", replaced(SOUND, f"{ASKED}[1]", image(media_type="image/jpeg")), f"{ASKED}[1].source.media_type", NEW
    ),
    RuleCase("ANT-32", replaced(SOUND, f"{ASKED}[1]", image(data="")), f"{ASKED}[1].source.data", NEW),
    RuleCase(
        "ANT-33", replaced(SOUND, f"{ASKED}[1]", image(data=HUGE_PNG)), f"{ASKED}[1].source.data", NEW, repairable=False
    ),
    RuleCase("ANT-34", replaced(SOUND, "$.messages[3].content", [ASIDE, image()]), "$.messages[3].content[1]", NEW),
    RuleCase("ANT-35", inserted(SOUND, ASKED, 1, document()), f"{ASKED}[1].source.media_type", NEW),
    RuleCase("ANT-40", replaced(SOUND, f"{CALLS}[0].signature", "gemini:{sig}"), f"{CALLS}[0].signature", NEW),
    RuleCase("ANT-41", without(SOUND, f"{CALLS}[0].signature"), f"{CALLS}[0].signature", NEW),
    RuleCase(
        "ANT-42",
        without(replaced(replaced(ENDING_IN_RESULTS, "$.max_tokens", 4096), "$.thinking", BUDGET), f"{CALLS}[0]"),
        f"{CALLS}[0]",
        OLD,
    ),
    RuleCase(
        "ANT-46", replaced(ENDING_IN_AN_ANSWER, "$.messages[3].content", [THOUGHT]), "$.messages[3].content[0]", OLD
    ),
    RuleCase("ANT-47", asked(thinking={"type": "adaptive"}), "$.thinking.type", HAIKU),
    RuleCase("ANT-47", asked(thinking=BUDGET, max_tokens=4096), "$.thinking.type", "anthropic/claude-opus-4-8"),
    RuleCase("ANT-48", asked(thinking={**BUDGET, "budget_tokens": 1023}), "$.thinking.budget_tokens", OLD),
    RuleCase("ANT-48", asked(thinking=BUDGET, max_tokens=4096, temperature=0.5), "$.temperature", OLD),
    RuleCase("ANT-49", asked(thinking=BUDGET, max_tokens=4096, tool_choice={"type": "any"}), "$.tool_choice", OLD),
    RuleCase("ANT-50", asked(output_config={"effort": "xhigh"}), "$.output_config.effort", "anthropic/claude-opus-4-6"),
]
