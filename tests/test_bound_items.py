"""What is bound to whom: items to reasoning, outputs to calls that the provider holds, signatures to endpoints."""

from typing import Literal

import segue
from support.edit import inserted, replaced, without
from support.examples import EXAMPLES
from support.jsonish import JsonObject, as_list, as_object, objects

RESPONSES = EXAMPLES["openai-responses"]
GOOGLE = EXAMPLES["google-generative-ai"]

GPT = "openai/gpt-5.2"
GEMINI = "google/gemini-3-pro-preview"

SEALED = replaced(RESPONSES, "$.input[1].encrypted_content", "gAAAAABc2VhbGVk")
ASIDE: JsonObject = {"role": "user", "content": "By the way."}
SIGNATURE = "c2lnbmVk"
PLACEHOLDER = "skip_thought_signature_validator"


def own(request: JsonObject, *, thinking: Literal["native", "drop"] = "native") -> list[JsonObject]:
    """The items of a history that goes back to its author."""
    converted = segue.convert(request, GPT, api="openai-responses", source_model=GPT, thinking=thinking)
    return [item for _, item in objects(converted.payload["input"], "$")]


def test_sealed_reasoning_goes_back_with_what_it_led_to() -> None:
    assert own(SEALED)[1:3] == as_list(SEALED["input"])[1:3]


def test_what_reasoning_led_to_goes_without_its_id_where_the_reasoning_is_left_out() -> None:
    kept = own(SEALED, thinking="drop")
    assert not any("id" in item for item in kept)
    assert all(item.get("type") != "reasoning" for item in kept)


def test_an_output_stays_whose_call_lies_with_the_provider() -> None:
    output: JsonObject = {"type": "function_call_output", "call_id": "call_moon", "output": "Full."}
    request: JsonObject = {"model": "gpt-5.2", "previous_response_id": "resp_1", "input": [output]}
    assert segue.check(request, GPT) == []
    mended = segue.repair(request, GPT)
    assert mended.payload["input"] == [output]
    assert mended.report.changes == ()


def test_outputs_stay_where_they_are_when_their_calls_are_answered() -> None:
    apart = inserted(RESPONSES, "$.input", 5, ASIDE)
    assert segue.check(apart, GPT) == []
    assert segue.repair(apart, GPT).payload == apart


def test_an_id_that_a_library_has_lengthened_becomes_what_it_was() -> None:
    named = "call_wind|fc_0123456789"
    joined = replaced(replaced(RESPONSES, "$.input[4].call_id", named), "$.input[6].call_id", named)
    for target in (GPT, "anthropic/claude-opus-5", GEMINI):
        sent = str(segue.convert(joined, target, api="openai-responses").payload)
        assert "call_wind" in sent
        assert "fc_0123456789" not in sent


def signed_by(provider: str, model: str, target: str) -> object:
    """The signature of the first call of a history by somebody, as it goes to somebody."""
    converted = segue.convert(GOOGLE, target, source_provider=provider, source_model=model)
    content = as_object(as_list(converted.payload["contents"])[1])
    calls = [part for _, part in objects(content["parts"], "$") if "functionCall" in part]
    return calls[0].get("thoughtSignature")


def test_a_signature_is_known_to_every_model_of_its_endpoint() -> None:
    assert signed_by("google", "gemini-3-pro-preview", GEMINI) == SIGNATURE
    assert signed_by("google", "gemini-3-flash-preview", GEMINI) == SIGNATURE


def test_a_signature_is_known_at_its_endpoint_only() -> None:
    assert signed_by("vertex", "gemini-3-pro-preview", GEMINI) == PLACEHOLDER
    assert signed_by("google", "gemini-3-pro-preview", "vertex/gemini-3-pro-preview") == PLACEHOLDER


def test_a_call_joins_the_content_that_was_said_before_it() -> None:
    preface: JsonObject = {"role": "model", "parts": [{"text": "One moment."}]}
    apart = inserted(GOOGLE, "$.contents", 1, preface)
    mended = segue.repair(apart, GEMINI)
    assert [change.rule for change in mended.report.changes] == ["GEM-02"]
    assert as_list(mended.payload["contents"])[1] == {
        "role": "model",
        "parts": [{"text": "One moment."}, *as_list(as_object(as_list(GOOGLE["contents"])[1])["parts"])],
    }


def test_responses_without_ids_belong_to_calls_by_their_order() -> None:
    unnamed = replaced(GOOGLE, "$.contents[2].parts[0].functionResponse.name", "moon")
    mended = as_list(segue.repair(unnamed, GEMINI).payload["contents"])
    assert mended == GOOGLE["contents"]


def test_a_part_of_several_things_becomes_several_parts() -> None:
    several = replaced(GOOGLE, "$.contents[4].parts[0].fileData", {"fileUri": "https://youtu.be/abc"})
    mended = segue.repair(several, GEMINI)
    assert as_object(as_list(mended.payload["contents"])[4])["parts"] == [
        {"text": "Thanks, note that down."},
        {"fileData": {"fileUri": "https://youtu.be/abc"}},
    ]
    assert without(mended.payload, "$.contents[4]") == without(GOOGLE, "$.contents[4]")
