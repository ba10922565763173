"""Anthropic Messages: the rules ANT-01 to ANT-49 that a body alone can break."""

from collections.abc import Iterator
from dataclasses import dataclass

from support.jsonish import JsonObject, as_list, as_object, as_text, get, objects, walk

from . import anthropic_models
from .anthropic_blocks import block_violations, text_violations
from .common import Violation, claude_version, no_tools, pattern_problem, schema_violations

NAME = r"[a-zA-Z0-9_-]{1,128}"

MOST_MESSAGES = 100_000
MOST_CACHE_MARKS = 4

# Sonnet 5 answers to a system message within the conversation, but does not heed it.
SYSTEM_IN_MESSAGES = (
    "claude-opus-4-8",
    "claude-opus-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
    "claude-fable",
    "claude-mythos",
)


@dataclass(frozen=True)
class Turn:
    """Neighbouring messages of one role, which the server reads as one."""

    role: str
    path: str
    blocks: list[tuple[str, JsonObject]]

    def of_type(self, *kinds: str) -> list[tuple[str, JsonObject]]:
        return [(path, block) for path, block in self.blocks if block.get("type") in kinds]


def violations(payload: JsonObject, model: str) -> Iterator[Violation]:
    found = turns(payload)
    yield from _envelope(payload)
    yield from _system_parameter(payload)
    yield from _roles(payload, found, model)
    for turn in found:
        for path, block in turn.blocks:
            yield from block_violations(turn.role, path, block)
    yield from _pairing(found)
    yield from _unique_ids(found)
    yield from _names(payload, found)
    yield from _schemas(payload)
    yield from _cache_marks(payload)
    yield from _thinking(payload, found, model)
    yield from anthropic_models.violations(payload, model)


def turns(payload: JsonObject) -> list[Turn]:
    found: list[Turn] = []
    for path, message in objects(payload.get("messages"), "$.messages"):
        blocks = _blocks(path, message)
        if found and found[-1].role == message.get("role"):
            found[-1].blocks.extend(blocks)
        else:
            found.append(Turn(as_text(message.get("role")), path, blocks))
    return found


def _blocks(path: str, message: JsonObject) -> list[tuple[str, JsonObject]]:
    content = message.get("content")
    if isinstance(content, str):
        return [(f"{path}.content", {"type": "text", "text": content})]
    return objects(content, f"{path}.content")


def _envelope(payload: JsonObject) -> Iterator[Violation]:
    messages = as_list(payload.get("messages"))
    if not messages:
        yield Violation("ANT-01", "$.messages", "at least one message is required")
    if len(messages) > MOST_MESSAGES:
        yield Violation("ANT-13", "$.messages", f"has {len(messages)} messages")
    if not isinstance(payload.get("max_tokens"), int):
        yield Violation("ANT-01", "$.max_tokens", "is required")
    for path, message in objects(payload.get("messages"), "$.messages"):
        is_final = path == f"$.messages[{len(messages) - 1}]" and message.get("role") == "assistant"
        if message.get("content") in ("", [], None) and not is_final and message.get("role") != "system":
            yield Violation("ANT-16", path, "has no content")
    if payload.get("tool_choice") is not None and no_tools(payload):
        yield Violation("OAI-10", "$.tool_choice", "is set where no tools are", certain=False)


def _system_parameter(payload: JsonObject) -> Iterator[Violation]:
    system = payload.get("system")
    if isinstance(system, str):
        return
    for path, block in objects(system, "$.system"):
        if block.get("type") != "text":
            yield Violation("ANT-12", path, f"is {block.get('type')!r}, not text")
        yield from text_violations(path, block)


def _roles(payload: JsonObject, found: list[Turn], model: str) -> Iterator[Violation]:
    for turn in found:
        if turn.role not in {"user", "assistant", "system"}:
            yield Violation("ANT-01", turn.path, f"has role {turn.role!r}")
        if turn.role == "system" and not model.rsplit("/", 1)[-1].startswith(SYSTEM_IN_MESSAGES):
            yield Violation("ANT-10", turn.path, f"is a system message, which {model!r} does not take")
    if found and found[0].role == "assistant":
        yield Violation("ANT-02", found[0].path, "the first message is the assistant's", certain=False)
    yield from _system_places(found)
    version = claude_version(model)
    takes_prefill = version is not None and version <= (4, 5)
    if found and found[-1].role == "assistant" and not takes_prefill and not _awaits_the_server(found[-1]):
        yield Violation("ANT-04", found[-1].path, f"{model!r} takes no prefill", certain=version is not None)
    if found and found[-1].role == "assistant" and found[-1].blocks:
        last_path, last = found[-1].blocks[-1]
        if as_text(last.get("text")) != as_text(last.get("text")).rstrip():
            yield Violation("ANT-19", last_path, "a prefill ends with whitespace", certain=False)


def _awaits_the_server(turn: Turn) -> bool:
    """A paused turn goes back as it stands, for the server to continue."""
    return bool(turn.of_type("server_tool_use", "mcp_tool_use", "compaction"))


def _system_places(found: list[Turn]) -> Iterator[Violation]:
    for index, turn in enumerate(found):
        if turn.role != "system":
            continue
        before = found[index - 1] if index else None
        after = found[index + 1] if index + 1 < len(found) else None
        if before is None and turn.of_type("text"):
            yield Violation("ANT-11", turn.path, "a system message is first", certain=False)
        if before is not None and before.role == "assistant" and before.of_type("tool_use"):
            yield Violation("ANT-11", turn.path, "a system message parts a call from its result", certain=False)
        if after is not None and after.role == "user":
            yield Violation("ANT-11", turn.path, "a user turn follows a system message", certain=False)


