"""The facts of an OpenAI Chat Completions body."""

from itertools import groupby

from support.jsonish import Json, JsonObject, as_text, get, objects

from .notebook import Fact, Notebook, arguments_of, content_strings

MEDIA = {
    "image_url": ("url",),
    "video_url": ("url",),
    "input_audio": ("data",),
    "file": ("file_data", "file_id"),
    "document_url": ("url",),
}

# Servers of this dialect that show their reasoning use one of these.
THINKING = ("reasoning_content", "reasoning")

# What a thought in the details holds; anything else there is another thing.
THOUGHT = {"text", "summary", "data", "signature"}


def read(payload: JsonObject) -> list[Fact]:
    notebook = Notebook()
    for path, message in objects(payload.get("messages"), "$.messages"):
        _message(notebook, path, message)
    return notebook.facts


def _message(notebook: Notebook, path: str, message: JsonObject) -> None:
    role = as_text(message.get("role"))
    _thinking(notebook, path, message)
    answered = (
        notebook.answer(message.get("tool_call_id"), message.get("name")) if role in {"tool", "function"} else None
    )
    content = message.get("content")
    if isinstance(content, str):
        _text(notebook, f"{path}.content", content, role, answered)
    for part_path, part in objects(content, f"{path}.content"):
        _part(notebook, part_path, part, role, answered)
    notebook.refusal(f"{path}.refusal", message.get("refusal"))
    notebook.media(f"{path}.audio", get(message, "audio", "id"))
    for image_path, image in objects(message.get("images"), f"{path}.images"):
        notebook.media(image_path, get(image, "image_url", "url"))
    _calls(notebook, path, message)


def _text(notebook: Notebook, path: str, text: Json, role: str, answered: int | None) -> None:
    if role in {"tool", "function"}:
        notebook.result(path, text, answered)
    else:
        notebook.text(path, text, role)


def _part(notebook: Notebook, path: str, part: JsonObject, role: str, answered: int | None) -> None:
    kind = as_text(part.get("type"))
    if kind == "text":
        _text(notebook, path, part.get("text"), role, answered)
    elif kind == "refusal":
        notebook.refusal(path, part.get("refusal"))
    elif kind == "thinking":
        for inner_path, inner in objects(part.get("thinking"), f"{path}.thinking"):
            notebook.thinking(inner_path, inner.get("text"))
    elif kind in MEDIA:
        holder = part.get(kind)
        key = holder if isinstance(holder, str) else next((get(holder, k) for k in MEDIA[kind] if get(holder, k)), None)
        notebook.media(path, key, answered)
    else:
        notebook.special("opaque", path, part)


def _thinking(notebook: Notebook, path: str, message: JsonObject) -> None:
    told = next((key for key in THINKING if message.get(key)), None)
    repeated = as_text(message.get(told)) if told else ""
    if told:
        notebook.thinking(f"{path}.{told}", message.get(told))
    details = objects(message.get("reasoning_details"), f"{path}.reasoning_details")
    for _, pieces in groupby(details, _streamed_as):
        thought = list(pieces)
        said = "".join(as_text(piece.get("text") or piece.get("summary")) for _, piece in thought)
        if said not in repeated:
            notebook.thinking(thought[0][0], said)
        for detail_path, piece in thought:
            if piece.get("data"):
                notebook.sealed(detail_path, piece.get("data"))
            elif not THOUGHT & set(piece):
                notebook.special("opaque", detail_path, piece)


def _streamed_as(detail: tuple[str, JsonObject]) -> tuple[str, ...]:
    """What the pieces of one thought have in common, as they came from a stream; anything else stands alone."""
    path, said = detail
    index = said.get("index")
    return (path,) if index is None else (as_text(said.get("type")), str(index))


def _calls(notebook: Notebook, path: str, message: JsonObject) -> None:
    for call_path, call in objects(message.get("tool_calls"), f"{path}.tool_calls"):
        is_custom = call.get("type") == "custom"
        called = call.get("custom" if is_custom else "function")
        if not isinstance(called, dict):
            _unknown_call(notebook, call_path, call)
            continue
        arguments = called.get("input") if is_custom else arguments_of(called.get("arguments"))
        notebook.call(call_path, called.get("name"), arguments, call.get("id"))
    legacy = message.get("function_call")
    if isinstance(legacy, dict) and legacy.get("name"):
        notebook.call(f"{path}.function_call", legacy.get("name"), arguments_of(legacy.get("arguments")), None)
    for tool_path, tool in objects(message.get("executed_tools"), f"{path}.executed_tools"):
        notebook.special("server", tool_path, tool)


def _unknown_call(notebook: Notebook, path: str, call: JsonObject) -> None:
    """A call of a kind that nobody has heard of says at least of which kind it is."""
    kind = as_text(call.get("type"))
    notebook.facts.append(Fact("opaque", path, [kind, *content_strings(call)], kind))
