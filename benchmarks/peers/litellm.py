"""LiteLLM: Chat Completions is the hub; adapters lead into it, provider configurations out of it."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

from .contract import ANTHROPIC, CHAT, GEMINI, RESPONSES, Body, Converters, Peer, chained
from .untyped import imported

_PASS_THROUGH = "litellm.llms.anthropic.pass_through"


def _load() -> Converters:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # its price list would be fetched on import
    into_chat = _adapters_into_chat()
    out_of_chat = _transformations_out_of_chat()
    direct = {(source, CHAT): adapter for source, adapter in into_chat.items()}
    direct |= {(CHAT, target): transform for target, transform in out_of_chat.items()}
    through_chat = {
        (source, target): chained(adapter, transform)
        for source, adapter in into_chat.items()
        for target, transform in out_of_chat.items()
        if source != target
    }
    through_chat[ANTHROPIC, RESPONSES] = _anthropic_to_responses()
    return Converters(direct | through_chat)


def _adapters_into_chat() -> dict[str, Any]:
    anthropic = imported(f"{_PASS_THROUGH}.adapters.transformation", "LiteLLMAnthropicMessagesAdapter")()
    gemini = imported("litellm.google_genai.adapters.transformation", "GoogleGenAIAdapter")()
    responses = imported(
        "litellm.responses.litellm_completion_transformation.transformation", "LiteLLMCompletionResponsesConfig"
    )

    def anthropic_to_chat(body: Body) -> Body:
        return anthropic.translate_anthropic_to_openai(body)[0]

    def responses_to_chat(body: Body) -> Body:
        return responses.transform_responses_api_request_to_chat_completion_request(
            model=body["model"], input=body["input"], responses_api_request=body
        )

    def gemini_to_chat(body: Body) -> Body:
        return gemini.translate_generate_content_to_completion(
            model="gemini-2.5-pro",
            contents=body["contents"],
            config=body["generationConfig"],
            systemInstruction=body["systemInstruction"],
            tools=body["tools"],
            toolConfig=body["toolConfig"],
        )

    return {ANTHROPIC: anthropic_to_chat, RESPONSES: responses_to_chat, GEMINI: gemini_to_chat}


def _transformations_out_of_chat() -> dict[str, Any]:
    anthropic = imported("litellm.llms.anthropic.chat.transformation", "AnthropicConfig")()
    gemini = imported("litellm", "GoogleAIStudioGeminiConfig")()
    gemini_body = imported("litellm.llms.vertex_ai.gemini.transformation", "transform_request_body")
    responses = imported(
        "litellm.completion_extras.litellm_responses_transformation.transformation",
        "LiteLLMResponsesTransformationHandler",
    )()

    def settings(body: Body) -> Body:
        return {key: value for key, value in body.items() if key not in ("model", "messages")}

    def chat_to_anthropic(body: Body) -> Body:
        model = "claude-sonnet-4-5"
        parameters = anthropic.map_openai_params(settings(body), {}, model, drop_params=True)
        return anthropic.transform_request(model, body["messages"], parameters, litellm_params={}, headers={})

    def chat_to_gemini(body: Body) -> Body:
        model = "gemini-2.5-pro"
        parameters = gemini.map_openai_params(settings(body), {}, model, drop_params=True)
        return gemini_body(body["messages"], model, parameters, "gemini", litellm_params={}, cached_content=None)

    def chat_to_responses(body: Body) -> Body:
        request = responses.transform_request(
            body["model"], body["messages"], settings(body), {}, {}, litellm_logging_obj=SimpleNamespace()
        )
        return {key: value for key, value in request.items() if key not in ("litellm_logging_obj", "client")}

    return {ANTHROPIC: chat_to_anthropic, GEMINI: chat_to_gemini, RESPONSES: chat_to_responses}


def _anthropic_to_responses() -> Any:
    adapter = imported(f"{_PASS_THROUGH}.responses_adapters.transformation", "LiteLLMAnthropicToResponsesAPIAdapter")
    return adapter().translate_request


LITELLM = Peer("LiteLLM", "litellm", _load)
