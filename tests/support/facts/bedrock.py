"""The facts of a Bedrock Converse body."""

from support.jsonish import Json, JsonObject, as_object, as_text, get, objects

from .notebook import Fact, Notebook

MEDIA = ("image", "document", "video", "audio")


def read(payload: JsonObject) -> list[Fact]:
    notebook = Notebook()
    for path, block in objects(payload.get("system"), "$.system"):
        _block(notebook, path, block, "system")
    for path, message in objects(payload.get("messages"), "$.messages"):
        role = as_text(message.get("role"))
        notebook.text(f"{path}.content", message.get("content"), role)
        for block_path, block in objects(message.get("content"), f"{path}.content"):
            _block(notebook, block_path, block, role)
    return notebook.facts


def _block(notebook: Notebook, path: str, block: JsonObject, role: str) -> None:
    match next((key for key in KNOWN if key in block), None):
        case "text":
            notebook.text(path, block["text"], role)
        case "reasoningContent":
            _reasoning(notebook, path, as_object(block["reasoningContent"]))
        case "toolUse" if get(block, "toolUse", "type") != "server_tool_use":
            call = as_object(block["toolUse"])
            notebook.call(path, call.get("name"), call.get("input"), call.get("toolUseId"))
        case "toolResult" if get(block, "toolResult", "type") is None:
            _result(notebook, path, as_object(block["toolResult"]))
        case "toolUse" | "toolResult":
            notebook.special("server", path, block)
        case "citationsContent":
            _cited(notebook, path, block, role)
        case "cachePoint":
            pass
        case "image" | "document" | "video" | "audio":
            _media(notebook, path, block, role)
        case _:
            notebook.special("opaque", path, block)


def _cited(notebook: Notebook, path: str, block: JsonObject, role: str) -> None:
    """One text in several pieces; where a piece is something else, it is nobody's text."""
    parts = objects(get(block, "citationsContent", "content"), path)
    if any(not isinstance(part.get("text"), str) for _, part in parts):
        notebook.special("opaque", path, block)
    notebook.text(path, "".join(as_text(part.get("text")) for _, part in parts), role)


def _reasoning(notebook: Notebook, path: str, inner: JsonObject) -> None:
    told = as_object(inner.get("reasoningText"))
    notebook.thinking(path, told.get("text"))
    if told and not told.get("text"):
        notebook.sealed(path, told.get("signature"))
    if "redactedContent" in inner:
        notebook.sealed(path, inner["redactedContent"])


def _result(notebook: Notebook, path: str, inner: JsonObject) -> None:
    answered = notebook.answer(inner.get("toolUseId"))
    for inner_path, part in objects(inner.get("content"), f"{path}.toolResult.content"):
        if "text" in part:
            notebook.result(inner_path, part["text"], answered)
        elif "json" in part:
            notebook.result(inner_path, part["json"], answered)
        elif any(kind in part for kind in MEDIA):
            _media(notebook, inner_path, part, "user", answered)
        else:
            notebook.special("opaque", inner_path, part)


def _media(notebook: Notebook, path: str, block: JsonObject, role: str, call: int | None = None) -> None:
    kind = next(kind for kind in MEDIA if kind in block)
    source = as_object(get(block, kind, "source"))
    key: Json = source.get("bytes") or get(source, "s3Location", "uri")
    notebook.media(path, key, call)
    notebook.text_document(path, source.get("text"), call)
    for inner_path, inner in objects(source.get("content"), f"{path}.{kind}.source.content"):
        _block(notebook, inner_path, inner, role)


KNOWN = (*MEDIA, "text", "reasoningContent", "toolUse", "toolResult", "citationsContent", "cachePoint")
