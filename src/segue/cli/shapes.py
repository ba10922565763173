"""The shape of a request: who says what kind of thing, one short line for each, in the API's own words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, NamedTuple

from segue.cli.screen import Screen, visible
from segue.jsontext import dump, load_object

Wired = dict[str, Any]

#: What the API's documentation says to put where another model's call has no signature.
_PLACEHOLDER: Final = "skip_thought_signature_validator"
_BESIDE: Final = -1
_ROLE_COLUMN: Final = 11


class Row(NamedTuple):
    """One block of a request. ``entry`` is the place in the list of messages; -1 is what stands beside it."""

    entry: int
    role: str
    kind: str
    text: str
    mark: str = ""


def shape(body: Wired) -> list[Row]:
    """The rows of a request body, whichever API it is for."""
    if "contents" in body:
        return [*_instructions("systemInstruction", body), *_rows(body["contents"], _gemini)]
    if "input" in body:
        return [*_instructions("instructions", body), *_rows(body["input"], _item)]
    return [*_instructions("system", body), *_rows(body["messages"], _message)]


def draw(rows: list[Row], screen: Screen, own: Collection[int] = ()) -> None:
    """Write rows on the screen; entries that are the receiver's ``own``, value for value, are marked with ``=``."""
    kinds = max(len(row.kind) for row in rows) + 2
    before: tuple[int, str] | None = None
    for row in rows:
        gutter = screen.paint("= " if row.entry in own else "  ", "good")
        role = "" if before == (row.entry, row.role) else row.role
        before = (row.entry, row.role)
        head = gutter + screen.paint(role.ljust(_ROLE_COLUMN), "name") + screen.paint(row.kind.ljust(kinds), "aside")
        room = screen.width - 2 - _ROLE_COLUMN - kinds
        if row.mark:
            room -= len(row.mark) + 2
        text = shortened(row.text, room)
        screen.write(f"{head}{text}  {screen.paint(row.mark, 'mark')}" if row.mark else (head + text).rstrip())


def shortened(text: str, room: int) -> str:
    """The text on one line of at most that many characters."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= room else f"{line[: max(room - 1, 0)].rstrip()}…"


# One entry of each API's list → (role, [(kind, text, mark), …]).

_Described = tuple[str, str, str]
_Entry = tuple[str, list[_Described]]


def _rows(entries: str | list[Wired], read: Callable[[Wired], _Entry]) -> Iterable[Row]:
    if isinstance(entries, str):
        entries = [{"role": "user", "content": entries}]
    for index, entry in enumerate(entries):
        role, blocks = read(entry)
        for kind, text, mark in blocks:
            yield Row(index, role, kind, text, mark)


def _instructions(key: str, body: Wired) -> Iterable[Row]:
    value = body.get(key)
    if value and key == "systemInstruction":
        value = value["parts"]
    for kind, text, mark in _parts(value):
        yield Row(_BESIDE, "system", kind, text, mark)


def _message(message: Wired) -> _Entry:
    """A message of Anthropic Messages or Chat Completions."""
    blocks: list[_Described] = []
    if message.get("reasoning_content"):
        blocks.append(("reasoning_content", message["reasoning_content"], ""))
    if message.get("content") or not message.get("tool_calls"):
        blocks += _parts(message.get("content"))
    blocks += [("tool_call", _called_by(call), "") for call in message.get("tool_calls") or ()]
    return message["role"], blocks


def _item(item: Wired) -> _Entry:
    if "role" in item:
        return item["role"], _parts(item.get("content"))
    return "", [_part(item)]


def _gemini(content: Wired) -> _Entry:
    return content.get("role", "user"), [_gemini_part(part) for part in content["parts"]]


def _parts(content: str | list[Wired] | None) -> list[_Described]:
    if content is None or isinstance(content, str):
        return [("text", content, "")] if content else []
    return [_part(part) for part in content]


def _part(part: Wired) -> _Described:
    """A block of any API that names the kind of its blocks in ``type``."""
    kind = part.get("type", "text")
    read = _TEXTS.get(kind)
    text = read(part) if read else part.get("text", "")
    return kind, text, _mark(part)


def _gemini_part(part: Wired) -> _Described:
    mark = _mark(part)
    match part:
        case {"functionCall": call}:
            return "functionCall", _called(call["name"], call.get("args", {})), mark
        case {"functionResponse": answer}:
            result = answer["response"]
            mark = "error" if "error" in result else mark
            return "functionResponse", " ".join(map(str, result.values())), mark
        case {"inlineData": data}:
            return "inlineData", _medium(data["mimeType"], data["data"]), mark
        case {"text": text}:
            return "thought" if part.get("thought") else "text", text, mark
        case _:
            return next(iter(part), ""), "", mark


def _mark(part: Wired) -> str:
    if part.get("is_error"):
        return "error"
    if sealed := part.get("encrypted_content"):
        return f"sealed {sealed[:8]}…"
    signature = part.get("signature") or part.get("thoughtSignature")
    if not signature:
        return ""
    return "placeholder" if signature == _PLACEHOLDER else f"signed {signature[:8]}…"


def _called(name: str, arguments: Any) -> str:
    given = load_object(arguments) if isinstance(arguments, str) else arguments
    if given is None:
        return f"{name}({arguments})"
    said = (f"{key}: {value if isinstance(value, str) else dump(value)}" for key, value in given.items())
    return f"{name}({', '.join(said)})"


def _called_by(call: Wired) -> str:
    """A call of Chat Completions: a function's, or a custom tool's."""
    if "function" in call:
        return _called(call["function"]["name"], call["function"]["arguments"])
    return f"{call['custom']['name']}({call['custom']['input']})"


def _output(value: str | list[Wired] | None) -> str:
    return " ".join(text or f"({kind})" for kind, text, _ in _parts(value))


def _medium(media_type: str, data: str) -> str:
    return f"{media_type}, {len(data.rstrip('=')) * 3 // 4} bytes"


def _address(url: str) -> str:
    head, found, data = url.partition(";base64,")
    return _medium(head.removeprefix("data:"), data) if found else url


def _source(source: Wired) -> str:
    if source["type"] == "base64":
        return _medium(source["media_type"], source["data"])
    return source.get("url") or source.get("file_id") or source["type"]


_TEXTS: Final[dict[str, Callable[[Wired], str]]] = {
    "thinking": lambda part: part["thinking"],
    "reasoning": lambda part: " ".join(summary["text"] for summary in part["summary"]),
    "image": lambda part: _source(part["source"]),
    "document": lambda part: _source(part["source"]),
    "input_image": lambda part: _address(part.get("image_url") or part.get("file_id", "")),
    "image_url": lambda part: _address(part["image_url"]["url"]),
    "tool_use": lambda part: _called(part["name"], part["input"]),
    "tool_result": lambda part: _output(part.get("content")),
    "function_call": lambda part: _called(part["name"], part["arguments"]),
    "function_call_output": lambda part: _output(part["output"]),
}
