"""Messages go from provider to provider: what specification rows S4-01 to S4-30 ask of `transform_messages`."""

from typing import Any

import msgspec
import pytest

import segue
from segue import Base64, Image, InvalidHistory, Message, Text, Thinking, ToolCall, ToolResult
from segue.conversation import AnyBlock
from support.examples import EXAMPLES, PNG
from support.judge import complaints

APIS = {
    "openai-completions": "deepseek",
    "openai-responses": "openai",
    "anthropic-messages": "anthropic",
    "google-generative-ai": "google",
}

HOMES = {**APIS, "openai-completions": "openai"}

AUTHORS = {
    "openai-completions": ("deepseek", "openai-completions", "deepseek-chat"),
    "openai-responses": ("openai", "openai-responses", "gpt-5-codex"),
    "anthropic-messages": ("anthropic", "anthropic-messages", "claude-sonnet-4-5"),
    "google-generative-ai": ("google", "google-generative-ai", "gemini-2.5-pro"),
}

ASKED = Message("user", "How many tickets are open?")
CALL = ToolCall("call_1", "search_database", '{"state": "open"}')
RESULT = Message("tool", "42 tickets", tool_call_id="call_1")


def said(api: str, *content: AnyBlock) -> Message:
    return Message("assistant", content, *AUTHORS[api])


def history(api: str) -> list[Message]:
    calling = said(api, Thinking("A question of counting.", signature="c2lnbmVk"), Text("Let me look."), CALL)
    return [ASKED, calling, RESULT, said(api, Text("There are 42.")), Message("user", "Thanks.")]


def kinds(message: Message) -> list[type]:
    return [type(block) for block in message.blocks]


def without_thinking(messages: list[Message]) -> list[tuple[str, list[AnyBlock]]]:
    return [(each.role, [block for block in each.blocks if not _thought(block)]) for each in messages]


def _thought(block: AnyBlock) -> bool:
    return isinstance(block, Thinking) or (isinstance(block, Text) and "counting" in block.text)


@pytest.mark.parametrize("target", APIS)
@pytest.mark.parametrize("source", APIS)
def test_s4_01_16_27_every_direction_keeps_what_was_said(source: str, target: str) -> None:
    moved = segue.transform_messages(history(source), target_provider=APIS[target], target_api=target)
    assert [message.role for message in moved] == ["user", "assistant", "tool", "assistant", "user"]
    assert without_thinking(moved) == without_thinking(history(source))
    assert any("counting" in getattr(block, "text", "") for block in moved[1].blocks)


def test_s4_03_04_one_frozen_message_without_legacy_fields() -> None:
    message = Message(role="tool", content="42", provider=None, api=None, model=None, tool_call_id="call_1")
    names = {field.name for field in msgspec.structs.fields(Message)}
    assert {"role", "content", "provider", "api", "model", "tool_call_id"} <= names
    assert not {"tool_calls", "thinking_content", "reasoning_content"} & names
    for name in names:
        with pytest.raises(AttributeError):
            setattr(message, name, None)


def test_s4_05_30_calls_are_counted_over_a_history() -> None:
    assert sum(len(message.get_tool_calls()) for message in history("openai-completions")) == 1
    nothing: Any = None
    assert sum(len(message.get_tool_calls()) for message in [ASKED, Message("assistant", nothing), RESULT]) == 0


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("result", ["42 tickets", [Text("42 tickets")]])
def test_s4_06_strings_and_blocks_are_the_same_to_every_api(api: str, result: Any) -> None:
    answered = [ASKED, said(api, CALL), Message("tool", result, tool_call_id="call_1")]
    assert "42 tickets" in str(segue.encode(segue.Conversation(tuple(answered)), api).payload)


@pytest.mark.parametrize("content", [{"text": "x"}, 42, 4.2, object()])
def test_s4_07_other_content_is_refused_with_its_type(content: Any) -> None:
    with pytest.raises(ValueError, match=r"^content must be str or list\[ContentBlock\], got ") as refused:
        Message("user", content)
    assert str(refused.value).endswith(type(content).__name__)


