"""What Google's own tools did."""

from __future__ import annotations

from segue.apis.google_generative_ai.wire import API, either
from segue.apis.reading import Wired, bool_or_none, text_or_none
from segue.conversation import (
    Original,
    ServerToolCall,
    ServerToolResult,
)
from segue.jsontext import dump


def read_code(inner: Wired, part: Wired, signature: str | None) -> ServerToolCall:
    given = dump({"code": inner.get("code")})
    call_id = text_or_none(inner, "id", where=".executableCode")
    return ServerToolCall("code_execution", call_id, given, signature=signature, native=Original(API, part))


def read_code_result(inner: Wired, part: Wired, signature: str | None) -> ServerToolResult:
    return ServerToolResult(
        "code_execution",
        text_or_none(inner, "id", where=".codeExecutionResult"),
        text_or_none(inner, "output", where=".codeExecutionResult") or "",
        is_error=inner.get("outcome") not in (None, "OUTCOME_OK", "OK"),
        signature=signature,
        native=Original(API, part),
    )


def read_tool_call(inner: Wired, part: Wired, signature: str | None) -> ServerToolCall:
    name = either(inner, "toolType", "tool_type")
    args = inner.get("args")
    return ServerToolCall(
        name.lower() if type(name) is str else "tool",
        text_or_none(inner, "id", where=".toolCall"),
        dump(args) if type(args) is dict else "{}",
        signature=signature,
        native=Original(API, part),
    )


def read_tool_response(inner: Wired, part: Wired, signature: str | None) -> ServerToolResult:
    name = either(inner, "toolType", "tool_type")
    response = inner.get("response")
    return ServerToolResult(
        name.lower() if type(name) is str else "tool",
        text_or_none(inner, "id", where=".toolResponse"),
        dump(response) if response else "",
        is_error=bool_or_none(inner, "isError") or False,
        signature=signature,
        native=Original(API, part),
    )
