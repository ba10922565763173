"""The facts of a body in Mistral's own form."""

from support.jsonish import Json, JsonObject, as_text, get, objects

from .notebook import Fact, Notebook, arguments_of

MEDIA = ("image_url", "document_url", "input_audio", "file_id")

NO_ID = "null"


def read(payload: JsonObject) -> list[Fact]:
    notebook = Notebook()
    for path, message in objects(payload.get("messages"), "$.messages"):
        _message(notebook, path, message)
    return notebook.facts


def _identity(value: Json) -> Json:
    return None if value == NO_ID else value


def _message(notebook: Notebook, path: str, message: JsonObject) -> None:
    role, content = as_text(message.get("role")), message.get("content")
    answered = notebook.answer(_identity(message.get("tool_call_id")), message.get("name")) if role == "tool" else None
    said: list[tuple[str, JsonObject]] = objects(content, f"{path}.content")
    if isinstance(content, str):
        said = [(f"{path}.content", {"type": "text", "text": content})]
    for chunk_path, chunk in said:
        _chunk(notebook, chunk_path, chunk, role, answered)
    for call_path, call in objects(message.get("tool_calls"), f"{path}.tool_calls"):
        function = call.get("function")
        if isinstance(function, dict):
            arguments = arguments_of(function.get("arguments"))
            notebook.call(call_path, function.get("name"), arguments, _identity(call.get("id")))
        else:
            kind = as_text(call.get("type"))
            notebook.facts.append(Fact("opaque", call_path, [kind], kind))


def _chunk(notebook: Notebook, path: str, chunk: JsonObject, role: str, answered: int | None) -> None:
    kind = as_text(chunk.get("type"))
    if kind == "text" and role == "tool":
        notebook.result(path, chunk.get("text"), answered)
    elif kind == "text":
        notebook.text(path, chunk.get("text"), role)
    elif kind == "thinking":
        # Its pieces are one running text; what they refer to is a thing of its own.
        pieces = objects(chunk.get("thinking"), f"{path}.thinking")
        notebook.thinking(path, "".join(as_text(piece.get("text")) for _, piece in pieces))
        for piece_path, piece in pieces:
            if piece.get("type") != "text":
                notebook.special("opaque", piece_path, piece)
    elif held := next((chunk[key] for key in MEDIA if chunk.get(key)), None):
        notebook.media(path, held if isinstance(held, str) else get(held, "url"), answered)
    else:
        notebook.special("opaque", path, chunk)
