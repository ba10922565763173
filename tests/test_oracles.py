"""The oracles bite: each finds the defect that was put into a sound body, and nothing in the sound body itself."""

from itertools import permutations

import pytest

from support import facts, provider_checks, vendor_types
from support.edit import at, inserted, replaced, swapped, without
from support.examples import ANSWERS, EXAMPLES, FAREWELLS, IMAGES, PNG, QUESTIONS, RESULTS, THOUGHT
from support.injection import unknown_elements, unknown_fields
from support.jsonish import Json, JsonObject
from support.told import NOTHING_TOLD, told

APIS = list(EXAMPLES)
PAIRS = list(permutations(APIS, 2))


@pytest.mark.parametrize("api", APIS)
def test_a_sound_body_has_no_problems(api: str) -> None:
    assert vendor_types.problems(api, EXAMPLES[api]) == []
    assert provider_checks.violations(api, EXAMPLES[api]) == []
    assert list(provider_checks.unasked_nulls(EXAMPLES[api])) == []


TYPE_DEFECTS: list[tuple[str, str, Json, str]] = [
    ("openai-completions", "$.messages[2].tool_calls[0].function.arguments", {"a": 1}, "arguments"),
    ("openai-completions", "$.messages[2].tool_calls[0].index", 0, "index"),
    ("openai-completions", "$.messages[1].content[0].type", "input_text", "input_text"),
    ("openai-completions", "$.messages[0].role", "narrator", "narrator"),
    ("openai-completions", "$.temperature", "warm", "temperature"),
    ("openai-responses", "$.input[3].arguments", {"a": 1}, "arguments"),
    ("openai-responses", "$.input[1].thought", "x", "thought"),
    ("openai-responses", "$.input[0].content[0].type", "text", "text"),
    ("openai-responses", "$.input[6].output", None, "output"),
    ("anthropic-messages", "$.messages[1].content[0].signature", None, "signature"),
    ("anthropic-messages", "$.messages[2].content[0].name", "tide", "name"),
    ("anthropic-messages", "$.messages[0].content[1].source.media_type", "image/jpg", "media_type"),
    ("anthropic-messages", "$.messages[1].content[2].input", "{}", "input"),
    ("google-generative-ai", "$.contents[1].parts[2].functionCall.arguments", {}, "arguments"),
    ("google-generative-ai", "$.contents[2].parts[0].functionResponse.response", "high", "response"),
    ("google-generative-ai", "$.contents[0].content", "high", "content"),
    ("bedrock-converse", "$.messages[1].content[2].toolUse.toolUseId", "call_1|fc_1", "toolUseId"),
    ("bedrock-converse", "$.messages[0].content[1].image.format", "jpg", "format"),
    ("bedrock-converse", "$.messages[0].content[0].type", "text", "type"),
    ("bedrock-converse", "$.messages[2].content[1].toolResult.status", "failed", "status"),
    ("bedrock-converse", "$.toolConfig.tools", [], "tools"),
]


@pytest.mark.parametrize(("api", "path", "value", "named"), TYPE_DEFECTS)
def test_vendor_types_refuse(api: str, path: str, value: Json, named: str) -> None:
    found = vendor_types.problems(api, replaced(EXAMPLES[api], path, value))
    assert any(named in problem for problem in found), found


@pytest.mark.parametrize("api", APIS)
def test_vendor_types_refuse_unknown_fields_and_elements(api: str) -> None:
    tools = "$.tools[0]"
    accepted = [
        injection.path
        for injection in [*unknown_fields(api, EXAMPLES[api]), *unknown_elements(api, EXAMPLES[api])]
        if not injection.path.startswith(tools) and not vendor_types.problems(api, injection.request)
    ]
    # A wire that opens a type to any key may take one there; in the history none does.
    assert [path for path in accepted if "messages" in path or "input[" in path or "contents" in path] == []


@pytest.mark.parametrize("api", APIS)
def test_a_lost_text_is_missing(api: str) -> None:
    lost = without(EXAMPLES[api], ANSWERS[api])
    assert len(facts.missing(api, EXAMPLES[api], api, lost, NOTHING_TOLD)) == 1
    assert facts.missing(api, EXAMPLES[api], api, lost, told("dropped", ANSWERS[api])) == []
    assert len(facts.missing(api, EXAMPLES[api], api, lost, told("moved", ANSWERS[api]))) == 1
    assert len(facts.missing(api, EXAMPLES[api], api, lost, told("dropped", "$"))) == 1