def test_s4_08_all_ways_of_calling_are_one() -> None:
    messages = history("anthropic-messages")
    moved = segue.transform_messages(messages, target_provider="openai", target_api="openai-completions")
    low = segue.transform_messages(
        messages,
        from_provider="anthropic",
        from_api="anthropic-messages",
        to_provider="openai",
        to_api="openai-completions",
    )
    short = segue.transform_messages(messages, "anthropic", "openai")
    assert moved == low
    assert without_thinking(short) == without_thinking(moved)


def test_s4_09_26_29_orphans_are_answered_and_the_last_calls_wait() -> None:
    orphaned = [ASKED, said("openai-completions", CALL), Message("user", "Never mind.")]
    moved = segue.transform_messages(orphaned, "openai", "anthropic")
    assert [message.role for message in moved] == ["user", "assistant", "tool", "user"]
    answer = moved[2].blocks[0]
    assert isinstance(answer, ToolResult)
    assert (answer.text, answer.is_error) == ("No result provided", True)
    waiting = segue.transform_messages(orphaned[:2], "openai", "anthropic")
    assert [call.id for call in waiting[-1].get_tool_calls()] == ["call_1"]
    silent = [ASKED, said("openai-completions"), Message("tool", "", tool_call_id="call_1")]
    assert [message.role for message in segue.transform_messages(silent, "openai", "openai")][:1] == ["user"]
    dropped = segue.transform_messages(orphaned, "openai", "anthropic", orphans="drop")
    assert not any(message.get_tool_calls() for message in dropped)


@pytest.mark.parametrize("provider", ["groq", "cerebras", "xai", "openrouter"])
def test_s4_12_rows_are_enough_for_further_providers(provider: str) -> None:
    row = segue.models.default_registry().provider(provider)
    assert row is not None
    assert row.api == "openai-completions"
    moved = segue.transform_messages(history("anthropic-messages"), target_provider=provider)
    assert without_thinking(moved) == without_thinking(history("anthropic-messages"))


def test_s4_13_thinking_is_reasoning_content_where_that_goes_back() -> None:
    thought: list[dict[str, Any]] = [
        {"role": "user", "content": "6 × 7?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Let me multiply.", "signature": "c2lnbmVk"},
                {"type": "text", "text": "42"},
            ],
        },
    ]
    moved = segue.transform_messages(thought, from_provider="anthropic", to_provider="deepseek")
    assert moved[1]["reasoning_content"] == "Let me multiply."
    assert moved[1]["content"] == "42"
    back = segue.transform_messages(moved, from_provider="deepseek", to_provider="anthropic", thinking="tagged")
    assert "Let me multiply." in str(back[1]["content"])
    assert segue.transform_messages(thought, from_provider="anthropic", to_provider="anthropic") == thought


def test_s4_14_15_reasoning_items_go_home_before_their_calls() -> None:
    items: list[dict[str, Any]] = [
        {"role": "user", "content": "How many?"},
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": "Counting."}],
            "encrypted_content": "c2VhbGVk",
        },
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "search", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_1", "output": "42"},
        {"role": "user", "content": "Thanks."},
    ]
    conversation = segue.decode(items, api="openai-responses", source_model="openai/gpt-5-codex")
    away = segue.transform_messages(list(conversation.messages), target_provider="anthropic")
    assert "c2VhbGVk" not in str(segue.encode(segue.Conversation(tuple(away)), "anthropic-messages").payload)
    home = segue.transform_messages(
        list(conversation.messages), target_provider="openai", target_api="openai-responses"
    )
    assert segue.encode(segue.Conversation(tuple(home)), "openai-responses").payload["input"] == items


def test_s4_17_what_only_one_model_may_read_goes_to_that_one_alone() -> None:
    messages = history("anthropic-messages")
    own = segue.transform_messages(messages, target_provider="anthropic", target_model="claude-sonnet-4-5")
    assert kinds(own[1]) == [Thinking, Text, ToolCall]
    other = segue.transform_messages(messages, target_provider="anthropic", target_model="claude-opus-5")
    assert Thinking not in kinds(other[1])


