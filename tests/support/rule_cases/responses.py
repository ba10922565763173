"""Breaches of the rules of Responses."""

import segue
from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject, as_list

from .case import RuleCase

SOUND = EXAMPLES["openai-responses"]

NEW = "openai/gpt-5.2"
OLD = "openai-responses/gpt-4.1"
THINKER = "openai/gpt-5"
DEEPSEEK = segue.endpoint("deepseek/deepseek-v4-flash", api="openai-responses")
VLLM = segue.endpoint("vllm/qwen3-32b", api="openai-responses")


def asked(**beside: Json) -> JsonObject:
    """The sound request, with more asked for beside its items."""
    return {**SOUND, **beside}


def with_items(*items: JsonObject) -> JsonObject:
    return {**SOUND, "input": list(items)}


def file(**fields: str) -> JsonObject:
    return {"type": "input_file", "filename": "a.mp3", **fields}


def called(call_id: str) -> JsonObject:
    return replaced(replaced(SOUND, "$.input[4].call_id", call_id), "$.input[6].call_id", call_id)


def named_alike(one: int, other: int, name: str) -> JsonObject:
    return replaced(replaced(SOUND, f"$.input[{one}].id", name), f"$.input[{other}].id", name)


ITEMS = as_list(SOUND["input"])
SAID: JsonObject = {"role": "user", "content": "Well?"}
ANSWERED: JsonObject = {"role": "assistant", "content": "Well."}
UNTHOUGHT = without(without(SOUND, "$.input[2]"), "$.input[1]")
SHELL: JsonObject = {"type": "shell_call", "call_id": "sh_1", "action": {"commands": ["ls"]}, "status": "completed"}
PATCH: JsonObject = {
    "type": "apply_patch_call",
    "call_id": "ap_1",
    "status": "completed",
    "operation": {"type": "delete_file", "path": "a.txt"},
}
COMPUTER: JsonObject = {
    "type": "computer_call",
    "id": "cu_1",
    "call_id": "call_cu",
    "status": "completed",
    "action": {"type": "screenshot"},
    "pending_safety_checks": [],
}
CUSTOM: JsonObject = {"type": "custom_tool_call", "call_id": "call_note", "name": "note", "input": "High water."}
WRONG_OUTPUT: JsonObject = {"type": "function_call_output", "call_id": "call_note", "output": "Noted."}
STRAY: JsonObject = {"type": "function_call_output", "call_id": "call_moon", "output": "Full."}
TWICE: JsonObject = {"type": "function_call_output", "call_id": "call_tide", "output": "Low."}
CALL: JsonObject = {"type": "function_call", "call_id": "call_moon", "name": "tide", "arguments": "{}", "id": "fc_9"}
SEARCH: JsonObject = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
REFERENCE: JsonObject = {"type": "item_reference", "id": "msg_0"}
STRICT: JsonObject = {"type": "function", "name": "tide", "strict": True, "parameters": {"type": "object"}}

