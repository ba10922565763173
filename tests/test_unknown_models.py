"""A model that nobody wrote down is treated with care: what would be refused for good is not sent to it.

No unfinished answer to go on with, no instructions in the middle, nobody's thinking but its own, a sentinel where a
signature may be wanted, `reasoning_content` only where the host is known to want it.
"""

from typing import Any

import pytest

import segue
from segue.models import Endpoint, Model, default_registry, endpoint

SHIPPED = default_registry()
NOBODY = "nobody-knows-it"
SENTINEL = "skip_thought_signature_validator"

CALL = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"at": "sky"}}
THOUGHT = {"type": "thinking", "thinking": "Rain, perhaps.", "signature": "EuYBCkQ"}
USER = {"role": "user", "content": "Rain?"}
HISTORY: list[dict[str, Any]] = [
    USER,
    {"role": "assistant", "content": [THOUGHT, CALL]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "grey"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "It may."}]},
]


def sent(to: str | Endpoint, history: list[dict[str, Any]], **options: Any) -> list[dict[str, Any]]:
    payload = segue.convert(history, to, **options).payload
    key = next(key for key in ("messages", "contents", "input") if key in payload)
    return payload[key]


@pytest.mark.parametrize("row", SHIPPED.providers, ids=lambda row: row.id)
def test_of_any_provider(row: Any) -> None:
    for api in row.apis:
        found = endpoint(row.id, NOBODY, api=api)
        can, dialect = found.capabilities, found.dialect
        assert not can.known
        assert (can.context_window, can.max_output, can.price) == (None, None, None)
        assert found.max_tokens == 4096
        if api in ("anthropic-messages", "bedrock-converse"):
            assert (can.prefill, can.midhistory_system) == (False, False)
        if api == "google-generative-ai":
            assert (can.prefill, can.midhistory_system, can.signature_required) == (False, False, True)
            assert not can.function_response_media
        if api == "openai-completions":
            assert dialect.reasoning_field is None or row.id in KNOWN_TO_TAKE


#: Hosts of which it is known that they take thinking back, whatever the model; vLLM's know it of single models.
HOUSES_OF_MODELS = {"deepseek", "moonshot", "zai", "dashscope", "minimax", "xiaomi", "xai"}
KNOWN_TO_TAKE = HOUSES_OF_MODELS | {"openrouter", "ollama", "llamacpp", "lmstudio"}


def test_a_model_without_anything() -> None:
    assert endpoint("openai-compatible", NOBODY).capabilities == Model(id=NOBODY, known=False)
    stranger = endpoint("openai-compatible", NOBODY).dialect
    assert (stranger.assistant_last, stranger.leading_system_only, stranger.developer_role) == ("never", True, False)
    assert (stranger.tool_call_id_format, stranger.strict_fields) == ("portable", True)


@pytest.mark.parametrize("model", ["claude-opus-9", "claude-nova-1", "our-own-claude"])
class TestMessages:
    def test_nobody_elses_thinking(self, model: str) -> None:
        foreign = sent(f"anthropic/{model}", HISTORY, source_model="claude-opus-5")
        assert foreign[1]["content"][0] == {"type": "text", "text": "Rain, perhaps."}
        own = sent(f"anthropic/{model}", HISTORY, source_model=f"anthropic/{model}")
        assert own[1] == HISTORY[1]

    def test_no_unfinished_answer(self, model: str) -> None:
        assert sent(f"anthropic/{model}", HISTORY)[-1] == {"role": "user", "content": "Continue."}
        assert sent("anthropic/claude-opus-4-5", HISTORY)[-1]["role"] == "assistant"

    def test_no_instructions_in_the_middle(self, model: str) -> None:
        told = [*HISTORY[:3], {"role": "system", "content": "Be brief."}, *HISTORY[3:], USER]
        roles = [message["role"] for message in sent(f"anthropic/{model}", told, api="anthropic-messages")]
        assert "system" not in roles
        known = sent("anthropic/claude-opus-5", told, api="anthropic-messages")
        assert "system" in [message["role"] for message in known]


class TestGemini:
    @pytest.mark.parametrize(
        ("model", "signed"),
        [
            ("gemini-9-ultra", True),
            ("gemini-flash-latest", True),
            ("our-tuned-one", True),
            ("gemini-3-pro-preview", True),
            ("gemini-2.5-something", False),
            ("gemini-2.0-flash", False),
            ("gemini-1.5-pro-002", False),
        ],
    )
    def test_a_sentinel_unless_it_is_known_to_need_none(self, model: str, *, signed: bool) -> None:
        parts = [part for content in sent(f"google/{model}", HISTORY) for part in content["parts"]]
        call = next(part for part in parts if "functionCall" in part)
        assert call.get("thoughtSignature") == (SENTINEL if signed else None)

    def test_no_unfinished_answer(self) -> None:
        assert sent("google/gemini-9-ultra", HISTORY)[-1] == {"role": "user", "parts": [{"text": "Continue."}]}

    def test_no_media_in_results(self) -> None:
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
        seen = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [image]}
        history = [*HISTORY[:2], {"role": "user", "content": [seen]}]
        for model, within in (("gemini-9-ultra", False), ("gemini-3-pro-preview", True)):
            contents = sent(f"google/{model}", history)
            answers = [part["functionResponse"] for part in contents[-1]["parts"] if "functionResponse" in part]
            assert [("parts" in answer) for answer in answers] == [within]


class TestChat:
    @pytest.mark.parametrize(
        ("to", "kept"),
        [
            (f"openai-compatible/{NOBODY}", None),
            (f"vllm/{NOBODY}", None),
            (f"together/{NOBODY}", None),
            (f"groq/{NOBODY}", None),
            (f"cerebras/{NOBODY}", None),
            (f"openai-completions/{NOBODY}", None),
            (f"deepseek/{NOBODY}", "reasoning_content"),
            (f"moonshot/{NOBODY}", "reasoning_content"),
            (f"openrouter/{NOBODY}", "reasoning"),
        ],
    )
    def test_thinking_goes_back_where_the_host_wants_it(self, to: str, kept: str | None) -> None:
        turn = sent(to, HISTORY)[1]
        for key in ("reasoning_content", "reasoning"):
            assert turn.get(key) == ("Rain, perhaps." if key == kept else None)
        if kept is None:
            assert "Rain, perhaps." in str(turn["content"])


def test_clouds_know_whose_api_it_is() -> None:
    """An unknown deployment behind a cloud's Messages API is a Claude, whatever else the cloud serves."""
    for cloud in ("azure", "vertex"):
        found = endpoint(cloud, "our-deployment", api="anthropic-messages").capabilities
        assert (found.family, found.known, found.prefill) == ("anthropic", False, False)
    assert endpoint("azure", "our-deployment").capabilities.family == "openai"
    assert endpoint("vertex", "our-deployment").capabilities.family == "gemini"
