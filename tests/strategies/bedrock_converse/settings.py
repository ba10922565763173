"""What surrounds the messages in a request to Converse."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Setter
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import CACHE_POINT, guarded_text, text
from .turns import declaration


def frame(pen: Pen) -> JsonObject:
    return pen.optional(50, inferenceConfig={"maxTokens": pen.pick((4096, 64000, 16))})


def declare(pen: Pen) -> JsonObject:
    tools = pen.tools()
    return {"toolConfig": {"tools": tools}} if tools else {}


INSTRUCTIONS: Mapping[str, Setter] = {
    PLAIN: lambda pen: {},
    "nothing": lambda pen: {"system": []},
    "blocks": lambda pen: {"system": [text(pen) for _ in range(pen.count(1, 3))]},
    "blocks with a cache point": lambda pen: {"system": [text(pen), dict(CACHE_POINT), text(pen)]},
    "guarded": lambda pen: {"system": [guarded_text(pen)]},
}


def _inference(**members: Json) -> Setter:
    return lambda pen: {"inferenceConfig": members}


def _fields(**members: Json) -> Setter:
    return lambda pen: {"additionalModelRequestFields": members}


def _json_output(pen: Pen) -> JsonObject:
    told: JsonObject = {"schema": '{"type":"object","properties":{"a":{"type":"string"}}}', **pen.optional(name="told")}
    return {"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": told}}}}


ASKED: Mapping[str, Setter] = {
    "sampling": _inference(temperature=0.5, topP=0.9),
    "limits": _inference(maxTokens=100, stopSequences=["END"]),
    "thinking budget": _fields(thinking={"type": "enabled", "budget_tokens": 2048}),
    "adaptive thinking": _fields(thinking={"type": "adaptive"}),
    "no thinking": _fields(thinking={"type": "disabled"}),
    "top k": _fields(top_k=40),
    "fields of a model": _fields(anthropic_beta=["context-1m-2025-08-07"], x_experiment={"cube": 3}),
    "effort": lambda pen: {"outputConfig": {"effort": pen.pick(("low", "high"))}},
    "json output": _json_output,
}


def _with_tool(name: str, tool: Callable[[Pen], JsonObject], **more: Json) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare(name, lambda: tool(pen), needed=True)
        return {"toolConfig": {"tools": pen.tools(), **more}}

    return setter


TOOLS: Mapping[str, Setter] = {
    "described": _with_tool("described", lambda pen: declaration(pen, "described", description=pen.text())),
    "strict": _with_tool("strict", lambda pen: declaration(pen, "strict", strict=True)),
    "server tool": _with_tool("server", lambda pen: {"systemTool": {"name": "nova_grounding"}}),
    "unknown": _with_tool("hologram", lambda pen: {"hologram": {"cube": 3}}),
    "cache point": lambda pen: {"toolConfig": {"tools": [declaration(pen, "cached"), dict(CACHE_POINT)]}},
}


def _choice(choice: JsonObject) -> Setter:
    return _with_tool("chosen", lambda pen: declaration(pen, "chosen"), toolChoice=choice)


CHOICES: Mapping[str, Setter] = {
    "auto": _choice({"auto": {}}),
    "any": _choice({"any": {}}),
    "named": _choice({"tool": {"name": "chosen"}}),
}

SERVICE: Mapping[str, Setter] = {
    "guardrail": lambda pen: {"guardrailConfig": {"guardrailIdentifier": "g1", "guardrailVersion": "DRAFT"}},
    "latency": lambda pen: {"performanceConfig": {"latency": "optimized"}},
    "tier": lambda pen: {"serviceTier": {"type": pen.pick(("default", "flex"))}},
    "metadata": lambda pen: {"requestMetadata": {"team": pen.label("team")}},
    "answer's fields": lambda pen: {"additionalModelResponseFieldPaths": ["/stop_sequence"]},
    "model in the body": lambda pen: {"modelId": "us.anthropic.claude-opus-4-6-v1"},
    "unknown": lambda pen: {"xExperiment": pen.object()},
}

BOUND_SETTINGS: Mapping[str, Setter] = {
    "prompt variables": lambda pen: {"promptVariables": {"boat": {"text": pen.text()}}},
}

SETTINGS: Mapping[str, Mapping[str, Setter]] = {
    "asked": ASKED,
    "tools": TOOLS,
    "tool choice": CHOICES,
    "service": SERVICE,
}
