"""What surrounds the items in a Responses request."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Setter
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .calls import function_tool


def frame(pen: Pen) -> JsonObject:
    return {"model": pen.pick(("gpt-5.2", "gpt-5.6-sol")), **pen.optional(store=True)}


def declare(pen: Pen) -> JsonObject:
    tools = pen.tools()
    return {"tools": tools} if tools else {}


INSTRUCTIONS: Mapping[str, Setter] = {
    PLAIN: lambda pen: {},
    "text": lambda pen: {"instructions": pen.text()},
    "null": lambda pen: {"instructions": None},
}


def _reasoning(**members: Json) -> Setter:
    return lambda pen: {"reasoning": {"effort": pen.pick(("none", "low", "high", "xhigh", None)), **members}}


THINKING: Mapping[str, Setter] = {
    "effort": _reasoning(),
    "summary": _reasoning(summary="auto"),
    "context and mode": _reasoning(context="all_turns", mode="pro"),
    "temperature": lambda pen: {"model": "gpt-4.1", "temperature": pen.pick((0, 1.0, None)), "top_p": 1},
}


def _json_object(pen: Pen) -> JsonObject:
    pen.remarks.append("Answer in JSON, please.")
    return {"text": {"format": {"type": "json_object"}}}


def _format(pen: Pen) -> JsonObject:
    described: JsonObject = {"type": "json_schema", "name": "answer", "schema": pen.schema()}
    return {"text": {"format": {**described, **pen.optional(strict=None, description="what")}}}


OUTPUT: Mapping[str, Setter] = {
    "json schema": _format,
    "json object": _json_object,
    "text": lambda pen: {"text": {"format": {"type": "text"}, "verbosity": "low"}},
    "limit": lambda pen: {"max_output_tokens": pen.pick((16, 4096, None)), **pen.optional(max_tool_calls=3)},
}


def _with_tool(tool: JsonObject) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare(f"set {tool['type']}", lambda: tool, needed=True)
        return {"tools": pen.tools()}

    return setter


def _with_function(**members: Json) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare("special", lambda: {**function_tool(pen, "special"), **members}, needed=True)
        return {"tools": pen.tools()}

    return setter


TOOLS: Mapping[str, Setter] = {
    "deferred": _with_function(defer_loading=True),
    "called by programs": _with_function(allowed_callers=["direct", "programmatic"], output_schema={"type": "object"}),
    "custom grammar": _with_tool(
        {"type": "custom", "name": "g", "format": {"type": "grammar", "syntax": "lark", "definition": "start: /a/"}}
    ),
    "web search": _with_tool({"type": "web_search", "search_context_size": "low", "filters": None}),
    "file search": _with_tool({"type": "file_search", "vector_store_ids": ["vs_1"], "max_num_results": 2}),
    "code interpreter": _with_tool({"type": "code_interpreter", "container": "cntr_1"}),
    "image generation": _with_tool({"type": "image_generation", "quality": "low"}),
    "computer": _with_tool({"type": "computer"}),
    "computer preview": _with_tool(
        {"type": "computer_use_preview", "display_width": 800, "display_height": 600, "environment": "browser"}
    ),
    "local shell": _with_tool({"type": "local_shell"}),
    "shell": _with_tool({"type": "shell", "environment": {"type": "container_auto"}}),
    "apply patch": _with_tool({"type": "apply_patch"}),
    "mcp": _with_tool(
        {"type": "mcp", "server_label": "m", "server_url": "https://example.com", "require_approval": "never"}
    ),
    "unknown": _with_tool({"type": "hologram", "cube": 3}),
}


def _choice(choice: Json) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare("chosen", lambda: function_tool(pen, "chosen"), needed=True)
        pen.declare("scribbled", lambda: {"type": "custom", "name": "scribbled"}, needed=True)
        return {"tools": pen.tools(), "tool_choice": choice, **pen.optional(parallel_tool_calls=pen.chance(50))}

    return setter


def _hosted_choice(tool: JsonObject, choice: JsonObject) -> Setter:
    return lambda pen: {**_with_tool(tool)(pen), "tool_choice": choice}


_ALLOWED: Json = {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "chosen"}]}
_MCP: JsonObject = {"type": "mcp", "server_label": "m", "server_url": "https://example.com"}

CHOICES: Mapping[str, Setter] = {
    "none": _choice("none"),
    "auto": _choice("auto"),
    "required": _choice("required"),
    "function": _choice({"type": "function", "name": "chosen"}),
    "custom": _choice({"type": "custom", "name": "scribbled"}),
    "allowed tools": _choice(_ALLOWED),
    "mcp": _hosted_choice(_MCP, {"type": "mcp", "server_label": "m", "name": None}),
    "hosted": _hosted_choice({"type": "image_generation"}, {"type": "image_generation"}),
    "shell": _hosted_choice({"type": "shell"}, {"type": "shell"}),
    "apply patch": _hosted_choice({"type": "apply_patch"}, {"type": "apply_patch"}),
}

SERVICE: Mapping[str, Setter] = {
    "include": lambda pen: {"store": True, "include": ["reasoning.encrypted_content"]},
    "compaction": lambda pen: {"context_management": [{"type": "compaction", "compact_threshold": 100000}]},
    "stream": lambda pen: {"stream": pen.chance(50), **pen.optional(stream_options={"include_obfuscation": False})},
    "cache": lambda pen: {"prompt_cache_key": "k", "prompt_cache_options": {"mode": "explicit"}},
    "metadata": lambda pen: {"metadata": {"topic": pen.label("topic")}, "safety_identifier": "s"},
    "truncation": lambda pen: {"truncation": "auto", "background": pen.chance(50)},
    "null handles": lambda pen: {"previous_response_id": None, "conversation": None},
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
    "previous response": lambda pen: {"previous_response_id": pen.ident("resp_")},
    "conversation": lambda pen: {"conversation": pen.ident("conv_")},
    "conversation object": lambda pen: {"conversation": {"id": pen.ident("conv_")}},
}
