"""OpenAI Chat Completions: the rules OAI-01 to OAI-21 that a body alone can break."""

from collections.abc import Iterator

from support.jsonish import Json, JsonObject, as_list, as_object, as_text, get, objects, strings

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
MESSAGE_NAME = r"[^\s<|\\/>]+"

LONGEST_ID = 40
SAMPLING = ("temperature", "top_p", "presence_penalty", "frequency_penalty", "logprobs", "top_logprobs")
MOST_TOOLS = 128
MOST_CALLS = 128

PARTS = {
    "user": {"text", "image_url", "input_audio", "file"},
    "assistant": {"text", "refusal"},
    "system": {"text"},
    "developer": {"text"},
    "tool": {"text"},
}

NEEDS_TOOLS = ("tool_choice", "parallel_tool_calls")


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    messages = objects(payload.get("messages"), "$.messages")
    if not messages:
        yield Violation("OAI-15", "$.messages", "is empty")
    for path, message in messages:
        yield from _message(path, message)
    yield from _pairing(messages)
    yield from _tools(payload)
    yield from _settings(payload, model)


def _message(path: str, message: JsonObject) -> Iterator[Violation]:
    role = as_text(message.get("role"))
    if role not in {*PARTS, "function"}:
        yield Violation("OAI-16", path, f"has role {role!r}")
    if role == "function" and not message.get("name"):
        yield Violation("OAI-17", path, "a function message has no name")
    if role == "tool" and not isinstance(message.get("tool_call_id"), str):
        yield Violation("OAI-03", path, "a tool message has no tool_call_id")
    if message.get("name") is not None and role != "tool":
        problem = pattern_problem(message.get("name"), MESSAGE_NAME)
        if problem:
            yield Violation("OAI-09", path, problem)
    yield from _content(path, role, message)
    yield from _calls(path, message)


def _content(path: str, role: str, message: JsonObject) -> Iterator[Violation]:
    content = message.get("content")
    may_be_null = role == "assistant" and any(
        message.get(key) for key in ("tool_calls", "function_call", "audio", "refusal")
    )
    if content is None and not may_be_null:
        yield Violation("OAI-11", path, f"content of role {role!r} is null")
    if content == []:
        yield Violation("OAI-15", path, "content is an empty list", certain=False)
    for part_path, part in objects(content, f"{path}.content"):
        kind = as_text(part.get("type"))
        if kind not in PARTS.get(role, set()):
            yield Violation("OAI-12", part_path, f"{kind!r} in a message of role {role!r}")
        yield from _part(part_path, kind, part)


def _part(path: str, kind: str, part: JsonObject) -> Iterator[Violation]:
    inline = data_url(as_text(get(part, "image_url", "url"))) if kind == "image_url" else None
    if inline and (inline[0] not in IMAGE_TYPES or base64_problem(inline[1])):
        yield Violation("OAI-14", path, f"is {inline[0]!r}, {base64_problem(inline[1])}")
    if kind == "input_audio" and get(part, "input_audio", "format") not in {"wav", "mp3"}:
        yield Violation("OAI-13", path, f"has the format {get(part, 'input_audio', 'format')!r}")
    if kind == "file":
        file = as_object(part.get("file"))
        encoded = data_url(as_text(file.get("file_data")))
        is_readable = encoded is not None and encoded[0] == "application/pdf" and not base64_problem(encoded[1])
        if not file.get("file_id") and not is_readable:
            yield Violation("OAI-13", path, "a file is neither an id nor a PDF as a data URL", certain=False)


def _calls(path: str, message: JsonObject) -> Iterator[Violation]:
    calls = message.get("tool_calls")
    if calls is None:
        return
    if message.get("role") != "assistant":
        yield Violation("OAI-12", path, "tool_calls outside an assistant message")
    if not 1 <= len(as_list(calls)) <= MOST_CALLS:
        yield Violation("OAI-06", path, f"has {len(as_list(calls))} tool_calls")
    for call_path, call in objects(calls, f"{path}.tool_calls"):
        identity = call.get("id")
        if not isinstance(identity, str) or len(identity) > LONGEST_ID:
            yield Violation("OAI-05", call_path, f"has the id {identity!r:.80}")
        kind = "custom" if call.get("type") == "custom" else "function"
        problem = pattern_problem(get(call, kind, "name"), NAME)
        if problem:
            yield Violation("OAI-08", call_path, problem)
        text = get(call, kind, "input" if kind == "custom" else "arguments")
        if not isinstance(text, str):
            yield Violation("OAI-07", call_path, "arguments are not a string")


def _pairing(messages: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    unanswered: dict[str, str] = {}
    answered: set[str] = set()
    for path, message in messages:
        if message.get("role") == "tool":
            identity = as_text(message.get("tool_call_id"))
            if identity in answered:
                yield Violation("OAI-04", path, f"a second result for {identity!r}")
            elif identity not in unanswered:
                yield Violation("OAI-02", path, f"no call {identity!r} precedes this result")
            unanswered.pop(identity, None)
            answered.add(identity)
            continue
        yield from _left_open(unanswered)
        answered = set()
        calls = objects(message.get("tool_calls"), f"{path}.tool_calls")
        unanswered = {as_text(call.get("id")): call_path for call_path, call in calls}
        if len(unanswered) < len(calls):
            yield Violation("OAI-04", path, "two calls of one message have the same id")
    yield from _left_open(unanswered)


def _left_open(unanswered: dict[str, str]) -> Iterator[Violation]:
    for identity, path in unanswered.items():
        yield Violation("OAI-01", path, f"call {identity!r} has no tool message directly after")


def _tools(payload: JsonObject) -> Iterator[Violation]:
    tools = payload.get("tools")
    if tools == [] or len(as_list(tools)) > MOST_TOOLS:
        yield Violation("OAI-10", "$.tools", f"has {len(as_list(tools))} tools")
    if no_tools(payload):
        for key in NEEDS_TOOLS:
            if payload.get(key) is not None:
                yield Violation("OAI-10", f"$.{key}", "is set where no tools are", certain=key == "tool_choice")
    for path, tool in objects(tools, "$.tools"):
        if tool.get("type") not in {"function", "custom"}:
            continue
        definition = as_object(tool.get(as_text(tool.get("type"))))
        problem = pattern_problem(definition.get("name"), NAME)
        if problem:
            yield Violation("OAI-08", path, problem)
        if definition.get("parameters") is not None:
            yield from schema_violations("OAI-20", f"{path}.function.parameters", definition.get("parameters"))


def _settings(payload: JsonObject, model: str) -> Iterator[Violation]:
    if get(payload, "response_format", "type") == "json_object" and not _mentions_json(payload.get("messages")):
        yield Violation("OAI-19", "$.messages", "no message holds the word json")
    if is_openai_reasoner(model) and payload.get("max_tokens") is not None:
        yield Violation("OAI-21", "$.max_tokens", f"{model!r} wants max_completion_tokens", certain=False)
    if is_openai_reasoner(model) and payload.get("reasoning_effort") not in (None, "none"):
        for key in SAMPLING:
            if payload.get(key) not in (None, 0 if key.endswith("penalty") else 1, False):
                yield Violation("OAI-21", f"$.{key}", f"{model!r} sets its own sampling", certain=False)


def _mentions_json(messages: Json) -> bool:
    return any("json" in text.lower() for text in strings(messages))