@pytest.mark.parametrize("api", APIS)
def test_one_of_two_equal_texts_is_missing(api: str) -> None:
    ending = EXAMPLES[api][FAREWELLS[api].split(".")[1].partition("[")[0]]
    assert isinstance(ending, list)
    twice = inserted(EXAMPLES[api], FAREWELLS[api].rpartition("[")[0], len(ending), at(EXAMPLES[api], FAREWELLS[api]))
    assert len(facts.missing(api, twice, api, EXAMPLES[api], NOTHING_TOLD)) == 1


@pytest.mark.parametrize("api", APIS)
def test_a_lost_image_is_missing(api: str) -> None:
    lost = without(EXAMPLES[api], IMAGES[api])
    assert [fact for fact in facts.missing(api, EXAMPLES[api], api, lost, NOTHING_TOLD) if "media" in fact]
    assert facts.missing(api, EXAMPLES[api], api, lost, told("dropped", IMAGES[api], "Image")) == []
    assert facts.missing(api, EXAMPLES[api], api, lost, told("dropped", IMAGES[api], "CacheMark")) != []


@pytest.mark.parametrize("api", APIS)
def test_swapped_results_are_mispaired(api: str) -> None:
    crossed = swapped(EXAMPLES[api], *RESULTS[api])
    assert facts.missing(api, EXAMPLES[api], api, crossed, NOTHING_TOLD) == []
    assert len(facts.mispaired(api, EXAMPLES[api], api, crossed, NOTHING_TOLD)) == 2


@pytest.mark.parametrize("api", APIS)
def test_a_changed_argument_is_missing_and_the_new_one_invented(api: str) -> None:
    spelled: JsonObject = {"harbour": "Ribe"}
    path, changed = {
        "openai-completions": ("$.messages[2].tool_calls[0].function.arguments", '{"harbour": "Ribe"}'),
        "openai-responses": ("$.input[3].arguments", '{"harbour": "Ribe"}'),
        "anthropic-messages": ("$.messages[1].content[2].input", spelled),
        "google-generative-ai": ("$.contents[1].parts[2].functionCall.args", spelled),
        "mistral": ("$.messages[2].tool_calls[0].function.arguments", spelled),
        "bedrock-converse": ("$.messages[1].content[2].toolUse.input", spelled),
    }[api]
    target = replaced(EXAMPLES[api], path, changed)
    found = facts.compare(api, EXAMPLES[api], api, target, NOTHING_TOLD)
    assert len(found.missing) == 1
    assert len(found.invented) == 1


@pytest.mark.parametrize("api", APIS)
def test_texts_in_another_order_are_disordered(api: str) -> None:
    turned = swapped(EXAMPLES[api], ANSWERS[api], FAREWELLS[api])
    assert len(facts.disordered(api, EXAMPLES[api], api, turned, NOTHING_TOLD)) == 1
    assert facts.disordered(api, EXAMPLES[api], api, turned, told("moved", FAREWELLS[api])) == []


@pytest.mark.parametrize("api", APIS)
def test_a_text_from_nowhere_is_invented(api: str) -> None:
    speech = without(EXAMPLES[api], QUESTIONS[api])
    assert len(facts.invented(api, speech, api, EXAMPLES[api], NOTHING_TOLD)) == 1
    assert facts.invented(api, speech, api, EXAMPLES[api], told("synthesized", QUESTIONS[api])) == []


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_same_conversation_compares_equal_across_wires(source: str, target: str) -> None:
    found = facts.compare(source, EXAMPLES[source], target, EXAMPLES[target], NOTHING_TOLD)
    thoughtless = "openai-completions"
    assert [THOUGHT in line for line in found.missing] == ([True] if target == thoughtless else [])
    assert [THOUGHT in line for line in found.invented] == ([True] if source == thoughtless else [])
    assert found.disordered == []
    assert found.mispaired == []


def test_a_result_may_change_its_form_but_not_its_values() -> None:
    source, target = EXAMPLES["anthropic-messages"], EXAMPLES["google-generative-ai"]
    calmer = replaced(target, "$.contents[2].parts[1].functionResponse.response.knots", 12)
    found = facts.missing("anthropic-messages", source, "google-generative-ai", calmer, NOTHING_TOLD)
    assert len(found) == 1


def test_the_image_is_the_same_in_every_wire() -> None:
    for api, example in EXAMPLES.items():
        assert [fact.content for fact in facts.facts(api, example) if fact.kind == "media"] == [PNG]
