"""LangChain: Chat Completions dictionaries become its message objects, which each integration writes out."""

from __future__ import annotations

from typing import Any

from .contract import ANTHROPIC, CHAT, GEMINI, RESPONSES, Body, Converters, Peer
from .untyped import imported, member

_UNUSED_KEY = "unused"


def _load() -> Converters:
    to_messages = imported("langchain_core.messages", "convert_to_messages")
    anthropic = imported("langchain_anthropic", "ChatAnthropic")(
        model="claude-sonnet-4-5", api_key=_UNUSED_KEY, max_tokens=32_000
    )
    openai = imported("langchain_openai", "ChatOpenAI")(
        model="gpt-5.2", api_key=_UNUSED_KEY, use_responses_api=True, max_tokens=32_000
    )
    gemini = imported("langchain_google_genai", "ChatGoogleGenerativeAI")(
        model="gemini-2.5-pro", api_key=_UNUSED_KEY, max_output_tokens=32_000
    )

    anthropic_payload = member(anthropic, "_get_request_payload")
    responses_payload = member(openai, "_get_request_payload")
    gemini_request = member(gemini, "_prepare_request")

    def tools_for(model: Any, body: Body) -> Any:
        return model.bind_tools(body["tools"]).kwargs

    def chat_to_anthropic(body: Body) -> Body:
        return anthropic_payload(to_messages(body["messages"]), **tools_for(anthropic, body))

    def chat_to_responses(body: Body) -> Body:
        return responses_payload(to_messages(body["messages"]), **tools_for(openai, body))

    def chat_to_gemini(body: Body) -> Body:
        request = gemini_request(to_messages(body["messages"]), **tools_for(gemini, body))
        contents = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in request["contents"]]
        return {"contents": contents, **request["config"].model_dump(mode="json", by_alias=True, exclude_none=True)}

    return Converters(
        {
            (CHAT, ANTHROPIC): chat_to_anthropic,
            (CHAT, RESPONSES): chat_to_responses,
            (CHAT, GEMINI): chat_to_gemini,
        }
    )


LANGCHAIN = Peer("LangChain", "langchain-core", _load)
