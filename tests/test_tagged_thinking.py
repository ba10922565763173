"""Thinking that stands between `<think>` tags in front of what was said."""

import pytest

import segue
from support.jsonish import Json, JsonObject, as_object, objects

THOUGHT = "91 = 7 × 13."
SAID = f"<think>\n{THOUGHT}\n</think>\n\nNo."
ASK: JsonObject = {"role": "user", "content": "Is 91 prime?"}
MORE: JsonObject = {"role": "user", "content": "Are you sure?"}
AUTHOR = "vllm/deepseek-ai/DeepSeek-R1"


def history(said: Json = SAID) -> list[JsonObject]:
    return [ASK, {"role": "assistant", "content": said}, MORE]


def answer(converted: segue.Converted) -> JsonObject:
    payload = converted.payload
    return as_object((payload.get("messages") or payload.get("input") or payload["contents"])[1])


class TestForms:
    def test_words_for_who_takes_no_thinking(self) -> None:
        converted = segue.convert(history(), to="openai-completions/gpt-4.1", source_model=AUTHOR)
        texts = [each["text"] for _, each in objects(answer(converted)["content"], "$")]
        assert texts == [THOUGHT, "No."]
        told = [(change.action, change.path, change.block) for change in converted.report.changes]
        assert told == [("dropped", "$[1].content", "Text"), ("kept-as-text", "$[1].content", "Thinking")]
        assert [change.block for change in converted.report.losses] == ["Text"]

    def test_the_hosts_own_field_where_there_is_one(self) -> None:
        converted = segue.convert(history(), to="deepseek/deepseek-v4-pro", source_model=AUTHOR)
        assert answer(converted) == {"role": "assistant", "reasoning_content": THOUGHT, "content": "No."}

    def test_other_tags_as_asked(self) -> None:
        converted = segue.convert(history(), to="groq/llama-3.3-70b-versatile", source_model=AUTHOR, thinking="tagged")
        assert answer(converted)["content"] == f"<thinking>\n{THOUGHT}\n</thinking>\n\nNo."

    def test_nothing_as_asked(self) -> None:
        converted = segue.convert(history(), to="anthropic/claude-opus-5", source_model=AUTHOR, thinking="drop")
        assert "91 =" not in str(answer(converted))
        told = [(change.path, change.block) for change in converted.report.losses]
        assert told == [("$[1].content", "Text"), ("$[1].content", "Thinking")]

    @pytest.mark.parametrize(
        "to", ["anthropic/claude-opus-5", "openai/gpt-5.2", "google/gemini-2.5-pro", "mistral/magistral-medium-latest"]
    )
    def test_no_tags_reach_another_api(self, to: str) -> None:
        converted = segue.convert(history(), to=to, source_model=AUTHOR)
        assert "think>" not in str(converted.payload)
        assert THOUGHT in str(converted.payload)

    def test_an_empty_thought_is_none(self) -> None:
        body = history("<think>\n\n</think>\n\nNo.")
        converted = segue.convert(body, to="deepseek/deepseek-v4-pro", source_model=AUTHOR)
        assert answer(converted)["content"] == "No."
        assert [change.block for change in converted.report.losses] == ["Text"]

    def test_calls_keep_their_place_behind_it(self) -> None:
        call: JsonObject = {"id": "call_1", "type": "function", "function": {"name": "divide", "arguments": "{}"}}
        body = [
            ASK,
            {"role": "assistant", "content": f"<think>{THOUGHT}</think>", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": "13"},
        ]
        sent = answer(segue.convert(body, to="deepseek/deepseek-v4-pro", source_model=AUTHOR))
        assert sent["reasoning_content"] == THOUGHT
        assert sent["content"] == ""
        assert sent["tool_calls"] == [call]


class TestAuthors:
    def test_its_own_model_gets_it_as_it_wrote_it(self) -> None:
        converted = segue.convert(history(), to=AUTHOR, source_model=AUTHOR)
        assert answer(converted) == history()[1]
        assert converted.report.changes == ()

    def test_and_an_api_its_own_history(self) -> None:
        assert segue.convert(history(), to="openai-completions").payload["messages"] == history()

    @pytest.mark.parametrize(
        "author", ["vllm/qwen3-32b", "minimax/MiniMax-M2", "together/zai-org/GLM-4.6", "vllm/my-own"]
    )
    def test_who_writes_so_means_thinking(self, author: str) -> None:
        converted = segue.convert(history(), to="openai-completions/gpt-4.1", source_model=author)
        assert "<think>" not in str(answer(converted))

    @pytest.mark.parametrize("author", ["openai/gpt-4.1", "anthropic/claude-opus-5", "vllm/qwen3-4b-instruct-2507"])
    def test_who_does_not_means_the_words(self, author: str) -> None:
        converted = segue.convert(history(), to="groq/llama-3.3-70b-versatile", source_model=author)
        assert answer(converted)["content"] == SAID

    def test_of_who_is_not_known_the_words_are_words(self) -> None:
        for to in ("openai-completions/gpt-4.1", "vllm/qwen3-32b"):
            assert answer(segue.convert(history(), to=to)) == history()[1]

    def test_the_way_home_is_as_it_came(self) -> None:
        away = segue.convert(history(), to="anthropic/claude-opus-5", source_model=AUTHOR)
        assert answer(segue.encode(away.conversation, to=AUTHOR)) == history()[1]


@pytest.mark.parametrize(
    "said",
    [
        "R1 writes <think>so</think> before it answers.",
        "<think>It never ends.",
        "<thinking>Not this tag.</thinking>No.",
        "",
    ],
)
def test_other_words_are_left_alone(said: str) -> None:
    body = history(said)
    sent = answer(segue.convert(body, to="openai-completions/gpt-4.1", source_model=AUTHOR))
    assert sent["content"] == said


def test_what_the_user_says_is_what_he_says() -> None:
    body: list[JsonObject] = [{"role": "user", "content": SAID}]
    sent = segue.convert(body, to="anthropic/claude-opus-5", api="openai-completions").payload
    assert SAID in str(sent["messages"]) or sent["messages"][0]["content"] == SAID
