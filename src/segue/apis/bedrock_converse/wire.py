"""What Bedrock Converse can carry."""

from __future__ import annotations

from typing import Final

from segue.apis.codec import Allowance, Media, Wire
from segue.apis.ids import PORTABLE, IdForm
from segue.apis.reading import Wired, inside, only_objects
from segue.conversation import Document, Video

API: Final = "bedrock-converse"

_MEGABYTE: Final = 1024 * 1024

_SEEN = frozenset({"base64", "url"})
_READ = frozenset({"base64", "url", "text"})

#: The words for formats, and the media types that they stand for.
IMAGE_FORMATS: Final = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
DOCUMENT_FORMATS: Final = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html",
    "txt": "text/plain",
    "md": "text/markdown",
}
VIDEO_FORMATS: Final = {
    "mp4": "video/mp4",
    "mov": "video/quicktime",
    "mkv": "video/x-matroska",
    "webm": "video/webm",
    "flv": "video/x-flv",
    "mpeg": "video/mpeg",
    "mpg": "video/mpeg",
    "wmv": "video/x-ms-wmv",
    "three_gp": "video/3gpp",
}
AUDIO_FORMATS: Final = {
    "mp3": "audio/mpeg",
    "wav": "audio/wav",
    "ogg": "audio/ogg",
    "flac": "audio/flac",
    "aac": "audio/aac",
    "opus": "audio/opus",
    "m4a": "audio/mp4",
    "mp4": "audio/mp4",
    "mpeg": "audio/mpeg",
    "mpga": "audio/mpeg",
    "x-aac": "audio/aac",
    "pcm": "audio/L16",
    "webm": "audio/webm",
    "mkv": "audio/x-matroska",
    "mka": "audio/x-matroska",
}

WIRE = Wire(
    api=API,
    messages_key="messages",
    answer_keys=frozenset({"output"}),
    marks=frozenset(
        {"inferenceConfig", "additionalModelRequestFields", "additionalModelResponseFieldPaths", "guardrailConfig"}
        | {"toolConfig", "performanceConfig", "promptVariables", "requestMetadata", "outputConfig", "modelId"}
    ),
    model_key="modelId",
    message_keys=frozenset({"role", "content"}),
    # Bedrock takes dots and colons as well, the Claudes behind it do not [BED-06].
    ids=IdForm(PORTABLE, 64),
    name_pattern=r"[a-zA-Z0-9_-]+",
    name_max=64,
    user_media=Media(image=_SEEN, audio=_SEEN, video=_SEEN, document=_READ),
    document_says=frozenset({"title", "context"}),
    result_media=Media(image=_SEEN, video=_SEEN, document=_READ),
    image_types=frozenset(IMAGE_FORMATS.values()),
    document_types=frozenset(DOCUMENT_FORMATS.values()),
    audio_types=frozenset(AUDIO_FORMATS.values()),
    url_schemes=("s3://",),
    stores_media=True,
    apart_from_results=frozenset({Document, Video}),
    # "You can include up to 20 images. Each image's size, height, and width must be no more than 3.75 MB, 8000 px, and
    # 8000 px"; "up to five documents. Each document's size must be no more than 4.5 MB" [BED-11].
    allowances={
        "image": Allowance(20, 15 * _MEGABYTE // 4, 8000),
        "document": Allowance(5, 9 * _MEGABYTE // 2),
    },
    takes_empty=False,
    takes_blank=False,
    declares_tools=True,
    # Claude's own words for it: as many as at home [ANT-26].
    max_cache_marks=4,
    cache_marks="anthropic",
    marks_between=True,
    # Claude signs; the dialects of the other families say that they do not [BED-09].
    signature_pattern=r"[a-zA-Z0-9+/_-]+={0,2}",
    thinking_signed=True,
    signed_by_some=True,
    instruction_kinds=frozenset({"cachePoint", "guardContent"}),
    user_first=True,
    user_last=True,
    joins_turns=True,
    setting_paths={
        "max_tokens": "$.inferenceConfig.maxTokens",
        "temperature": "$.inferenceConfig.temperature",
        "top_p": "$.inferenceConfig.topP",
        "top_k": "$.additionalModelRequestFields.top_k",
        "stop": "$.inferenceConfig.stopSequences",
        "reasoning": "$.additionalModelRequestFields",
        "tools": "$.toolConfig.tools",
        "tool_choice": "$.toolConfig.toolChoice",
        "output": "$.outputConfig.textFormat",
    },
    setting_keys=frozenset(
        {"modelId", "messages", "system", "inferenceConfig", "toolConfig", "outputConfig"}
        | {f"additionalModelRequestFields.{key}" for key in ("thinking", "output_config", "top_k")}
        | {f"additionalModelRequestFields.{key}" for key in ("reasoning_effort", "reasoningConfig", "inferenceConfig")}
    ),
    server_state=frozenset({"promptVariables"}),
    plumbing=frozenset({"requestMetadata", "serviceTier", "performanceConfig", "additionalModelResponseFieldPaths"}),
)

#: What answers say of a call that the client is to answer; requests know no such type.
TYPES_IN_ANSWERS: Final = ("tool_use", None)

#: Others call something so, too: it is looked into.
_MARKS: Final = WIRE.marks - {"toolConfig"}

BLOCKS: Final = frozenset(
    {"text", "image", "document", "video", "audio", "toolUse", "toolResult", "reasoningContent", "citationsContent"}
    | {"searchResult", "guardContent", "cachePoint", "toolAddition", "toolRemoval"}
)


def claims_message(wire: Wired) -> bool:
    """Blocks are told apart by their one key, and never by a type."""
    return any(_is_block(block) for block in only_objects(wire.get("content")))


def _is_block(block: Wired) -> bool:
    return "type" not in block and not BLOCKS.isdisjoint(block)


def claims_request(body: Wired) -> bool:
    """Does something beside the messages speak of Converse?"""
    if "messages" not in body:
        return False
    if not _MARKS.isdisjoint(body) or "tools" in inside(body.get("toolConfig")):
        return True
    return any(_is_block(block) for block in only_objects(body.get("system")))
