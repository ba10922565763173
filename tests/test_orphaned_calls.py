"""Calls and results that lost each other: whose result is whose, and what stays as it was."""

import segue
from segue import Message, ToolCall, ToolResult
from support.jsonish import Json, JsonObject, as_list, get

HOME = "anthropic/claude-opus-5"
MARK: JsonObject = {"type": "ephemeral"}


def calling(call_id: str, name: str = "tide") -> JsonObject:
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": call_id, "name": name, "input": {"harbour": "Esbjerg"}}],
    }


def answering(call_id: str, text: str, *more: Json) -> JsonObject:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call_id, "content": text}, *more]}


def asking(text: str) -> JsonObject:
    return {"role": "user", "content": text}


def sent(messages: list[Json], to: str = HOME) -> list[Json]:
    return as_list(segue.convert(messages, to, api="anthropic-messages").payload["messages"])


def test_an_interrupted_call_does_not_take_the_result_of_a_later_one_with_its_id() -> None:
    again = sent(
        [asking("Now?"), calling("call_0"), asking("Again?"), calling("call_0", "wind"), answering("call_0", "NW 5")]
    )
    first, second = (str(get(again[at], "content")) for at in (2, -1))
    assert "No result provided" in first
    assert "NW 5" in second
    assert "NW 5" not in first


def test_results_of_one_step_answer_its_calls_in_their_order() -> None:
    """Parallel calls of one id, as some hosts number them."""
    call, result = ToolCall("call_0", "tide", '{"day": 1}'), ToolCall("call_0", "tide", '{"day": 2}')
    history = segue.Conversation(
        (
            segue.user("Two days."),
            Message("assistant", (call, result)),
            Message("tool", (ToolResult("call_0", "one"), ToolResult("call_0", "two"))),
            segue.user("And then?"),
            Message("assistant", (ToolCall("call_1", "tide", "{}"),)),
            segue.user("Never mind."),
        )
    )
    body = segue.encode(history, HOME).payload["messages"]
    results = [block for block in body[2]["content"] if block["type"] == "tool_result"]
    assert [call["id"] for call in body[1]["content"]] == [answer["tool_use_id"] for answer in results]
    assert [answer["content"] for answer in results] == ["one", "two"]


def test_what_is_answered_in_its_place_stays_as_it_was() -> None:
    """A defect elsewhere is no reason to write a sound step anew."""
    sound: list[Json] = [
        asking("Now?"),
        calling("toolu_1"),
        answering("toolu_1", "High at 16:20.", {"type": "text", "text": "And the wind?", "cache_control": MARK}),
    ]
    again = sent([*sound, calling("toolu_2"), asking("Never mind.")])
    assert again[:3] == sound


def test_text_in_front_of_a_result_is_no_place_for_it() -> None:
    mixed = answering("toolu_1", "High at 16:20.")
    as_list(mixed["content"]).insert(0, {"type": "text", "text": "Here it is."})
    again = sent([asking("Now?"), calling("toolu_1"), mixed])
    assert [get(block, "type") for block in as_list(get(again[2], "content"))] == ["tool_result", "text"]


def test_a_search_that_the_client_ran_keeps_its_answer_at_home() -> None:
    items: list[Json] = [
        {"role": "user", "content": "Find the tide tool."},
        {
            "type": "tool_search_call",
            "call_id": "search_1",
            "execution": "client",
            "status": "completed",
            "arguments": {"query": "tide"},
        },
        {"type": "function_call_output", "call_id": "search_1", "output": "Found one."},
        {"role": "user", "content": "Thanks."},
    ]
    assert segue.convert(items, "openai/gpt-5.2", api="openai-responses").payload["input"] == items
    away = segue.convert(items, HOME, api="openai-responses")
    assert "Found one." in str(away.payload["messages"])


def test_nobody_asked_that_tools_of_the_history_alone_be_left_alone() -> None:
    """Converse has no word for no tools: that is a loss where it was asked for, and none where it was not."""
    to = "bedrock/us.anthropic.claude-opus-4-6-v1"
    history: list[Json] = [asking("How is the tide?"), calling("toolu_1"), answering("toolu_1", "High.")]
    assert segue.convert(history, to, api="anthropic-messages").report.lossless
    body: JsonObject = {"messages": history, "tool_choice": {"type": "none"}}
    assert [change.path for change in segue.convert(body, to, api="anthropic-messages").report.losses] == [
        "$.tool_choice"
    ]


def test_a_message_of_nothing_does_not_stand_between_results_and_a_document() -> None:
    pdf: JsonObject = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjQK"}
    shown: JsonObject = {"role": "user", "content": [{"type": "document", "source": pdf}]}
    nothing: JsonObject = {"role": "assistant", "content": []}
    history: list[Json] = [asking("Hi."), calling("toolu_1"), answering("toolu_1", "High."), nothing, shown]
    payload = segue.convert(history, "bedrock/us.anthropic.claude-opus-4-6-v1", api="anthropic-messages").payload
    assert [message["role"] for message in payload["messages"]] == ["user", "assistant", "user", "assistant", "user"]
