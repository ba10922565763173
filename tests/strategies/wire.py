"""How the wires lay out a history, so that laws about all of them can be said once."""

from collections.abc import Iterator

from .values import Json, JsonObject

HISTORIES = {
    "openai-completions": "messages",
    "openai-responses": "input",
    "anthropic-messages": "messages",
    "google-generative-ai": "contents",
    "mistral": "messages",
    "bedrock-converse": "messages",
}

_PARTS = ("content", "parts")
_CALLS = ("tool_calls",)
_CACHE_MARKS = ("cache_control", "prompt_cache_breakpoint")
_ORDERED = {"input", "args", "arguments", "input_schema", "parameters", "parametersJsonSchema", "schema", "response"}

Said = tuple[str, Json]
"""Who said it, and what: one part, one call, or what else a message carries."""


def history(api: str, payload: JsonObject) -> list[Json]:
    entries = payload[HISTORIES[api]]
    assert isinstance(entries, list), f"the history is {type(entries).__name__}"
    return entries


def flattened(api: str, payload: JsonObject) -> list[Said]:
    """The history without its messages' borders: what a provider's cache sees, save the marks that ask for caching."""
    return [said for entry in history(api, payload) for said in _said(entry)]


def _said(entry: Json) -> Iterator[Said]:
    assert isinstance(entry, dict), f"an entry is {type(entry).__name__}"
    author = str(entry.get("role", ""))
    for key in _PARTS:
        yield from ((author, part) for part in _listed(entry.get(key)) if not _is_mark(part))
    rest: JsonObject = {key: value for key, value in entry.items() if key not in (*_PARTS, *_CALLS, "role")}
    if rest:
        yield author, rest
    for key in _CALLS:
        yield from ((author, call) for call in _listed(entry.get(key)))


def _is_mark(part: Json) -> bool:
    return isinstance(part, dict) and list(part) == ["cachePoint"]


def _listed(content: Json) -> list[Json]:
    if isinstance(content, list):
        return [unmarked(part) for part in content]
    return [{"type": "text", "text": content}] if content else []


def unmarked(part: Json) -> Json:
    """The part without a wish to cache it; marks move to the newest parts as a conversation grows."""
    return {key: value for key, value in part.items() if key not in _CACHE_MARKS} if isinstance(part, dict) else part


def ordered_parts(value: Json, path: str = "$") -> Iterator[tuple[str, Json]]:
    """The objects whose order of keys belongs to their meaning: what tools take and give, and their schemas."""
    if isinstance(value, dict):
        for key, member in sorted(value.items()):
            if key in _ORDERED and isinstance(member, dict):
                yield f"{path}.{key}", member
            else:
                yield from ordered_parts(member, f"{path}.{key}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from ordered_parts(member, f"{path}[{index}]")
