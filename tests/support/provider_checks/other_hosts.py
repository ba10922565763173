"""Hosts of the other wires: clouds and houses that speak Messages, Responses or generateContent in their own way."""

import re
from collections.abc import Callable, Iterator

from support.jsonish import JsonObject, as_text, either, get, objects, parse_or_none, walk

from . import anthropic, google, responses
from .chat_hosts import NO_REASONER
from .chat_quirks import thinking_is_off
from .common import Violation

Check = Callable[[JsonObject], Iterator[Violation]]

# DeepSeek and its like: thinking goes back, and what it was signed with is nobody's business.
THINKING_ASKED_BACK = ("deepseek", "moonshot", "xiaomi")
READS_SIGNATURES = ("anthropic", "azure", "vertex", "bedrock", "openrouter")
CLOUDS = {"vertex": "vertex-2023-10-16", "bedrock": "bedrock-2023-05-31"}

# Servers that build a chat history from the items, which OpenAI's own does not.
EMULATIONS = ("deepseek", "moonshot", "dashscope", "ollama", "vllm", "sglang", "llamacpp", "lmstudio")
OPEN_WEIGHTS = (*EMULATIONS, "openai-compatible", "huggingface", "groq", "fireworks", "openrouter")


def messages_violations(payload: JsonObject, model: str, provider: str) -> Iterator[Violation]:
    for violation in anthropic.violations(payload, model):
        reads = provider in READS_SIGNATURES and "claude" in model
        if reads or violation.rule not in {"ANT-41", "ANT-42"}:
            yield violation
    if provider in THINKING_ASKED_BACK and not thinking_is_off(payload) and not re.search(NO_REASONER, model):
        yield from _thinking_before_calls(payload)
    if provider == "minimax":
        yield from _nothing_behind_results(payload)
    if provider == "zai" and not any(turn.role == "user" for turn in anthropic.turns(payload)):
        yield Violation("GLM-01", "$.messages", "no message is the user's")
    if provider in CLOUDS:
        yield from _behind_a_cloud(payload, CLOUDS[provider])
    if provider in (*CLOUDS, "ollama"):
        yield from _images_inline(payload)


def _thinking_before_calls(payload: JsonObject) -> Iterator[Violation]:
    for path, message in objects(payload.get("messages"), "$.messages"):
        kinds = [as_text(block.get("type")) for _, block in objects(message.get("content"), path)]
        if "tool_use" in kinds and "thinking" not in kinds[: kinds.index("tool_use")]:
            yield Violation("DS-04", path, "the `content[].thinking` must be passed back")


def _nothing_behind_results(payload: JsonObject) -> Iterator[Violation]:
    for path, message in objects(payload.get("messages"), "$.messages"):
        kinds = {as_text(block.get("type")) for _, block in objects(message.get("content"), path)}
        if "tool_result" in kinds and len(kinds) > 1:
            yield Violation("MMX-01", path, f"{sorted(kinds - {'tool_result'})} beside results")


def _behind_a_cloud(payload: JsonObject, version: str) -> Iterator[Violation]:
    if payload.get("anthropic_version") != version:
        yield Violation("ANT-27", "$.anthropic_version", f"is {payload.get('anthropic_version')!r}")
    for key in ("model", "stream"):
        if key in payload:
            yield Violation("ANT-27", f"$.{key}", "Extra inputs are not permitted")


def _images_inline(payload: JsonObject) -> Iterator[Violation]:
    for path, value in walk(payload.get("messages"), "$.messages"):
        if isinstance(value, dict) and value.get("type") == "image" and get(value, "source", "type") != "base64":
            yield Violation("ANT-34", path, f"an image is given as {get(value, 'source', 'type')!r}")


def responses_violations(payload: JsonObject, model: str, provider: str) -> Iterator[Violation]:
    for violation in responses.violations(payload, model):
        # What stems from which reasoning is in OpenAI's own books.
        if provider not in OPEN_WEIGHTS or violation.rule not in {"RSP-01", "RSP-05"}:
            yield violation
    items = objects(payload.get("input"), "$.input")
    if provider not in OPEN_WEIGHTS:
        for path, item in items:
            if responses.kind_of(item) == "reasoning" and item.get("content"):
                yield Violation("RSP-06", path, "readable content, which open servers alone take")
    if provider not in EMULATIONS:
        return
    yield from _adjacency(items)
    for path, item in items:
        arguments = as_text(item.get("arguments"))
        if responses.kind_of(item) == "function_call" and not isinstance(parse_or_none(arguments), dict):
            yield Violation("RSP-15", path, f"function_call arguments are invalid JSON: {arguments!r:.60}")
    if provider == "deepseek" and not thinking_is_off(payload) and not re.search(NO_REASONER, model):
        yield from _reasoning_before_calls(items)


def _adjacency(items: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    """Calls in a row, then their outputs, with nothing between them."""
    waiting: set[str] = set()
    for path, item in items:
        kind = responses.kind_of(item)
        if kind in responses.OUTPUTS:
            waiting.discard(as_text(item.get("call_id")))
        elif waiting and kind not in {*responses.CALLS, "reasoning"}:
            yield Violation("DS-09", path, f"No tool output found for tool call {sorted(waiting)}")
            waiting = set()
        if kind in responses.CALLS:
            waiting.add(as_text(item.get("call_id")))


def _reasoning_before_calls(items: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    thought = False
    for path, item in items:
        kind = responses.kind_of(item)
        if kind == "function_call" and not thought:
            yield Violation("DS-09", path, "The `reasoning_text` in the thinking mode must be passed back")
        is_the_models = kind == "function_call" or item.get("role") == "assistant"
        thought = kind == "reasoning" or (thought and is_the_models)


def gemini_violations(payload: JsonObject, model: str, provider: str) -> Iterator[Violation]:
    yield from google.violations(payload, model)
    if provider != "vertex":
        return
    for path, content in objects(payload.get("contents"), "$.contents"):
        for part_path, part in objects(content.get("parts"), f"{path}.parts"):
            if part.get("text") == "" and not either(part, "thoughtSignature", "thought_signature"):
                yield Violation("GEM-04", part_path, "it has an empty text parameter")
