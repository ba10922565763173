"""Bedrock Converse: what a message and a request may hold, and what the families behind it know (L2, L3)."""

import copy

import pytest

import segue
from support.examples import PNG
from support.jsonish import Json, JsonObject, as_list, as_object, objects

CLAUDE = "bedrock/us.anthropic.claude-opus-4-6-v1"
NOVA = "bedrock/us.amazon.nova-pro-v1:0"
MARK: JsonObject = {"type": "ephemeral"}

TOOLS: list[Json] = [
    {"name": name, "input_schema": {"type": "object", "properties": {}}, "cache_control": MARK} for name in "ab"
]


def marked_request() -> JsonObject:
    """Of Anthropic's, with six marks: two on tools, one on the instructions, three in messages."""
    words: list[Json] = [{"type": "text", "text": f"Word {number}.", "cache_control": MARK} for number in range(3)]
    return {
        "model": "claude-opus-5",
        "max_tokens": 100,
        "system": [{"type": "text", "text": "Be brief.", "cache_control": MARK}],
        "tools": TOOLS,
        "messages": [{"role": "user", "content": words}],
    }


def cache_points(payload: JsonObject) -> list[str]:
    """The paths of all cache points of a Converse request."""
    config = as_object(payload.get("toolConfig"))
    held = [*objects(config.get("tools"), "$.toolConfig.tools"), *objects(payload.get("system"), "$.system")]
    for path, message in objects(payload["messages"], "$.messages"):
        held += objects(message.get("content"), f"{path}.content")
    return [path for path, value in held if "cachePoint" in value]


def test_four_cache_points_are_written_the_newest() -> None:
    converted = segue.convert(marked_request(), CLAUDE)
    points = cache_points(converted.payload)
    assert len(points) == 4
    assert not any(path.startswith("$.toolConfig") for path in points)
    told = [change.path for change in converted.report.changes if change.block == "CacheMark"]
    assert told == ["$.tools[0]", "$.tools[1]"]
    assert converted.report.lossless


def test_marks_of_its_own_are_limited_wherever_they_stand() -> None:
    point: JsonObject = {"cachePoint": {"type": "default"}}
    tool: JsonObject = {"toolSpec": {"name": "a", "inputSchema": {"json": {"type": "object"}}}}
    request: JsonObject = {
        "system": [{"text": "Be brief."}, point],
        "toolConfig": {"tools": [tool, point]},
        "messages": [
            {"role": "user", "content": [{"text": "One."}, point, {"text": "Two."}, point, {"text": "Three."}, point]},
            {"role": "assistant", "content": [{"text": "Yes."}]},
            {"role": "user", "content": [{"text": "Four."}, point]},
        ],
    }
    before = copy.deepcopy(request)
    repaired = segue.repair(request, CLAUDE)
    assert cache_points(repaired.payload) == [
        "$.messages[0].content[1]",
        "$.messages[0].content[3]",
        "$.messages[0].content[5]",
        "$.messages[2].content[1]",
    ]
    assert [change.path for change in repaired.report.changes] == ["$.toolConfig.tools[1]", "$.system[1]"]
    assert segue.convert(request, "bedrock-converse").payload == before


def pictures(many: int) -> JsonObject:
    parts: list[Json] = [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}} for _ in range(many)
    ]
    return {"model": "gpt-5.2", "messages": [{"role": "user", "content": [*parts, {"type": "text", "text": "?"}]}]}


@pytest.mark.parametrize(("shown", "kept"), [(20, 20), (23, 20)])
def test_a_message_shows_twenty_images_and_says_where_others_were(shown: int, kept: int) -> None:
    converted = segue.convert(pictures(shown), CLAUDE)
    (_, message), *_ = objects(converted.payload["messages"], "$.messages")
    content = [block for _, block in objects(message["content"], "$")]
    assert sum("image" in block for block in content) == kept
    assert [block["text"] for block in content[: shown - kept]] == ["(Here was an image.)"] * (shown - kept)
    assert [loss.path for loss in converted.report.losses] == [
        f"$.messages[0].content[{number}]" for number in range(shown - kept)
    ]


def test_each_message_has_an_allowance_of_its_own() -> None:
    request = pictures(15)
    asked = as_list(request["messages"])
    request["messages"] = [*asked, {"role": "assistant", "content": "Boats."}, *asked]
    converted = segue.convert(request, CLAUDE)
    assert converted.report.lossless
    request["messages"] = [*asked, *asked]  # Converse has neighbours of one role in one message
    assert len(segue.convert(request, CLAUDE).report.losses) == 10


def thinking_of(model: str, signature: str | None) -> segue.Conversation:
    provider, _, name = model.partition("/")
    thought = segue.Thinking("Tide and wind decide.", signature=signature)
    said = segue.Message("assistant", (thought, segue.Text("Wait.")), provider, "bedrock-converse", name)
    return segue.Conversation((segue.user("When?"), said, segue.user("And then?")))


@pytest.mark.parametrize(
    ("model", "signature", "stays"),
    [(CLAUDE, "c2lnbmVk", True), (CLAUDE, None, False), (CLAUDE, "no signature!", False), (NOVA, None, True)],
)
def test_thinking_goes_back_to_claude_where_it_is_signed(model: str, signature: str | None, *, stays: bool) -> None:
    converted = segue.encode(thinking_of(model, signature), model)
    _, (_, said), *_ = objects(converted.payload["messages"], "$.messages")
    kinds = [next(iter(block)) for _, block in objects(said["content"], "$")]
    assert kinds == (["reasoningContent", "text"] if stays else ["text", "text"])
    assert "Tide and wind decide." in str(said)


@pytest.mark.parametrize(
    ("model", "choice", "lost"),
    [
        (CLAUDE, {"tool": {"name": "look"}}, False),
        ("bedrock/mistral.mistral-large-2407-v1:0", {"any": {}}, False),
        ("bedrock/cohere.command-r-plus-v1:0", None, True),
        ("bedrock/qwen.qwen3-32b-v1:0", None, True),
    ],
)
def test_calls_are_forced_as_far_as_the_family_knows_it(model: str, choice: Json, *, lost: bool) -> None:
    request: JsonObject = {
        "model": "gpt-5.2",
        "messages": [{"role": "user", "content": "Look."}],
        "tools": [{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}],
        "tool_choice": {"type": "function", "function": {"name": "look"}},
    }
    converted = segue.convert(request, model)
    assert as_object(converted.payload["toolConfig"]).get("toolChoice") == choice
    assert [loss.path for loss in converted.report.losses] == (["$.tool_choice"] if lost else [])
    assert segue.check(converted.payload, model, api="bedrock-converse") == []
