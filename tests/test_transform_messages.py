"""Messages for another provider, by either way of calling, as the kind that they came in (S4-08, S4-26, S4-29)."""

import pytest

import segue
from segue import Message, Text, Thinking, ToolCall, ToolResult
from segue.conversation import AnyBlock


def claude(content: str | tuple[AnyBlock, ...]) -> Message:
    return Message("assistant", content, "anthropic", "anthropic-messages", "claude-opus-5")


THOUGHT = Thinking(text="Both, then.", signature="c2lnbmVk")
CALL = ToolCall("functions.tide:0", "tide", '{"harbour": "Esbjerg"}')
ASKED = Message("user", "Can the ketch leave?")
CALLING = claude((THOUGHT, Text("Let me look."), CALL))
RESULT = Message("tool", "High water at 16:20.", tool_call_id=CALL.id)
ANSWER = claude("It can.")
HISTORY = [ASKED, CALLING, RESULT, ANSWER]


def test_every_way_of_calling_gives_the_same() -> None:
    api = "openai-completions"
    transformed = segue.transform_messages(HISTORY, target_provider="openai", target_api=api)
    assert transformed == segue.transform_messages(HISTORY, to_provider="openai", to_api=api)
    assert transformed == segue.transform_messages(
        HISTORY, from_provider="anthropic", from_api="anthropic-messages", to_provider="openai", to_api=api
    )
    assert [message.role for message in transformed] == ["user", "assistant", "tool", "assistant"]
    assert [type(block) for block in transformed[1].blocks] == [Text, Text, ToolCall]


def test_the_short_way_names_providers_only() -> None:
    transformed = segue.transform_messages(HISTORY, "anthropic", "openai")
    assert not any(isinstance(block, Thinking) for message in transformed for block in message.blocks)


def test_what_needs_nothing_is_the_very_same_message() -> None:
    transformed = segue.transform_messages(HISTORY, target_provider="anthropic", target_api="anthropic-messages")
    assert [a is b for a, b in zip(transformed, HISTORY, strict=True)] == [True, False, False, True]
    assert THOUGHT in transformed[1].blocks
    again = segue.transform_messages(transformed, target_provider="anthropic", target_api="anthropic-messages")
    assert all(a is b for a, b in zip(again, transformed, strict=True))


def test_thinking_takes_the_form_that_is_asked_for() -> None:
    tagged = segue.transform_messages(HISTORY, target_provider="openai", thinking="tagged")
    assert tagged[1].blocks[0] == Text("<thinking>\nBoth, then.\n</thinking>")
    dropped = segue.transform_messages(HISTORY, target_provider="openai", thinking="drop")
    assert [type(block) for block in dropped[1].blocks] == [Text, ToolCall]
    kept = segue.transform_messages(HISTORY, target_provider="deepseek")
    assert kept[1].blocks[0] == Thinking(text="Both, then.")


def test_ids_are_the_same_on_both_sides() -> None:
    for message in segue.transform_messages(HISTORY, target_provider="anthropic")[1:3]:
        for block in message.blocks:
            if isinstance(block, ToolCall | ToolResult):
                call_id = block.id if isinstance(block, ToolCall) else block.tool_call_id
                assert ":" not in call_id
    calls = segue.transform_messages(HISTORY, target_provider="anthropic")
    assert calls[1].get_tool_calls()[0].id == calls[2].tool_call_id


def test_calls_that_nobody_answered_get_an_answer_unless_they_are_the_last() -> None:
    interrupted = segue.transform_messages([ASKED, CALLING, ASKED], target_provider="openai")
    assert [message.role for message in interrupted] == ["user", "assistant", "tool", "user"]
    pending = segue.transform_messages([ASKED, CALLING], target_provider="openai")
    assert [message.role for message in pending] == ["user", "assistant"]
    assert len(pending[1].get_tool_calls()) == 1


def test_only_an_assistant_that_says_nothing_is_left_out() -> None:
    silent = [
        ASKED,
        claude(""),
        claude((CALL,)),
        Message("tool", "", tool_call_id=CALL.id),
    ]
    transformed = segue.transform_messages(silent, target_provider="google")
    assert [message.role for message in transformed] == ["user", "assistant", "tool"]


def test_wire_messages_come_back_as_wire_messages() -> None:
    wires = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Can the ketch leave?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "tide", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "High water at 16:20."},
    ]
    claude = segue.transform_messages(wires, from_provider="openai", to_provider="anthropic")
    assert claude[0] == {"role": "system", "content": "Be brief."}
    assert claude[2]["content"][0]["type"] == "tool_use"
    assert claude[3]["content"][0]["tool_use_id"] == "call_1"
    gemini = segue.transform_messages(wires, from_provider="openai", to_provider="gemini")
    assert gemini[0] == {"role": "system", "parts": [{"text": "Be brief."}]}
    assert gemini[1]["parts"][0] == {"text": "Can the ketch leave?"}


def test_nowhere_is_no_target() -> None:
    with pytest.raises(segue.UsageError, match="target_provider"):
        segue.transform_messages(HISTORY)
    with pytest.raises(segue.UsageError, match="unknown API"):
        segue.transform_messages(HISTORY, target_api="openai-complete")
