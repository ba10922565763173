"""Chat Completions: what may stand in a message, and who may say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import inside
from segue.rules.openai_completions.look import CompletionsLook, is_openais
from segue.rules.rule import Audience, Finding, Rule

_NAME: Final = re.compile(r"[^\s<|\\/>]{1,64}")

#: What the assistant may say instead of content.
_INSTEAD: Final = ("tool_calls", "function_call", "audio", "refusal")


def _names(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        name = message.get("name")
        if isinstance(name, str) and message.get("role") not in ("tool", "function") and not _NAME.fullmatch(name):
            yield Finding(f"{path}.name", f"{name!r} is no name here", certain=is_openais(look.audience))


def _without_content(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if message.get("content") is None:
            role = message.get("role")
            instead = role == "assistant" and any(message.get(key) for key in _INSTEAD)
            if role != "function" and not instead:
                yield Finding(f"{path}.content", f"content of role {role!r} is null")


def _nothing_asked(look: CompletionsLook) -> Iterator[Finding]:
    if not look.messages:
        yield Finding(look.root, "there is no message")


def _knows_some_roles_only(audience: Audience) -> bool:
    return not (audience.dialect.system_role and audience.dialect.developer_role)


def _unknown_roles(look: CompletionsLook) -> Iterator[Finding]:
    dialect = look.audience.dialect
    known = {"system": dialect.system_role, "developer": dialect.developer_role}
    for path, _, message in look.messages:
        role: str | None = message.get("role")
        if isinstance(role, str) and not known.get(role, True):
            yield Finding(f"{path}.role", f"this model knows no role {role!r}", certain=is_openais(look.audience))


def _answers_sound(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        audio: Any = message.get("audio")
        if not inside(audio).keys() <= {"id"}:
            yield Finding(f"{path}.audio", "only the id of what was said goes back")


RULES: Final = (
    Rule(
        id="OAI-09",
        demand="The name of a speaker has no white space, nor any of `<`, `|`, `\\`, `/`, `>`.",
        words="Invalid 'messages[1].name': string does not match pattern.",
        certainty="H",
        fix="what is not allowed becomes `_`",
        find=_names,
        rewrites=True,
    ),
    Rule(
        id="OAI-11",
        demand="Only the assistant's calls, refusals and sounds stand without content.",
        words="Invalid value for 'content': expected a string, got null.",
        certainty="H",
        fix="it becomes an empty text",
        find=_without_content,
    ),
    Rule(
        id="OAI-15",
        demand="A request has at least one message.",
        words=(
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
        ),
        certainty="H",
        fix="send a message: nothing can be mended where nothing is",
        same_as=frozenset({"ANT-01"}),
        find=_nothing_asked,
    ),
    Rule(
        id="OAI-16",
        demand="Some models know no role `developer`, or not even `system`.",
        words="Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        certainty="H",
        fix="the instruction is said as `system`, or by the user",
        find=_unknown_roles,
        applies=_knows_some_roles_only,
    ),
    Rule(
        id="OAI-18",
        demand="What the assistant said aloud goes back as its id alone.",
        certainty="M",
        fix="all but the id is left out",
        find=_answers_sound,
    ),
)
