"""Anthropic Messages: what single models refuse, and what server tools and references owe each other."""

import re
from collections.abc import Iterator

from support.jsonish import JsonObject, as_object, as_text, get, objects, walk

from .common import Violation

ALWAYS_THINKS = r"claude-(opus-5-5|fable|mythos)"
NEVER_FORCED = r"claude-(opus-5-5|sonnet-5-5|fable-5|mythos-5)"
SETS_ITS_OWN_SAMPLING = r"claude-(opus-4-[78]|opus-5|sonnet-5|fable|mythos)"
NO_XHIGH = r"claude-[a-z]+-4-[56]"

EFFORTS = {"low", "medium", "high", "xhigh", "max"}

SERVER_RESULTS = re.compile(r"(?!tool_result$)\w+_tool_result")


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    name = model.rsplit("/", 1)[-1].replace(".", "-")
    yield from _thinking(payload, name)
    yield from _sampling(payload, name)
    yield from _server_tools(payload)
    yield from _references(payload)


def _thinking(payload: JsonObject, model: str) -> Iterator[Violation]:
    kind = get(payload, "thinking", "type")
    effort = get(payload, "output_config", "effort")
    if kind == "disabled" and re.search(ALWAYS_THINKS, model):
        yield Violation("ANT-47", "$.thinking", f"{model!r} cannot stop thinking")
    if get(payload, "tool_choice", "type") in {"any", "tool"} and re.search(NEVER_FORCED, model):
        yield Violation("ANT-49", "$.tool_choice", f"{model!r} is not forced to call")
    if effort is not None and effort not in EFFORTS:
        yield Violation("ANT-50", "$.output_config.effort", f"is {effort!r}")
    if effort == "xhigh" and re.search(NO_XHIGH, model):
        yield Violation("ANT-50", "$.output_config.effort", f"{model!r} has no {effort!r}")


def _sampling(payload: JsonObject, model: str) -> Iterator[Violation]:
    temperature, top_p, top_k = (payload.get(key) for key in ("temperature", "top_p", "top_k"))
    asked = {"temperature": temperature not in (None, 1), "top_p": top_p is not None, "top_k": top_k is not None}
    if re.search(SETS_ITS_OWN_SAMPLING, model):
        for key, is_asked in asked.items():
            if is_asked:
                yield Violation("ANT-48", f"$.{key}", f"{model!r} sets its own sampling")
        return
    if get(payload, "thinking", "type") not in {"enabled", "adaptive"}:
        return
    if asked["temperature"]:
        yield Violation("ANT-48", "$.temperature", f"is {temperature!r} while the model thinks")
    if asked["top_k"]:
        yield Violation("ANT-48", "$.top_k", "is set while the model thinks")
    if isinstance(top_p, int | float) and not 0.95 <= top_p <= 1:
        yield Violation("ANT-48", "$.top_p", f"is {top_p!r} while the model thinks")


def _server_tools(payload: JsonObject) -> Iterator[Violation]:
    """A result of a provider-run tool stands behind its call."""
    called: set[str] = set()
    for path, message in objects(payload.get("messages"), "$.messages"):
        for block_path, block in objects(message.get("content"), f"{path}.content"):
            kind = as_text(block.get("type"))
            if kind in {"server_tool_use", "mcp_tool_use"}:
                called.add(as_text(block.get("id")))
            elif SERVER_RESULTS.fullmatch(kind) and as_text(block.get("tool_use_id")) not in called:
                yield Violation("ANT-24", block_path, f"{kind} without its use before it")


def _references(payload: JsonObject) -> Iterator[Violation]:
    """A reference to a tool is to one that is declared, here or on the way."""
    declared = {as_text(tool.get("name")) for _, tool in objects(payload.get("tools"), "$.tools")}
    for path, value in walk(payload.get("messages"), "$.messages"):
        block = as_object(value)
        if block.get("type") == "tool_definition":
            declared.add(as_text(get(block, "definition", "name")))
        is_reference = block.get("type") == "tool_reference" and path.rpartition(".")[2].startswith("content[")
        if is_reference and as_text(block.get("tool_name")) not in declared:
            yield Violation("ANT-25", path, f"references the unknown tool {block.get('tool_name')!r}", certain=False)
