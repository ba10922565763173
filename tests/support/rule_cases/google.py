"""Breaches of Google's rules."""

import segue
from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject, as_list

from .case import RuleCase

SOUND = EXAMPLES["google-generative-ai"]

NEW = "google/gemini-3-pro-preview"
OLD = "google/gemini-2.5-pro"
VERTEX = segue.endpoint("vertex/gemini-2.5-pro")


def asked(**beside: Json) -> JsonObject:
    """The sound request, with more asked for beside its contents."""
    return {**SOUND, **beside}


def said(*parts: JsonObject) -> JsonObject:
    return {"role": "user", "parts": list(parts)}


def declared(**parameters: Json) -> JsonObject:
    schema: JsonObject = {"type": "OBJECT", "properties": {"harbour": {"type": "STRING"}}, **parameters}
    return asked(tools=[{"functionDeclarations": [{"name": "tide", "parameters": schema}]}])


def with_ids(*ids: str) -> JsonObject:
    request = SOUND
    for at, name in enumerate(ids):
        request = replaced(request, f"$.contents[1].parts[{at + 2}].functionCall.id", name)
        request = replaced(request, f"$.contents[2].parts[{at}].functionResponse.id", name)
    return request


CONTENTS = as_list(SOUND["contents"])
CALLS = "$.contents[1].parts"
RESPONSES = "$.contents[2].parts"
ASKED = "$.contents[0].parts"

ASIDE: JsonObject = {"text": "By the way."}
IMAGE: JsonObject = {"mimeType": "image/png", "data": PNG}
AGAIN: JsonObject = {"functionResponse": {"name": "wind", "response": {"output": "Calm."}}}
CALL: JsonObject = {"role": "model", "parts": [{"functionCall": {"name": "tide", "args": {}}}]}
IN_ITS_TURN = asked(contents=CONTENTS[:3])
ENDING_IN_AN_ANSWER = asked(contents=CONTENTS[:4])
SEARCH: JsonObject = {"googleSearch": {}}
WITH_SEARCH = inserted(SOUND, "$.tools", 1, SEARCH)
ANY: JsonObject = {"functionCallingConfig": {"mode": "ANY"}}


def thinking(**config: Json) -> JsonObject:
    return asked(generationConfig={"thinkingConfig": dict(config)})


