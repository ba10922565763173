"""Anthropic: how what stands in a message is spelled, and what may not stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import inside
from segue.rules.anthropic_messages.look import AnthropicLook
from segue.rules.look import Spot, is_blank, text_of, word_of
from segue.rules.rule import Finding, Rule

_ID: Final = re.compile(r"[a-zA-Z0-9_-]+")
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_NEVER_IN_RESULTS: Final = frozenset(
    {"thinking", "redacted_thinking", "tool_use", "tool_result", "server_tool_use", "audio", "video", "refusal"}
    | {"image_url", "input_text", "input_image", "output_text", "input_audio", "input_file", "compaction"}
)
_MOST_MARKS: Final = 4

#: What other APIs hang on messages and blocks, and answers on blocks.
_FOREIGN: Final = frozenset(
    {"tool_calls", "tool_call_id", "tool_call_ids", "reasoning_content", "reasoning", "reasoning_details", "refusal"}
    | {"annotations", "audio", "logprobs", "function_call", "phase", "extra_content", "thought_signature", "parsed"}
)
_SERVER_CALLS: Final = ("server_tool_use", "mcp_tool_use")


def _texts(look: AnthropicLook) -> Iterator[Spot]:
    yield from look.system
    yield from look.of("text", "result:text")


def _system_of_others(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.system:
        if word_of(spot.value, "type") != "text":
            yield Finding(spot.path, f"instructions are text, and this is {spot.value.get('type')!r}")


def _bad_ids(look: AnthropicLook) -> Iterator[Finding]:
    for kind, key in (("tool_use", "id"), ("tool_result", "tool_use_id")):
        for spot in look.of(kind):
            if not _ID.fullmatch(text_of(spot.value, key)):
                yield Finding(f"{spot.path}.{key}", f"{spot.value.get(key)!r} is no id here")


def _bad_inputs(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.of("tool_use"):
        if not isinstance(spot.value.get("input"), dict):
            yield Finding(f"{spot.path}.input", "the input of a call is an object")


def _empty(look: AnthropicLook) -> Iterator[Finding]:
    last = look.messages[-1].message if look.messages else -1
    for spot in _texts(look):
        if not text_of(spot.value, "text") and not (spot.message == last and _is_final_answer(look)):
            yield Finding(spot.path, "an empty text")
    for path, index, message in look.messages:
        if message.get("content") == [] and not (index == last and message.get("role") == "assistant"):
            yield Finding(f"{path}.content", "a message without content")


def _is_final_answer(look: AnthropicLook) -> bool:
    return look.messages[-1].value.get("role") == "assistant" and look.messages[-1].value.get("content") == ""


def _blank(look: AnthropicLook) -> Iterator[Finding]:
    """Beside the assistant's calls, white space was seen to pass."""
    calling = {spot.message for spot in look.of("tool_use")}
    for spot in _texts(look):
        text = text_of(spot.value, "text")
        if text and is_blank(text):
            yield Finding(spot.path, "a text of nothing but white space", certain=spot.message not in calling)


def _trailing_space(look: AnthropicLook) -> Iterator[Finding]:
    if not look.turns or look.turns[-1].role != "assistant" or not look.turns[-1].blocks:
        return
    last = look.turns[-1].blocks[-1]
    text = text_of(last.value, "text")
    if last.value.get("type") == "text" and text != text.rstrip() and text.strip():
        yield Finding(last.path, "the beginning of an answer ends in white space")


def _undeclared(look: AnthropicLook) -> Iterator[Finding]:
    if look.whole and not look.has_tools:
        for spot in look.of("tool_use", "tool_result"):
            yield Finding(spot.path, "the history holds calls, and no tools are declared")
            return


