"""Schemas that refer to their own parts hold them, where no reference is followed."""

import pytest

import segue
from support.jsonish import Json, JsonObject, as_object

ASK: JsonObject = {"role": "user", "content": "Which boats lie in the harbour?"}
BOAT: JsonObject = {"type": "object", "properties": {"name": {"type": "string"}}, "description": "A boat."}
TARGETS = [
    "mistral/mistral-large",
    segue.endpoint("mistral/mistral-large", api="openai-completions"),
    segue.endpoint("openai-completions/gpt-4.1", dialect={"schema_references": False}),
    "mistral",
]


def convert(schema: JsonObject, to: str | segue.Endpoint) -> tuple[JsonObject, segue.Report]:
    body: JsonObject = {
        "messages": [ASK],
        "tools": [{"type": "function", "function": {"name": "moor", "parameters": schema}}],
        "seed": 1,
    }
    converted = segue.convert(body, to=to, api="openai-completions")
    return as_object(converted.payload["tools"][0]["function"]["parameters"]), converted.report


def schema(properties: dict[str, Json], **definitions: Json) -> JsonObject:
    return {"type": "object", "properties": properties, "$defs": definitions}


@pytest.mark.parametrize("to", TARGETS)
def test_what_is_referred_to_stands_in_its_place(to: str | segue.Endpoint) -> None:
    given = schema(
        {
            "first": {"$ref": "#/$defs/boat", "description": "The first."},
            "others": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/boat"}, {"type": "null"}]}},
        },
        boat=BOAT,
    )
    made, report = convert(given, to)
    assert made == {
        "type": "object",
        "properties": {
            "first": {**BOAT, "description": "The first."},
            "others": {"type": "array", "items": {"anyOf": [BOAT, {"type": "null"}]}},
        },
    }
    assert {change.rule for change in report.changes if change.block == "Tool"} == {"MIS-07"}
    assert not [change for change in report.losses if change.block == "Tool"]


def test_parts_may_refer_to_parts() -> None:
    fleet: JsonObject = {"type": "array", "items": {"$ref": "#/$defs/boat"}}
    made, _ = convert(schema({"fleet": {"$ref": "#/$defs/fleet"}}, boat=BOAT, fleet=fleet), TARGETS[0])
    assert made["properties"] == {"fleet": {"type": "array", "items": BOAT}}


def test_what_has_no_end_may_be_anything_and_is_told() -> None:
    node: JsonObject = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}
    made, report = convert(schema({"node": {"$ref": "#/$defs/node"}}, node=node), TARGETS[0])
    assert made["properties"] == {"node": {"type": "object", "properties": {"next": {}}}}
    assert [(change.path, change.rule) for change in report.losses] == [("$.tools[0]", "MIS-07")]


def test_the_whole_may_stand_in_itself() -> None:
    made, report = convert({"type": "object", "properties": {"inner": {"$ref": "#"}}}, TARGETS[0])
    assert made["properties"] == {"inner": {"type": "object", "properties": {"inner": {}}}}
    assert len(report.losses) == 1


@pytest.mark.parametrize("reference", ["#/$defs/nothing", "https://example.org/boat.json", "#boat"])
def test_what_is_not_there_may_be_anything(reference: str) -> None:
    made, report = convert(schema({"boat": {"$ref": reference}}, boat=BOAT), TARGETS[0])
    assert as_object(made["properties"])["boat"] == {}
    assert len(report.losses) == 1


def test_parts_that_double_do_not_fill_the_memory() -> None:
    parts: dict[str, Json] = {
        f"p{n}": {"type": "object", "properties": {side: {"$ref": f"#/$defs/p{n + 1}"} for side in ("left", "right")}}
        for n in range(40)
    }
    made, report = convert(schema({"all": {"$ref": "#/$defs/p0"}}, **parts, p40=BOAT), TARGETS[0])
    assert len(str(made)) < 1_000_000
    assert report.losses


def test_a_word_that_only_looks_like_one_is_left_alone() -> None:
    given: JsonObject = {
        "type": "object",
        "properties": {"$ref": {"type": "string"}, "kind": {"enum": [{"$ref": "#"}]}},
    }
    made, _ = convert(given, TARGETS[0])
    assert made == given


def test_who_follows_references_gets_them() -> None:
    given = schema({"first": {"$ref": "#/$defs/boat"}}, boat=BOAT)
    for to in ("openai-completions/gpt-4.1", "deepseek/deepseek-chat"):
        assert convert(given, to)[0] == given


def test_mistral_finds_nothing_to_refuse_in_it() -> None:
    given = schema({"first": {"$ref": "#/$defs/boat"}}, boat=BOAT)
    body: JsonObject = {
        "messages": [ASK],
        "tools": [{"type": "function", "function": {"name": "moor", "parameters": given}}],
        "random_seed": 1,
    }
    assert {problem.rule for problem in segue.check(body, to="mistral/mistral-large")} == {"MIS-07"}
    mended = segue.repair(body, to="mistral/mistral-large")
    assert segue.check(mended.payload, to="mistral/mistral-large") == []
