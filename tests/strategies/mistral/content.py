"""The chunks of Mistral's messages."""

from collections.abc import Callable, Mapping

from strategies.pen import Pen
from strategies.values import Json, JsonObject

Chunk = Callable[[Pen], JsonObject]


def text(pen: Pen) -> JsonObject:
    return {"type": "text", "text": pen.text()}


def image_data(pen: Pen) -> JsonObject:
    image: JsonObject = {"url": pen.data_uri(pen.pick(("image/png", "image/jpeg", "image/webp")))}
    return {"type": "image_url", "image_url": {**image, **pen.optional(detail="high")}}


def image_url(pen: Pen) -> JsonObject:
    return {"type": "image_url", "image_url": pen.pick((pen.url("cat.png"), pen.data_uri("image/gif")))}


def document(pen: Pen) -> JsonObject:
    address = pen.pick((pen.url("paper.pdf"), pen.data_uri("application/pdf")))
    return {"type": "document_url", "document_url": address, **pen.optional(document_name=f"{pen.label('paper')}.pdf")}


def audio(pen: Pen) -> JsonObject:
    return {"type": "input_audio", "input_audio": pen.pick((pen.media("audio/wav"), pen.url("bell.wav")))}


def file(pen: Pen) -> JsonObject:
    return {"type": "file", "file_id": pen.ident("file")}


USER_CHUNKS: Mapping[str, Chunk] = {
    "text": text,
    "image data": image_data,
    "image url": image_url,
    "document": document,
    "audio": audio,
    "file": file,
}


def reference(pen: Pen) -> JsonObject:
    return {"type": "reference", "reference_ids": [pen.number("reference"), pen.label("source")]}


def _resource(pen: Pen) -> JsonObject:
    return {"type": "resource", "uri": pen.url("note"), "content": text(pen)}


def _resource_link(pen: Pen) -> JsonObject:
    return {"type": "resource_link", "uri": pen.url("film"), **pen.optional(metadata={"size": 7})}


RARE_CHUNKS: Mapping[str, Chunk] = {"resource": _resource, "resource link": _resource_link}


def thought(pen: Pen) -> JsonObject:
    inner: list[Json] = [text(pen) for _ in range(pen.count(1, 2))]
    return {"type": "thinking", "thinking": inner, **pen.optional(closed=True)}


def signed_thought(pen: Pen) -> JsonObject:
    return {**thought(pen), "signature": pen.signature()}


def thought_with_references(pen: Pen) -> JsonObject:
    tool: JsonObject = {"type": "tool_reference", "tool": "web_search", "title": pen.label("page"), "url": pen.url("p")}
    return {"type": "thinking", "thinking": [text(pen), reference(pen), tool]}


THOUGHTS: Mapping[str, Chunk] = {
    "thinking": thought,
    "signed thinking": signed_thought,
    "thinking with references": thought_with_references,
}
