"""The facts of an OpenAI Responses body."""

from support.jsonish import Json, JsonObject, as_object, as_text, objects

from .notebook import Fact, Notebook, arguments_of

MEDIA_KEYS = ("image_url", "file_data", "file_url", "file_id")

SERVER_ITEMS = {
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
    "computer_call",
    "local_shell_call",
    "local_shell_call_output",
    "shell_call",
    "shell_call_output",
    "apply_patch_call",
    "apply_patch_call_output",
    "mcp_call",
    "mcp_approval_request",
    "mcp_approval_response",
    "tool_search_call",
    "program",
    "program_output",
}


def read(payload: JsonObject) -> list[Fact]:
    notebook = Notebook()
    notebook.text("$.instructions", payload.get("instructions"), "system")
    notebook.text("$.input", payload.get("input"), "user")
    for path, item in objects(payload.get("input"), "$.input"):
        _item(notebook, path, item)
    return notebook.facts


def _item(notebook: Notebook, path: str, item: JsonObject) -> None:
    kind = as_text(item.get("type")) or ("message" if "role" in item else "item_reference")
    match kind:
        case "message":
            _message(notebook, path, item)
        case "reasoning":
            _reasoning(notebook, path, item)
        case "function_call":
            notebook.call(path, item.get("name"), arguments_of(item.get("arguments")), item.get("call_id"))
        case "custom_tool_call":
            notebook.call(path, item.get("name"), item.get("input"), item.get("call_id"))
        case "function_call_output" | "custom_tool_call_output":
            _output(notebook, path, item)
        case "computer_call_output":
            notebook.special("server", path, {key: value for key, value in item.items() if key != "output"})
            _media(notebook, path, as_object(item.get("output")), None)
        case "compaction":
            notebook.sealed(path, item.get("encrypted_content"))
        case "additional_tools" | "tool_search_output" | "mcp_list_tools":
            notebook.facts.append(Fact("opaque", path, _listed(item), kind))
        case _:
            notebook.special("server" if kind in SERVER_ITEMS else "opaque", path, item)


def _listed(holder: JsonObject) -> list[Json]:
    """The names and descriptions of the tools that are listed, also of those within a namespace."""
    said: list[Json] = []
    for _, tool in objects(holder.get("tools"), ""):
        said += _listed(tool) if "tools" in tool else [tool.get(key) for key in ("name", "description")]
    return [each for each in said if each]


def _message(notebook: Notebook, path: str, item: JsonObject) -> None:
    role = as_text(item.get("role"))
    notebook.text(f"{path}.content", item.get("content"), role)
    for part_path, part in objects(item.get("content"), f"{path}.content"):
        match part.get("type"):
            case "input_text" | "output_text" | "text":
                notebook.text(part_path, part.get("text"), role)
            case "refusal":
                notebook.refusal(part_path, part.get("refusal"))
            case "input_image" | "input_file":
                _media(notebook, part_path, part, None)
            case _:
                notebook.special("opaque", part_path, part)


def _media(notebook: Notebook, path: str, part: JsonObject, call: int | None) -> None:
    notebook.media(path, next((part[key] for key in MEDIA_KEYS if part.get(key)), None), call)


def _reasoning(notebook: Notebook, path: str, item: JsonObject) -> None:
    before = len(notebook.facts)
    for key in ("summary", "content"):
        for part_path, part in objects(item.get(key), f"{path}.{key}"):
            if part.get("type") in {"summary_text", "reasoning_text", "text"}:
                notebook.thinking(part_path, part.get("text"))
            else:
                notebook.special("opaque", part_path, part)
    if len(notebook.facts) == before:
        notebook.sealed(path, item.get("encrypted_content"))


def _output(notebook: Notebook, path: str, item: JsonObject) -> None:
    answered = notebook.answer(item.get("call_id"))
    output = item.get("output")
    if isinstance(output, str):
        notebook.result(path, output, answered)
    for part_path, part in objects(output, f"{path}.output"):
        if part.get("type") == "input_text":
            notebook.result(part_path, part.get("text"), answered)
        else:
            _media(notebook, part_path, part, answered)
