"""Does the vendor's own SDK type accept this request body?

The SDKs are the vendors' published word about their wire formats, written without knowledge of this project.
"""

import json
import warnings
from functools import cache
from typing import Any, Literal

import anthropic.types.beta.message_create_params as anthropic_beta
import anthropic.types.message_create_params as anthropic_params
import mistralai.client.models as mistral
import openai.types.chat.completion_create_params as completions_params
import openai.types.responses.response_create_params as responses_params
from google.genai import types as google
from pydantic import ConfigDict, TypeAdapter, ValidationError, create_model

from . import service_model
from .annotation_check import check
from .jsonish import Json, JsonObject, as_object

MODEL_IN_THE_URL = {"google-generative-ai", "anthropic-messages"}


def problems(api: str, payload: JsonObject) -> list[str]:
    """What the vendor's types refuse in a request body, each with its path; empty where they take it."""
    match api:
        case "openai-completions":
            return _typed(
                payload,
                completions_params.CompletionCreateParamsStreaming,
                completions_params.CompletionCreateParamsNonStreaming,
            )
        case "openai-responses":
            return _typed(
                payload,
                responses_params.ResponseCreateParamsStreaming,
                responses_params.ResponseCreateParamsNonStreaming,
            )
        case "anthropic-messages":
            general = _typed(
                payload,
                anthropic_params.MessageCreateParamsStreaming,
                anthropic_params.MessageCreateParamsNonStreaming,
            )
            return general and min(general, _anthropic_beta(payload), key=len)
        case "google-generative-ai":
            return _google(payload)
        case "mistral":
            return _typed(
                _with_the_sdks_name(payload),
                mistral.ChatCompletionStreamRequestTypedDict,
                mistral.ChatCompletionRequestTypedDict,
            )
        case "bedrock-converse":
            # The model stands in the URL.
            return list(service_model.problems("ConverseRequest", {"modelId": "named-in-the-url", **payload}))
        case _:
            raise ValueError(f"no vendor types for {api!r}")


def _typed(payload: JsonObject, streaming: object, whole: object) -> list[str]:
    # A body without a model is one whose model stands in the URL; that is the endpoint's affair.
    complete: dict[str, Json] = {"model": "named-in-the-url", **payload}
    return check(streaming if payload.get("stream") is True else whole, complete, "$")


def _anthropic_beta(payload: JsonObject) -> list[str]:
    return _typed(payload, anthropic_beta.MessageCreateParamsStreaming, anthropic_beta.MessageCreateParamsNonStreaming)


def _with_the_sdks_name(payload: JsonObject) -> JsonObject:
    """Mistral's SDK calls a schema what the wire does not."""
    layout = as_object(payload.get("response_format"))
    if "json_schema" not in layout:
        return payload
    renamed = {
        "schema_definition" if key == "schema" else key: v for key, v in as_object(layout["json_schema"]).items()
    }
    return {**payload, "response_format": {**layout, "json_schema": renamed}}


@cache
def _google_body() -> TypeAdapter[Any]:
    fields: dict[str, Any] = {
        "contents": (list[google.Content], ...),
        "systemInstruction": (google.Content | None, None),
        "tools": (list[google.Tool] | None, None),
        "toolConfig": (google.ToolConfig | None, None),
        "safetySettings": (list[google.SafetySetting] | None, None),
        "generationConfig": (google.GenerationConfig | None, None),
        "cachedContent": (str | None, None),
        "labels": (dict[str, str] | None, None),
        "modelArmorConfig": (google.ModelArmorConfig | None, None),
        "serviceTier": (google.ServiceTier | None, None),
        "store": (bool | None, None),
    }
    body = create_model("GenerateContentRequest", __config__=ConfigDict(extra="forbid"), **fields)
    return TypeAdapter(body)


def _google(payload: JsonObject, extra: Literal["forbid"] = "forbid") -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            _google_body().validate_json(json.dumps(payload), strict=True, extra=extra)
        except ValidationError as refused:
            return [f"{_path(error['loc'])}: {error['msg']}" for error in refused.errors(include_url=False)]
    return [f"$: {warning.message}" for warning in caught]


def _path(location: tuple[int | str, ...]) -> str:
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
