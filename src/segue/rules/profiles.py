"""Checklists that somebody holds histories to, beside what providers refuse: `segue.check(…, profile="deepseek")`.

A profile is a list of rules of one API, in the words of those who wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from segue.apis.reading import Wired, inside
from segue.jsontext import load
from segue.rules.look import Spot, text_of
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Finding, Rule


class Profile(Struct, frozen=True, kw_only=True):
    """A checklist: its names, the API that it is about, and its points."""

    names: tuple[str, ...]
    api: str
    about: str
    rules: tuple[Rule, ...]


# The corrections of Scrivia's messages, which made DeepSeek answer again after its tools. The words are theirs.

_UNDEFINED: Final = 'assistant.content = undefined → Doit être `null` ou `""`'
_NO_LIST: Final = "tool_calls = {} → Doit être un array avec l'objet tool_call"
_NAMELESS: Final = "tool sans champ name → Le modèle ne peut pas associer la réponse"
_STRAY: Final = "tool_call_id incorrect → L'ID n'existe pas (tool_calls mal formé)"
_SILENT: Final = 'Pas de relance modèle → Le cycle "tool → assistant" ne se relance pas'
_UNREAD: Final = "Erreur métier non traitée → Le modèle ne peut pas lire l'erreur"

_CONTENT: Final = "assistant.content = null"
_LIST: Final = "tool_calls = Array avec objet tool_call"
_ID: Final = "tool.tool_call_id = assistant.tool_calls[0].id"
_NAME: Final = "tool.name = assistant.tool_calls[0].function.name"
_JSON: Final = "tool.content = JSON string"
_RELAUNCH: Final = "Relance avec tout l'historique SANS tools"


def _with_role(look: CompletionsLook, role: str) -> Iterator[Spot]:
    return (spot for spot in look.messages if spot.value.get("role") == role)


def _contents(look: CompletionsLook) -> Iterator[Finding]:
    for spot in _with_role(look, "assistant"):
        content = spot.value.get("content", ...)
        path = f"{spot.path}.content"
        if content is ... or not (content is None or isinstance(content, str | list)):
            yield Finding(path, _UNDEFINED)
        elif spot.value.get("tool_calls") and content not in (None, ""):
            yield Finding(path, _CONTENT, certain=False)  # words beside a call: other hosts take them


def _call_lists(look: CompletionsLook) -> Iterator[Finding]:
    for spot in _with_role(look, "assistant"):
        calls: list[Any] | int | None = spot.value.get("tool_calls")
        path = f"{spot.path}.tool_calls"
        if calls is None:
            continue
        if not isinstance(calls, list):
            yield Finding(path, _NO_LIST.format(calls))
        elif not calls:
            yield Finding(path, _NO_LIST.format("[]"))
        else:
            broken = (index for index, call in enumerate(calls) if not _is_call(call))
            yield from (Finding(f"{path}[{index}]", _LIST) for index in broken)


def _is_call(value: Any) -> bool:
    """``{id, type: "function", function: {name, arguments: <text>}}``."""
    call = inside(value)
    function = inside(call.get("function"))
    texts = (call.get("id"), function.get("name"), function.get("arguments"))
    return call.get("type") == "function" and all(isinstance(text, str) for text in texts)


def _called(look: CompletionsLook) -> Iterator[tuple[Spot, Wired | None]]:
    """Every tool message, and the call before it that it answers."""
    calls: dict[Any, Wired] = {}
    for spot in look.messages:
        if spot.value.get("role") == "tool":
            call_id = spot.value.get("tool_call_id")
            yield spot, calls.get(call_id) if isinstance(call_id, str) else None
        held: list[Any] | None = spot.value.get("tool_calls")
        for call in map(inside, held if isinstance(held, list) else ()):
            if isinstance(call.get("id"), str):
                calls[call["id"]] = call


def _strays(look: CompletionsLook) -> Iterator[Finding]:
    return (Finding(f"{spot.path}.tool_call_id", _STRAY) for spot, call in _called(look) if call is None)


def _nameless(look: CompletionsLook) -> Iterator[Finding]:
    return (
        Finding(f"{spot.path}.name", _NAMELESS) for spot in _with_role(look, "tool") if not text_of(spot.value, "name")
    )


def _misnamed(look: CompletionsLook) -> Iterator[Finding]:
    for spot, call in _called(look):
        name = text_of(spot.value, "name")
        if name and call is not None and name != text_of(inside(call.get("function")), "name"):
            yield Finding(f"{spot.path}.name", _NAME)


def _unstructured(look: CompletionsLook) -> Iterator[Finding]:
    for spot in _with_role(look, "tool"):
        content = spot.value.get("content")
        if not isinstance(content, str) or _parsed(content) is ...:
            yield Finding(f"{spot.path}.content", _JSON)


def _unread_errors(look: CompletionsLook) -> Iterator[Finding]:
    for spot in _with_role(look, "tool"):
        result = inside(_parsed(text_of(spot.value, "content")))
        if result.get("success") is False and not text_of(result, "error").strip():
            yield Finding(f"{spot.path}.content", _UNREAD)


def _parsed(text: str) -> Any:
    """The JSON value of a text; ``...`` where it is none."""
    try:
        return load(text)
    except ValueError:
        return ...


def _silences(look: CompletionsLook) -> Iterator[Finding]:
    """Whatever follows a result has to be another one, or the model's word."""
    for spot, following in zip(look.messages, look.messages[1:], strict=False):
        if spot.value.get("role") == "tool" and following.value.get("role") not in ("tool", "assistant"):
            yield Finding(following.path, _SILENT)


def _armed_relaunches(look: CompletionsLook) -> Iterator[Finding]:
    if look.whole and look.messages and look.messages[-1].value.get("role") == "tool" and "tools" in look.body:
        yield Finding("$.tools", _RELAUNCH)


DEEPSEEK: Final = Profile(
    names=("deepseek", "scrivia"),
    api="openai-completions",
    about="Format DeepSeek standard: what a history of calls needs so that the model goes on after each tool call",
    rules=(
        Rule(id="S3-01", demand=_CONTENT, certainty="H", fix="Forcer null, jamais undefined", find=_contents),
        Rule(id="S3-02", demand=_LIST, certainty="H", fix="Array avec objet tool_call, pas nombre", find=_call_lists),
        Rule(id="S3-03", demand="tool.name obligatoire", certainty="H", fix="name obligatoire", find=_nameless),
        Rule(id="S3-04", demand=_ID, certainty="H", fix="tool_call_id identique à l'ID de l'appel", find=_strays),
        Rule(
            id="S3-05",
            demand="Relance du modèle après message tool",
            certainty="H",
            fix="Relancer le LLM avec l'historique complet",
            find=_silences,
        ),
        Rule(
            id="S3-06",
            demand="Gestion des erreurs métier",
            certainty="H",
            fix='Standardiser le format d\'erreur: {"success": false, "error": "…", "message": "❌ ÉCHEC : …"}',
            find=_unread_errors,
        ),
        Rule(
            id="S3-09", demand=_RELAUNCH, certainty="H", fix="Pas de tools lors de la relance", find=_armed_relaunches
        ),
        Rule(id="S3-12", demand=_NAME, certainty="H", fix="name identique à celui de l'appel", find=_misnamed),
        Rule(id="S3-13", demand=_JSON, certainty="H", fix="content = JSON string", find=_unstructured),
    ),
)

PROFILES: Final = {name: profile for profile in (DEEPSEEK,) for name in profile.names}
