"""What programs put together themselves: kinds of strings of their own, objects that are no JSON, wrong types.

It is read as what it says, or refused with its place [L10]; never a traceback from inside, never a hang.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any
from unittest.mock import MagicMock

import pytest
from pydantic import BaseModel, ConfigDict

import segue
from segue import (
    Base64,
    Conversation,
    Document,
    Image,
    Message,
    Refusal,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Url,
)
from strategies import MODELS


class Markup(str):
    """A text as a template engine makes it, which changes when it is asked for."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"<b>{super().__str__()}</b>"


class Name(str):
    __slots__ = ()


class Count(int):
    pass


class Share(float):
    pass


class Speaker(StrEnum):
    USER = "user"


class Holder(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    role: str = "user"
    content: Any = None


class Forgetful:
    def model_dump(self, **_: Any) -> Any:
        raise RuntimeError("it was closed")


@pytest.mark.parametrize(
    "message",
    [
        {"role": Markup("user"), "content": Markup("Hi")},
        {"role": Speaker.USER, "content": [{"type": Markup("text"), "text": Markup("Hi")}]},
        {Name("role"): "user", Name("content"): "Hi"},
        Holder(content=Markup("Hi")),
    ],
)
def test_kinds_of_strings_are_strings(message: Any) -> None:
    converted = segue.convert([message], "openai-responses/gpt-4.1", api="openai-completions")
    assert converted.payload["input"] == [{"role": "user", "content": "Hi"}]
    assert segue.Message("user", Markup("Hi")) == segue.user("Hi")


def test_kinds_of_numbers_are_numbers() -> None:
    body = {"max_tokens": Count(9), "temperature": Share(0.5), "messages": [{"role": "user", "content": "Hi"}]}
    payload = segue.convert(body, "anthropic/claude-haiku-4-5", api="openai-completions").payload
    assert (payload["max_tokens"], payload["temperature"]) == (9, 0.5)
    assert (type(payload["max_tokens"]), type(payload["temperature"])) == (int, float)


WRAPS: dict[str, Callable[[object], object]] = {
    "alone": lambda given: given,
    "in a list": lambda given: [given],
    "in a body": lambda given: {"messages": [given]},
}


@pytest.mark.parametrize("wrap", WRAPS.values(), ids=WRAPS)
@pytest.mark.parametrize("given", [MagicMock(), Forgetful(), Holder(content=object()), Holder, print], ids=repr)
def test_objects_that_are_no_json_are_refused(given: object, wrap: Callable[[object], object]) -> None:
    assert segue.detect(wrap(given)) is None
    with pytest.raises(segue.InvalidHistory, match="expected"):
        segue.decode(wrap(given))
    with pytest.raises(segue.InvalidHistory, match="expected"):
        segue.check(wrap(given), "openai/gpt-4.1")
    with pytest.raises(segue.InvalidHistory, match="expected"):
        segue.repair(wrap(given), "openai/gpt-4.1")


MADE_WRONG: dict[str, tuple[Callable[[], Conversation], str]] = {
    "a string among blocks": (lambda: _said(("Hi",)), "$.messages[0].content[0]"),
    "an object among blocks": (lambda: _said(({"type": "text", "text": "Hi"},)), "$.messages[0].content[0]"),
    "a number for a text": (lambda: _said([Text(_any(5))]), "$.messages[0].content[0].text"),
    "no text": (lambda: _said([Text(_any(None))]), "$.messages[0].content[0].text"),
    "an address for a source": (lambda: _said([Image(_any("https://example.org"))]), "$.messages[0].content[0].source"),
    "no address": (lambda: _said([Image(Url(_any(None)))]), "$.messages[0].content[0].source.url"),
    "bytes for base64": (lambda: _said([Image(Base64(_any(5)))]), "$.messages[0].content[0].source.data"),
    "an object for the text of arguments": (
        lambda: _called(ToolCall("call_1", "f", _any({"a": 1}))),
        "$.messages[0].content[0].raw_arguments",
    ),
    "a call without an id": (lambda: _called(ToolCall(_any(None), "f", "{}")), "$.messages[0].content[0].id"),
    "an answer to nobody": (
        lambda: Conversation((Message("tool", (ToolResult(_any(None), "42"),)),)),
        "$.messages[0].content[0].tool_call_id",
    ),
    "an object for a message": (lambda: Conversation(_any([{"role": "user", "content": "Hi"}])), "$.messages[0]"),
    "no instructions": (lambda: Conversation((segue.user("Hi"),), system=_any(None)), "$.system"),
    "an object for the text of a schema": (
        lambda: Conversation((segue.user("Hi"),), tools=(Tool("f", schema=_any({})),)),
        "$.tools[0].schema",
    ),
}


def _any(value: Any) -> Any:
    return value


def _said(content: Any) -> Conversation:
    return Conversation((Message("user", content),))


def _called(call: ToolCall) -> Conversation:
    return Conversation((Message("assistant", (call,)),))


@pytest.mark.parametrize("name", MADE_WRONG)
def test_wrong_types_are_refused_where_they_stand(name: str) -> None:
    make, path = MADE_WRONG[name]
    for target in (*MODELS, *MODELS.values()):
        with pytest.raises(segue.InvalidHistory) as refused:
            segue.encode(make(), target)
        assert refused.value.path == path


@pytest.mark.parametrize("given", [None, [], [{"role": "user", "content": "Hi"}], "Hi"])
def test_only_a_conversation_is_encoded(given: Any) -> None:
    with pytest.raises(segue.UsageError, match="expected a Conversation"):
        segue.encode(given, "openai/gpt-4.1")


def test_who_wrote_it_is_a_name() -> None:
    with pytest.raises(segue.UsageError, match="source_model"):
        segue.convert([{"role": "user", "content": "Hi"}], "openai/gpt-4.1", source_model=_any(5))


@pytest.mark.parametrize("author", [(None, None, None), ("openai", "openai-completions", "gpt-4.1")])
@pytest.mark.parametrize("target", MODELS)
def test_reasoning_that_a_program_wrote_is_there_or_told(
    target: str, author: tuple[str | None, str | None, str | None]
) -> None:
    said = Message("assistant", (Thinking("Let me see."), Text("Two.")), *author)
    converted = segue.encode(Conversation((segue.user("How many?"), said, segue.user("Thanks."))), target)
    assert "Let me see." in str(converted.payload)


@pytest.mark.parametrize("target", MODELS)
def test_what_a_document_says_of_itself_is_there_or_told(target: str) -> None:
    document = Document(Base64("JVBERi0xLjQK", "application/pdf"), title="Logbook", context="Of the ketch.")
    converted = segue.encode(Conversation((segue.user(document, "Read it."),)), target)
    told = {change.path for change in converted.report.losses}
    for name, words in (("title", "Logbook"), ("context", "Of the ketch.")):
        assert (words in str(converted.payload)) != (f"$.messages[0].content[0].{name}" in told)


def test_a_host_of_one_text_gets_one_text_of_a_result_too() -> None:
    result = Message("tool", (ToolResult("call_1", (Text("One."), Text("Two."))),))
    history = (segue.user("Look."), Message("assistant", (ToolCall("call_1", "look"),)), result)
    payload = segue.encode(Conversation(history), "xai/grok-4").payload
    assert payload["messages"][2]["content"] == "One.\n\nTwo."


@pytest.mark.parametrize("target", ["moonshot/kimi-k2.6", "xai/grok-4"])
def test_a_refusal_alone_is_words_where_a_message_needs_some(target: str) -> None:
    said = Message("assistant", (Refusal("I cannot."),))
    payload = segue.encode(Conversation((segue.user("Do it."), said, segue.user("Please."))), target).payload
    assert payload["messages"][1] == {"role": "assistant", "content": "I cannot."}


class TestWhoSpoke:
    """A conversation made by hand names its author in one word, as a history of any API does."""

    SAID = Conversation(
        (
            Message("user", "Well?"),
            Message("assistant", (Thinking(text="It is so.", signature="c2lnbmVkIGJ5IENsYXVkZQ=="), Text("Yes."))),
            Message("user", "Sure?"),
        )
    )

    @pytest.mark.parametrize("write", [segue.encode, segue.convert, segue.repair], ids=lambda write: write.__name__)
    def test_its_author_gets_the_thinking_back(self, write: Callable[..., segue.Converted]) -> None:
        written = write(
            self.SAID, "anthropic/claude-opus-4-6", api="anthropic-messages", source_model="anthropic/claude-opus-4-6"
        )
        assert written.payload["messages"][1]["content"][0]["signature"] == "c2lnbmVkIGJ5IENsYXVkZQ=="
        stranger = write(
            self.SAID, "anthropic/claude-opus-4-6", api="anthropic-messages", source_model="anthropic/claude-opus-4-1"
        )
        assert "signature" not in stranger.payload["messages"][1]["content"][0]

    def test_who_names_an_author_keeps_it(self) -> None:
        spoken = Message("assistant", "Yes.", provider="openai", api="openai-responses", model="gpt-5.2")
        conversation = Conversation((Message("user", "Well?"), spoken))
        read = segue.decode(conversation, api="anthropic-messages", source_model="anthropic/claude-opus-4-6")
        assert read == conversation

    def test_nobody_named_changes_nothing(self) -> None:
        assert segue.decode(self.SAID) is self.SAID

    def test_an_unknown_api_is_told(self) -> None:
        with pytest.raises(segue.SegueError, match="smoke-signals"):
            segue.encode(self.SAID, "openai-completions", api="smoke-signals")
