"""Mistral's own API: the rules MIS-01 to MIS-07 that a body alone can break, and what it shares with Chat."""

from collections.abc import Iterator

from support.jsonish import JsonObject, as_object, as_text, get, objects, parse_or_none, walk

from .common import Violation, base64_problem, data_url, pattern_problem, schema_violations

IDENTITY = r"[a-zA-Z0-9]{9}"
NAME = r"[a-zA-Z0-9_-]{1,64}"

KEYS = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls", "prefix"},
    "tool": {"role", "content", "tool_call_id", "name"},
}
CHUNKS = {
    "text",
    "image_url",
    "document_url",
    "file",
    "input_audio",
    "reference",
    "thinking",
    "resource",
    "resource_link",
}
CHUNKS_OF_RESULTS = CHUNKS - {"image_url", "input_audio", "thinking"}

MOST_IMAGES = 8

AFTER = {
    "": {"system", "user"},
    "system": {"system", "user"},
    "user": {"system", "user", "assistant"},
    "assistant": {"user", "assistant", "tool"},
    "tool": {"tool", "assistant"},
}

REASONERS = ("magistral",)
WITHOUT_REASONING = ("ministral", "mistral-large", "mistral-tiny", "codestral", "devstral", "pixtral", "open-mi")


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    messages = objects(payload.get("messages"), "$.messages")
    for path, message in messages:
        yield from _message(path, message, model)
    yield from _order(messages)
    yield from _pairing(messages)
    yield from _tools(payload)
    images = [path for path, value in walk(payload) if path.endswith(".image_url") and "messages" in path and value]
    if len(images) > MOST_IMAGES:
        yield Violation("MIS-07", images[-1], f"is image {len(images)}", certain=False)


def _message(path: str, message: JsonObject, model: str) -> Iterator[Violation]:
    role = as_text(message.get("role"))
    if role not in KEYS:
        yield Violation("MIS-06", path, f"has role {role!r}")
        return
    for key in message.keys() - KEYS[role]:
        yield Violation("MIS-06", path, f"a message of role {role!r} has no {key!r}")
    content = message.get("content")
    if role == "assistant" and not content and not message.get("tool_calls"):
        yield Violation("MIS-04", path, "has neither content nor tool_calls")
    if role == "user" and not content:
        yield Violation("MIS-04", path, "is empty", certain=False)
    for chunk_path, chunk in objects(content, f"{path}.content"):
        yield from _chunk(chunk_path, chunk, role, model)
    for call_path, call in objects(message.get("tool_calls"), f"{path}.tool_calls"):
        yield from _call(call_path, call)
    if role == "tool" and (problem := pattern_problem(message.get("tool_call_id"), IDENTITY)):
        yield Violation("MIS-01", path, problem)


def _chunk(path: str, chunk: JsonObject, role: str, model: str) -> Iterator[Violation]:
    kind = as_text(chunk.get("type"))
    if kind not in (CHUNKS_OF_RESULTS if role == "tool" else CHUNKS):
        yield Violation("MIS-06", path, f"{kind!r} in a message of role {role!r}")
    if kind == "thinking" and model.startswith(WITHOUT_REASONING):
        yield Violation("MIS-05", path, f"{model!r} takes no reasoning")
    holder = chunk.get("image_url")
    inline = data_url(as_text(get(holder, "url") if isinstance(holder, dict) else holder)) if holder else None
    if inline and base64_problem(inline[1]):
        yield Violation("MIS-07", path, as_text(base64_problem(inline[1])), certain=False)


def _call(path: str, call: JsonObject) -> Iterator[Violation]:
    if problem := pattern_problem(call.get("id"), IDENTITY):
        yield Violation("MIS-01", path, problem)
    if problem := pattern_problem(get(call, "function", "name"), NAME):
        yield Violation("MIS-06", path, problem)
    given = get(call, "function", "arguments")
    if not isinstance(given, dict) and not isinstance(parse_or_none(as_text(given)), dict):
        yield Violation("MIS-07", path, f"arguments are no object: {given!r:.60}", certain=False)


def _order(messages: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    before = ""
    for path, message in messages:
        role = as_text(message.get("role"))
        if role not in AFTER.get(before, set()):
            # La Plateforme was seen to take a user's message behind a result; servers of one's own refuse it.
            yield Violation(
                "MIS-03", path, f"role {role!r} after role {before!r}", certain=(before, role) != ("tool", "user")
            )
        before = role
    if messages and before not in {"user", "tool"} and messages[-1][1].get("prefix") is not True:
        yield Violation("MIS-03", messages[-1][0], f"the last role is {before!r}")


def _pairing(messages: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    made: set[str] = set()
    unanswered: list[str] = []
    for path, message in messages:
        if message.get("role") == "tool":
            identity = as_text(message.get("tool_call_id"))
            if identity in unanswered:
                unanswered.remove(identity)
            else:
                yield Violation("MIS-02", path, f"no call {identity!r} waits for this result")
            continue
        if unanswered:
            yield Violation("MIS-02", path, f"{unanswered} are not answered before it")
        unanswered = [as_text(call.get("id")) for _, call in objects(message.get("tool_calls"), path)]
        if made & set(unanswered) or len(set(unanswered)) < len(unanswered):
            yield Violation("MIS-01", path, "an id stands for two calls", certain=False)
        made |= set(unanswered)
    if unanswered:
        yield Violation("MIS-02", messages[-1][0], f"{unanswered} are not answered")


def _tools(payload: JsonObject) -> Iterator[Violation]:
    for path, tool in objects(payload.get("tools"), "$.tools"):
        if tool.get("type", "function") != "function":
            continue
        function = as_object(tool.get("function"))
        if problem := pattern_problem(function.get("name"), NAME):
            yield Violation("MIS-06", path, problem)
        yield from schema_violations("MIS-07", f"{path}.function.parameters", function.get("parameters"))
