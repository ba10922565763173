"""Bedrock Converse: the rules BED-01 to BED-12 that a body alone can break."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from support.jsonish import Json, JsonObject, as_list, as_object, as_text, get, objects

from .common import Violation, image_bytes_problem, is_blank, pattern_problem, schema_violations

IDENTITY = r"[a-zA-Z0-9_.:-]{1,64}"
CLAUDES_IDENTITY = r"[a-zA-Z0-9_-]{1,64}"
NAME = r"[a-zA-Z0-9_-]{1,64}"
# Underscores were seen to pass.
DOCUMENT_NAME = r"[\w()\[\]-]+( [\w()\[\]-]+)*"

#: Families whose results stand alone in their turn, and calls as well.
LONELY = ("meta.", "mistral.", "writer.")
#: Families that were seen to know a choice of tools.
CHOOSING = ("claude", "nova", "mistral-large", "mistral-small", "pixtral-large", "deepseek.v3")
#: Families that take marks of what may be cached.
CACHING = ("claude", "nova")


@dataclass(frozen=True)
class Block:
    path: str
    role: str
    kind: str
    inner: JsonObject
    whole: JsonObject


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    messages = objects(payload.get("messages"), "$.messages")
    turns = [(path, message, _blocks(path, message)) for path, message in messages]
    blocks = [block for _, _, held in turns for block in held]
    yield from _turns([(path, as_text(message.get("role")), held) for path, message, held in turns], model)
    for block in blocks:
        yield from _block(block, model)
    yield from _documents(blocks)
    yield from _amounts(payload, turns)
    yield from _tools(payload, blocks)
    yield from _settings(payload)
    choice = as_object(get(payload, "toolConfig", "toolChoice"))
    if choice and model and not any(family in model for family in CHOOSING):
        yield Violation("BED-12", "$.toolConfig.toolChoice", f"{model!r} may know no choice", certain=False)


def _blocks(path: str, message: JsonObject) -> list[Block]:
    role = as_text(message.get("role"))
    return [
        Block(block_path, role, kind := _kind(block), as_object(block.get(kind)), block)
        for block_path, block in objects(message.get("content"), f"{path}.content")
    ]


def _kind(block: JsonObject) -> str:
    return next(iter(block), "")


def _turns(turns: list[tuple[str, str, list[Block]]], model: str) -> Iterator[Violation]:
    if turns and turns[0][1] != "user":
        yield Violation("BED-02", turns[0][0], "the conversation does not start with a user message", certain=False)
    if turns and turns[-1][1] != "user":
        yield Violation("BED-02", turns[-1][0], "the last turn is not the user's", certain=False)
    for (_, before, _), (path, role, _) in pairwise(turns):
        if before == role:
            yield Violation("BED-01", path, f"{role} speaks twice in a row")
    for path, _, blocks in turns:
        if not blocks:
            yield Violation("BED-08", path, "has no content")
        yield from _alone(blocks, model)
    yield from _pairs(turns)


def _amounts(payload: JsonObject, turns: list[tuple[str, JsonObject, list[Block]]]) -> Iterator[Violation]:
    for path, _, blocks in turns:
        kinds = [block.kind for block in blocks]
        for block in blocks:
            kinds += [_kind(part) for _, part in objects(block.inner.get("content"), "") if block.kind == "toolResult"]
        for kind, most in (("image", 20), ("document", 5)):
            if kinds.count(kind) > most:
                yield Violation("BED-11", path, f"{kinds.count(kind)} {kind}s are too many")
    holders = [*objects(payload.get("system"), ""), *objects(get(payload, "toolConfig", "tools"), "")]
    marks = [holder for _, holder in holders if "cachePoint" in holder]
    marks += [block.whole for _, _, blocks in turns for block in blocks if block.kind == "cachePoint"]
    if len(marks) > 4:
        yield Violation("BED-12", "$", f"{len(marks)} cache points are too many", certain=False)


def _alone(blocks: list[Block], model: str) -> Iterator[Violation]:
    kinds = {block.kind for block in blocks}
    for kind in ("toolResult", "toolUse"):
        if kind in kinds and kinds - {kind} and any(family in model for family in LONELY):
            yield Violation("BED-05", blocks[0].path, f"something stands beside {kind}", certain=kind == "toolResult")
    if "toolResult" in kinds and kinds & {"document", "video"}:
        yield Violation("BED-05", blocks[0].path, "a document or video stands beside results", certain=False)


def _pairs(turns: list[tuple[str, str, list[Block]]]) -> Iterator[Violation]:
    called: list[Json] = []
    seen: set[str] = set()
    for path, role, blocks in turns:
        answered = [block.inner.get("toolUseId") for block in blocks if block.kind == "toolResult" and role == "user"]
        if any(identity not in answered for identity in called):
            yield Violation("BED-03", path, f"results for {called} are expected, there are {answered}")
        if len(answered) > len(called) or any(identity not in called for identity in answered):
            yield Violation("BED-03", path, f"results {answered} answer {called}")
        called = [
            block.inner.get("toolUseId")
            for block in blocks
            if block.kind == "toolUse" and block.inner.get("type") != "server_tool_use"
        ]
        for identity in map(as_text, called):
            if identity in seen:
                yield Violation("BED-06", path, f"{identity!r} stands for two calls", certain=False)
            seen.add(identity)
    if called:
        yield Violation("BED-03", turns[-1][0], f"{called} are never answered")


def _block(block: Block, model: str) -> Iterator[Violation]:
    match block.kind:
        case "text":
            if is_blank(as_text(block.whole.get("text"))):
                yield Violation("BED-08", block.path, "the text is blank")
        case "toolUse":
            yield from _call(block, model)
        case "toolResult":
            yield from _result(block, model)
        case "reasoningContent":
            yield from _reasoning(block, model)
        case "image":
            yield from _image(block.path, block.inner)
            if block.role != "user":
                yield Violation("BED-11", block.path, "an image stands outside a user's message")
        case "document":
            yield from _document(block.path, block.inner)
            if block.role != "user":
                yield Violation("BED-11", block.path, "a document stands outside a user's message")
        case "cachePoint" if model and not any(family in model for family in CACHING):
            yield Violation("BED-12", block.path, f"{model!r} takes no cache points", certain=False)
        case _:
            pass


def _call(block: Block, model: str) -> Iterator[Violation]:
    pattern = CLAUDES_IDENTITY if "anthropic." in model else IDENTITY
    problems = (
        pattern_problem(block.inner.get("toolUseId"), pattern),
        pattern_problem(block.inner.get("name"), NAME),
    )
    for problem in filter(None, problems):
        yield Violation("BED-06", block.path, problem)
    if not isinstance(block.inner.get("input"), dict):
        yield Violation("BED-07", block.path, "the input is no object")


def _result(block: Block, model: str) -> Iterator[Violation]:
    content = block.inner.get("content")
    if block.inner.get("status") == "error" and not content:
        yield Violation("BED-08", block.path, "a failure has no content")
    if "status" in block.inner and any(family in model for family in LONELY):
        yield Violation("BED-10", block.path, f"{model!r} knows no status", certain=False)
    for path, part in objects(content, f"{block.path}.toolResult.content"):
        if "json" in part and not isinstance(part["json"], dict):
            yield Violation("BED-07", path, "json is no object")
        if "text" in part and is_blank(as_text(part["text"])):
            yield Violation("BED-08", path, "the text is blank")
        if "image" in part:
            yield from _image(path, as_object(part["image"]))
        if "document" in part:
            yield from _document(path, as_object(part["document"]))


def _reasoning(block: Block, model: str) -> Iterator[Violation]:
    signature = get(block.inner, "reasoningText", "signature")
    if block.role == "user":
        yield Violation("BED-09", block.path, "a user reasons")
    if signature is not None and model and "anthropic." not in model:
        yield Violation("BED-09", block.path, f"{model!r} takes no signatures")
    if signature is None and "reasoningText" in block.inner and "anthropic." in model:
        yield Violation("ANT-41", block.path, "thinking is not signed")


def _image(path: str, inner: JsonObject) -> Iterator[Violation]:
    data = as_text(get(inner, "source", "bytes"))
    problem = image_bytes_problem(data, f"image/{inner.get('format')}") if data else None
    if problem:
        yield Violation("ANT-31", path, problem)


def _document(path: str, inner: JsonObject) -> Iterator[Violation]:
    name = as_text(inner.get("name"))
    if not re.fullmatch(DOCUMENT_NAME, name) or len(name) > 200:
        yield Violation("BED-11", path, f"{name!r} is no name of a document")


def _documents(blocks: list[Block]) -> Iterator[Violation]:
    names: set[str] = set()
    messages: dict[str, list[Block]] = {}
    for block in blocks:
        messages.setdefault(block.path.rpartition(".")[0], []).append(block)
        held = [part for _, part in objects(block.inner.get("content"), "")] if block.kind == "toolResult" else []
        for document in [block.whole, *held]:
            name = as_text(get(document, "document", "name"))
            if name and name in names:
                yield Violation("BED-11", block.path, f"two documents are called {name!r}")
            names.add(name)
    for path, held_blocks in messages.items():
        kinds = {block.kind for block in held_blocks}
        if "document" in kinds and not kinds & {"text", "toolResult"}:
            yield Violation("BED-11", path, "a document comes without a text", certain=False)


def _tools(payload: JsonObject, blocks: list[Block]) -> Iterator[Violation]:
    config = as_object(payload.get("toolConfig"))
    if "toolConfig" in payload and not as_list(config.get("tools")):
        yield Violation("BED-04", "$.toolConfig", "declares no tools")
    if "toolConfig" not in payload and any(block.kind in ("toolUse", "toolResult") for block in blocks):
        yield Violation("BED-04", "$.toolConfig", "is missing beside calls")
    for path, tool in objects(config.get("tools"), "$.toolConfig.tools"):
        spec = as_object(tool.get("toolSpec"))
        if not spec:
            continue
        if problem := pattern_problem(spec.get("name"), NAME):
            yield Violation("BED-06", path, problem)
        if "description" in spec and not spec["description"]:
            yield Violation("BED-08", path, "the description is empty")
        yield from schema_violations("BED-04", f"{path}.inputSchema", get(spec, "inputSchema", "json"))
    if "none" in as_object(config.get("toolChoice")):
        yield Violation("BED-12", "$.toolConfig.toolChoice", "cannot be none")


def _settings(payload: JsonObject) -> Iterator[Violation]:
    temperature = get(payload, "inferenceConfig", "temperature")
    if isinstance(temperature, int | float) and not 0 <= temperature <= 1:
        yield Violation("BED-12", "$.inferenceConfig.temperature", f"is {temperature}")
    for path, block in objects(payload.get("system"), "$.system"):
        if "text" in block and is_blank(as_text(block["text"])):
            yield Violation("BED-08", path, "the text is blank")
    thinking = get(payload, "additionalModelRequestFields", "thinking", "type")
    choice = as_object(get(payload, "toolConfig", "toolChoice"))
    if thinking in ("enabled", "adaptive") and choice.keys() & {"any", "tool"}:
        yield Violation("ANT-49", "$.toolConfig.toolChoice", "forces a call while the model thinks")
