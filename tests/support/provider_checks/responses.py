"""OpenAI Responses: the rules RSP-01 to RSP-18 that a body alone can break."""

import re
from collections.abc import Iterator

from support.jsonish import Json, JsonObject, as_list, as_text, get, objects, strings

from .common import (
    IMAGE_TYPES,
    Violation,
    base64_problem,
    data_url,
    is_openai_reasoner,
    no_tools,
    pattern_problem,
    schema_violations,
)

NAME = r"[a-zA-Z0-9_-]{1,64}"
LONGEST_ID = 64

CALLS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
}
OUTPUTS = {output: call for call, output in CALLS.items()}

ID_PREFIXES = {"reasoning": "rs", "function_call": "fc", "message": "msg", "custom_tool_call": "ctc"}

DOCUMENT_TYPE = re.compile(r"(application|text)/")

INPUT_PARTS = {"input_text", "input_image", "input_file"}
OUTPUT_PARTS = {"output_text", "refusal"}


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    source = payload.get("input")
    if isinstance(source, str):
        return
    items = objects(source, "$.input")
    if not items and not payload.get("previous_response_id") and not payload.get("prompt"):
        yield Violation("RSP-16", "$.input", "is empty", certain=False)
    for path, item in items:
        yield from _item(path, item)
    yield from _reasoning(items, model)
    if payload.get("store") is False:
        yield from _resolvable(items)
    # A continued response holds the other halves of pairs on the server.
    if not payload.get("previous_response_id") and not payload.get("conversation"):
        yield from _pairing(items)
    yield from _unique_ids(items)
    yield from _tools(payload)
    if get(payload, "text", "format", "type") == "json_object" and not _mentions_json(source):
        yield Violation("RSP-16", "$.input", "no item holds the word json", certain=False)


def kind_of(item: JsonObject) -> str:
    return as_text(item.get("type")) or ("message" if "role" in item else "item_reference")


def _item(path: str, item: JsonObject) -> Iterator[Violation]:
    kind = kind_of(item)
    for key in ("id", "call_id"):
        identity = item.get(key)
        if isinstance(identity, str) and not 0 < len(identity) <= LONGEST_ID:
            yield Violation("RSP-11", path, f"{key} has {len(identity)} characters")
    prefix = ID_PREFIXES.get(kind)
    if prefix and isinstance(item.get("id"), str) and not as_text(item.get("id")).startswith(prefix):
        yield Violation("RSP-12", path, f"id {item.get('id')!r} does not begin with {prefix!r}")
    match kind:
        case "message":
            yield from _message(path, item)
        case "function_call":
            yield from _function_call(path, item)
        case "function_call_output" | "custom_tool_call_output":
            yield from _output(path, item)
        case "reasoning":
            if not isinstance(item.get("summary"), list):
                yield Violation("RSP-06", path, "reasoning without summary")
        case _:
            pass


def _message(path: str, item: JsonObject) -> Iterator[Violation]:
    role = as_text(item.get("role"))
    if role not in {"user", "assistant", "system", "developer"}:
        yield Violation("RSP-14", path, f"has role {role!r}")
    if item.get("content") is None:
        yield Violation("RSP-14", path, "has no content")
    allowed = OUTPUT_PARTS if role == "assistant" else INPUT_PARTS
    for part_path, part in objects(item.get("content"), f"{path}.content"):
        if part.get("type") not in allowed:
            yield Violation("RSP-14", part_path, f"{part.get('type')!r} in a message of role {role!r}")
        yield from _part(part_path, part)


def _part(path: str, part: JsonObject) -> Iterator[Violation]:
    if part.get("type") == "input_image":
        inline = data_url(as_text(part.get("image_url")))
        if inline and (inline[0] not in IMAGE_TYPES or base64_problem(inline[1])):
            yield Violation("OAI-14", path, f"is {inline[0]!r}, {base64_problem(inline[1])}")
        if not part.get("image_url") and not part.get("file_id"):
            yield Violation("RSP-14", path, "an image has neither a url nor an id")
    if part.get("type") != "input_file":
        return
    if not any(part.get(key) for key in ("file_id", "file_url", "file_data")):
        yield Violation("RSP-14", path, "a file has no data, url or id")
    encoded = as_text(part.get("file_data"))
    inline = data_url(encoded)
    if encoded and (inline is None or not DOCUMENT_TYPE.match(inline[0]) or base64_problem(inline[1])):
        yield Violation("RSP-15", path, f"file_data is no data URL of a document: {encoded!r:.40}")


