"""Each provider check finds the one defect that was put into a sound body."""

from typing import NamedTuple

import pytest

from support.edit import inserted, replaced, without
from support.examples import EXAMPLES, PNG
from support.jsonish import Json, JsonObject
from support.provider_checks import unasked_nulls, violations

ANTHROPIC = EXAMPLES["anthropic-messages"]
COMPLETIONS = EXAMPLES["openai-completions"]
RESPONSES = EXAMPLES["openai-responses"]
GOOGLE = EXAMPLES["google-generative-ai"]
MISTRAL = EXAMPLES["mistral"]

ASIDE: JsonObject = {"type": "text", "text": "By the way."}
JPEG_NAMED_PNG: JsonObject = {"type": "base64", "media_type": "image/jpeg", "data": PNG}
CACHED: JsonObject = {"type": "text", "text": "kept", "cache_control": {"type": "ephemeral"}}
SEARCHED: JsonObject = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
BUDGETED = replaced(replaced(ANTHROPIC, "$.max_tokens", 4096), "$.thinking", {"type": "enabled", "budget_tokens": 2048})
SEEN: JsonObject = {"inlineData": {"mimeType": "image/png", "data": PNG}}


def declared(harbour: JsonObject) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": {"harbour": harbour}}
    return {"functionDeclarations": [{"name": "tide", "parameters": schema}]}


DECLARED = declared({"type": "string", "const": "Esbjerg"})
LISTED = declared({"type": ["string", "null"]})


class Case(NamedTuple):
    rule: str
    payload: JsonObject
    model: str | None = None


ANTHROPIC_CASES = [
    Case("ANT-01", without(ANTHROPIC, "$.max_tokens")),
    Case("ANT-01", replaced(ANTHROPIC, "$.messages", [])),
    Case("ANT-02", without(ANTHROPIC, "$.messages[0]")),
    Case("ANT-04", without(ANTHROPIC, "$.messages[4]")),
    Case("ANT-05", without(ANTHROPIC, "$.messages[2].content[1]")),
    Case("ANT-06", inserted(ANTHROPIC, "$.messages[1].content", 4, ASIDE)),
    Case("ANT-07", without(ANTHROPIC, "$.messages[1].content[3]")),
    Case("ANT-08", inserted(ANTHROPIC, "$.messages[2].content", 0, ASIDE)),
    Case("ANT-09", replaced(ANTHROPIC, "$.messages[1].content[3].id", "toolu_tide")),
    Case("ANT-09", replaced(ANTHROPIC, "$.messages[2].content[1].tool_use_id", "toolu_tide")),
    Case("ANT-10", replaced(ANTHROPIC, "$.messages[4].role", "system"), "claude-haiku-4-5"),
    Case("ANT-12", replaced(ANTHROPIC, "$.system", [{"type": "image"}])),
    Case("ANT-14", replaced(ANTHROPIC, "$.messages[1].content[3].id", "functions.wind:0")),
    Case("ANT-15", replaced(ANTHROPIC, "$.messages[1].content[3].input", "{}")),
    Case("ANT-16", replaced(ANTHROPIC, "$.messages[4].content", "")),
    Case("ANT-16", replaced(ANTHROPIC, "$.messages[0].content[0].text", "")),
    Case("ANT-17", replaced(ANTHROPIC, "$.messages[0].content[0].text", " \n")),
    Case("ANT-20", without(ANTHROPIC, "$.tools")),
    Case("ANT-21", replaced(ANTHROPIC, "$.messages[1].content[3].name", "wind.now")),
    Case("ANT-22", replaced(ANTHROPIC, "$.messages[2].content[1].content", [])),
    Case("ANT-23", replaced(ANTHROPIC, "$.messages[2].content[1].content[0].type", "thinking")),
    Case("ANT-26", replaced(ANTHROPIC, "$.system", [CACHED, CACHED, CACHED, CACHED, CACHED])),
    Case("ANT-30", replaced(ANTHROPIC, "$.messages[0].content[1].source.media_type", "image/jpg")),
    Case("ANT-31", replaced(ANTHROPIC, "$.messages[0].content[1].source", JPEG_NAMED_PNG)),
    Case("ANT-34", replaced(ANTHROPIC, "$.messages[0].role", "assistant")),
    Case("ANT-41", replaced(ANTHROPIC, "$.messages[1].content[0].signature", "")),
    Case("ANT-47", replaced(ANTHROPIC, "$.thinking", {"type": "adaptive"}), "claude-haiku-4-5"),
    Case("ANT-47", replaced(ANTHROPIC, "$.thinking", {"type": "enabled", "budget_tokens": 1024}), "claude-opus-4-8"),
    Case("ANT-48", replaced(ANTHROPIC, "$.thinking", {"type": "enabled", "budget_tokens": 1023}), "claude-opus-4-5"),
    Case("ANT-24", inserted(ANTHROPIC, "$.messages[1].content", 2, SEARCHED)),
    Case("ANT-47", replaced(ANTHROPIC, "$.thinking", {"type": "disabled"}), "claude-opus-5-5"),
    Case("ANT-48", replaced(ANTHROPIC, "$.temperature", 0.2), "claude-opus-5"),
    Case("ANT-48", replaced(BUDGETED, "$.temperature", 0.2), "claude-opus-4-5"),
    Case("ANT-48", replaced(BUDGETED, "$.top_k", 5), "claude-opus-4-5"),
    Case("ANT-48", replaced(BUDGETED, "$.top_p", 0.5), "claude-opus-4-5"),
    Case("ANT-49", replaced(ANTHROPIC, "$.tool_choice", {"type": "any"}), "claude-fable-5-1"),
    Case("ANT-50", replaced(ANTHROPIC, "$.output_config", {"effort": "xhigh"}), "claude-opus-4-6"),
    Case("ANT-50", replaced(ANTHROPIC, "$.output_config", {"effort": "utmost"})),
    Case("U-1", replaced(ANTHROPIC, "$.messages[4].content", "broken \ud83d pair")),
    Case("U-3", replaced(ANTHROPIC, "$.messages[1].content[3].input", {"depth": float("nan")})),
]

