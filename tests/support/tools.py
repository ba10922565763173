"""The tools that a request declares, read without the converter, and whether they all came along."""

from dataclasses import dataclass

from .facts.compare import portable
from .facts.told import ToldReport, actions_on
from .jsonish import Json, JsonObject, as_object, as_text, either, get, objects, walk


@dataclass(frozen=True)
class Declared:
    path: str
    name: str
    description: str
    schema: Json


def declared(api: str, payload: JsonObject) -> list[Declared]:
    """The functions that the client runs; vendors' own tools are theirs."""
    found: list[Declared] = []
    if api == "bedrock-converse":
        specs = objects(get(payload, "toolConfig", "tools"), "$.toolConfig.tools")
        return [
            _declared(path, as_object(tool["toolSpec"]), get(tool, "toolSpec", "inputSchema", "json"))
            for path, tool in specs
            if "toolSpec" in tool
        ]
    for path, tool in objects(payload.get("tools"), "$.tools"):
        match api:
            case "openai-completions" | "mistral":
                function = as_object(tool.get("function"))
                found += [_declared(path, function, function.get("parameters"))] if function else []
            case "openai-responses":
                found += [_declared(path, tool, tool.get("parameters"))] if tool.get("type") == "function" else []
            case "anthropic-messages":
                found += [_declared(path, tool, tool["input_schema"])] if "input_schema" in tool else []
            case _:
                functions = either(tool, "functionDeclarations", "function_declarations")
                found += [
                    _declared(inner_path, function, either(function, "parametersJsonSchema", "parameters"))
                    for inner_path, function in objects(functions, f"{path}.functionDeclarations")
                ]
    return found


def undeclared(
    source_api: str, source: JsonObject, target_api: str, payload: JsonObject, report: ToldReport
) -> list[str]:
    """Tools of the source whose name, description or parameters the target lacks, and of which nothing is told."""
    there = declared(target_api, payload)
    return [
        f"{tool.name} at {tool.path}: {loss}"
        for tool in declared(source_api, source)
        if (loss := _loss(tool, _same(tool, there))) and not actions_on(report, tool.path)
    ]


def _same(tool: Declared, there: list[Declared]) -> Declared | None:
    by_name = [other for other in there if other.name == tool.name]
    renamed = [other for other in there if portable(tool.name) in portable(other.name)]
    return next(iter(by_name + renamed), None)


def _loss(tool: Declared, other: Declared | None) -> str | None:
    if other is None:
        return "is not declared"
    if tool.description.strip() != other.description.strip():
        return f"is described as {other.description!r:.60}"
    lost = _parameters(tool.schema) - _parameters(other.schema)
    return f"lacks {sorted(lost)}" if lost else None


def _declared(path: str, holder: JsonObject, schema: Json) -> Declared:
    return Declared(path, as_text(holder.get("name")), as_text(holder.get("description")), schema)


def _parameters(schema: Json) -> set[str]:
    """The names of all parameters, and the words that describe them, at whatever depth."""
    names = {name for path, value in walk(schema) if path.endswith(".properties") for name in as_object(value)}
    told = {as_text(value) for path, value in walk(schema) if path.endswith(".description")}
    return names | {text for text in told if text}