def _function_call(path: str, item: JsonObject) -> Iterator[Violation]:
    if not isinstance(item.get("arguments"), str):
        yield Violation("RSP-15", path, "arguments are not a string")
    problem = pattern_problem(item.get("name"), NAME)
    if problem:
        yield Violation("RSP-15", path, problem)
    if not as_text(item.get("call_id")):
        yield Violation("RSP-10", path, "a call has no call_id")


def _output(path: str, item: JsonObject) -> Iterator[Violation]:
    output = item.get("output")
    if not isinstance(output, str | list):
        yield Violation("RSP-15", path, "output is neither a string nor a list")
    for part_path, part in objects(output, f"{path}.output"):
        if part.get("type") not in INPUT_PARTS:
            yield Violation("RSP-15", part_path, f"{part.get('type')!r} in an output")
        yield from _part(part_path, part)


def _reasoning(items: list[tuple[str, JsonObject]], model: str) -> Iterator[Violation]:
    for index, (path, item) in enumerate(items):
        if kind_of(item) != "reasoning":
            continue
        follower = next((other for _, other in items[index + 1 :] if kind_of(other) != "reasoning"), None)
        if follower is None or not _can_stem_from_reasoning(follower):
            yield Violation("RSP-01", path, "reasoning is not followed by what it led to")
        if model and model.startswith(("gpt-4", "gpt-3")) and not is_openai_reasoner(model):
            yield Violation("RSP-05", path, f"{model!r} does not reason")


def _resolvable(items: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    """Where nothing is stored, an id stands for nothing: items come whole."""
    for path, item in items:
        is_bare = kind_of(item) == "reasoning" and item.get("id") and not item.get("encrypted_content")
        if kind_of(item) == "item_reference" or is_bare:
            yield Violation("RSP-03", path, f"Item with id {item.get('id')!r} not found", certain=False)


def _can_stem_from_reasoning(item: JsonObject) -> bool:
    # An assistant message in the easy form is a new input to OpenAI's server, not the output that it recorded.
    is_input = item.get("role") in {"user", "system", "developer"} or ("type" not in item and "id" not in item)
    return kind_of(item) not in OUTPUTS and not is_input


def _pairing(items: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    calls = {(kind_of(item), as_text(item.get("call_id"))) for _, item in items if kind_of(item) in CALLS}
    # A search for tools that the client ran may be answered like a function.
    calls |= {
        ("function_call", as_text(item.get("call_id"))) for _, item in items if kind_of(item) == "tool_search_call"
    }
    outputs: set[tuple[str, str]] = set()
    for path, item in items:
        kind = kind_of(item)
        if kind not in OUTPUTS:
            continue
        identity = as_text(item.get("call_id"))
        if (OUTPUTS[kind], identity) not in calls:
            yield Violation("RSP-10", path, f"no call {identity!r} for this output")
        if (OUTPUTS[kind], identity) in outputs:
            yield Violation("RSP-13", path, f"a second output for {identity!r}", certain=False)
        outputs.add((OUTPUTS[kind], identity))
    for path, item in items:
        if kind_of(item) in CALLS and (kind_of(item), as_text(item.get("call_id"))) not in outputs:
            yield Violation("RSP-10", path, f"no output for call {item.get('call_id')!r}")


def _unique_ids(items: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    ids: set[str] = set()
    call_ids: set[str] = set()
    for path, item in items:
        identity = as_text(item.get("id"))
        if identity and kind_of(item) != "item_reference" and identity in ids:
            yield Violation("RSP-13", path, f"id {identity!r} is not unique")
        ids.add(identity)
        call_id = as_text(item.get("call_id"))
        if kind_of(item) in CALLS and call_id in call_ids:
            yield Violation("RSP-10", path, f"call_id {call_id!r} is not unique")
        if kind_of(item) in CALLS:
            call_ids.add(call_id)


def _tools(payload: JsonObject) -> Iterator[Violation]:
    for path, tool in objects(payload.get("tools"), "$.tools"):
        if tool.get("type") not in {"function", "custom"}:
            continue
        problem = pattern_problem(tool.get("name"), NAME)
        if problem:
            yield Violation("RSP-15", path, problem)
        if tool.get("type") == "function" and tool.get("parameters") is not None:
            yield from schema_violations("OAI-20", f"{path}.parameters", tool.get("parameters"))
    named = isinstance(payload.get("tool_choice"), dict) or payload.get("tool_choice") == "required"
    if named and no_tools(payload) and not _tools_in_history(payload):
        yield Violation("OAI-10", "$.tool_choice", "asks for a tool where none are")


def _tools_in_history(payload: JsonObject) -> bool:
    return any(as_list(item.get("tools")) for _, item in objects(payload.get("input"), "$.input"))


def _mentions_json(source: Json) -> bool:
    return any("json" in text.lower() for text in strings(source))
