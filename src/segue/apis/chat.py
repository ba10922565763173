"""What Chat Completions and the APIs that were modelled on it write alike: functions, choices, formats, answers."""

from __future__ import annotations

from typing import Any, Final

from segue.apis import media
from segue.apis.reading import (
    Wired,
    bool_or_none,
    count_of,
    inside,
    list_at,
    object_at,
    object_or_none,
    objects,
    only_objects,
    reads_as_error,
    text_at,
    text_or_none,
)
from segue.apis.schemas import first_fault, mended
from segue.apis.writing import Writing
from segue.conversation import (
    Base64,
    FileId,
    Image,
    Original,
    OutputFormat,
    Parts,
    PlainText,
    Source,
    Stop,
    Thinking,
    Tool,
    ToolChoice,
    ToolResult,
    Url,
    Usage,
)
from segue.errors import InvalidHistory, expected
from segue.jsontext import dump, load

_REASONS: Final[dict[str, Any]] = {
    "stop": "end",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "content_filter": "refusal",
    "model_length": "context_window",
    "error": "error",
}


# Parts of content lists.


def read_picture(part: Wired) -> tuple[Base64 | Url, str | None]:
    """Where a picture is, and how closely to look: OpenAI nests the address, Mistral writes it flat as well."""
    holder = part.get("image_url")
    if type(holder) is str:
        return media.read_address(holder), None
    inner = object_at(part, "image_url")
    address = text_at(inner, "url", where=".image_url")
    return media.read_address(address), text_or_none(inner, "detail", where=".image_url")


def write_picture(block: Image, address: str) -> Wired:
    """A picture at an address."""
    image: Wired = {"url": address}
    if block.detail in ("auto", "low", "high"):
        image["detail"] = block.detail
    return {"type": "image_url", "image_url": image}


def read_thinking(api: str, part: Wired) -> Thinking:
    """Mistral's thinking: a list of text and reference chunks, or a plain string on older servers."""
    inner: list[Any] | str | None = part.get("thinking")
    if not isinstance(inner, str | list):
        raise expected("a list of chunks", inner, ".thinking")
    texts = [inner] if isinstance(inner, str) else [chunk.get("text") for chunk in only_objects(inner)]
    said = "".join(text for text in texts if type(text) is str)
    return Thinking(text=said, signature=text_or_none(part, "signature"), native=Original(api, part))


def write_thinking(block: Thinking) -> Wired:
    """Reasoning as Mistral writes it."""
    return {"type": "thinking", "thinking": [{"type": "text", "text": block.text}]}


def address_of(source: Source) -> str:
    """The address of a medium, which may be a URI of the bytes themselves."""
    match source:
        case Base64():
            return media.data_uri(source, media.usual(source.media_type))
        case Url():
            return source.url
        case FileId():
            return source.id
        case PlainText():
            return source.text
        case Parts():
            raise AssertionError("a document of parts has no address: a pass should have rendered it")


# Results.


def told_as_failed(text: str, index: int, result: ToolResult, writing: Writing) -> str:
    """The text of a result that may have failed: these APIs have no flag for failure, so the words have to say it."""
    if not result.is_error or reads_as_error(text):
        return text
    if not writing.is_invented(result):
        why = "this API has no error flag, so the text says it"
        writing.tell("rewritten", writing.path(index, result), result, why)
    return f"Error: {text}"


# Functions, and which of them may be called.


def read_function(api: str, inner: Wired, wire: Wired, path: str) -> Tool:
    """Read a function's definition."""
    schema = object_or_none(inner, "parameters", where=path)
    strict = inner.get("strict")
    return Tool(
        text_at(inner, "name", where=path),
        text_or_none(inner, "description", where=path),
        None if schema is None else dump(schema),
        strict=strict if type(strict) is bool else None,
        native=Original(api, wire),
    )


def write_function(tool: Tool, writing: Writing) -> Wired:
    """Write a function's definition."""
    inner: Wired = {"name": tool.name}
    if tool.description:
        inner["description"] = tool.description
    inner["parameters"] = writing.schema(tool)
    if tool.strict is not None:
        inner["strict"] = tool.strict
    return {"type": "function", "function": inner}


