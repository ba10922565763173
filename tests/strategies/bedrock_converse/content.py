"""Blocks of Converse messages that stand in user messages and in tool results."""

from collections.abc import Callable, Mapping

from strategies.pen import Pen
from strategies.values import Json, JsonObject

Block = Callable[[Pen], JsonObject]

CACHE_POINTS_ALLOWED = 4

CACHE_POINT: JsonObject = {"cachePoint": {"type": "default"}}


def text(pen: Pen) -> JsonObject:
    return {"text": pen.text()}


def cache_point(pen: Pen) -> list[Json]:
    """A mark behind what may be cached, as long as there are not too many of them."""
    if not pen.chance(12) or not pen.spend("cache point", CACHE_POINTS_ALLOWED):
        return []
    return [{"cachePoint": {"type": "default", **pen.optional(ttl=pen.pick(("5m", "1h")))}}]


def _s3(pen: Pen, name: str) -> JsonObject:
    place: JsonObject = {"uri": f"s3://harbour-files/{pen.number('url')}/{name}"}
    return {"s3Location": {**place, **pen.optional(bucketOwner="123456789012")}}


def image(pen: Pen) -> JsonObject:
    media_type, data = pen.image()
    return {"image": {"format": media_type.partition("/")[2], "source": {"bytes": data}}}


def image_in_s3(pen: Pen) -> JsonObject:
    return {"image": {"format": "png", "source": _s3(pen, "cat.png")}}


def _document(pen: Pen, word: str, source: JsonObject) -> JsonObject:
    told = pen.optional(context=pen.label("context"), citations={"enabled": pen.chance(50)})
    return {"document": {"format": word, "name": pen.label("Document"), "source": source, **told}}


def document_pdf(pen: Pen) -> JsonObject:
    return _document(pen, "pdf", {"bytes": pen.media("application/pdf")})


def document_csv(pen: Pen) -> JsonObject:
    return _document(pen, "csv", {"bytes": pen.media("text/csv")})


def document_in_s3(pen: Pen) -> JsonObject:
    return _document(pen, "pdf", _s3(pen, "paper.pdf"))


def document_text(pen: Pen) -> JsonObject:
    return _document(pen, "txt", {"text": pen.text()})


def document_content(pen: Pen) -> JsonObject:
    return _document(pen, "txt", {"content": [text(pen) for _ in range(pen.count(1, 2))]})


def video(pen: Pen) -> JsonObject:
    return {"video": {"format": "mp4", "source": {"bytes": pen.media("video/mp4")}}}


def video_in_s3(pen: Pen) -> JsonObject:
    return {"video": {"format": "mp4", "source": _s3(pen, "clip.mp4")}}


def audio(pen: Pen) -> JsonObject:
    return {"audio": {"format": "wav", "source": {"bytes": pen.media("audio/wav")}}}


def search_result(pen: Pen) -> JsonObject:
    found: JsonObject = {"source": pen.url("source"), "title": pen.label("title"), "content": [text(pen)]}
    return {"searchResult": {**found, **pen.optional(citations={"enabled": True})}}


def guarded_text(pen: Pen) -> JsonObject:
    told: JsonObject = {"text": pen.text(), **pen.optional(qualifiers=["query"])}
    return {"guardContent": {"text": told}}


def guarded_image(pen: Pen) -> JsonObject:
    return {"guardContent": {"image": {"format": "png", "source": {"bytes": pen.media("image/png")}}}}


def json_value(pen: Pen) -> JsonObject:
    return {"json": pen.object()}


USER_BLOCKS: Mapping[str, Block] = {
    "text": text,
    "image": image,
    "image in s3": image_in_s3,
    "document pdf": document_pdf,
    "document csv": document_csv,
    "document in s3": document_in_s3,
    "document text": document_text,
    "document content": document_content,
    "video": video,
    "video in s3": video_in_s3,
    "audio": audio,
    "search result": search_result,
    "guarded text": guarded_text,
    "guarded image": guarded_image,
}

RESULT_BLOCKS: Mapping[str, Block] = {
    "text": text,
    "json": json_value,
    "image": image,
    "document pdf": document_pdf,
    "search result": search_result,
}
