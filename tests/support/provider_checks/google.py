"""Gemini generateContent: the rules GEM-01 to GEM-16 that a body alone can break."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from support.jsonish import Json, JsonObject, as_object, as_text, either, objects

from .common import Violation, gemini_major, pattern_problem

NAME = r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}"
MEDIA_TYPE = r"[a-z]+/[a-zA-Z0-9.+-]+(?:;.*)?"
# Words of JSON Schema that are none of the subset which `parameters` takes.
NO_SUCH_WORDS = {
    "additionalProperties",
    "$schema",
    "$ref",
    "$defs",
    "const",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "oneOf",
    "allOf",
    "patternProperties",
}
REFUSED_MEDIA_TYPES = {"image/jpg", "image/svg+xml"}

SENTINEL = "skip_thought_signature_validator"

DATA = (
    ("text",),
    ("inlineData", "inline_data"),
    ("fileData", "file_data"),
    ("functionCall", "function_call"),
    ("functionResponse", "function_response"),
    ("executableCode", "executable_code"),
    ("codeExecutionResult", "code_execution_result"),
    ("toolCall", "tool_call"),
    ("toolResponse", "tool_response"),
)


@dataclass(frozen=True)
class Turn:
    """Neighbouring contents of one role."""

    role: str
    path: str
    parts: list[tuple[str, JsonObject]]

    def calls(self) -> list[tuple[str, JsonObject, JsonObject]]:
        return _with(self.parts, "functionCall", "function_call")

    def responses(self) -> list[tuple[str, JsonObject, JsonObject]]:
        return _with(self.parts, "functionResponse", "function_response")


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    contents = objects(payload.get("contents"), "$.contents")
    if not contents:
        yield Violation("GEM-04", "$.contents", "is empty")
    for path, content in contents:
        if content.get("role", "user") not in {"user", "model", "function"}:
            yield Violation("GEM-03", path, f"has role {content.get('role')!r}")
        yield from _parts(path, content)
    system = either(payload, "systemInstruction", "system_instruction")
    if system is not None:
        yield from _parts("$.systemInstruction", as_object(system))
    found = turns(payload)
    yield from _order(found)
    yield from _signatures(found, model)
    yield from _media_in_responses(found, model)
    yield from _tools(payload)


def turns(payload: JsonObject) -> list[Turn]:
    found: list[Turn] = []
    for path, content in objects(payload.get("contents"), "$.contents"):
        role = "model" if content.get("role") == "model" else "user"
        parts = objects(content.get("parts"), f"{path}.parts")
        if found and found[-1].role == role:
            found[-1].parts.extend(parts)
        else:
            found.append(Turn(role, path, parts))
    return found


def _with(parts: list[tuple[str, JsonObject]], *keys: str) -> list[tuple[str, JsonObject, JsonObject]]:
    return [(path, part, as_object(either(part, *keys))) for path, part in parts if either(part, *keys) is not None]


def _parts(path: str, content: JsonObject) -> Iterator[Violation]:
    parts = objects(content.get("parts"), f"{path}.parts")
    if not parts:
        yield Violation("GEM-04", path, "has no parts")
    for part_path, part in parts:
        data = [keys for keys in DATA if either(part, *keys) is not None]
        if len(data) != 1:
            yield Violation("GEM-04", part_path, f"has {len(data)} data fields, keys {sorted(part)}")
        if part.get("text") == "" and not either(part, "thoughtSignature", "thought_signature"):
            yield Violation("GEM-04", part_path, "is an empty text", certain=False)
        yield from _media(part_path, part)
    for part_path, _, call in _with(parts, "functionCall", "function_call"):
        yield from _named(part_path, call)
        if not isinstance(call.get("args", {}), dict):
            yield Violation("GEM-10", part_path, "args are not an object")
    for part_path, _, response in _with(parts, "functionResponse", "function_response"):
        yield from _named(part_path, response)
        if not isinstance(response.get("response"), dict):
            yield Violation("GEM-10", part_path, "response is not an object")
        for inner_path, inner in objects(response.get("parts"), f"{part_path}.functionResponse.parts"):
            yield from _media(inner_path, inner)


def _named(path: str, holder: JsonObject) -> Iterator[Violation]:
    problem = pattern_problem(holder.get("name"), NAME)
    if problem:
        yield Violation("GEM-12", path, problem)


def _media(path: str, part: JsonObject) -> Iterator[Violation]:
    inline = as_object(either(part, "inlineData", "inline_data"))
    filed = as_object(either(part, "fileData", "file_data"))
    media_type = either(inline or filed, "mimeType", "mime_type")
    if inline and (media_type is None or not as_text(inline.get("data"))):
        yield Violation("GEM-15", path, "inline data without its type or its bytes")
    if media_type is not None:
        bad_form = pattern_problem(media_type, MEDIA_TYPE)
        if bad_form or media_type in REFUSED_MEDIA_TYPES:
            yield Violation("GEM-15", path, f"media type {media_type!r}")
    if filed and not as_text(either(filed, "fileUri", "file_uri")):
        yield Violation("GEM-15", path, "file data without its uri")


def _order(found: list[Turn]) -> Iterator[Violation]:
    if found and found[0].role == "model":
        rule = "GEM-02" if found[0].calls() else "GEM-03"
        yield Violation(rule, found[0].path, "the first content is the model's", certain=rule == "GEM-02")
    for index, turn in enumerate(found):
        if turn.role == "model":
            yield from _calls_answered(turn, found[index + 1] if index + 1 < len(found) else None)
        elif turn.responses() and not (index and found[index - 1].calls()):
            yield Violation("GEM-02", turn.path, "responses do not come directly after calls")


def _calls_answered(turn: Turn, following: Turn | None) -> Iterator[Violation]:
    calls = turn.calls()
    responses = following.responses() if following else []
    if not calls:
        return
    if len(responses) != len(calls):
        yield Violation("GEM-01", turn.path, f"{len(calls)} calls have {len(responses)} responses")
        return
    called = sorted(as_text(call.get("name")) for _, _, call in calls)
    if called != sorted(as_text(response.get("name")) for _, _, response in responses):
        yield Violation("GEM-10", turn.path, "the names of the responses are not those of the calls")
    called_ids = {as_text(call.get("id")) for _, _, call in calls}
    answered_ids = {as_text(response.get("id")) for _, _, response in responses if response.get("id")}
    if not answered_ids <= called_ids:
        yield Violation("GEM-08", turn.path, "a response has an id that no call has", certain=False)
    positions = [path for path, _ in following.parts] if following else []
    last = positions.index(responses[-1][0])
    if last >= len(responses):
        yield Violation("GEM-01", responses[-1][0], "other parts stand among the responses", certain=False)


def _signatures(found: list[Turn], model: str) -> Iterator[Violation]:
    for turn in found:
        for path, part in turn.parts:
            signature = either(part, "thoughtSignature", "thought_signature")
            if signature is not None and not _is_base64(signature):
                yield Violation("GEM-06", path, "thoughtSignature is not base64")
    major = gemini_major(model)
    if (major is not None and major < 3) or "image" in model or not (major or "gemini" in model):
        return
    for turn in _current(found):
        for path, part, call in turn.calls()[:1]:
            if not either(part, "thoughtSignature", "thought_signature"):
                yield Violation("GEM-05", path, f"the step's first call, {call.get('name')!r}, is not signed")


def _current(found: list[Turn]) -> list[Turn]:
    """The model's turns since the user last said something that is not a response."""
    current: list[Turn] = []
    for turn in reversed(found):
        if turn.role == "user" and len(turn.responses()) < len(turn.parts):
            break
        if turn.role == "model":
            current.append(turn)
    return current


