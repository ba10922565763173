"""The facts of an Anthropic Messages body."""

from support.jsonish import JsonObject, as_object, as_text, objects

from .notebook import Fact, Notebook

SERVER_RESULT = "_tool_result"
SERVER_BLOCKS = {"server_tool_use", "mcp_tool_use", "mcp_tool_listing", "search_result"}


def read(payload: JsonObject) -> list[Fact]:
    notebook = Notebook()
    notebook.text("$.system", payload.get("system"), "system")
    for path, block in objects(payload.get("system"), "$.system"):
        _block(notebook, path, block, "system")
    for path, message in objects(payload.get("messages"), "$.messages"):
        role = as_text(message.get("role"))
        notebook.text(f"{path}.content", message.get("content"), role)
        for block_path, block in objects(message.get("content"), f"{path}.content"):
            _block(notebook, block_path, block, role)
    return notebook.facts


def _block(notebook: Notebook, path: str, block: JsonObject, role: str) -> None:
    kind = as_text(block.get("type"))
    match kind:
        case "text":
            notebook.text(path, block.get("text"), role)
        case "image" | "document":
            _source(notebook, path, block, role)
        case "container_upload":
            notebook.media(path, block.get("file_id"))
        case "thinking":
            notebook.thinking(path, block.get("thinking"))
            if not block.get("thinking"):
                notebook.sealed(path, block.get("signature"))
        case "redacted_thinking":
            notebook.sealed(path, block.get("data"))
        case "tool_use":
            notebook.call(path, block.get("name"), block.get("input"), block.get("id"))
        case "tool_result":
            _result(notebook, path, block)
        case _:
            is_server = kind in SERVER_BLOCKS or kind.endswith(SERVER_RESULT)
            notebook.special("server" if is_server else "opaque", path, block)


def _source(notebook: Notebook, path: str, block: JsonObject, role: str, call: int | None = None) -> None:
    source = as_object(block.get("source"))
    if source.get("type") == "content":
        if isinstance(source.get("content"), str):
            notebook.text_document(path, source.get("content"), call)
        for inner_path, inner in objects(source.get("content"), f"{path}.source.content"):
            _block(notebook, inner_path, inner, role)
        return
    if source.get("type") == "text":
        notebook.text_document(path, source.get("data"), call)
        return
    notebook.media(path, source.get("data") or source.get("url") or source.get("file_id"), call)


def _result(notebook: Notebook, path: str, block: JsonObject) -> None:
    answered = notebook.answer(block.get("tool_use_id"))
    content = block.get("content")
    if isinstance(content, str):
        notebook.result(path, content, answered)
    for inner_path, inner in objects(content, f"{path}.content"):
        match inner.get("type"):
            case "text":
                notebook.result(inner_path, inner.get("text"), answered)
            case "image" | "document":
                _source(notebook, inner_path, inner, "user", answered)
            case _:
                notebook.special("server", inner_path, inner)