COMPLETIONS_CASES = [
    Case("OAI-01", without(COMPLETIONS, "$.messages[4]")),
    Case("OAI-01", inserted(COMPLETIONS, "$.messages", 3, {"role": "user", "content": "Well?"})),
    Case("OAI-02", without(COMPLETIONS, "$.messages[2].tool_calls[1]")),
    Case("OAI-03", without(COMPLETIONS, "$.messages[4].tool_call_id")),
    Case("OAI-04", replaced(COMPLETIONS, "$.messages[4].tool_call_id", "call_tide")),
    Case("OAI-05", replaced(COMPLETIONS, "$.messages[2].tool_calls[1].id", "c" * 41)),
    Case("OAI-06", replaced(COMPLETIONS, "$.messages[5].tool_calls", [])),
    Case("OAI-07", replaced(COMPLETIONS, "$.messages[2].tool_calls[1].function.arguments", {})),
    Case("OAI-08", replaced(COMPLETIONS, "$.messages[2].tool_calls[1].function.name", "wind now")),
    Case("OAI-09", replaced(COMPLETIONS, "$.messages[6].name", "Jens Olsen")),
    Case("OAI-10", replaced(COMPLETIONS, "$.tools", [])),
    Case("OAI-10", replaced(without(COMPLETIONS, "$.tools"), "$.tool_choice", "auto")),
    Case("OAI-11", replaced(COMPLETIONS, "$.messages[5].content", None)),
    Case("OAI-12", replaced(COMPLETIONS, "$.messages[1].role", "assistant")),
    Case("OAI-14", replaced(COMPLETIONS, "$.messages[1].content[1].image_url.url", "data:image/tiff;base64,AAAA")),
    Case("OAI-15", replaced(COMPLETIONS, "$.messages", [])),
    Case("OAI-16", replaced(COMPLETIONS, "$.messages[6].role", "narrator")),
    Case("OAI-17", replaced(COMPLETIONS, "$.messages[6].role", "function")),
    Case("OAI-19", replaced(COMPLETIONS, "$.response_format", {"type": "json_object"})),
    Case("OAI-20", replaced(COMPLETIONS, "$.tools[0].function.parameters", {"type": "array"})),
    Case("OAI-21", replaced(COMPLETIONS, "$.max_tokens", 100), "o3"),
    Case("OAI-21", replaced(replaced(COMPLETIONS, "$.reasoning_effort", "low"), "$.top_p", 0.5), "o3"),
]

RESPONSES_CASES = [
    Case("RSP-01", without(without(without(RESPONSES, "$.input[4]"), "$.input[3]"), "$.input[2]")),
    Case("RSP-03", replaced(RESPONSES, "$.store", False)),
    Case("RSP-05", RESPONSES, "gpt-4.1"),
    Case("RSP-06", without(RESPONSES, "$.input[1].summary")),
    Case("RSP-10", without(RESPONSES, "$.input[6]")),
    Case("RSP-10", without(RESPONSES, "$.input[4]")),
    Case("RSP-11", replaced(RESPONSES, "$.input[3].call_id", "c" * 65)),
    Case("RSP-12", replaced(RESPONSES, "$.input[1].id", "item_1")),
    Case("RSP-13", replaced(RESPONSES, "$.input[3].id", "rs_1")),
    Case("RSP-14", replaced(RESPONSES, "$.input[0].role", "assistant")),
    Case("RSP-15", replaced(RESPONSES, "$.input[3].arguments", {})),
    Case("RSP-15", replaced(RESPONSES, "$.input[3].name", "wind now")),
    Case("RSP-15", replaced(RESPONSES, "$.input[6].output", None)),
    Case("RSP-16", replaced(RESPONSES, "$.input", [])),
]

