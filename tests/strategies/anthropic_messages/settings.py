"""What surrounds the messages in a request to Anthropic."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Setter
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import cache_mark, cache_marked_text, text

NEWER, OLDER = "claude-opus-5", "claude-sonnet-4-5"


def frame(pen: Pen) -> JsonObject:
    return {"model": NEWER, "max_tokens": pen.pick((4096, 64000, 16))}


def declare(pen: Pen) -> JsonObject:
    tools = pen.tools()
    return {"tools": tools} if tools else {}


INSTRUCTIONS: Mapping[str, Setter] = {
    PLAIN: lambda pen: {},
    "text": lambda pen: {"system": pen.text()},
    "blocks": lambda pen: {"system": [text(pen) for _ in range(pen.count(1, 3))]},
    "blocks with a cache mark": lambda pen: {"system": [text(pen), cache_marked_text(pen)]},
}


THINKING: Mapping[str, Setter] = {
    "adaptive": lambda pen: {"thinking": {"type": "adaptive", **pen.optional(display="summarized")}},
    "adaptive, not displayed": lambda pen: {"thinking": {"type": "adaptive", "display": "omitted"}},
    "disabled": lambda pen: {"thinking": {"type": "disabled"}},
    "bound blocks dropped": lambda pen: {
        "thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    },
    "budget": lambda pen: {
        "model": OLDER,
        "max_tokens": 64000,
        "thinking": {"type": "enabled", "budget_tokens": pen.pick((1024, 32000)), **pen.optional(display="omitted")},
    },
    "temperature": lambda pen: {"model": OLDER, "temperature": pen.pick((0, 1, 0.3))},
    "top p and top k": lambda pen: {"model": OLDER, "top_p": 0.9, "top_k": 5},
}

OUTPUT: Mapping[str, Setter] = {
    "effort": lambda pen: {"output_config": {"effort": pen.pick(("low", "medium", "high"))}},
    "json schema": lambda pen: {"output_config": {"format": {"type": "json_schema", "schema": pen.schema()}}},
    "task budget": lambda pen: {"output_config": {"task_budget": {"type": "tokens", "total": 20000}}},
    "stop sequences": lambda pen: {"stop_sequences": [pen.label("stop")]},
}


def _tool(name: str, **more: Json) -> Callable[[Pen], JsonObject]:
    return lambda pen: {"name": name, "input_schema": pen.schema(), **more, **cache_mark(pen)}


def _with_tool(name: str, tool: Callable[[Pen], JsonObject]) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare(name, lambda: tool(pen), needed=True)
        return {"tools": pen.tools()}

    return setter


def _typed(name: str, kind: str, **more: Json) -> Setter:
    return _with_tool(name, lambda pen: {"type": kind, "name": name, **more})


TOOLS: Mapping[str, Setter] = {
    "described": _with_tool("described", lambda pen: _tool("described", description=pen.text())(pen)),
    "typed custom": _with_tool("typed", _tool("typed", type="custom", strict=True)),
    "deferred": _with_tool("deferred", _tool("deferred", defer_loading=True, eager_input_streaming=None)),
    "called by code": _with_tool("by_code", _tool("by_code", allowed_callers=["code_execution_20260120"])),
    "examples": _with_tool("examples", _tool("examples", input_examples=[{"zone": "UTC"}])),
    "bash": _typed("bash", "bash_20250124"),
    "text editor": _typed("str_replace_based_edit_tool", "text_editor_20250728", max_characters=1000),
    "memory": _typed("memory", "memory_20250818"),
    "computer": _typed("computer", "computer_20251124", display_width_px=800, display_height_px=600),
    "computer toolset": _with_tool("computer set", lambda pen: {"type": "computer_toolset_20260801"}),
    "web search": _typed("web_search", "web_search_20260318", max_uses=3, allowed_domains=["example.com"]),
    "web fetch": _typed("web_fetch", "web_fetch_20260318", citations={"enabled": True}),
    "code execution": _typed("code_execution", "code_execution_20250825"),
    "unknown": _with_tool("hologram", lambda pen: {"type": "hologram_20270101", "name": "hologram", "cube": 3}),
}


def _choice(choice: JsonObject) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare("chosen", lambda: _tool("chosen")(pen), needed=True)
        parallel = {} if choice["type"] == "none" else pen.optional(disable_parallel_tool_use=pen.chance(50))
        return {"tools": pen.tools(), "tool_choice": {**choice, **parallel}}

    return setter


CHOICES: Mapping[str, Setter] = {
    "auto": _choice({"type": "auto"}),
    "any": _choice({"type": "any"}),
    "named": _choice({"type": "tool", "name": "chosen"}),
    "none": _choice({"type": "none"}),
}


def _mcp(pen: Pen) -> JsonObject:
    pen.declare("mcp files", lambda: {"type": "mcp_toolset", "mcp_server_name": "files"}, needed=True)
    server: JsonObject = {"type": "url", "name": "files", "url": pen.url("mcp")}
    return {"tools": pen.tools(), "mcp_servers": [server]}


SERVICE: Mapping[str, Setter] = {
    "metadata": lambda pen: {"metadata": {"user_id": pen.ident("user_")}},
    "stream": lambda pen: {"stream": pen.chance(50)},
    "tier": lambda pen: {"service_tier": pen.pick(("auto", "standard_only")), **pen.optional(speed="fast")},
    "context edits": lambda pen: {"context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}},
    "container skills": lambda pen: {
        "container": {"skills": [{"type": "anthropic", "skill_id": "pptx", "version": "latest"}]}
    },
    "mcp servers": _mcp,
    "fallbacks": lambda pen: {"fallbacks": [{"model": "claude-opus-5"}]},
    "diagnostics": lambda pen: {"diagnostics": {"previous_message_id": None}},
    "unknown": lambda pen: {"x_experiment": pen.object()},
}

SETTINGS: Mapping[str, Mapping[str, Setter]] = {
    "thinking": THINKING,
    "output": OUTPUT,
    "tools": TOOLS,
    "tool choice": CHOICES,
    "service": SERVICE,
}

BOUND_SETTINGS: Mapping[str, Setter] = {
    "thread": lambda pen: {"thread": {"type": "continue", "previous_message_id": pen.ident("msg_")}},
}
