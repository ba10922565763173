"""Anthropic Messages: the rules that hold within one content block."""

from collections.abc import Iterator

from support.jsonish import JsonObject, as_list, as_object, as_text, objects

from .common import IMAGE_TYPES, Violation, base64_problem, image_bytes_problem, is_blank, pattern_problem

ID = r"[a-zA-Z0-9_-]+"

IN_RESULTS = {"text", "image", "document", "search_result", "tool_reference", "browser_state"}

USER_ONLY = {"tool_result", "image", "document", "search_result", "container_upload"}
ASSISTANT_ONLY = {"tool_use", "thinking", "redacted_thinking", "server_tool_use", "mcp_tool_use"}
SYSTEM_ONLY = {"tool_addition", "tool_removal"}


def block_violations(role: str, path: str, block: JsonObject) -> Iterator[Violation]:
    kind = block.get("type")
    if (kind in USER_ONLY and role != "user") or (kind in ASSISTANT_ONLY and role != "assistant"):
        yield Violation("ANT-34", path, f"{kind} in a message of role {role!r}")
    match kind:
        case "text":
            yield from text_violations(path, block)
        case "image":
            yield from _image(path, block)
        case "document":
            yield from _document(path, block)
        case "thinking" | "redacted_thinking":
            yield from _thinking(path, block)
        case "tool_use":
            yield from _tool_use(path, block)
        case "tool_result":
            yield from _tool_result(path, block)
        case _:
            pass


def text_violations(path: str, block: JsonObject) -> Iterator[Violation]:
    text = as_text(block.get("text"))
    if not text:
        yield Violation("ANT-16", path, "is an empty text")
    elif is_blank(text):
        yield Violation("ANT-17", path, "is a blank text")
    if not text and block.get("cache_control"):
        yield Violation("ANT-26", path, "marks an empty text for the cache")


def _image(path: str, block: JsonObject) -> Iterator[Violation]:
    source = as_object(block.get("source"))
    match source.get("type"):
        case "base64":
            media_type = as_text(source.get("media_type"))
            if media_type not in IMAGE_TYPES:
                yield Violation("ANT-30", path, f"is {media_type!r}")
            problem = image_bytes_problem(as_text(source.get("data")), media_type)
            if problem:
                yield Violation("ANT-31", path, problem)
        case "url":
            if not as_text(source.get("url")).startswith(("https://", "http://")):
                yield Violation("ANT-34", path, f"has the url {source.get('url')!r:.80}")
        case "file":
            pass
        case other:
            yield Violation("ANT-34", path, f"has a source of type {other!r}")


def _document(path: str, block: JsonObject) -> Iterator[Violation]:
    source = as_object(block.get("source"))
    allowed = {"base64": "application/pdf", "text": "text/plain"}.get(as_text(source.get("type")))
    if allowed and source.get("media_type") != allowed:
        yield Violation("ANT-35", path, f"is {source.get('media_type')!r} as {source.get('type')}")
    problem = base64_problem(as_text(source.get("data"))) if source.get("type") == "base64" else None
    if problem:
        yield Violation("ANT-35", path, problem)
    if source.get("type") not in {"base64", "text", "url", "file", "content"}:
        yield Violation("ANT-35", path, f"has a source of type {source.get('type')!r}")


def _thinking(path: str, block: JsonObject) -> Iterator[Violation]:
    if block.get("cache_control"):
        yield Violation("ANT-26", path, "thinking has cache_control")
    if block.get("type") == "redacted_thinking":
        if not as_text(block.get("data")):
            yield Violation("ANT-51", path, "redacted thinking without data")
        return
    if not as_text(block.get("signature")):
        yield Violation("ANT-41", path, "thinking without a signature")


def _tool_use(path: str, block: JsonObject) -> Iterator[Violation]:
    if not isinstance(block.get("input"), dict):
        yield Violation("ANT-15", path, "input is not an object")
    problem = pattern_problem(block.get("id"), ID)
    if problem:
        yield Violation("ANT-14", path, problem)


def _tool_result(path: str, block: JsonObject) -> Iterator[Violation]:
    problem = pattern_problem(block.get("tool_use_id"), ID)
    if problem:
        yield Violation("ANT-14", path, problem)
    content = block.get("content")
    if content == []:
        yield Violation("ANT-22", path, "content is an empty list", certain=False)
    for inner_path, inner in objects(as_list(content), f"{path}.content"):
        if inner.get("type") not in IN_RESULTS:
            yield Violation("ANT-23", inner_path, f"{inner.get('type')!r} inside a result")
        else:
            yield from block_violations("user", inner_path, inner)
