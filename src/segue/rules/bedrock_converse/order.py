"""Bedrock: whose turn it is, and how calls and results belong together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from segue.apis.reading import inside
from segue.rules.bedrock_converse.look import BedrockLook, call_in, is_servers, kind_of, result_in
from segue.rules.look import Spot, word_of
from segue.rules.rule import Finding, Rule

#: Families whose histories were seen to begin with the assistant.
_LENIENT: Final = frozenset({"anthropic", "qwen", "glm", "kimi", "unknown"})
_NOT_BESIDE_RESULTS: Final = frozenset({"document", "video"})


def _twice_in_a_row(look: BedrockLook) -> Iterator[Finding]:
    for at, (before, role) in enumerate(pairwise(look.roles), 1):
        if before == role:
            yield Finding(look.messages[at].path, f"two messages of role {role!r} follow each other")


def _edges(look: BedrockLook) -> Iterator[Finding]:
    if not look.roles:
        return
    model = look.audience.model
    if look.roles[0] == "assistant":
        certain = look.audience.named and model.family not in _LENIENT
        yield Finding(look.messages[0].path, "the history begins with the assistant", certain)
    last = len(look.messages) - 1
    calls = any(spot.message == last for spot in look.of("toolUse"))
    paused = bool(look.blocks[last]) and is_servers(look.blocks[last][-1].value)  # it goes on by itself
    if look.whole and look.roles[-1] == "assistant" and not calls and not paused:
        certain = look.audience.named and model.known and model.family == "anthropic" and not model.prefill
        if not (model.known and model.prefill):
            yield Finding(look.messages[-1].path, "the history ends with the assistant", certain)


def _unpaired(look: BedrockLook) -> Iterator[Finding]:
    calls: dict[int, list[Spot]] = {}
    results: dict[int, list[Spot]] = {}
    for kind, held in (("toolUse", calls), ("toolResult", results)):
        for spot in look.of(kind):
            held.setdefault(spot.message, []).append(spot)
    for at, made in calls.items():
        if at + 1 == len(look.messages) and not look.whole:
            continue
        answered = {word_of(result_in(spot), "toolUseId") for spot in results.get(at + 1, ())}
        for spot in made:
            if word_of(call_in(spot), "toolUseId") not in answered:
                yield Finding(spot.path, f"the call {call_in(spot).get('toolUseId')!r} has no result behind it")
    for at, given in results.items():
        called = [word_of(call_in(spot), "toolUseId") for spot in calls.get(at - 1, ())]
        for spot in given:
            if word_of(result_in(spot), "toolUseId") not in called:
                yield Finding(spot.path, f"no call {result_in(spot).get('toolUseId')!r} was made before it")
            else:
                called.remove(word_of(result_in(spot), "toolUseId"))


def _undeclared(look: BedrockLook) -> Iterator[Finding]:
    if look.whole and not look.has_tools:
        for spot in look.of("toolUse", "toolResult"):
            yield Finding(spot.path, "the history holds calls, and no tools are declared")
            return


def _schemas(look: BedrockLook) -> Iterator[Finding]:
    for spot in look.tools:
        schema = inside(inside(spot.value.get("inputSchema")).get("json"))
        if schema.get("type") != "object":
            yield Finding(f"{spot.path}.inputSchema.json", "parameters are an object")


def _not_alone(look: BedrockLook) -> Iterator[Finding]:
    """Some families want results alone in their message; beside them, documents and films are refused by all."""
    answering = {spot.message for spot in look.of("toolResult")}
    calling = {spot.message for spot in look.of("toolUse")}
    alone = look.audience.dialect.results_alone
    for at, blocks in enumerate(look.blocks):
        for spot in blocks:
            kind = kind_of(spot.value)
            if at in answering and kind != "toolResult" and (alone or kind in _NOT_BESIDE_RESULTS):
                yield Finding(spot.path, f"{kind!r} stands beside results", certain=alone)
            elif at in calling and alone and kind != "toolUse":
                yield Finding(spot.path, f"{kind!r} stands beside calls", certain=False)


RULES: Final = (
    Rule(
        id="BED-01",
        demand="User and assistant take turns.",
        words=(
            "A conversation must alternate between user and assistant roles. Make sure the conversation alternates "
            "between user and assistant roles and try again."
        ),
        certainty="H",
        fix="neighbours of one role become one message",
        find=_twice_in_a_row,
    ),
    Rule(
        id="BED-02",
        demand="The user begins, and for most models the user ends.",
        words=(
            "A conversation must start with a user message. Try again with a conversation that starts with a user "
            "message."
        ),
        certainty="H",
        fix="a user's message `(continued)` is put before it, or `Continue.` behind it",
        same_as=frozenset({"ANT-02", "ANT-04"}),
        find=_edges,
    ),
    Rule(
        id="BED-03",
        demand="Every call is answered in the very next message, and nothing else is.",
        words="Expected toolResult blocks at messages.2.content for the following Ids: tooluse_…",
        certainty="H",
        fix="results are moved behind their calls; one that is missing says so; stray ones become the user's words",
        same_as=frozenset({"ANT-05", "ANT-07", "ANT-09"}),
        find=_unpaired,
    ),
    Rule(
        id="BED-04",
        demand="A history with calls or results comes with `toolConfig`; the parameters of its tools are objects.",
        words="The toolConfig field must be defined when using toolUse and toolResult content blocks.",
        certainty="H",
        fix="the tools that the history names are declared, as no longer available; parameters become an object",
        same_as=frozenset({"ANT-20", "OAI-20"}),
        find=lambda look: (*_undeclared(look), *_schemas(look)),
    ),
    Rule(
        id="BED-05",
        demand="No document or film stands beside results, and for Llama, Mistral and Writer nothing at all.",
        words=("messages.2.content: Conversation blocks and tool result blocks cannot be provided in the same turn."),
        certainty="H",
        fix="what the user says beside results is said in a message of its own, behind a word of the assistant's",
        same_as=frozenset({"MIS-03", "MMX-01"}),
        find=_not_alone,
    ),
)
