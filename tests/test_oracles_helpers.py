"""The smaller oracles: sameness, tools, and what is put into requests that nobody has heard of."""

import pytest

from support import facts, tools
from support.edit import replaced, without
from support.examples import EXAMPLES
from support.injection import UNHEARD_OF, everything_unknown, unknown_elements, unknown_fields
from support.jsonish import Json, strings
from support.sameness import differences
from support.told import NOTHING_TOLD, told

APIS = list(EXAMPLES)

SCHEMA_KEYS = {
    "openai-completions": ".function.parameters",
    "openai-responses": ".parameters",
    "anthropic-messages": ".input_schema",
    "google-generative-ai": ".parametersJsonSchema",
    "bedrock-converse": ".toolSpec.inputSchema.json",
    "mistral": ".function.parameters",
}


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (None, False), ("", None), ([1], [1, 2]), ({"a": None}, {}), ({}, {"a": 1}), (0.0, -0.0)],
)
def test_what_json_tells_apart_differs(one: Json, other: Json) -> None:
    assert list(differences({"at": one}, {"at": other}))


def test_what_people_wrote_keeps_the_order_of_its_keys() -> None:
    one: Json = {"input": {"a": 1, "b": 2}}
    other: Json = {"input": {"b": 2, "a": 1}}
    assert list(differences(one, other))
    assert list(differences({"a": 1, "b": 2}, {"b": 2, "a": 1})) == []


@pytest.mark.parametrize("source", APIS)
@pytest.mark.parametrize("target", APIS)
def test_the_same_tools_are_declared_in_every_wire(source: str, target: str) -> None:
    assert tools.undeclared(source, EXAMPLES[source], target, EXAMPLES[target], NOTHING_TOLD) == []


@pytest.mark.parametrize("api", APIS)
def test_a_lost_tool_or_parameter_is_undeclared(api: str) -> None:
    first = tools.declared(api, EXAMPLES[api])[0].path
    schema = first + SCHEMA_KEYS[api]
    lost = without(EXAMPLES[api], first)
    narrowed = replaced(EXAMPLES[api], f"{schema}.properties", {})
    assert len(tools.undeclared(api, EXAMPLES[api], api, lost, NOTHING_TOLD)) == 1
    assert len(tools.undeclared(api, EXAMPLES[api], api, narrowed, NOTHING_TOLD)) == 1
    assert tools.undeclared(api, EXAMPLES[api], api, narrowed, told("rewritten", first)) == []


@pytest.mark.parametrize("api", APIS)
def test_unknown_things_are_put_everywhere(api: str) -> None:
    before = list(strings(EXAMPLES[api]))
    for injection in [*unknown_fields(api, EXAMPLES[api]), *unknown_elements(api, EXAMPLES[api])]:
        assert list(differences(EXAMPLES[api], injection.request)), injection.path
    everything = everything_unknown(api, EXAMPLES[api])
    assert set(before) <= set(strings(everything))
    assert UNHEARD_OF in everything


@pytest.mark.parametrize("api", APIS)
def test_an_unknown_element_is_a_fact(api: str) -> None:
    for injection in unknown_elements(api, EXAMPLES[api]):
        assert len(facts.facts(api, injection.request)) == len(facts.facts(api, EXAMPLES[api])) + 1, injection.path
        assert facts.missing(api, injection.request, api, EXAMPLES[api], NOTHING_TOLD), injection.path
