"""The items beyond messages, function calls and their outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from segue.apis import media
from segue.apis.openai_responses.parts import read_part
from segue.apis.openai_responses.tools import read_definitions
from segue.apis.openai_responses.wire import API, BUILTIN_CALLS, OUTPUTS
from segue.apis.reading import Wired, inside, list_at, list_or_none, object_or_none, only_objects, text_at, text_or_none
from segue.conversation import (
    AnyBlock,
    Base64,
    Compaction,
    FileId,
    Image,
    Link,
    Opaque,
    Original,
    ServerToolCall,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChange,
    ToolResult,
)
from segue.errors import expected
from segue.jsontext import dump


def _reasoning(wire: Wired) -> Thinking:
    said = _texts(wire, "content") or _texts(wire, "summary")
    return Thinking(
        text="\n\n".join(said),
        encrypted=text_or_none(wire, "encrypted_content"),
        summary=not wire.get("content"),
        native=Original(API, wire),
    )


def _texts(wire: Wired, key: str) -> list[str]:
    texts: list[str] = []
    for index, given in enumerate(list_or_none(wire, key) or []):
        part: Wired = given
        if type(part) is not dict:
            raise expected("an object", part, f".{key}[{index}]")
        if "text" in part or part.get("type") in ("summary_text", "reasoning_text"):
            texts.append(text_at(part, "text", where=f".{key}[{index}]"))
    return texts


def _custom_call(wire: Wired) -> ToolCall:
    native = Original(API, wire)
    namespace = text_or_none(wire, "namespace")
    name, text = text_at(wire, "name"), text_at(wire, "input")
    return ToolCall(text_at(wire, "call_id"), name, text, kind="custom", namespace=namespace, native=native)


def _builtin_call(wire: Wired) -> ToolCall:
    """A tool that the API defines and the client runs: its arguments are everything that it asks for."""
    kind = wire["type"]
    asked: Wired = {key: wire[key] for key in ("action", "actions", "operation") if wire.get(key) is not None}
    # The legacy shell pairs by id [api], everything else by call_id.
    call_id = text_or_none(wire, "call_id") or text_at(wire, "id")
    only: Wired | str | None = next(iter(asked.values())) if len(asked) == 1 else None
    if isinstance(only, dict):
        asked = only
    return ToolCall(call_id, BUILTIN_CALLS[kind], dump(asked), kind="builtin", native=Original(API, wire))


def _output(wire: Wired) -> ToolResult:
    kind = wire["type"]
    call_id = text_or_none(wire, "call_id") or text_at(wire, "id")
    output = wire.get("output")
    failed = True if wire.get("status") == "failed" else None
    builtin = BUILTIN_CALLS.get(kind.removesuffix("_output"))
    blocks = _output_blocks(output)
    return ToolResult(
        call_id,
        blocks,
        builtin or text_or_none(wire, "name"),
        failed,
        kind="custom" if OUTPUTS[kind] == "custom" else "builtin",
        native=Original(API, wire),
    )


def _output_blocks(given: Any) -> tuple[AnyBlock, ...]:
    output: Wired | list[Any] | str | None = given
    match output:
        case None:
            return ()
        case str():
            return (Text(output),)
        case {"type": "computer_screenshot"}:
            return (_screenshot(output),)
        case list() if all(isinstance(inside(part).get("type"), str) for part in output):
            return tuple(read_part(part) for part in output)
        case list() | dict():
            return (Text(dump(output)),)  # a shell's outputs, exit codes and all
        case _:
            raise expected("an output", output, ".output")


def _screenshot(output: Wired) -> Image:
    address = text_or_none(output, "image_url", where=".output")
    if address is not None:
        return Image(media.read_address(address))
    return Image(FileId(text_or_none(output, "file_id", where=".output") or ""))


# What the provider ran.


def _web_search(wire: Wired) -> ServerToolCall:
    action = object_or_none(wire, "action") or {}
    results = [*_dicts(action, "sources"), *_dicts(wire, "results")]
    return ServerToolCall(
        "web_search",
        text_or_none(wire, "id"),
        dump(_asked(action)),
        sources=_links(results),
        native=Original(API, wire),
    )


def _asked(action: Wired) -> Wired:
    return {key: value for key, value in action.items() if key not in ("sources", "type") and value is not None}


def _dicts(wire: Wired, key: str) -> list[Wired]:
    return only_objects(list_or_none(wire, key) or [])


def _links(entries: list[Wired]) -> tuple[Link, ...]:
    found: list[Link] = []
    for entry in entries:
        url, title = entry.get("url"), entry.get("title")
        if type(url) is str:
            found.append(Link(url, title if type(title) is str else None))
    return tuple(found)


def _file_search(wire: Wired) -> ServerToolCall:
    said: list[str] = []
    for result in _dicts(wire, "results"):
        name, text = result.get("filename"), result.get("text")
        said.append(": ".join(part for part in (name, text) if type(part) is str))
    queries = {"queries": list_or_none(wire, "queries") or []}
    output = "\n".join(said) or None
    return ServerToolCall("file_search", text_or_none(wire, "id"), dump(queries), output, native=Original(API, wire))


def _code(wire: Wired) -> ServerToolCall:
    said: list[str] = []
    shown: list[Link] = []
    for output in _dicts(wire, "outputs"):
        logs, url = output.get("logs"), output.get("url")
        if type(logs) is str:
            said.append(logs)
        if type(url) is str:
            shown.append(Link(url))
    given = dump({"code": wire.get("code")})
    output = "\n".join(said) or None
    return ServerToolCall(
        "code_interpreter", text_or_none(wire, "id"), given, output, tuple(shown), native=Original(API, wire)
    )


def _image(wire: Wired) -> ServerToolCall:
    result = text_or_none(wire, "result")
    kind = f"image/{text_or_none(wire, 'output_format') or 'png'}"
    images = (Image(Base64(result, kind)),) if result else ()
    asked = {"prompt": wire["revised_prompt"]} if type(wire.get("revised_prompt")) is str else {}
    call_id = text_or_none(wire, "id")
    return ServerToolCall("image_generation", call_id, dump(asked), images=images, native=Original(API, wire))


def _mcp_call(wire: Wired) -> ServerToolCall:
    error = wire.get("error")
    failed = None if error is None else f"error: {error if type(error) is str else dump(error)}"
    output = text_or_none(wire, "output")
    said = "\n".join(part for part in (output, failed) if part) or None
    given = text_or_none(wire, "arguments") or "{}"
    return ServerToolCall(text_at(wire, "name"), text_or_none(wire, "id"), given, said, native=Original(API, wire))


def _tool_search(wire: Wired) -> ServerToolCall:
    given = wire.get("arguments")
    call_id = text_or_none(wire, "call_id") or text_or_none(wire, "id")
    return ServerToolCall(
        "tool_search", call_id, given if type(given) is str else dump(given or {}), native=Original(API, wire)
    )


def _program(wire: Wired) -> ServerToolCall:
    given = dump({"code": wire.get("code")})
    return ServerToolCall("program", text_or_none(wire, "call_id"), given, native=Original(API, wire))


def _program_output(wire: Wired) -> Opaque:
    result = wire.get("result")
    return Opaque("program_output", result if type(result) is str else None, native=Original(API, wire))


# Tools that come along the way.


def _tools(wire: Wired) -> ToolChange:
    added = read_definitions(list_at(wire, "tools"), ".tools")
    return ToolChange(added, native=Original(API, wire))


def _listing(wire: Wired) -> ToolChange:
    names = [tool.get("name") for tool in only_objects(list_at(wire, "tools"))]
    return ToolChange(tuple(Tool(name) for name in names if type(name) is str), native=Original(API, wire))


def _compaction(wire: Wired) -> Compaction:
    return Compaction(encrypted=text_or_none(wire, "encrypted_content"), native=Original(API, wire))


def _approval(wire: Wired) -> Opaque:
    asked = text_or_none(wire, "name")
    return Opaque(wire["type"], asked, native=Original(API, wire))


ITEM_READERS: Final[dict[str, Callable[[Wired], AnyBlock]]] = {
    "reasoning": _reasoning,
    "custom_tool_call": _custom_call,
    **dict.fromkeys(BUILTIN_CALLS, _builtin_call),
    **dict.fromkeys((kind for kind in OUTPUTS if kind != "function_call_output"), _output),
    "web_search_call": _web_search,
    "file_search_call": _file_search,
    "code_interpreter_call": _code,
    "image_generation_call": _image,
    "mcp_call": _mcp_call,
    "mcp_list_tools": _listing,
    "mcp_approval_request": _approval,
    "tool_search_call": _tool_search,
    "tool_search_output": _tools,
    "additional_tools": _tools,
    "program": _program,
    "program_output": _program_output,
    "compaction": _compaction,
}
