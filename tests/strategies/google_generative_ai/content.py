"""Parts of Gemini contents."""

from collections.abc import Callable, Mapping

from strategies.pen import Pen
from strategies.values import Json, JsonObject

Part = Callable[[Pen], JsonObject]


def signed(pen: Pen, part: JsonObject) -> JsonObject:
    return {**part, "thoughtSignature": pen.signature()}


def text(pen: Pen) -> JsonObject:
    return {"text": pen.text()}


def _inline(media_type: str) -> Part:
    def part(pen: Pen) -> JsonObject:
        blob: JsonObject = {"mimeType": media_type, "data": pen.media(media_type)}
        return {"inlineData": {**blob, **pen.optional(15, displayName=pen.label("file"))}}

    return part


def _file(media_type: str | None) -> Part:
    def part(pen: Pen) -> JsonObject:
        kind: JsonObject = {"mimeType": media_type} if media_type else {}
        uri = f"https://generativelanguage.googleapis.com/v1beta/files/{pen.ident('f')}"
        return {"fileData": {**kind, "fileUri": uri, **pen.optional(15, displayName=pen.label("file"))}}

    return part


def _clip(pen: Pen) -> JsonObject:
    clip: JsonObject = {"startOffset": "10s", "endOffset": "20.5s", **pen.optional(fps=2)}
    return {"fileData": {"fileUri": f"https://www.youtube.com/watch?v={pen.ident('v')}"}, "videoMetadata": clip}


def _resolved(pen: Pen) -> JsonObject:
    return {**_inline("image/png")(pen), "mediaResolution": {"level": "MEDIA_RESOLUTION_HIGH"}}


def _annotated(pen: Pen) -> JsonObject:
    return {"text": pen.text(), "partMetadata": pen.object(1)}


USER_PARTS: Mapping[str, Part] = {
    "text": text,
    "png": _inline("image/png"),
    "jpeg": _inline("image/jpeg"),
    "webp": _inline("image/webp"),
    "heic": _inline("image/heic"),
    "pdf": _inline("application/pdf"),
    "plain text file": _inline("text/plain"),
    "csv": _inline("text/csv"),
    "wav": _inline("audio/wav"),
    "mp3": _inline("audio/mp3"),
    "ogg": _inline("audio/ogg"),
    "mp4": _inline("video/mp4"),
    "uploaded image": _file("image/png"),
    "uploaded pdf": _file("application/pdf"),
    "uploaded video": _file("video/mp4"),
    "file of unsaid type": _file(None),
    "video clip": _clip,
    "media resolution": _resolved,
    "part metadata": _annotated,
}

_SNAKE = {
    "inlineData": "inline_data",
    "fileData": "file_data",
    "mimeType": "mime_type",
    "fileUri": "file_uri",
    "displayName": "display_name",
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "thoughtSignature": "thought_signature",
    "executableCode": "executable_code",
    "codeExecutionResult": "code_execution_result",
    "videoMetadata": "video_metadata",
    "startOffset": "start_offset",
    "endOffset": "end_offset",
    "mediaResolution": "media_resolution",
    "partMetadata": "part_metadata",
    "toolCall": "tool_call",
    "toolResponse": "tool_response",
    "toolType": "tool_type",
}

_FREE = {"args", "response", "partMetadata"}


def snake(value: Json) -> Json:
    """The same in the server's other spelling; what users and models wrote inside keeps its own."""
    if isinstance(value, list):
        return [snake(member) for member in value]
    if not isinstance(value, dict):
        return value
    return {_SNAKE.get(key, key): member if key in _FREE else snake(member) for key, member in value.items()}
