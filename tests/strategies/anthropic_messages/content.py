"""Blocks of Anthropic messages that stand in user messages and in tool results."""

from collections.abc import Callable, Mapping

from strategies.pen import Pen
from strategies.values import Json, JsonObject

Block = Callable[[Pen], JsonObject]

CACHE_MARKS_ALLOWED = 4


def cache_mark(pen: Pen, percent: int = 12) -> JsonObject:
    if not pen.chance(percent) or not pen.spend("cache mark", CACHE_MARKS_ALLOWED):
        return {}
    return {"cache_control": {"type": "ephemeral", **pen.optional(ttl=pen.pick(("5m", "1h")))}}


def text(pen: Pen) -> JsonObject:
    return {"type": "text", "text": pen.text(), **pen.optional(5, citations=None), **cache_mark(pen)}


def cache_marked_text(pen: Pen) -> JsonObject:
    return {"type": "text", "text": pen.text(), **cache_mark(pen, 100)}


def image_base64(pen: Pen) -> JsonObject:
    media_type, data = pen.image()
    source: JsonObject = {"type": "base64", "media_type": media_type, "data": data}
    return {"type": "image", "source": source, **cache_mark(pen)}


def image_url(pen: Pen) -> JsonObject:
    return {"type": "image", "source": {"type": "url", "url": pen.url("cat.png")}, **cache_mark(pen)}


def image_file(pen: Pen) -> JsonObject:
    source: JsonObject = {"type": "file", "file_id": pen.ident("file_")}
    shrink: JsonObject = {"oversized_image": pen.pick(("downsize", "error"))}
    return {"type": "image", "source": source, **pen.optional(transformations=shrink)}


def _document(pen: Pen, source: JsonObject) -> JsonObject:
    pen.number("document")
    described = pen.optional(
        title=pen.label("title"), context=pen.label("context"), citations={"enabled": pen.chance(50)}
    )
    return {"type": "document", "source": source, **described, **cache_mark(pen)}


def document_pdf(pen: Pen) -> JsonObject:
    data = pen.media("application/pdf")
    return _document(pen, {"type": "base64", "media_type": "application/pdf", "data": data})


def document_text(pen: Pen) -> JsonObject:
    return _document(pen, {"type": "text", "media_type": "text/plain", "data": pen.text()})


def document_content_text(pen: Pen) -> JsonObject:
    return _document(pen, {"type": "content", "content": pen.text()})


def document_content_blocks(pen: Pen) -> JsonObject:
    blocks: list[Json] = [{"type": "text", "text": pen.text()}]
    if pen.chance(50):
        blocks.append(image_url(pen))
    return _document(pen, {"type": "content", "content": blocks})


def document_url(pen: Pen) -> JsonObject:
    return _document(pen, {"type": "url", "url": pen.url("paper.pdf")})


def document_file(pen: Pen) -> JsonObject:
    return _document(pen, {"type": "file", "file_id": pen.ident("file_")})


def search_result(pen: Pen) -> JsonObject:
    pen.number("search result")
    return {
        "type": "search_result",
        "source": pen.url("source"),
        "title": pen.label("title"),
        "content": [{"type": "text", "text": pen.text()} for _ in range(pen.count(1, 2))],
        **pen.optional(citations={"enabled": True}),
        **cache_mark(pen),
    }


def container_upload(pen: Pen) -> JsonObject:
    return {"type": "container_upload", "file_id": pen.ident("file_")}


def tool_reference(pen: Pen) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: {"name": name, "input_schema": {"type": "object"}, "defer_loading": True}, needed=True)
    return {"type": "tool_reference", "tool_name": name}


def browser_state(pen: Pen) -> JsonObject:
    tab: JsonObject = {"tab_id": "t1", "title": pen.label("tab"), "url": pen.url("page"), "active": True}
    change: JsonObject = pen.pick(
        (
            {"type": "tab_opened", "tab_id": "t1"},
            {"type": "download_completed", "download_id": "d1", "url": pen.url("a.zip"), "path": None, "size_bytes": 1},
            {"type": "download_failed", "download_id": "d2", "url": pen.url("b.zip"), "error": pen.label("error")},
        )
    )
    return {"type": "browser_state", "tabs": [tab], **pen.optional(state_changes=[change])}


USER_BLOCKS: Mapping[str, Block] = {
    "text": text,
    "text with a cache mark": cache_marked_text,
    "image base64": image_base64,
    "image url": image_url,
    "image file": image_file,
    "document pdf": document_pdf,
    "document text": document_text,
    "document content text": document_content_text,
    "document content blocks": document_content_blocks,
    "document url": document_url,
    "document file": document_file,
    "search result": search_result,
    "container upload": container_upload,
}

RESULT_BLOCKS: Mapping[str, Block] = {
    "text": text,
    "image base64": image_base64,
    "image url": image_url,
    "document pdf": document_pdf,
    "document text": document_text,
    "search result": search_result,
    "tool reference": tool_reference,
}
