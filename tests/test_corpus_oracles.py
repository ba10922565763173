"""The oracles are no stricter than the providers: what one accepted passes them, save what is written down here."""

import re

import pytest

from support import corpus, facts, provider_checks, vendor_types
from support.corpus import Record
from support.edit import without
from support.facts.notebook import NOT_CONTENT
from support.facts.said import Said
from support.jsonish import Json, walk
from support.told import NOTHING_TOLD

# The tools that a history lists are read by their names and descriptions.
LISTING_TOOLS = re.compile(r"\$\.input\[\d+\]\.(tools|server_label)")

# What a document is called.
NAMES_OF_DOCUMENTS = re.compile(r"\.document\.name$")

HISTORY = ("messages", "system", "input", "instructions", "contents", "systemInstruction")

# How a thing is to be read or shown, not what it says.
SETTINGS_OF_CONTENT = {
    "tool_call_id",
    "arguments",
    "filename",
    "context",
    "detail",
    "format",
    "phase",
    "mode",
    "media_type",
    "mimeType",
    "mime_type",
}

# Servers that speak Chat Completions accept more than OpenAI's own types name.
DIALECTS = {
    "crusoe",
    "snowflake",
    "heroku",
    "mistral",
    "groq",
    "openrouter",
    "huggingface",
    "deepseek",
    "cerebras",
    "zai",
}

# What OpenAI's and Anthropic's servers take although their SDKs do not say so.
UNTYPED = {
    "openai-completions": (
        r"ChatCompletionToolMessageParam has no 'name'",
        r"ChatCompletionAssistantMessageParam has no '(annotations|parsed)'",
        r"ChatCompletionMessageFunctionToolCallParam has no 'index'",
        r"Function has no 'parsed_arguments'",
    ),
    "openai-responses": (
        r"FunctionToolParam requires 'strict'",
        r"ResponseInputImageParam requires 'detail'",
        r"ResponseOutputMessageParam requires 'status'",
        r"ResponseCodeInterpreterToolCallParam requires 'outputs'",
        r"no form here takes an object of type 'output_text'",
        r"\.action\.sources: expected a list, got null",
        r"\.status: None is none of",
        r"'image_generation_call' is none of",
    ),
    "anthropic-messages": (
        r"has no '(temperature|top_p|top_k)'",
        r"has no 'anthropic_version'",
        r"CodeExecutionResultBlockParam has no 'abort_reason'",
    ),
    "google-generative-ai": (),
    "mistral": (r"\$\.tools\[\d+\]: no form here takes an object of type None",),
    "bedrock-converse": (r"\.video\.format: 'video/mp4' is none of",),
}

# Broken rules that a server let pass; the rules stand, since others were refused for the same.
LET_PASS = {
    "9a47a28bce00": {"ANT-17"},
    "c47255bef99a": {"ANT-09"},
    "20645c4e44dc": {"ANT-09"},
    "3a1e5760c6e2": {"ANT-10"},
    "45b427ff944c": {"RSP-12"},
    "dbcf6a31d16d": {"BED-08"},
}
TAKEN_OUT = {"text", "thinking", "refusal", "call", "result", "media"}

LET_PASS_BY_DIALECTS = {"OAI-06", "OAI-10", "OAI-12"}


@pytest.mark.parametrize("record", corpus.parameters(*corpus.APIS))
def test_vendor_types_take_what_the_vendor_took(record: Record) -> None:
    if record.api == "openai-completions" and record.provider in DIALECTS:
        return
    known = UNTYPED[record.api]
    found = vendor_types.problems(record.api, record.request)
    assert [problem for problem in found if not any(re.search(pattern, problem) for pattern in known)] == []


@pytest.mark.parametrize("record", corpus.parameters(*corpus.APIS))
def test_provider_checks_take_what_the_provider_took(record: Record) -> None:
    let_pass = LET_PASS.get(record.id, set[str]())
    if record.provider in DIALECTS:
        let_pass = let_pass | LET_PASS_BY_DIALECTS
    found = provider_checks.violations(record.api, record.request)
    assert [str(each) for each in found if each.certain and each.rule not in let_pass] == []


@pytest.mark.parametrize("record", corpus.parameters(*corpus.APIS))
def test_facts_cover_everything_that_is_said(record: Record) -> None:
    read = facts.facts(record.api, record.request)
    told: list[Json] = [value for fact in read for value in (fact.content, fact.name)]
    blob = Said(told, []).whole
    unread = [
        path
        for root in HISTORY
        for path, value in walk(record.request.get(root), f"$.{root}")
        if isinstance(value, str) and _says_something(path) and _key(value) not in blob
    ]
    assert unread == []


@pytest.mark.parametrize("record", corpus.parameters(*corpus.APIS))
def test_a_conversation_compares_equal_with_itself(record: Record) -> None:
    assert facts.compare(record.api, record.request, record.api, record.request, NOTHING_TOLD).all() == []


def _key(text: str) -> str:
    return text.partition(";base64,")[2] if text.startswith("data:") else text


@pytest.mark.parametrize("record", corpus.parameters(*corpus.APIS))
def test_whatever_is_taken_out_is_missed(record: Record) -> None:
    unnoticed = [
        str(fact)
        for fact in facts.facts(record.api, record.request)
        if fact.kind in TAKEN_OUT and fact.path != "$.input" and "functionResponse." not in fact.path
        if not facts.missing(record.api, record.request, record.api, without(record.request, fact.path), NOTHING_TOLD)
    ]
    assert unnoticed == []


def _says_something(path: str) -> bool:
    if LISTING_TOOLS.match(path) or NAMES_OF_DOCUMENTS.search(path):
        return False
    return not set(re.split(r"[.\[]", path)) & (NOT_CONTENT | SETTINGS_OF_CONTENT)
