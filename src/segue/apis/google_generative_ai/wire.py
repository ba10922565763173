"""What generateContent can carry."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.codec import Media, Wire
from segue.apis.ids import IdForm
from segue.apis.reading import Wired

API: Final = "google-generative-ai"

_INLINE = frozenset({"base64", "url"})

#: What a signature is: base64, in either alphabet.
SIGNATURE: Final = r"[a-zA-Z0-9+/_-]+={0,2}"

WIRE = Wire(
    api=API,
    messages_key="contents",
    answer_keys=frozenset({"candidates", "promptFeedback", "usageMetadata"}),
    marks=frozenset(
        {
            "systemInstruction",
            "system_instruction",
            "generationConfig",
            "generation_config",
            "safetySettings",
            "safety_settings",
            "toolConfig",
            "tool_config",
            "cachedContent",
            "cached_content",
        }
    ),
    ids=IdForm(r"[a-zA-Z0-9_.:-]", 64),
    name_pattern=r"[a-zA-Z_][a-zA-Z0-9_.:-]*",
    name_max=64,
    result_media_by_model=True,
    document_says=frozenset(),
    user_media=Media(image=_INLINE, audio=_INLINE, video=_INLINE, document=_INLINE),
    assistant_media=Media(image=_INLINE, audio=_INLINE, video=_INLINE, document=_INLINE),
    image_types=frozenset({"image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"}),
    document_types=frozenset({"application/pdf", "text/plain"}),
    audio_types=frozenset(
        {"audio/wav", "audio/mpeg", "audio/aiff", "audio/aac", "audio/ogg", "audio/flac", "audio/mp4", "audio/L16"}
    ),
    url_schemes=("https://www.youtube.com/", "https://youtu.be/", "https://m.youtube.com/", "https://youtube.com/"),
    role_and_content=False,
    signature_pattern=SIGNATURE,
    signatures_of_endpoint=True,
    takes_empty=False,
    joins_turns=True,
    user_first=True,
    user_last=True,
    system_path="$.systemInstruction.parts[{}]",
    setting_paths={
        "max_tokens": "$.generationConfig.maxOutputTokens",
        "temperature": "$.generationConfig.temperature",
        "top_p": "$.generationConfig.topP",
        "top_k": "$.generationConfig.topK",
        "stop": "$.generationConfig.stopSequences",
        "seed": "$.generationConfig.seed",
        "frequency_penalty": "$.generationConfig.frequencyPenalty",
        "presence_penalty": "$.generationConfig.presencePenalty",
        "reasoning": "$.generationConfig.thinkingConfig",
        "tool_choice": "$.toolConfig",
        "output": "$.generationConfig.responseMimeType",
    },
    setting_keys=frozenset(
        {"model", "contents", "systemInstruction", "system_instruction", "tools", "toolConfig", "tool_config"}
        | {"generationConfig", "generation_config"}
    ),
    plumbing=frozenset({"labels", "serviceTier", "service_tier", "store", "modelArmorConfig"}),
    server_state=frozenset({"cachedContent", "cached_content"}),
)

#: The key of a call's signature that Google documents for calls which another model made [GEM-05].
SKIP_SIGNATURE: Final = "skip_thought_signature_validator"

#: snake_case spellings, which the server takes as well.
CAMEL: Final = {
    "inline_data": "inlineData",
    "file_data": "fileData",
    "function_call": "functionCall",
    "function_response": "functionResponse",
    "executable_code": "executableCode",
    "code_execution_result": "codeExecutionResult",
    "tool_call": "toolCall",
    "tool_response": "toolResponse",
    "thought_signature": "thoughtSignature",
    "mime_type": "mimeType",
    "file_uri": "fileUri",
    "display_name": "displayName",
    "tool_type": "toolType",
}

#: What a part can hold: one of these.
DATA: Final = frozenset(
    {"text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult"}
    | {"toolCall", "toolResponse"}
)


#: What may stand on a part beside its data.
BESIDE: Final = frozenset({"thought", "videoMetadata", "mediaResolution", "mediaProcessing", "partMetadata"})


def said(part: Wired) -> Wired:
    """A part without its nulls: the SDK writes one for each thing that a part might hold and does not."""
    return {key: value for key, value in part.items() if value is not None} if None in part.values() else part


def data_of(part: Wired) -> list[str]:
    """The keys of a part that hold its data, nulls apart; there should be one."""
    return [key for key in part if CAMEL.get(key, key) in DATA and part[key] is not None]


def either(wire: dict[str, Any], camel: str, snake: str) -> Any:
    """The value of a key in whichever spelling it stands."""
    value = wire.get(camel)
    return wire.get(snake) if value is None else value


def claims_message(wire: Wired) -> bool:
    """A content is a list of parts."""
    return isinstance(wire.get("parts"), list)


def claims_request(body: Wired) -> bool:
    """A request has contents."""
    return "contents" in body and "role" not in body
