"""Thinking that is bound to its prefix goes back as long as the prefix does (ANT-44)."""

from typing import Any

import segue

NEWEST = "anthropic/claude-opus-5-5"
AUTHOR = "claude-opus-5-5"


def thought(number: int) -> dict[str, Any]:
    return {"type": "thinking", "thinking": f"Thought {number}.", "signature": f"c2lnbmVk{number}000"}


def history(first: Any = "How deep is it?") -> dict[str, Any]:
    return {
        "model": AUTHOR,
        "max_tokens": 8192,
        "system": "You sound the harbour.",
        "messages": [
            {"role": "user", "content": first},
            {"role": "assistant", "content": [thought(1), {"type": "text", "text": "Four metres."}]},
            {"role": "user", "content": "And at noon?"},
            {"role": "assistant", "content": [thought(2), {"type": "text", "text": "Five."}]},
            {"role": "user", "content": "Thanks."},
        ],
    }


def thoughts(payload: dict[str, Any]) -> list[str]:
    said: list[list[dict[str, Any]]] = [m["content"] for m in payload["messages"] if isinstance(m["content"], list)]
    return [block["thinking"] for blocks in said for block in blocks if block["type"] == "thinking"]


def test_it_goes_back_where_nothing_changed() -> None:
    converted = segue.convert(history(), NEWEST, source_model=AUTHOR)
    assert thoughts(converted.payload) == ["Thought 1.", "Thought 2."]
    assert converted.report.changes == ()


def test_it_becomes_text_from_the_first_change_on() -> None:
    blank = [{"type": "text", "text": "How deep is it?"}, {"type": "text", "text": " "}]
    converted = segue.convert(history(blank), NEWEST, source_model=AUTHOR)
    assert thoughts(converted.payload) == []
    assert "Thought 2." in str(converted.payload)
    told = [(change.rule, change.path) for change in converted.report.changes if change.block == "Thinking"]
    assert told == [("ANT-44", "$.messages[1].content[0]"), ("ANT-44", "$.messages[3].content[0]")]


def test_what_stands_before_a_change_stays() -> None:
    later = history()
    later["messages"][2]["content"] = [{"type": "text", "text": "And at noon?"}, {"type": "text", "text": ""}]
    converted = segue.convert(later, NEWEST, source_model=AUTHOR)
    assert thoughts(converted.payload) == ["Thought 1."]


def test_models_that_bind_nothing_keep_it() -> None:
    blank = [{"type": "text", "text": "How deep is it?"}, {"type": "text", "text": " "}]
    converted = segue.convert(history(blank), "anthropic/claude-opus-4-5", source_model="claude-opus-4-5")
    assert thoughts(converted.payload) == ["Thought 1.", "Thought 2."]


def test_a_visit_elsewhere_changes_nothing() -> None:
    conversation = segue.decode(history(), source_model=AUTHOR)
    visited = segue.encode(conversation, "openai/gpt-5.2")
    assert "signature" not in str(visited.payload)
    longer = conversation.add(
        segue.assistant("You are welcome.", provider="openai", api="openai-responses"), segue.user("?")
    )
    home = segue.encode(longer, NEWEST)
    assert thoughts(home.payload) == ["Thought 1.", "Thought 2."]