def _bad_names(look: AnthropicLook) -> Iterator[Finding]:
    for spot in (*look.tools, *look.of("tool_use")):
        name = word_of(spot.value, "name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            yield Finding(f"{spot.path}.name", f"{name!r} is no name of a tool here")


def _empty_results(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.of("tool_result"):
        if spot.value.get("content") == []:
            yield Finding(f"{spot.path}.content", "an empty list, where no content at all would do")


def _foreign_in_results(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.of("tool_result"):
        values: list[Any] | None = spot.value.get("content")
        if isinstance(values, list):
            for index, value in enumerate(values):
                kind = word_of(value, "type")
                if kind in _NEVER_IN_RESULTS:
                    yield Finding(f"{spot.path}.content[{index}]", f"{kind!r} cannot stand in a result")


def _unpaired_server_calls(look: AnthropicLook) -> Iterator[Finding]:
    called = {word_of(spot.value, "id") for spot in look.of(*_SERVER_CALLS)}
    for turn in look.turns:
        for spot in turn.blocks:
            kind = text_of(spot.value, "type")
            is_result = kind.endswith("_tool_result") and "tool_use_id" in spot.value
            if is_result and word_of(spot.value, "tool_use_id") not in called:
                yield Finding(spot.path, "the result of a server's tool without its call")


def _unknown_references(look: AnthropicLook) -> Iterator[Finding]:
    declared = {word_of(spot.value, "name") for spot in look.tools}
    if any(word_of(spot.value, "type") == "mcp_toolset" for spot in look.tools):
        return  # what a server brings is declared nowhere else
    for spot in look.of("tool_addition"):
        declared.add(word_of(inside(inside(spot.value.get("tool")).get("definition")), "name"))
    for spot in look.of("tool_reference", "result:tool_reference"):
        if look.whole and declared and word_of(spot.value, "tool_name") not in declared:
            yield Finding(spot.path, f"no tool {spot.value.get('tool_name')!r} is declared")


def _marks(look: AnthropicLook) -> Iterator[Finding]:
    marked = [spot for spot in (*look.tools, *look.system) if spot.value.get("cache_control")]
    for kind in ("text", "image", "document", "tool_use", "tool_result", "search_result"):
        marked += [spot for spot in look.of(kind, f"result:{kind}") if spot.value.get("cache_control")]
    allowed = _MOST_MARKS - bool(look.whole and look.body.get("cache_control"))
    if len(marked) > allowed:
        yield Finding(marked[allowed].path, f"there are {len(marked)} cache marks, and {allowed} may be")
    for spot in marked:
        if word_of(spot.value, "type") == "text" and not text_of(spot.value, "text"):
            yield Finding(f"{spot.path}.cache_control", "an empty text cannot be marked for the cache")
    for spot in look.of("thinking", "redacted_thinking"):
        if spot.value.get("cache_control"):
            yield Finding(f"{spot.path}.cache_control", "thinking cannot be marked for the cache")


def _unknown_fields(look: AnthropicLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        for key in sorted(_FOREIGN & message.keys()) if len(message) > 2 else ():
            yield Finding(f"{path}.{key}", "another API's field")
    for turn in look.turns:
        for spot in turn.blocks:
            if not _FOREIGN.isdisjoint(spot.value):
                for key in sorted(_FOREIGN & spot.value.keys()):
                    yield Finding(f"{spot.path}.{key}", "another API's field")


RULES: Final = (
    Rule(
        id="ANT-12",
        demand="`system` is a string, or a list of texts.",
        certainty="M",
        fix="what is no text is left out",
        find=_system_of_others,
    ),
    Rule(
        id="ANT-14",
        demand="Ids of calls are of letters, digits, `_` and `-`.",
        words="messages.N.content.M.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        certainty="H",
        fix="another id is derived from it, for the call and its result",
        find=_bad_ids,
    ),
    Rule(
        id="ANT-15",
        demand="The input of a call is an object.",
        words="messages.N.content.M.tool_use.input: Input should be a valid dictionary",
        certainty="H",
        fix="JSON text is parsed, nothing becomes `{}`, and what is no object is wrapped in one",
        find=_bad_inputs,
        rewrites=True,
    ),
    Rule(
        id="ANT-16",
        demand="No text is empty, and no message.",
        words="messages: text content blocks must be non-empty",
        certainty="H",
        fix="empty texts are left out; a message of nothing else gets visible words",
        find=_empty,
    ),
    Rule(
        id="ANT-17",
        demand="No text is of white space only.",
        words="messages: text content blocks must contain non-whitespace text",
        certainty="H",
        fix="blank texts are left out; a message of nothing else gets visible words",
        find=_blank,
    ),
    Rule(
        id="ANT-19",
        demand="A beginning to be continued does not end in white space.",
        words="final assistant content cannot end with trailing whitespace",
        certainty="M",
        fix="the white space is taken off",
        find=_trailing_space,
    ),
    Rule(
        id="ANT-20",
        demand="A history with calls is sent with tools.",
        words="Requests which include `tool_use` or `tool_result` blocks must define tools.",
        certainty="M",
        fix="the tools that the history names are declared, and may not be called",
        find=_undeclared,
    ),
    Rule(
        id="ANT-21",
        demand="Names of tools are of letters, digits, `_` and `-`, 128 at most.",
        words="tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
        certainty="H",
        fix="another name is derived from it, in definitions, choices, calls and results alike",
        find=_bad_names,
    ),
    Rule(
        id="ANT-22",
        demand="The content of a result is not an empty list.",
        certainty="M",
        fix="the key is left out",
        find=_empty_results,
        rewrites=True,
    ),
    Rule(
        id="ANT-23",
        demand="Results hold texts, images, documents, search results and tool references only.",
        certainty="H",
        fix="what can be read in it becomes text",
        find=_foreign_in_results,
        rewrites=True,
    ),
    Rule(
        id="ANT-24",
        demand="The result of a server's tool stands behind its call.",
        words=(
            "unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_…. Each `advisor_tool_result` "
            "block must have a corresponding `server_tool_use` block before it."
        ),
        certainty="M",
        fix="what it found is told in words",
        find=_unpaired_server_calls,
    ),
    Rule(
        id="ANT-25",
        demand="A tool reference names a declared tool.",
        words="tool_addition/tool_removal references unknown tool '…'",
        certainty="M",
        fix="the name of the tool stays as text",
        find=_unknown_references,
    ),
    Rule(
        id="ANT-26",
        demand="At most four cache marks, none of them on empty texts or on thinking.",
        words="A maximum of 4 blocks with cache_control may be provided. Found 5.",
        certainty="H",
        fix="the last four stay",
        find=_marks,
    ),
    Rule(
        id="ANT-27",
        demand="Messages and blocks have no fields but their own.",
        words="messages.N.content.M.text.tool_call_ids: Extra inputs are not permitted",
        certainty="H",
        fix="the message is written anew, with its own fields only",
        find=_unknown_fields,
        rewrites=True,
    ),
)
