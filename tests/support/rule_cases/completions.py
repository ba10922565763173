"""Breaches of the rules of Chat Completions."""

import base64

from support.edit import inserted, replaced, swapped, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject

from .case import RuleCase

SOUND = EXAMPLES["openai-completions"]

GPT = "openai-completions/gpt-4.1"
THINKER = "openai-completions/gpt-5-mini"

ASIDE: JsonObject = {"role": "user", "content": "By the way."}
AGAIN: JsonObject = {"role": "tool", "tool_call_id": "call_wind", "content": "Calm."}
LISTENED: JsonObject = {"type": "input_audio", "input_audio": {"data": "SUQz", "format": "mp3"}}
SPOKEN: JsonObject = {"id": "audio_1", "data": "UklGRg==", "expires_at": 1, "transcript": "The ketch can."}
LEGACY: JsonObject = {"role": "assistant", "content": None, "function_call": {"name": "tide", "arguments": "{}"}}
ANSWERED: JsonObject = {"role": "function", "content": "High water."}
LOOSE: JsonObject = {"type": "object", "properties": {"harbour": {"type": "string"}}}

WORDY = "x" * 1025

ASKED = "$.messages[1].content"
CALLS = "$.messages[2].tool_calls"
TOOL = "$.tools[0].function"


def image(address: str) -> JsonObject:
    return {"type": "image_url", "image_url": {"url": address}}


def asked(**beside: Json) -> JsonObject:
    """The sound request, with more asked for beside its messages."""
    return {**SOUND, **beside}


def with_image(address: str) -> JsonObject:
    return replaced(SOUND, f"{ASKED}[1]", image(address))


PICTURE = image(f"data:image/png;base64,{PNG}")
PAGE = base64.b64encode(b"<html>Not found</html>").decode()
CALL: JsonObject = {"id": "call_tide", "type": "function", "function": {"name": "tide", "arguments": "{}"}}
MANY_CALLS: list[Json] = [CALL for _ in range(129)]
MANY_TOOLS = asked(tools=[{"type": "function", "function": {"name": f"t{number}"}} for number in range(129)])

CASES = [
    RuleCase("OAI-01", without(SOUND, "$.messages[4]"), f"{CALLS}[1]", GPT),
    RuleCase("OAI-01", inserted(SOUND, "$.messages", 4, ASIDE), f"{CALLS}[1]", GPT),
    RuleCase("OAI-02", without(SOUND, f"{CALLS}[1]"), "$.messages[4]", GPT),
    RuleCase("OAI-02", swapped(SOUND, "$.messages[1]", "$.messages[4]"), "$.messages[1]", GPT),
    RuleCase("OAI-03", without(SOUND, "$.messages[4].tool_call_id"), "$.messages[4].tool_call_id", GPT),
    RuleCase("OAI-04", inserted(SOUND, "$.messages", 5, AGAIN), "$.messages[5].tool_call_id", GPT),
    RuleCase("OAI-05", replaced(SOUND, f"{CALLS}[1].id", "c" * 41), f"{CALLS}[1].id", GPT),
    RuleCase("OAI-06", replaced(SOUND, "$.messages[5].tool_calls", []), "$.messages[5].tool_calls", GPT),
    RuleCase("OAI-06", replaced(SOUND, "$.messages[5].tool_calls", 1), "$.messages[5].tool_calls", GPT),
    RuleCase("OAI-06", replaced(SOUND, CALLS, MANY_CALLS), CALLS, GPT),
    RuleCase("OAI-07", replaced(SOUND, f"{CALLS}[1].function.arguments", {}), f"{CALLS}[1].function.arguments", GPT),
    RuleCase("OAI-07", without(SOUND, f"{CALLS}[1].function.arguments"), f"{CALLS}[1].function.arguments", GPT),
    RuleCase("OAI-08", replaced(SOUND, f"{CALLS}[1].function.name", "wind now"), f"{CALLS}[1].function.name", GPT),
    RuleCase("OAI-08", replaced(SOUND, f"{TOOL}.name", "tide now"), f"{TOOL}.name", GPT),
    RuleCase("OAI-09", replaced(SOUND, "$.messages[6].name", "Jens Olsen"), "$.messages[6].name", GPT),
    RuleCase("OAI-10", asked(tools=[]), "$.tools", GPT),
    RuleCase("OAI-10", replaced(without(SOUND, "$.tools"), "$.tool_choice", "auto"), "$.tool_choice", GPT),
    RuleCase("OAI-10", MANY_TOOLS, "$.tools", GPT),
    RuleCase(
        "OAI-10", replaced(SOUND, f"{TOOL}.description", "x" * 1025), f"{TOOL}.description", GPT, repairable=False
    ),
    RuleCase("OAI-11", replaced(SOUND, "$.messages[5].content", None), "$.messages[5].content", GPT),
    RuleCase("OAI-11", replaced(SOUND, "$.messages[6].content", None), "$.messages[6].content", GPT),
    RuleCase("OAI-12", replaced(SOUND, "$.messages[5].content", [PICTURE]), "$.messages[5].content[0]", GPT),
    RuleCase("OAI-12", replaced(SOUND, "$.messages[4].content", [PICTURE]), "$.messages[4].content[0]", GPT),
    RuleCase("OAI-12", replaced(SOUND, "$.messages[0].content", [PICTURE]), "$.messages[0].content[0]", GPT),
    RuleCase("OAI-13", inserted(SOUND, ASKED, 1, LISTENED), f"{ASKED}[1]", GPT),
    RuleCase("OAI-14", with_image("data:image/tiff;base64,SUkqAAAA"), f"{ASKED}[1].image_url", GPT),
    RuleCase("OAI-14", with_image("data:image/png;base64,"), f"{ASKED}[1].image_url", GPT),
    RuleCase("OAI-14", with_image(f"data:image/jpeg;base64,{PAGE}"), f"{ASKED}[1].image_url", GPT),
    RuleCase("OAI-15", asked(messages=[]), "$.messages", GPT, repairable=False),
    RuleCase("OAI-16", asked(), "$.messages[0].role", "openai-completions/o1-mini"),
    RuleCase("OAI-17", asked(messages=[ASIDE, LEGACY, ANSWERED]), "$.messages[2].name", GPT),
    RuleCase("OAI-18", replaced(SOUND, "$.messages[5].audio", SPOKEN), "$.messages[5].audio", GPT),
    RuleCase("OAI-19", asked(response_format={"type": "json_object"}), "$.response_format", GPT),
    RuleCase("OAI-20", replaced(SOUND, f"{TOOL}.parameters.type", "array"), f"{TOOL}.parameters", GPT),
    RuleCase("OAI-20", replaced(SOUND, f"{TOOL}.parameters.properties.harbour.type", "any"), f"{TOOL}.parameters", GPT),
    RuleCase(
        "OAI-20",
        replaced(replaced(SOUND, f"{TOOL}.parameters", LOOSE), f"{TOOL}.strict", True),
        f"{TOOL}.parameters",
        GPT,
    ),
    RuleCase("S3-03", asked(), "$.messages[3]", "deepseek/deepseek-chat"),
    RuleCase("OAI-21", asked(max_tokens=100), "$.max_tokens", THINKER),
    RuleCase("OAI-21", asked(stop=["dusk"]), "$.stop", THINKER),
    RuleCase("OAI-21", asked(temperature=0.5), "$.temperature", THINKER),
    RuleCase("OAI-21", asked(web_search_options={}), "$.web_search_options", GPT),
]
