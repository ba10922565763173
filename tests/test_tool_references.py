"""References to tools in results: to one that is declared, or a name in words."""

import pytest

import segue
from support.jsonish import Json, JsonObject, as_list, as_object
from support.provider_checks import violations

CLAUDE = "anthropic/claude-opus-5"
KNOWN: JsonObject = {"type": "tool_reference", "tool_name": "tide"}
UNKNOWN: JsonObject = {"type": "tool_reference", "tool_name": "moon"}
SEARCH: JsonObject = {"name": "search", "input_schema": {"type": "object"}}
TIDE: JsonObject = {"name": "tide", "input_schema": {"type": "object"}, "defer_loading": True}


def searched(*found: Json, tools: list[Json] | None = None) -> JsonObject:
    """A search among tools that found these."""
    return {
        "model": "claude-opus-5",
        "max_tokens": 100,
        "tools": [SEARCH, TIDE] if tools is None else tools,
        "messages": [
            {"role": "user", "content": "When is high water?"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": list(found)}]},
        ],
    }


def result(payload: JsonObject) -> Json:
    message = as_object(as_list(payload["messages"])[2])
    return as_object(as_list(message["content"])[0])["content"]


def test_one_that_is_declared_goes_as_it_came() -> None:
    converted = segue.convert(searched(KNOWN), to=CLAUDE)
    assert result(converted.payload) == [KNOWN]
    assert converted.report.changes == ()


@pytest.mark.parametrize("act", [segue.convert, segue.repair])
def test_the_name_of_one_that_is_not_stays_as_text(act: object) -> None:
    converted = (segue.repair if act is segue.repair else segue.convert)(searched(KNOWN, UNKNOWN), to=CLAUDE)
    assert result(converted.payload) == [KNOWN, {"type": "text", "text": "moon"}]
    assert [(change.action, change.path, change.rule) for change in converted.report.changes] == [
        ("kept-as-text", "$.messages[2].content[0]", "ANT-25")
    ]
    assert violations("anthropic-messages", converted.payload, model="claude-opus-5") == []
    assert segue.check(converted.payload, to=CLAUDE) == []


def test_its_own_api_gets_it_as_it_came() -> None:
    body = searched(UNKNOWN)
    assert segue.convert(body, to="anthropic-messages").payload == body


def test_one_of_a_server_is_declared_by_the_server() -> None:
    body = searched(UNKNOWN, tools=[SEARCH, {"type": "mcp_toolset", "mcp_server_name": "sky"}])
    assert segue.check(body, to=CLAUDE) == []
    assert result(segue.convert(body, to=CLAUDE).payload) == [UNKNOWN]


def test_one_that_was_defined_along_the_way_is_known() -> None:
    body = searched(UNKNOWN)
    definition: JsonObject = {"type": "tool_definition", "definition": {**TIDE, "name": "moon"}}
    said = as_list(as_object(as_list(body["messages"])[2])["content"])
    said.append({"type": "tool_addition", "tool": definition})
    assert "ANT-25" not in {problem.rule for problem in segue.check(body, to=CLAUDE)}
    assert result(segue.convert(body, to=CLAUDE).payload) == [UNKNOWN]
