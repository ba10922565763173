"""Parts of chat messages, OpenAI's own and those of the dialects that share the wire."""

from collections.abc import Callable, Mapping

from strategies.pen import Pen
from strategies.values import Json, JsonObject

Part = Callable[[Pen], JsonObject]

BREAKPOINTS_ALLOWED = 4


def cache_mark(pen: Pen) -> JsonObject:
    if not pen.chance(8) or not pen.spend("breakpoint", BREAKPOINTS_ALLOWED):
        return {}
    return {"prompt_cache_breakpoint": {"mode": "explicit"}}


def text(pen: Pen) -> JsonObject:
    return {"type": "text", "text": pen.any_text(), **cache_mark(pen)}


def image_data(pen: Pen) -> JsonObject:
    image: JsonObject = {"url": pen.data_uri(pen.pick(("image/png", "image/jpeg", "image/gif", "image/webp")))}
    return {"type": "image_url", "image_url": {**image, **pen.optional(detail="high")}, **cache_mark(pen)}


def image_url(pen: Pen) -> JsonObject:
    image: JsonObject = {"url": pen.url("cat.png"), **pen.optional(detail=pen.pick(("auto", "low")))}
    return {"type": "image_url", "image_url": image}


def audio(pen: Pen) -> JsonObject:
    kind = pen.pick(("wav", "mp3"))
    return {"type": "input_audio", "input_audio": {"data": pen.media(f"audio/{kind}"), "format": kind}}


def file_data(pen: Pen) -> JsonObject:
    file: JsonObject = {"file_data": pen.data_uri("application/pdf"), "filename": f"{pen.label('report')}.pdf"}
    return {"type": "file", "file": file, **cache_mark(pen)}


def file_id(pen: Pen) -> JsonObject:
    return {"type": "file", "file": {"file_id": pen.ident("file-")}}


USER_PARTS: Mapping[str, Part] = {
    "text": text,
    "image data": image_data,
    "image url": image_url,
    "audio": audio,
    "file data": file_data,
    "file id": file_id,
}

DIALECT_PARTS: Mapping[str, Part] = {
    "cached text": lambda pen: {"type": "text", "text": pen.text(), "cache_control": {"type": "ephemeral"}},
    "video url": lambda pen: {"type": "video_url", "video_url": {"url": pen.url("film.mp4")}},
    "document url": lambda pen: {"type": "document_url", "document_url": pen.url("paper.pdf")},
    "document": lambda pen: {"type": "document", "document": {"data": {"text": pen.text()}, "id": pen.label("doc")}},
    "image url as text": lambda pen: {"type": "image_url", "image_url": pen.url("plain.png")},
    "null siblings": lambda pen: {"type": "text", "text": pen.text(), "image_url": None},
}


def reasoning_details(pen: Pen) -> list[Json]:
    place: JsonObject = {"format": pen.pick(("anthropic-claude-v1", "openai-responses-v1", "google-gemini-v1"))}
    kinds: tuple[JsonObject, ...] = (
        {"type": "reasoning.text", "text": pen.text(), "signature": pen.signature(), "id": None, "index": 0, **place},
        {"type": "reasoning.summary", "summary": pen.text(), "id": pen.ident("rs_"), "index": 0, **place},
        {"type": "reasoning.encrypted", "data": pen.signature(), "id": pen.ident("rs_"), "index": 1, **place},
        {
            "tool_name": "web_search",
            "arguments": "{}",
            "result": pen.label("found"),
            "tool_call_id": pen.ident("call_"),
        },
    )
    return list(pen.distinct(kinds, 1, 3))
