"""What Bedrock's own tools did: calls and results of a kind, both said by the assistant."""

from __future__ import annotations

from segue.apis.bedrock_converse.wire import API
from segue.apis.reading import Wired, only_objects, text_at
from segue.conversation import Original, ServerToolCall, ServerToolResult
from segue.jsontext import dump


def read_server_call(inner: Wired, wire: Wired) -> ServerToolCall:
    """A ``toolUse`` that the server answers."""
    name, call_id = text_at(inner, "name", where=".toolUse"), text_at(inner, "toolUseId", where=".toolUse")
    given: Wired | None = inner.get("input")
    text = dump(given) if type(given) is dict else "{}"
    return ServerToolCall(name, call_id, text, native=Original(API, wire))


def read_server_result(inner: Wired, wire: Wired, kind: str) -> ServerToolResult:
    """A ``toolResult`` that came from the server; its type names the tool."""
    said: list[str] = []
    for part in only_objects(inner.get("content")):
        if type(part.get("text")) is str:
            said.append(part["text"])
        elif "json" in part:
            said.append(dump(part["json"]))
    return ServerToolResult(
        kind.removesuffix("_result"),
        text_at(inner, "toolUseId", where=".toolResult"),
        "\n".join(said),
        is_error=inner.get("status") == "error",
        native=Original(API, wire),
    )
