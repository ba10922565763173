"""What surrounds the contents in a request to Gemini."""

from collections.abc import Mapping

from strategies.dialogue import PLAIN, Setter
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import text
from .turns import declaration


def frame(pen: Pen) -> JsonObject:
    return pen.optional(50, generationConfig={"maxOutputTokens": pen.count(1, 9)})


def declare(pen: Pen) -> JsonObject:
    tools = tool_structs(pen)
    return {"tools": tools} if tools else {}


def tool_structs(pen: Pen) -> list[Json]:
    """Functions share one struct; each server tool has its own."""
    pen.tools_needed = pen.tools_needed or pen.chance(60)
    if not pen.tools_needed:
        return []
    functions: list[Json] = [tool for key, tool in pen.declared.items() if key.startswith("function ")]
    servers: list[Json] = [tool for key, tool in pen.declared.items() if not key.startswith("function ")]
    return [{"functionDeclarations": functions}, *servers] if functions else servers


INSTRUCTIONS: Mapping[str, Setter] = {
    PLAIN: lambda pen: {},
    "parts": lambda pen: {"systemInstruction": {"parts": [text(pen) for _ in range(pen.count(1, 2))]}},
    "with a role": lambda pen: {"systemInstruction": {"role": "user", "parts": [text(pen)]}},
    "in snake case": lambda pen: {"system_instruction": {"parts": [text(pen)]}},
}


def _generation(**members: Json) -> Setter:
    return lambda pen: {"generationConfig": members}


def _json_output(pen: Pen) -> JsonObject:
    key = pen.pick(("responseSchema", "responseJsonSchema"))
    return {"generationConfig": {"responseMimeType": "application/json", key: pen.schema()}}


GENERATION: Mapping[str, Setter] = {
    "sampling": _generation(temperature=0.5, topP=1, topK=40, seed=7, candidateCount=1),
    "limits": _generation(maxOutputTokens=100, stopSequences=["END"]),
    "thinking level": _generation(thinkingConfig={"includeThoughts": True, "thinkingLevel": "LOW"}),
    "thinking budget": _generation(thinkingConfig={"thinkingBudget": -1}),
    "no thinking": _generation(thinkingConfig={"thinkingBudget": 0}),
    "json output": _json_output,
    "json output without a schema": _generation(responseMimeType="application/json"),
    "modalities": _generation(responseModalities=["TEXT", "IMAGE"], mediaResolution="MEDIA_RESOLUTION_LOW"),
    "penalties": _generation(presencePenalty=0.1, frequencyPenalty=0.0, responseLogprobs=True, logprobs=2),
    "unknown": _generation(xExperiment={"cube": 3}),
}


def _mode(mode: str, **more: Json) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare("function chosen", lambda: declaration(pen, "chosen"), needed=True)
        return {"tools": tool_structs(pen), "toolConfig": {"functionCallingConfig": {"mode": mode, **more}}}

    return setter


CHOICES: Mapping[str, Setter] = {
    "auto": _mode("AUTO"),
    "any": _mode("ANY"),
    "named": _mode("ANY", allowedFunctionNames=["chosen"]),
    "none": _mode("NONE"),
    "validated": _mode("VALIDATED"),
}


def _with_server(tool: JsonObject) -> Setter:
    def setter(pen: Pen) -> JsonObject:
        pen.declare(f"server {next(iter(tool))}", lambda: tool, needed=True)
        return {"tools": tool_structs(pen)}

    return setter


def _echoed(pen: Pen) -> JsonObject:
    pen.declare("server googleSearch", lambda: {"googleSearch": {}}, needed=True)
    return {"tools": tool_structs(pen), "toolConfig": {"includeServerSideToolInvocations": True}}


def _snake_tools(pen: Pen) -> JsonObject:
    return {"tools": [{"function_declarations": [declaration(pen, "old_style")]}]}


def _described_response(pen: Pen) -> JsonObject:
    described: JsonObject = {**declaration(pen, "told"), "response": pen.schema()}
    pen.declare("function told", lambda: described, needed=True)
    return {"tools": tool_structs(pen)}


TOOLS: Mapping[str, Setter] = {
    "google search": _with_server({"googleSearch": {}}),
    "url context": _with_server({"urlContext": {}}),
    "code execution": _with_server({"codeExecution": {}}),
    "google maps": _with_server({"googleMaps": {"enableWidget": True}}),
    "unknown": _with_server({"hologram": {"cube": 3}}),
    "server invocations echoed": _echoed,
    "snake case": _snake_tools,
    "response schema": _described_response,
}

SERVICE: Mapping[str, Setter] = {
    "safety": lambda pen: {
        "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_ONLY_HIGH"}]
    },
    "labels": lambda pen: {"labels": {"team": pen.label("team")}},
    "storage": lambda pen: {"store": pen.chance(50)},
    "model in the body": lambda pen: {"model": "models/gemini-3-pro-preview"},
    "unknown": lambda pen: {"xExperiment": pen.object()},
}

SETTINGS: Mapping[str, Mapping[str, Setter]] = {
    "generation": GENERATION,
    "tools": TOOLS,
    "tool choice": CHOICES,
    "service": SERVICE,
}

BOUND_SETTINGS: Mapping[str, Setter] = {
    "cached content": lambda pen: {"cachedContent": f"cachedContents/{pen.ident('c')}"},
    "cached content in snake case": lambda pen: {"cached_content": f"cachedContents/{pen.ident('c')}"},
}
