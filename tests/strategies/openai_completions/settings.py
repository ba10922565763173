"""What surrounds the messages in a chat completions request."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Setter
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .turns import custom_tool, function_tool


def frame(pen: Pen) -> JsonObject:
    return {"model": pen.pick(("gpt-5.2", "gpt-4o"))}


def declare(pen: Pen) -> JsonObject:
    tools = pen.tools()
    return {"tools": tools} if tools else {}


INSTRUCTIONS: Mapping[str, Setter] = {PLAIN: lambda pen: {}}

LIMITS: Mapping[str, Setter] = {
    "max tokens": lambda pen: {"model": "gpt-4o", "max_tokens": pen.count(1, 4096)},
    "max completion tokens": lambda pen: {"max_completion_tokens": pen.count(1, 4096)},
    "stop text": lambda pen: {"model": "gpt-4o", "stop": pen.pick(("END", None))},
    "stop list": lambda pen: {"model": "gpt-4o", "stop": ["END", "STOP"]},
    "choices": lambda pen: {"n": pen.count(1, 2), **pen.optional(logprobs=True, top_logprobs=2)},
}

THINKING: Mapping[str, Setter] = {
    "effort": lambda pen: {"model": "gpt-5.2", "reasoning_effort": pen.pick(("none", "low", "high", "xhigh", None))},
    "verbosity": lambda pen: {"model": "gpt-5.2", "verbosity": "low"},
    "temperature": lambda pen: {"model": "gpt-4o", "temperature": pen.pick((0, 1, 0.7, None)), "seed": 7},
    "penalties": lambda pen: {"model": "gpt-4o", "top_p": 0.5, "frequency_penalty": 0.1, "presence_penalty": 0},
    "dialect reasoning": lambda pen: {"reasoning": pen.pick(({"effort": "high"}, {"max_tokens": 1000}))},
    "dialect thinking": lambda pen: {"thinking": {"type": pen.pick(("enabled", "disabled"))}},
}


def _json_object(pen: Pen) -> JsonObject:
    pen.remarks.append("Answer in JSON, please.")
    return {"response_format": {"type": "json_object"}}


def _format(pen: Pen) -> JsonObject:
    schema: JsonObject = {"name": "answer", "schema": pen.schema(), **pen.optional(strict=False, description="what")}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


OUTPUT: Mapping[str, Setter] = {
    "text": lambda pen: {"response_format": {"type": "text"}},
    "json object": _json_object,
    "json schema": _format,
    "audio": lambda pen: {"modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "wav"}},
    "prediction": lambda pen: {"model": "gpt-4o", "prediction": {"type": "content", "content": pen.text()}},
}


def _choice(choice: Json) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare("chosen", lambda: function_tool(pen, "chosen"), needed=True)
        pen.declare("scribbled", lambda: custom_tool(pen, "scribbled"), needed=True)
        return {"tools": pen.tools(), "tool_choice": choice, **pen.optional(parallel_tool_calls=pen.chance(50))}

    return setter


_ALLOWED: JsonObject = {"mode": "auto", "tools": [{"type": "function", "function": {"name": "chosen"}}]}

CHOICES: Mapping[str, Setter] = {
    "none": _choice("none"),
    "auto": _choice("auto"),
    "required": _choice("required"),
    "function": _choice({"type": "function", "function": {"name": "chosen"}}),
    "custom": _choice({"type": "custom", "custom": {"name": "scribbled"}}),
    "allowed tools": _choice({"type": "allowed_tools", "allowed_tools": _ALLOWED}),
}


def _legacy(pen: Pen) -> JsonObject:
    function: JsonObject = {"name": "get_weather", "parameters": pen.schema(), **pen.optional(description=pen.text())}
    return {"functions": [function], "function_call": pen.pick(("auto", "none", {"name": "get_weather"}))}


def _strict(pen: Pen) -> JsonObject:
    closed: JsonObject = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    function: JsonObject = {"name": "strict_one", "parameters": closed, "strict": True}
    pen.declare("strict one", lambda: {"type": "function", "function": function}, needed=True)
    return {"tools": pen.tools()}


def _unknown_tool(pen: Pen) -> JsonObject:
    pen.declare("hologram", lambda: {"type": "hologram", "hologram": {"cube": 3}}, needed=True)
    return {"tools": pen.tools()}


TOOLS: Mapping[str, Setter] = {"legacy functions": _legacy, "strict": _strict, "unknown": _unknown_tool}

SERVICE: Mapping[str, Setter] = {
    "storage": lambda pen: {"store": pen.chance(50), "metadata": {"topic": pen.label("topic")}},
    "cache": lambda pen: {"prompt_cache_key": "k", "prompt_cache_options": {"mode": "explicit", "ttl": "30m"}},
    "stream": lambda pen: {"stream": True, **pen.optional(stream_options={"include_usage": True})},
    "whole": lambda pen: {"stream": False},
    "safety": lambda pen: {"safety_identifier": pen.ident("user_"), **pen.optional(user="legacy")},
    "tier": lambda pen: {"service_tier": pen.pick(("auto", "flex", "priority"))},
    "web search": lambda pen: {"web_search_options": {"search_context_size": "low"}},
    "dialect routing": lambda pen: {"provider": {"order": ["a"]}, "transforms": [], "usage": {"include": True}},
    "unknown": lambda pen: {"x_experiment": pen.object()},
}

SETTINGS: Mapping[str, Mapping[str, Setter]] = {
    "limits": LIMITS,
    "thinking": THINKING,
    "output": OUTPUT,
    "tools": TOOLS,
    "tool choice": CHOICES,
    "service": SERVICE,
}