CASES = [
    RuleCase("GEM-01", without(SOUND, f"{RESPONSES}[1]"), f"{CALLS}[3]", OLD),
    RuleCase("GEM-01", without(SOUND, f"{RESPONSES}[0]"), f"{CALLS}[2]", OLD),
    RuleCase("GEM-01", inserted(SOUND, RESPONSES, 2, AGAIN), f"{RESPONSES}[2]", OLD),
    RuleCase("GEM-01", inserted(SOUND, RESPONSES, 1, ASIDE), f"{RESPONSES}[1]", OLD),
    RuleCase("GEM-02", without(SOUND, "$.contents[1]"), "$.contents[1].parts[0]", OLD),
    RuleCase("GEM-02", without(SOUND, "$.contents[0]"), "$.contents[0]", OLD),
    RuleCase("GEM-02", inserted(SOUND, "$.contents", 1, {"role": "model", "parts": [ASIDE]}), "$.contents[2]", OLD),
    RuleCase("GEM-03", replaced(SOUND, "$.contents[0].role", "system"), "$.contents[0].role", OLD),
    RuleCase("GEM-03", inserted(SOUND, "$.contents", 0, {"role": "model", "parts": [ASIDE]}), "$.contents[0]", OLD),
    RuleCase("GEM-04", replaced(SOUND, "$.contents[4].parts", []), "$.contents[4].parts", OLD),
    RuleCase("GEM-04", replaced(SOUND, "$.contents[4].parts[0].inlineData", IMAGE), "$.contents[4].parts[0]", OLD),
    RuleCase("GEM-04", inserted(SOUND, ASKED, 1, {"text": ""}), f"{ASKED}[1]", VERTEX),
    RuleCase("GEM-04", inserted(SOUND, ASKED, 1, {}), f"{ASKED}[1]", OLD),
    RuleCase(
        "GEM-04", replaced(SOUND, "$.systemInstruction.parts[0].text", ""), "$.systemInstruction.parts[0]", VERTEX
    ),
    RuleCase("GEM-04", asked(contents=[]), "$.contents", OLD, repairable=False),
    RuleCase("GEM-05", without(IN_ITS_TURN, f"{CALLS}[2].thoughtSignature"), f"{CALLS}[2]", NEW),
    RuleCase(
        "GEM-06", replaced(SOUND, f"{CALLS}[2].thoughtSignature", "no base64!"), f"{CALLS}[2].thoughtSignature", NEW
    ),
    RuleCase("GEM-06", replaced(SOUND, f"{CALLS}[1].thoughtSignature", "{sig}"), f"{CALLS}[1].thoughtSignature", NEW),
    RuleCase(
        "GEM-08",
        replaced(SOUND, f"{RESPONSES}[0].functionResponse.id", "tide-1"),
        f"{RESPONSES}[0].functionResponse.id",
        OLD,
    ),
    RuleCase("GEM-09", replaced(SOUND, f"{ASKED}[0].type", "text"), f"{ASKED}[0].type", OLD),
    RuleCase("GEM-09", replaced(SOUND, "$.contents[3].content", "Hm."), "$.contents[3].content", OLD),
    RuleCase(
        "GEM-10",
        replaced(SOUND, f"{RESPONSES}[0].functionResponse.response", "high"),
        f"{RESPONSES}[0].functionResponse.response",
        OLD,
    ),
    RuleCase(
        "GEM-10",
        replaced(SOUND, f"{RESPONSES}[0].functionResponse.name", "moon"),
        f"{RESPONSES}[0].functionResponse.name",
        OLD,
    ),
    RuleCase(
        "GEM-10", without(SOUND, f"{RESPONSES}[1].functionResponse.name"), f"{RESPONSES}[1].functionResponse.name", OLD
    ),
    RuleCase("GEM-10", replaced(SOUND, f"{CALLS}[3].functionCall.args", "{}"), f"{CALLS}[3].functionCall.args", OLD),
    RuleCase(
        "GEM-11",
        replaced(SOUND, f"{RESPONSES}[0].functionResponse.parts", [{"inlineData": IMAGE}]),
        f"{RESPONSES}[0].functionResponse.parts[0]",
        OLD,
    ),
    RuleCase(
        "GEM-12", replaced(SOUND, f"{CALLS}[3].functionCall.name", "3d_wind"), f"{CALLS}[3].functionCall.name", OLD
    ),
    RuleCase(
        "GEM-12",
        replaced(SOUND, "$.tools[0].functionDeclarations[1].name", "3d_wind"),
        "$.tools[0].functionDeclarations[1].name",
        OLD,
    ),
    RuleCase(
        "GEM-13",
        declared(additionalProperties=False),
        "$.tools[0].functionDeclarations[0].parameters.additionalProperties",
        OLD,
    ),
    RuleCase(
        "GEM-13",
        declared(properties={"n": {"type": ["string", "null"]}}),
        "$.tools[0].functionDeclarations[0].parameters.properties.n.type",
        OLD,
    ),
    RuleCase("GEM-13", declared(properties={}), "$.tools[0].functionDeclarations[0].parameters.properties", OLD),
    RuleCase("GEM-14", without(asked(toolConfig=ANY), "$.tools"), "$.toolConfig", OLD),
    RuleCase("GEM-14", WITH_SEARCH, "$.tools[1].googleSearch", OLD),
    RuleCase("GEM-14", WITH_SEARCH, "$.tools[1].googleSearch", NEW),
    RuleCase(
        "GEM-15", replaced(SOUND, f"{ASKED}[1].inlineData.mimeType", "png"), f"{ASKED}[1].inlineData.mimeType", OLD
    ),
    RuleCase(
        "GEM-15",
        replaced(SOUND, f"{ASKED}[1].inlineData.mimeType", "image/jpg"),
        f"{ASKED}[1].inlineData.mimeType",
        OLD,
    ),
    RuleCase("GEM-15", without(SOUND, f"{ASKED}[1].inlineData.mimeType"), f"{ASKED}[1].inlineData.mimeType", OLD),
    RuleCase("GEM-15", replaced(SOUND, f"{ASKED}[1].inlineData.data", ""), f"{ASKED}[1].inlineData.data", OLD),
    RuleCase(
        "GEM-07",
        replaced(SOUND, f"{ASKED}[0].thoughtSignature", "c2lnbmVk"),
        f"{ASKED}[0].thoughtSignature",
        NEW,
    ),
    RuleCase("GEM-07", replaced(SOUND, f"{ASKED}[0].thought", True), f"{ASKED}[0].thought", NEW),
    RuleCase("GEM-16", ENDING_IN_AN_ANSWER, "$.contents[3]", NEW),
    RuleCase("GEM-17", thinking(thinkingLevel="LOW", thinkingBudget=1024), "$.generationConfig.thinkingConfig", NEW),
    RuleCase("GEM-17", thinking(thinkingLevel="LOW"), "$.generationConfig.thinkingConfig", OLD),
    RuleCase("GEM-17", thinking(thinkingBudget=0), "$.generationConfig.thinkingConfig", OLD),
    RuleCase("GEM-17", thinking(thinkingLevel="MEDIUM"), "$.generationConfig.thinkingConfig", NEW),
    RuleCase("GEM-17", thinking(thinkingBudget=512), "$.generationConfig.thinkingConfig", "google/gemini-2.0-flash"),
    RuleCase("U-4", with_ids("tide_1", "tide_1"), f"{CALLS}[3].functionCall.id", OLD),
]