def test_s4_18_pictures_go_to_models_that_see() -> None:
    seen = [Message("user", (Text("What is this?"), Image(Base64(PNG, "image/png"))))]
    assert Image in kinds(segue.transform_messages(seen, target_provider="openai", target_model="gpt-4o")[0])
    blind = segue.transform_messages(seen, target_provider="openai", target_model="gpt-3.5-turbo")
    assert kinds(blind[0]) == [Text, Text]


def test_s4_19_a_budget_for_thinking_is_large_enough_for_claude() -> None:
    asked = {
        "contents": [{"role": "user", "parts": [{"text": "Think a little."}]}],
        "generationConfig": {"thinkingConfig": {"thinkingBudget": 512}, "maxOutputTokens": 800},
    }
    body = segue.convert(asked, "anthropic/claude-sonnet-4-5").payload
    assert body["thinking"]["budget_tokens"] >= 1024
    assert body["max_tokens"] > body["thinking"]["budget_tokens"]
    small = {**EXAMPLES["anthropic-messages"], "thinking": {"type": "enabled", "budget_tokens": 512}}
    assert "ANT-48" in {problem.rule for problem in segue.check(small, "anthropic/claude-sonnet-4-5")}


@pytest.mark.parametrize("target", APIS)
@pytest.mark.parametrize("source", APIS)
def test_s4_27_there_and_back_is_the_same_history(source: str, target: str) -> None:
    """Whoever keeps the messages has lost nothing by sending others away."""
    messages = history(source)
    segue.transform_messages(messages, target_provider=APIS[target], target_api=target)
    back = segue.transform_messages(messages, target_provider=APIS[source], target_api=source)
    assert back == messages
    through = segue.transform_messages(messages, target_provider=APIS[target], target_api=target)
    again = segue.transform_messages(through, target_provider=APIS[source], target_api=source)
    assert without_thinking(again) == without_thinking(messages)


@pytest.mark.parametrize("target", APIS)
@pytest.mark.parametrize("source", APIS)
def test_s4_27_wire_messages_of_every_api_go_to_every_other(source: str, target: str) -> None:
    key = {"openai-responses": "input", "google-generative-ai": "contents"}
    body = EXAMPLES[source]
    wires: Any = body[key.get(source, "messages")]
    moved = segue.transform_messages(
        wires, from_provider=HOMES[source], from_api=source, to_provider=HOMES[target], to_api=target
    )
    if source == target:
        assert moved == wires
        return
    told = [message for message in moved if message.get("role") != "system" or target.startswith("openai")]
    converted = segue.convert(wires, target, api=source)
    report = converted.report
    only = {key.get(source, "messages"): wires}
    found = complaints(source, only, target, {**converted.payload, key.get(target, "messages"): told}, report)
    assert found == []


def test_a_history_that_goes_on_is_not_ended() -> None:
    """Nobody speaks for the user at either end of messages that are kept to be continued."""
    wires: list[dict[str, Any]] = [
        {"role": "assistant", "content": "Hello, how can I help?"},
        {"role": "user", "content": "Just that."},
        {"role": "assistant", "content": "Good."},
    ]
    moved = segue.transform_messages(wires, from_provider="openai", to_provider="anthropic")
    assert [message["role"] for message in moved] == ["assistant", "user", "assistant"]


@pytest.mark.parametrize("messages", [None, "text", 42, {"role": "user"}])
def test_what_is_no_list_is_refused(messages: Any) -> None:
    with pytest.raises(InvalidHistory, match="expected a list of messages"):
        segue.transform_messages(messages, target_provider="openai")


@pytest.mark.parametrize("messages", [[ASKED, {"role": "user"}], [{"role": "user", "content": "x"}, ASKED]])
def test_a_list_is_of_one_kind(messages: Any) -> None:
    with pytest.raises(InvalidHistory, match="like the first") as refused:
        segue.transform_messages(messages, target_provider="openai")
    assert refused.value.path == "$[1]"


def test_nothing_is_nothing_to_everybody() -> None:
    assert segue.transform_messages([], target_provider="anthropic") == []
