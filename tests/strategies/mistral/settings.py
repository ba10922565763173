"""What surrounds the messages in a request to Mistral."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Setter
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .turns import function_tool


def frame(pen: Pen) -> JsonObject:
    return {"model": pen.pick(("magistral-medium-latest", "mistral-large-latest"))}


def declare(pen: Pen) -> JsonObject:
    tools = pen.tools()
    return {"tools": tools} if tools else {}


INSTRUCTIONS: Mapping[str, Setter] = {PLAIN: lambda pen: {}}

LIMITS: Mapping[str, Setter] = {
    "max tokens": lambda pen: {"max_tokens": pen.count(1, 4096)},
    "stop text": lambda pen: {"stop": pen.pick(("END", None))},
    "stop list": lambda pen: {"stop": ["END", "STOP"]},
    "choices": lambda pen: {"n": pen.count(1, 2), **pen.optional(min_tokens=1)},
}

THINKING: Mapping[str, Setter] = {
    "effort": lambda pen: {"reasoning_effort": pen.pick(("none", "low", "high", None))},
    "prompt mode": lambda pen: {"prompt_mode": pen.pick(("reasoning", None))},
    "sampling": lambda pen: {"temperature": pen.pick((0, 1, 0.7, None)), "top_p": 0.5, "random_seed": 7},
    "penalties": lambda pen: {"frequency_penalty": 0.1, "presence_penalty": 0, **pen.optional(top_k=40)},
}


def _format(pen: Pen) -> JsonObject:
    schema: JsonObject = {"name": "answer", "schema": pen.schema(), **pen.optional(strict=False, description="what")}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


OUTPUT: Mapping[str, Setter] = {
    "text": lambda pen: {"response_format": {"type": "text"}},
    "json object": lambda pen: {"response_format": {"type": "json_object"}},
    "json schema": _format,
    "prediction": lambda pen: {"prediction": {"type": "content", "content": pen.text()}},
}


def _choice(choice: Json) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare("chosen", lambda: function_tool(pen, "chosen"), needed=True)
        return {"tools": pen.tools(), "tool_choice": choice, **pen.optional(parallel_tool_calls=pen.chance(50))}

    return setter


CHOICES: Mapping[str, Setter] = {
    **{word: _choice(word) for word in ("none", "auto", "any", "required")},
    "function": _choice({"type": "function", "function": {"name": "chosen"}}),
}


def _hosted(pen: Pen) -> JsonObject:
    pen.declare("library", lambda: {"type": "document_library", "library_ids": [pen.ident("lib")]}, needed=True)
    return {"tools": pen.tools()}


SERVICE: Mapping[str, Setter] = {
    "safety": lambda pen: {"safe_prompt": pen.chance(50), **pen.optional(guardrails=[{"block_on_error": True}])},
    "cache": lambda pen: {"prompt_cache_key": "k", "metadata": {"topic": pen.label("topic")}},
    "stream": lambda pen: {"stream": pen.chance(50)},
    "unknown": lambda pen: {"x_experiment": pen.object()},
}

SETTINGS: Mapping[str, Mapping[str, Setter]] = {
    "limits": LIMITS,
    "thinking": THINKING,
    "output": OUTPUT,
    "tools": {"library of documents": _hosted},
    "tool choice": CHOICES,
    "service": SERVICE,
}