def _pairing(found: list[Turn]) -> Iterator[Violation]:
    conversation = [turn for turn in found if turn.role != "system"]
    for index, turn in enumerate(conversation):
        if turn.role == "assistant":
            following = conversation[index + 1] if index + 1 < len(conversation) else None
            yield from _calls_answered(turn, following)
        else:
            yield from _results_called(turn, conversation[index - 1] if index else None)


def _calls_answered(turn: Turn, following: Turn | None) -> Iterator[Violation]:
    results = following.of_type("tool_result") if following else []
    answered = [block.get("tool_use_id") for _, block in results]
    calls = turn.of_type("tool_use")
    for path, call in calls:
        if call.get("id") not in answered:
            yield Violation("ANT-05", path, f"tool_use {call.get('id')!r} has no result in the next message")
    last_call = max((turn.blocks.index(call) for call in calls), default=None)
    if last_call is None:
        return
    for path, block in turn.blocks[last_call + 1 :]:
        if block.get("type") in {"text", "thinking", "redacted_thinking"}:
            yield Violation("ANT-06", path, f"{block.get('type')} follows the last tool_use")


def _results_called(turn: Turn, previous: Turn | None) -> Iterator[Violation]:
    called = [block.get("id") for _, block in previous.of_type("tool_use")] if previous else []
    answered: set[str] = set()
    other_seen = False
    for path, block in turn.blocks:
        if block.get("type") != "tool_result":
            other_seen = True
            continue
        identity = as_text(block.get("tool_use_id"))
        if identity not in called:
            yield Violation("ANT-07", path, f"result for {identity!r}, which the previous message did not call")
        if identity in answered:
            yield Violation("ANT-09", path, f"a second result for {identity!r}")
        if other_seen:
            yield Violation("ANT-08", path, "a result stands after other content")
        answered.add(identity)


def _unique_ids(found: list[Turn]) -> Iterator[Violation]:
    seen: set[str] = set()
    for turn in found:
        for path, call in turn.of_type("tool_use", "server_tool_use", "mcp_tool_use"):
            identity = as_text(call.get("id"))
            if identity in seen:
                yield Violation("ANT-09", path, f"tool_use id {identity!r} is not unique")
            seen.add(identity)


def _names(payload: JsonObject, found: list[Turn]) -> Iterator[Violation]:
    named = [
        (path, tool)
        for path, tool in objects(payload.get("tools"), "$.tools")
        if tool.get("type") not in {"mcp_toolset"} and "name" in tool
    ]
    for turn in found:
        named += turn.of_type("tool_use")
    for path, holder in named:
        problem = pattern_problem(holder.get("name"), NAME)
        if problem:
            yield Violation("ANT-21", path, problem)
    has_tool_traffic = any(turn.of_type("tool_use", "tool_result") for turn in found)
    if has_tool_traffic and no_tools(payload):
        yield Violation("ANT-20", "$.tools", "tool history without tools", certain=False)


def _schemas(payload: JsonObject) -> Iterator[Violation]:
    for path, tool in objects(payload.get("tools"), "$.tools"):
        if "input_schema" in tool:
            yield from schema_violations("OAI-20", f"{path}.input_schema", tool.get("input_schema"))


def _cache_marks(payload: JsonObject) -> Iterator[Violation]:
    content = {key: payload.get(key) for key in ("cache_control", "tools", "system", "messages")}
    marks = [path for path, value in walk(content) if isinstance(value, dict) and value.get("cache_control")]
    if len(marks) > MOST_CACHE_MARKS:
        yield Violation("ANT-26", marks[-1], f"{len(marks)} blocks have cache_control")


def _thinking(payload: JsonObject, found: list[Turn], model: str) -> Iterator[Violation]:
    thinking = as_object(payload.get("thinking"))
    kind = thinking.get("type")
    budget = thinking.get("budget_tokens")
    most = payload.get("max_tokens")
    version = claude_version(model)
    if kind == "enabled":
        if not isinstance(budget, int) or budget < 1024 or (isinstance(most, int) and budget >= most):
            yield Violation("ANT-48", "$.thinking", f"budget {budget!r} with max_tokens {most!r}")
        if version is not None and version >= (4, 7):
            yield Violation("ANT-47", "$.thinking", f"{model!r} takes no budget")
        if get(payload, "tool_choice", "type") in {"any", "tool"}:
            yield Violation("ANT-49", "$.tool_choice", "forces a tool while thinking is enabled")
        yield from _current_turn_begins_with_thinking(found)
    if kind == "adaptive" and version is not None and version <= (4, 5):
        yield Violation("ANT-47", "$.thinking", f"{model!r} has no adaptive thinking")
    is_off = kind == "disabled" or (kind is None and version is not None and version <= (4, 6))
    if found and found[-1].role == "assistant" and is_off and found[-1].of_type("thinking"):
        yield Violation(
            "ANT-46", found[-1].path, "a final assistant message thinks while thinking is off", certain=False
        )


def _current_turn_begins_with_thinking(found: list[Turn]) -> Iterator[Violation]:
    """Holds for the assistant's part since the last thing that the user said."""
    if len(found) < 2 or found[-1].role != "user" or not found[-1].of_type("tool_result"):
        return
    step = found[-2]
    if step.blocks and step.blocks[0][1].get("type") not in {"thinking", "redacted_thinking"}:
        yield Violation("ANT-42", step.blocks[0][0], "the current tool turn does not begin with thinking")