def fit_parameters(function: Wired, path: str, writing: Writing) -> None:
    """Parameters as a schema of an object [OAI-20]."""
    schema: Wired | None = function.get("parameters")
    if isinstance(schema, dict) and (fault := first_fault(schema)):
        function["parameters"] = mended(schema)
        writing.tell("rewritten", path, "Tool", fault, rule="OAI-20")


def read_choice(choice: Any) -> ToolChoice | None:
    """Read which tools the model may or must call."""
    tools: list[Any]
    match choice:
        case None:
            return None
        case "auto" | "none" | "required":
            return ToolChoice(choice)
        case "any":
            return ToolChoice("required")
        case {"type": "function", "function": {"name": str(name)}} | {"type": "custom", "custom": {"name": str(name)}}:
            return ToolChoice("required", (name,))
        case {"type": "allowed_tools", "allowed_tools": {"mode": "auto" | "required" as mode, "tools": tools}} if (
            type(tools) is list
        ):
            return ToolChoice(
                mode, tuple(_chosen(tool) for tool in objects(tools, "$.tool_choice.allowed_tools.tools"))
            )
        case str() | dict():
            return None  # a choice that only this API knows: it stays with the original
        case _:
            raise expected("a tool choice", choice, "$.tool_choice")


def _chosen(tool: Wired) -> str:
    inner: Wired | str = tool.get("function") or tool.get("custom") or tool
    return str(inner.get("name")) if isinstance(inner, dict) else ""


# The form of the answer.


def read_output(body: Wired) -> OutputFormat | None:
    """Read in which form the answer is wanted."""
    holder = object_or_none(body, "response_format", where="$")
    if holder is None or holder.get("type") == "text":
        return None
    inner = object_or_none(holder, "json_schema", where="$.response_format")
    if inner is None:
        return OutputFormat() if holder.get("type") == "json_object" else None
    where = "$.response_format.json_schema"
    schema = object_or_none(inner, "schema", where=where)
    return OutputFormat(
        None if schema is None else dump(schema),
        text_or_none(inner, "name", where=where),
        text_or_none(inner, "description", where=where),
        bool_or_none(inner, "strict"),
    )


def write_output(output: OutputFormat) -> Wired:
    """Write in which form the answer is wanted."""
    if output.schema is None:
        return {"type": "json_object"}
    inner: Wired = {"name": output.name or "answer", "schema": load(output.schema)}
    if output.description is not None:
        inner["description"] = output.description
    if output.strict is not None:
        inner["strict"] = output.strict
    return {"type": "json_schema", "json_schema": inner}


# Answers.


def answers(wire: Wired) -> bool:
    """An answer has choices."""
    return isinstance(wire.get("choices"), list)


def first_choice(body: Wired) -> Wired:
    """The choice that is read: the first one."""
    choices = list_at(body, "choices", where="$")
    if not choices:
        raise InvalidHistory("an answer without choices holds no message", "$.choices")
    choice: Wired = choices[0]
    if type(choice) is not dict:
        raise expected("a choice", choice, "$.choices[0]")
    return choice


def first_message(body: Wired) -> Wired:
    """The message of the first choice, as far as there is one."""
    choices: list[Any] | None = body.get("choices")
    return inside(inside(choices[0]).get("message")) if isinstance(choices, list) and choices else {}


def stop_of(choice: Wired) -> Stop | None:
    """Why the model stopped."""
    raw = text_or_none(choice, "finish_reason", where="$.choices[0]")
    return None if raw is None else Stop(_REASONS.get(raw, "unknown"), raw)


def usage_of(body: Wired) -> Usage | None:
    """What the answer took."""
    wire = object_or_none(body, "usage", where="$")
    if wire is None:
        return None
    read, written = inside(wire.get("prompt_tokens_details")), inside(wire.get("completion_tokens_details"))
    return Usage(
        input=count_of(wire, "prompt_tokens") or 0,
        output=count_of(wire, "completion_tokens") or 0,
        cache_read=count_of(read, "cached_tokens"),
        cache_write=count_of(read, "cache_write_tokens"),
        reasoning=count_of(written, "reasoning_tokens"),
        raw_json=dump(wire),
    )