CASES = [
    RuleCase("RSP-01", without(without(without(SOUND, "$.input[4]"), "$.input[3]"), "$.input[2]"), "$.input[1]", NEW),
    RuleCase("RSP-01", replaced(SOUND, "$.input[2]", ANSWERED), "$.input[1]", NEW),
    RuleCase("RSP-02", without(SOUND, "$.input[1]"), "$.input[1].id", THINKER),
    RuleCase("RSP-03", asked(store=False), "$.input[1]", NEW),
    RuleCase("RSP-03", inserted(asked(store=False), "$.input", 0, REFERENCE), "$.input[0]", NEW, repairable=False),
    RuleCase(
        "RSP-04",
        replaced(SOUND, "$.input[1].encrypted_content", "gAAA...DQ=="),
        "$.input[1].encrypted_content",
        NEW,
    ),
    RuleCase("RSP-05", SOUND, "$.input[1]", OLD),
    RuleCase("RSP-06", without(SOUND, "$.input[1].summary"), "$.input[1].summary", NEW),
    RuleCase("RSP-10", without(SOUND, "$.input[6]"), "$.input[4]", NEW),
    RuleCase("RSP-10", inserted(SOUND, "$.input", 7, STRAY), "$.input[7]", NEW),
    RuleCase("RSP-10", with_items(SAID, SHELL, SAID), "$.input[1]", NEW),
    RuleCase("RSP-10", with_items(SAID, PATCH, SAID), "$.input[1]", NEW),
    RuleCase("RSP-10", with_items(SAID, COMPUTER, SAID), "$.input[1]", NEW),
    RuleCase("RSP-10", with_items(SAID, CUSTOM, SAID), "$.input[1]", NEW),
    RuleCase("RSP-11", replaced(SOUND, "$.input[4].id", "fc_" + "c" * 62), "$.input[4].id", NEW),
    RuleCase("RSP-11", called("c" * 65), "$.input[4].call_id", NEW),
    RuleCase("RSP-12", replaced(SOUND, "$.input[1].id", "item_1"), "$.input[1].id", NEW),
    RuleCase("RSP-12", replaced(SOUND, "$.input[4].id", "call_wind"), "$.input[4].id", NEW),
    RuleCase("RSP-12", replaced(SOUND, "$.input[2].id", "gen-1"), "$.input[2].id", NEW),
    RuleCase("RSP-13", inserted(SOUND, "$.input", 3, ITEMS[2]), "$.input[3].id", NEW),
    RuleCase("RSP-13", asked(previous_response_id="resp_1"), "$.input[2].id", NEW),
    RuleCase("RSP-13", named_alike(3, 4, "fc_1"), "$.input[4].id", NEW),
    RuleCase("RSP-14", replaced(SOUND, "$.input[2].content[0].type", "input_text"), "$.input[2].content[0]", NEW),
    RuleCase("RSP-14", replaced(SOUND, "$.input[0].content[0].type", "output_text"), "$.input[0].content[0]", NEW),
    RuleCase("RSP-14", replaced(SOUND, "$.input[0].role", "assistant"), "$.input[0].content[0]", NEW),
    RuleCase("RSP-14", replaced(SOUND, "$.input[8].content", None), "$.input[8].content", NEW),
    RuleCase("RSP-14", replaced(SOUND, "$.input[8].role", "narrator"), "$.input[8].role", NEW),
    RuleCase("RSP-15", replaced(SOUND, "$.input[3].arguments", {}), "$.input[3].arguments", NEW),
    RuleCase("RSP-15", replaced(SOUND, "$.input[3].name", "wind now"), "$.input[3].name", NEW),
    RuleCase("RSP-15", replaced(SOUND, "$.tools[0].name", "wind now"), "$.tools[0].name", NEW),
    RuleCase("RSP-15", replaced(SOUND, "$.input[6].output", None), "$.input[6].output", NEW),
    RuleCase(
        "RSP-15",
        replaced(SOUND, "$.input[6].output", [{"type": "output_text", "text": "Calm."}]),
        "$.input[6].output[0]",
        NEW,
    ),
    RuleCase("RSP-15", with_items(SAID, CUSTOM, WRONG_OUTPUT), "$.input[2].type", NEW),
    RuleCase(
        "RSP-15",
        replaced(SOUND, "$.input[0].content[1]", file(file_data="data:audio/mpeg;base64,SUQz")),
        "$.input[0].content[1].file_data",
        NEW,
    ),
    RuleCase(
        "RSP-15",
        replaced(SOUND, "$.input[0].content[1]", {"type": "input_file", "file_url": "https://example.org/a.mp3"}),
        "$.input[0].content[1].file_url",
        NEW,
    ),
    RuleCase("RSP-16", {**SOUND, "input": []}, "$.input", NEW, repairable=False),
    RuleCase("RSP-16", asked(text={"format": {"type": "json_object"}}), "$.text.format", NEW),
    RuleCase("RSP-17", inserted(SOUND, "$.input", 1, SEARCH), "$.input[1]", DEEPSEEK),
    RuleCase("RSP-18", called("call_wind|fc_1"), "$.input[4].call_id", NEW),
    RuleCase("DS-09", inserted(SOUND, "$.input", 4, ANSWERED), "$.input[3]", DEEPSEEK),
    RuleCase("QWN-01", replaced(SOUND, "$.input[3].arguments", "Tønder"), "$.input[3].arguments", DEEPSEEK),
    RuleCase("VL-05", inserted(SOUND, "$.input", 8, {**ANSWERED, "content": ""}), "$.input[8].content", VLLM),
    RuleCase("U-4", inserted(SOUND, "$.input", 7, TWICE), "$.input[7].call_id", NEW),
    RuleCase(
        "OAI-14",
        replaced(SOUND, "$.input[0].content[1].image_url", f"data:image/tiff;base64,{PNG}"),
        "$.input[0].content[1].image_url",
        NEW,
    ),
    RuleCase("OAI-10", without(asked(tool_choice="required"), "$.tools"), "$.tool_choice", NEW),
    RuleCase("OAI-20", asked(tools=[STRICT]), "$.tools[0].parameters", NEW),
    RuleCase("OAI-21", without(asked(temperature=-1), "$.input[1]"), "$.temperature", OLD),
    RuleCase("OAI-21", asked(temperature=0.5), "$.temperature", THINKER),
    RuleCase("OAI-21", asked(reasoning={"effort": "xhigh"}), "$.reasoning.effort", THINKER),
    RuleCase("OAI-21", without(asked(reasoning={"effort": "low"}), "$.input[1]"), "$.reasoning.effort", OLD),
]
