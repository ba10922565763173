"""Messages and their parts, as items of the Responses API."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

Part = Callable[[Pen], JsonObject]

BREAKPOINTS_ALLOWED = 4


def cache_mark(pen: Pen) -> JsonObject:
    if not pen.chance(8) or not pen.spend("breakpoint", BREAKPOINTS_ALLOWED):
        return {}
    return {"prompt_cache_breakpoint": {"mode": "explicit"}}


def input_text(pen: Pen) -> JsonObject:
    return {"type": "input_text", "text": pen.any_text(), **cache_mark(pen)}


def image_data(pen: Pen) -> JsonObject:
    url = pen.data_uri(pen.pick(("image/png", "image/jpeg", "image/gif", "image/webp")))
    return {"type": "input_image", "image_url": url, "detail": pen.pick(("auto", "low", "high", "original"))}


def image_url(pen: Pen) -> JsonObject:
    return {"type": "input_image", "image_url": pen.url("cat.png"), "detail": "auto", **pen.optional(file_id=None)}


def image_file(pen: Pen) -> JsonObject:
    return {"type": "input_image", "file_id": pen.ident("file-"), "detail": "high", **cache_mark(pen)}


def file_data(pen: Pen) -> JsonObject:
    named = {"filename": f"{pen.label('report')}.pdf"}
    return {"type": "input_file", "file_data": pen.data_uri("application/pdf"), **named, **pen.optional(detail="low")}


def file_url(pen: Pen) -> JsonObject:
    return {"type": "input_file", "file_url": pen.url("paper.pdf")}


def file_id(pen: Pen) -> JsonObject:
    return {"type": "input_file", "file_id": pen.ident("file-"), **cache_mark(pen)}


INPUT_PARTS: Mapping[str, Part] = {
    "text": input_text,
    "image data": image_data,
    "image url": image_url,
    "image file": image_file,
    "file data": file_data,
    "file url": file_url,
    "file id": file_id,
}


def _easy(role: str) -> Maker:
    return lambda pen: [{"role": role, "content": pen.text(), **pen.optional(type="message")}]


def _easy_list(role: str) -> Maker:
    return lambda pen: [{"role": role, "content": [input_text(pen)]}]


def _ask_with(name: str) -> Maker:
    return lambda pen: [{"type": "message", "role": "user", "content": [input_text(pen), INPUT_PARTS[name](pen)]}]


def _ask_mixed(pen: Pen) -> list[Json]:
    parts: list[Json] = [pen.one_of(INPUT_PARTS) for _ in range(pen.count(2, 4))]
    return [{"role": "user", "content": parts}]


def _ask_as_returned(pen: Pen) -> list[Json]:
    returned: JsonObject = {"type": "message", "id": pen.ident("msg_"), "status": "completed", "role": "user"}
    return [{**returned, "content": [input_text(pen)]}]


ASKS: Mapping[str, Maker] = {
    PLAIN: _easy("user"),
    "easy list": _easy_list("user"),
    **{name: _ask_with(name) for name in INPUT_PARTS},
    "mixed parts": _ask_mixed,
    "as the server returned it": _ask_as_returned,
    "two user messages": lambda pen: [*_easy("user")(pen), *_easy_list("user")(pen)],
}

LEADING: Mapping[str, Maker] = {
    PLAIN: _easy("developer"),
    "system": _easy("system"),
    "typed": lambda pen: [{"type": "message", "role": "developer", "content": [input_text(pen), input_text(pen)]}],
}


def url_citation(pen: Pen) -> JsonObject:
    span: JsonObject = {"start_index": 0, "end_index": 4}
    return {"type": "url_citation", "url": pen.url("cited"), "title": pen.label("title"), **span}


def _file_citation(pen: Pen) -> JsonObject:
    return {"type": "file_citation", "file_id": pen.ident("file-"), "filename": "a.txt", "index": 3}


def _container_citation(pen: Pen) -> JsonObject:
    place: JsonObject = {"container_id": pen.ident("cntr_"), "start_index": 0, "end_index": 2}
    return {"type": "container_file_citation", "file_id": pen.ident("cfile_"), "filename": "b.csv", **place}


def _file_path(pen: Pen) -> JsonObject:
    return {"type": "file_path", "file_id": pen.ident("file-"), "index": 1}


ANNOTATIONS: Mapping[str, Part] = {
    "url": url_citation,
    "file": _file_citation,
    "container file": _container_citation,
    "file path": _file_path,
}


def output_text(pen: Pen, annotations: list[Json] | None = None) -> JsonObject:
    token: JsonObject = {"token": "a", "bytes": [97], "logprob": -0.5, "top_logprobs": []}
    logprobs: Json = [token] if pen.chance(20) else []
    said: JsonObject = {"type": "output_text", "text": pen.any_text(), "annotations": annotations or []}
    return {**said, **pen.optional(20, logprobs=logprobs)}


def message(pen: Pen, *parts: Json, **members: Json) -> JsonObject:
    """An assistant message as the server sent it."""
    status = pen.pick(("completed", "incomplete"))
    identity: JsonObject = {"type": "message", "id": pen.ident("msg_"), "status": status, "role": "assistant"}
    return {**identity, "content": list(parts), **members}


def plain_message(pen: Pen) -> JsonObject:
    return message(pen, output_text(pen))


def reasoning(pen: Pen) -> JsonObject:
    """With or without a summary, the model's own words, and the sealed original."""
    summary: list[Json] = [{"type": "summary_text", "text": pen.text()} for _ in range(pen.count(0, 2))]
    sealed = pen.optional(70, encrypted_content=pen.pick((pen.signature(), None)))
    item: JsonObject = {"type": "reasoning", "id": pen.ident("rs_"), "summary": summary, **sealed}
    return {**item, **pen.optional(15, status="completed", content=[])}


def open_reasoning(pen: Pen) -> JsonObject:
    thought: Json = [{"type": "reasoning_text", "text": pen.text()}]
    return {"type": "reasoning", "id": pen.ident("rs_"), "summary": [], "content": thought}