GOOGLE_CASES = [
    Case("GEM-01", without(GOOGLE, "$.contents[2].parts[1]")),
    Case("GEM-01", inserted(GOOGLE, "$.contents[2].parts", 1, {"text": "By the way."})),
    Case("GEM-02", without(GOOGLE, "$.contents[1]")),
    Case("GEM-02", without(GOOGLE, "$.contents[0]")),
    Case("GEM-03", replaced(GOOGLE, "$.contents[0].role", "system")),
    Case("GEM-04", replaced(GOOGLE, "$.contents[4].parts", [])),
    Case("GEM-04", replaced(GOOGLE, "$.contents[4].parts[0].inlineData", {"mimeType": "image/png", "data": PNG})),
    Case(
        "GEM-05", without(without(GOOGLE, "$.contents[4]"), "$.contents[1].parts[2].thoughtSignature"), "gemini-3-pro"
    ),
    Case("GEM-06", replaced(GOOGLE, "$.contents[1].parts[2].thoughtSignature", "no base64!")),
    Case("GEM-08", replaced(GOOGLE, "$.contents[2].parts[0].functionResponse.id", "tide-1")),
    Case("GEM-10", replaced(GOOGLE, "$.contents[2].parts[0].functionResponse.response", "high")),
    Case("GEM-10", replaced(GOOGLE, "$.contents[2].parts[0].functionResponse.name", "moon")),
    Case("GEM-12", replaced(GOOGLE, "$.contents[1].parts[2].functionCall.name", "3d_tide")),
    Case("GEM-11", replaced(GOOGLE, "$.contents[2].parts[0].functionResponse.parts", [SEEN]), "gemini-2.5-pro"),
    Case("GEM-13", replaced(GOOGLE, "$.tools", [DECLARED])),
    Case("GEM-13", replaced(GOOGLE, "$.tools", [LISTED])),
    Case("GEM-14", replaced(without(GOOGLE, "$.tools"), "$.toolConfig", {"functionCallingConfig": {"mode": "ANY"}})),
    Case("GEM-15", replaced(GOOGLE, "$.contents[0].parts[1].inlineData.mimeType", "png")),
]

MISTRAL_CASES = [
    Case("MIS-01", replaced(MISTRAL, "$.messages[2].tool_calls[1].id", "call_wind")),
    Case("MIS-01", replaced(MISTRAL, "$.messages[4].tool_call_id", "call_wind")),
    Case("MIS-02", without(MISTRAL, "$.messages[4]")),
    Case("MIS-02", without(MISTRAL, "$.messages[2].tool_calls[1]")),
    Case("MIS-03", without(MISTRAL, "$.messages[6]")),
    Case("MIS-03", without(MISTRAL, "$.messages[5]")),
    Case("MIS-03", replaced(MISTRAL, "$.messages[6].role", "system")),
    Case("MIS-04", replaced(MISTRAL, "$.messages[5].content", "")),
    Case("MIS-04", replaced(MISTRAL, "$.messages[6].content", None)),
    Case("MIS-05", MISTRAL, "mistral-large-latest"),
    Case("MIS-06", replaced(MISTRAL, "$.messages[5].reasoning_content", "Hm.")),
    Case("MIS-06", replaced(MISTRAL, "$.messages[6].name", "Jens")),
    Case("MIS-07", replaced(MISTRAL, "$.messages[2].tool_calls[1].function.arguments", "[]")),
    Case("MIS-07", replaced(MISTRAL, "$.tools[0].function.parameters", {"type": "array"})),
]

CASES = {
    "anthropic-messages": ANTHROPIC_CASES,
    "openai-completions": COMPLETIONS_CASES,
    "openai-responses": RESPONSES_CASES,
    "google-generative-ai": GOOGLE_CASES,
    "mistral": MISTRAL_CASES,
}


@pytest.mark.parametrize(
    ("api", "case"),
    [pytest.param(api, case, id=f"{api}-{case.rule}") for api, cases in CASES.items() for case in cases],
)
def test_the_check_finds(api: str, case: Case) -> None:
    found = violations(api, case.payload, model=case.model)
    assert case.rule in {violation.rule for violation in found}


def test_an_earlier_step_of_gemini_need_not_be_signed() -> None:
    unsigned = without(GOOGLE, "$.contents[1].parts[2].thoughtSignature")
    assert violations("google-generative-ai", unsigned, model="gemini-3-pro") == []


def test_a_null_is_one_that_no_schema_asks_for() -> None:
    content: Json = None
    asked = replaced(COMPLETIONS, "$.messages[2].content", content)
    unasked = replaced(COMPLETIONS, "$.messages[2].refusal", content)
    given = replaced(ANTHROPIC, "$.messages[1].content[2].input", {"harbour": None})
    assert list(unasked_nulls(asked)) == []
    assert list(unasked_nulls(given)) == []
    assert [violation.path for violation in unasked_nulls(unasked)] == ["$.messages[2].refusal"]


def test_a_reference_is_to_a_tool_that_is_declared() -> None:
    reference: JsonObject = {"type": "tool_reference", "tool_name": "moon"}
    body = replaced(ANTHROPIC, "$.messages[2].content[1].content[0]", reference)
    assert [violation.rule for violation in violations("anthropic-messages", body)] == ["ANT-25"]
