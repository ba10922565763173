"""A Responses request as its rules look at it: its items by kind, their parts, and who answers whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, Final

from segue.apis.openai_responses.wire import BUILTIN_CALLS, OUTPUTS, WIRE
from segue.apis.reading import Wired
from segue.rules.look import Look, Spot, listed
from segue.rules.rule import Audience

#: Calls that the client answers, and the kind of item that answers each.
ANSWERS: Final = {kind.removesuffix("_output"): kind for kind in OUTPUTS}

#: What only a provider's own tools leave behind.
HOSTED: Final = frozenset(
    {"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call"}
    | {"mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "program", "program_output"}
)

#: What a model says or does, beside reasoning.
MADE: Final = frozenset(ANSWERS) | HOSTED | {"tool_search_call", "compaction"}


#: The fields of the items that most histories consist of, and what the ids and names in them are made of.
_SAID: Final = frozenset({"type", "role", "content", "id", "status"})
_CALL: Final = frozenset({"type", "call_id", "name", "arguments", "id", "status"})
_OUTPUT: Final = frozenset({"type", "call_id", "output", "status"})
_LETTERS: Final = re.compile(r"[a-zA-Z0-9_-]*")
_LONGEST: Final = 64


class ResponsesLook(Look):
    """Items are of their own kinds; parts of messages are ``said:…``, and parts of outputs ``result:…``."""

    def __init__(self, body: Wired, audience: Audience, root: str, *, whole: bool) -> None:
        super().__init__(body, WIRE.messages_key, audience, root, whole=whole)

    @staticmethod
    def are_plain(messages: Iterable[Wired], odd: list[Wired]) -> bool:
        """Words, calls of functions and their outputs in words, under ids that are in order; and no reasoning."""
        if not _are_common([item for item in odd if item]):
            return False
        items = list(messages)
        paired = [item for item in items if "call_id" in item]
        names = {item["name"] for item in paired if "name" in item}
        of_calls = [item["id"] for item in paired if "id" in item]
        of_words = [item["id"] for item in items if "id" in item and "call_id" not in item]
        ids = [*of_calls, *of_words]
        return (
            {type(found) for found in ids} <= {str}
            and {found[:2] for found in of_calls} <= {"fc"}
            and {found[:3] for found in of_words} <= {"msg"}
            and len(set(ids)) == len(ids)
            and _LETTERS.fullmatch("".join([*ids, *names])) is not None
            and max(map(len, (*ids, *names, *[item["call_id"] for item in paired])), default=0) <= _LONGEST
            and "" not in names
        )

    def parts(self) -> Iterator[tuple[str, Spot]]:
        """Every item, and every part of what is said and put out."""
        for path, index, item in self.messages:
            kind = kind_of(item)
            yield kind, Spot(path, index, item)
            if kind == "message":
                for spot in listed(item, "content", path, index):
                    yield f"said:{spot.value.get('type')}", spot
            elif kind in OUTPUTS:
                for spot in listed(item, "output", path, index):
                    yield f"result:{spot.value.get('type')}", spot

    @property
    def continues(self) -> bool:
        """Does the provider hold the beginning of this history?"""
        return self.whole and any(self.body.get(key) for key in WIRE.server_state)

    @cached_property
    def tools(self) -> list[Spot]:
        """The tool definitions."""
        return list(listed(self.body, "tools", "$")) if self.whole else []


def kind_of(item: Wired) -> str:
    """The kind of an item; messages and references may leave it out."""
    kind: Any = item.get("type")
    return kind if isinstance(kind, str) else "message" if "role" in item else "item_reference"


def is_made(item: Wired) -> bool:
    """Did a model make it? An assistant's message without a type is something that is told to the model."""
    kind = kind_of(item)
    return kind in MADE or (kind == "message" and item.get("role") == "assistant" and "type" in item)


def ids_of(item: Wired) -> set[str]:
    """The ids that pair a call with its output: the legacy shell's goes by either [api]."""
    keys = ("call_id", "id") if kind_of(item).startswith("local_shell") else ("call_id",)
    return {value for key in keys if isinstance(value := item.get(key), str)}


def is_openais(audience: Audience) -> bool:
    """Is it OpenAI who takes it, or nobody in particular? Other hosts keep no items, and make ids of their own."""
    return audience.provider in (None, "openai", "azure")


def is_builtin(kind: str) -> bool:
    """Is it a call whose form the API itself defines?"""
    return kind in BUILTIN_CALLS


def _are_common(items: list[Wired]) -> bool:
    """Are these of the kinds that most histories consist of, with the fields that those mostly have?"""
    said = [item for item in items if item.get("type", "message") == "message"]
    calls = [item for item in items if item.get("type") == "function_call"]
    outputs = [item for item in items if item.get("type") == "function_call_output"]
    return (
        len(said) + len(calls) + len(outputs) == len(items)
        and _SAID.issuperset(chain.from_iterable(said))
        and _CALL.issuperset(chain.from_iterable(calls))
        and _OUTPUT.issuperset(chain.from_iterable(outputs))
        and {type(output["output"]) for output in outputs} <= {str}
        and all(map(_is_plainly_said, said))
    )


def _is_plainly_said(item: Wired) -> bool:
    content: list[Wired] | str | None = item.get("content")
    if isinstance(content, list) and content:
        kind = "output_text" if item.get("role") == "assistant" else "input_text"
        return all(part.get("type") == kind for part in content)
    return isinstance(content, str) and content != ""
