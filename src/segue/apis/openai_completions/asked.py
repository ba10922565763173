"""What is asked for beside the messages, as a host takes it that is not api.openai.com.

A request may come from any host of this wire: its keys are those of the one that it was written for.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from segue.apis.openai_completions.settings import SPELLINGS, write_reasoning
from segue.apis.reading import Wired, inside, is_object, only_objects
from segue.apis.writing import SAY_JSON, Writing
from segue.conversation import Settings
from segue.models import Dialect, Provider, default_registry

#: Keys of api.openai.com's own, refused where `store` is not known and nothing unknown is taken.
_OPENAIS_OWN: Final = (
    "metadata",
    "prompt_cache_key",
    "prompt_cache_retention",
    "prompt_cache_options",
    "safety_identifier",
    "prediction",
    "verbosity",
    "web_search_options",
    "modalities",
)

#: What is chosen among; other types are those of a host's own tools.
_CHOICES: Final = (None, "function", "custom", "allowed_tools")


def fit_request(body: Wired, settings: Settings, writing: Writing) -> None:
    """Respell what was asked for; what the host refuses goes, and is told."""
    dialect = writing.dialect
    _respell_thinking(body, settings, writing)
    for key, known in (("store", dialect.store), ("stream_options", dialect.stream_options)):
        if not known and body.pop(key, None) is not None:
            writing.tell("rewritten", f"$.{key}", "Setting", f"the host knows no {key}", rule="XAI-02")
    own = _OPENAIS_OWN if dialect.strict_fields and not dialect.store else ()
    for key in (*dialect.refused_settings, *own):
        if body.pop(key, None) is not None:
            path = writing.setting_paths.get(key, f"$.{key}")
            writing.drop(path, "Setting", f"the host refuses {key}", rule="GRQ-01")
    for key in sorted(_of_hosts() & body.keys() - set(dialect.own_settings)):
        del body[key]
        writing.drop(f"$.{key}", "Setting", f"{key} is another host's own", rule="GRQ-01")
    _respell_seed(body, writing)
    _limit_temperature(body, writing)
    _respell_tools(body, writing)


@cache
def _of_hosts() -> frozenset[str]:
    """The keys of single hosts, which api.openai.com refuses like any other that it does not know."""
    rows = default_registry().providers
    named = [key for row in rows for dialect in _dialects(row) for key in dialect.own_settings]
    varied = [key for row in rows for variant in row.variants for key in variant.dialect.get("own_settings", ())]
    return frozenset(named + varied)


def _dialects(row: Provider) -> tuple[Dialect, ...]:
    return (row.dialect, *(route.dialect for route in row.routes))


def ask_for_json(messages: list[Wired], writing: Writing) -> None:
    """Say that JSON is wanted, where the instructions stand [OAI-19]."""
    dialect = writing.dialect
    first = messages[0] if messages else {}
    if (dialect.leading_system_only or not dialect.system_role) and first.get("role") in ("system", "user"):
        said: Any = first.get("content")
        word = {"type": "text", "text": SAY_JSON}
        messages[0] = {**first, "content": f"{SAY_JSON}\n\n{said}" if isinstance(said, str) else [word, *(said or [])]}
    else:
        messages.insert(0, {"role": "system", "content": SAY_JSON})


def _respell_thinking(body: Wired, settings: Settings, writing: Writing) -> None:
    """One key asks for thinking: hosts refuse the others, or two at once [KIM-02, ORT-04]."""
    field = writing.dialect.thinking_field
    taken = {field, "reasoning_effort"} if writing.dialect.effort_beside_thinking else {field}
    spelled = [key for key in SPELLINGS if key in body]
    if not spelled or (taken.issuperset(spelled) and field in spelled):
        return
    if field in spelled:
        for key in spelled:
            if key not in taken:
                writing.tell(
                    "rewritten", f"$.{key}", "Setting", f"thinking is asked for by {field} here", rule="KIM-02"
                )
                del body[key]
        return
    for key in spelled:
        del body[key]
    if settings.reasoning is not None:
        write_reasoning(settings.reasoning, body, writing)
    else:
        writing.drop(f"$.{spelled[0]}", "Setting", "it asks for thinking in another host's words")


def _respell_seed(body: Wired, writing: Writing) -> None:
    """Mistral calls it ``random_seed``, and takes no other word [MIS-06]."""
    known = writing.dialect.seed_field
    for key in ("seed", "random_seed"):
        if key != known and key in body:
            seed = body.pop(key)
            body.setdefault(known, seed)
            writing.tell("rewritten", f"$.{key}", "Setting", f"it is called {known} here", rule="MIS-06")


def _limit_temperature(body: Wired, writing: Writing) -> None:
    most, asked = writing.dialect.max_temperature, body.get("temperature")
    if most is not None and isinstance(asked, int | float) and asked > most:
        path = writing.setting_paths.get("temperature", "$.temperature")
        writing.tell("rewritten", path, "Setting", f"the temperature is {most:g} at most here")
        body["temperature"] = most


def _respell_tools(body: Wired, writing: Writing) -> None:
    """Schemas of answers, choices among tools, and tools without parameters: not every host knows them."""
    dialect = writing.dialect
    if not dialect.output_schema and inside(body.get("response_format")).get("type") == "json_schema":
        writing.no_counterpart("output", "the host knows JSON, and no schema for it", rule="DS-05")
        body["response_format"] = {"type": "json_object"}
    choice = inside(body.get("tool_choice"))
    if not dialect.free_text_tools and choice.get("type") == "allowed_tools":
        writing.no_counterpart("tool_choice", "the host cannot allow some of the tools only", rule="DS-05")
        body["tool_choice"] = inside(choice.get("allowed_tools")).get("mode", "auto")
    kind, tools = choice.get("type"), only_objects(body.get("tools"))
    if kind not in _CHOICES and all(tool.get("type") != kind for tool in tools):
        writing.no_counterpart("tool_choice", f"no tool of type {kind!r} is to be had here", rule="DS-05")
        del body["tool_choice"]
    if dialect.tool_parameters_required:
        for index, tool in enumerate(only_objects(body.get("tools"))):
            function = tool.get("function")
            if is_object(function) and function.get("parameters") is None:
                why = "a tool has parameters here, if only none"
                writing.tell("rewritten", f"$.tools[{index}].function.parameters", "Tool", why, rule="MMX-02")
                function["parameters"] = {"type": "object", "properties": {}}
