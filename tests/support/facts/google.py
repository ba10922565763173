"""The facts of a Gemini generateContent body, in either spelling of its keys."""

from support.jsonish import JsonObject, as_object, as_text, either, objects

from .notebook import Fact, Notebook

SERVER_PARTS = (
    ("executableCode", "executable_code"),
    ("codeExecutionResult", "code_execution_result"),
    ("toolCall", "tool_call"),
    ("toolResponse", "tool_response"),
)


def read(payload: JsonObject) -> list[Fact]:
    notebook = Notebook()
    system = as_object(either(payload, "systemInstruction", "system_instruction"))
    for path, part in objects(system.get("parts"), "$.systemInstruction.parts"):
        _part(notebook, path, part, "system")
    for path, content in objects(payload.get("contents"), "$.contents"):
        role = "assistant" if content.get("role") == "model" else "user"
        for part_path, part in objects(content.get("parts"), f"{path}.parts"):
            _part(notebook, part_path, part, role)
    return notebook.facts


def _part(notebook: Notebook, path: str, part: JsonObject, role: str) -> None:
    call = as_object(either(part, "functionCall", "function_call"))
    response = as_object(either(part, "functionResponse", "function_response"))
    server = next((as_object(either(part, *keys)) for keys in SERVER_PARTS if either(part, *keys)), None)
    if part.get("text") is not None:
        _text(notebook, path, part, role)
    elif call:
        notebook.call(path, call.get("name"), call.get("args") or {}, call.get("id"))
    elif response:
        _response(notebook, path, response)
    elif server is not None:
        notebook.special("server", path, server)
    elif not _media(notebook, path, part, None) and not _is_bare_signature(part):
        notebook.special("opaque", path, part)


def _text(notebook: Notebook, path: str, part: JsonObject, role: str) -> None:
    if part.get("thought") is True:
        notebook.thinking(path, part.get("text"))
    else:
        notebook.text(path, part.get("text"), role)


def _response(notebook: Notebook, path: str, response: JsonObject) -> None:
    answered = notebook.answer(response.get("id"), response.get("name"))
    notebook.result(path, response.get("response"), answered)
    for inner_path, inner in objects(response.get("parts"), f"{path}.functionResponse.parts"):
        _media(notebook, inner_path, inner, answered)


def _media(notebook: Notebook, path: str, part: JsonObject, call: int | None) -> bool:
    inline = as_object(either(part, "inlineData", "inline_data"))
    filed = as_object(either(part, "fileData", "file_data"))
    key = as_text(inline.get("data")) or as_text(either(filed, "fileUri", "file_uri"))
    notebook.media(path, key, call)
    return bool(inline or filed)


def _is_bare_signature(part: JsonObject) -> bool:
    said = {key for key, value in part.items() if value is not None}
    return said <= {"thoughtSignature", "thought_signature", "thought"}
