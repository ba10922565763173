"""any-llm: providers translate from Chat Completions, and Anthropic requests are first brought into that form."""

from __future__ import annotations

from .contract import ANTHROPIC, CHAT, GEMINI, RESPONSES, Body, Converters, Peer, chained
from .untyped import imported


def _load() -> Converters:
    completion_params = imported("any_llm.types.completion", "CompletionParams")
    messages_params = imported("any_llm.types.messages", "MessagesParams")
    anthropic_arguments = imported("any_llm.providers.anthropic", "AnthropicProvider._convert_completion_params")
    gemini_arguments = imported("any_llm.providers.gemini", "GeminiProvider._convert_completion_params")
    messages_to_completion = imported("any_llm.utils.messages_compat", "messages_params_to_completion_params")
    messages_to_responses = imported(
        "any_llm.providers.openai.messages_responses", "messages_params_to_responses_params"
    )

    def normalised(body: Body) -> Body:
        renamed = {"model": "model_id", "max_completion_tokens": "max_tokens"}
        return {renamed.get(key, key): value for key, value in body.items()}

    def chat_to_anthropic(body: Body) -> Body:
        return anthropic_arguments(completion_params(**normalised(body)), provider_name="anthropic")

    def chat_to_gemini(body: Body) -> Body:
        request = gemini_arguments(completion_params(**normalised(body)), provider_name="gemini")
        config = request["config"].model_dump(mode="json", by_alias=True, exclude_none=True)
        contents = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in request["contents"]]
        return {"contents": contents, **config}

    def anthropic_to_chat(body: Body) -> Body:
        return messages_to_completion(messages_params(**body))

    def anthropic_to_responses(body: Body) -> Body:
        return messages_to_responses(messages_params(**body)).model_dump(exclude_none=True)

    return Converters(
        {
            (CHAT, ANTHROPIC): chat_to_anthropic,
            (CHAT, GEMINI): chat_to_gemini,
            (ANTHROPIC, CHAT): anthropic_to_chat,
            (ANTHROPIC, RESPONSES): anthropic_to_responses,
            (ANTHROPIC, GEMINI): chained(anthropic_to_chat, chat_to_gemini),
        }
    )


ANY_LLM = Peer("any-llm", "any-llm-sdk", _load)