def _is_base64(signature: Json) -> bool:
    if signature == SENTINEL:
        return True
    try:
        base64.b64decode(re.sub("-", "+", as_text(signature)).replace("_", "/"), validate=True)
    except binascii.Error:
        return False
    return bool(as_text(signature))


def _media_in_responses(found: list[Turn], model: str) -> Iterator[Violation]:
    major = gemini_major(model)
    for turn in found if major is not None and major < 3 else []:
        for path, _, response in turn.responses():
            if response.get("parts"):
                yield Violation("GEM-11", path, f"{model!r} takes no media within a response", certain=False)


def _schema(path: str, schema: Json) -> Iterator[Violation]:
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key in NO_SUCH_WORDS:
            yield Violation("GEM-13", f"{path}.{key}", f'Unknown name "{key}": Cannot find field.')
        if key == "type" and isinstance(value, list):
            yield Violation("GEM-13", f"{path}.type", "Proto field is not repeating, cannot start list.")
        if key == "properties":
            for name, member in as_object(value).items():
                yield from _schema(f"{path}.properties.{name}", member)
        elif key in {"items", "anyOf"}:
            for index, member in enumerate(value if isinstance(value, list) else [value]):
                yield from _schema(f"{path}.{key}[{index}]", member)


def _tools(payload: JsonObject) -> Iterator[Violation]:
    declared = False
    for path, tool in objects(payload.get("tools"), "$.tools"):
        declarations = either(tool, "functionDeclarations", "function_declarations")
        for inner_path, declaration in objects(declarations, f"{path}.functionDeclarations"):
            declared = True
            yield from _named(inner_path, declaration)
            yield from _schema(f"{inner_path}.parameters", declaration.get("parameters"))
    tool_config = as_object(either(payload, "toolConfig", "tool_config"))
    if either(tool_config, "functionCallingConfig", "function_calling_config") and not declared:
        yield Violation(
            "GEM-14", "$.toolConfig", "function calling is configured where no functions are", certain=False
        )
