"""Bedrock: how what stands in a message is spelled, and what may not stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from segue.apis.bedrock_converse.wire import WIRE
from segue.apis.reading import inside
from segue.rules.bedrock_converse.look import BedrockLook, call_in, result_in
from segue.rules.look import Spot, is_blank, text_of
from segue.rules.rule import Audience, Finding, Rule

_ID: Final = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")
_CLAUDES_ID: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_MEDIA: Final = ("image", "document", "video", "audio")
_INVALID: Final = "messages.N.content.M: Invalid `signature` in `thinking` block"
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def _bad_ids(look: BedrockLook) -> Iterator[Finding]:
    pattern = _CLAUDES_ID if look.audience.model.family == "anthropic" else _ID
    for spot in look.of("toolUse"):
        if not pattern.fullmatch(text_of(call_in(spot), "toolUseId")):
            yield Finding(f"{spot.path}.toolUse.toolUseId", f"{call_in(spot).get('toolUseId')!r} is no id here")
    for spot in look.of("toolResult"):
        if not pattern.fullmatch(text_of(result_in(spot), "toolUseId")):
            yield Finding(f"{spot.path}.toolResult.toolUseId", f"{result_in(spot).get('toolUseId')!r} is no id here")


def _bad_names(look: BedrockLook) -> Iterator[Finding]:
    for spot in look.tools:
        if not _NAME.fullmatch(text_of(spot.value, "name")):
            yield Finding(f"{spot.path}.name", f"{spot.value.get('name')!r} is no name of a tool here")
    for spot in look.of("toolUse"):
        if not _NAME.fullmatch(text_of(call_in(spot), "name")):
            yield Finding(f"{spot.path}.toolUse.name", f"{call_in(spot).get('name')!r} is no name of a tool here")


def _no_objects(look: BedrockLook) -> Iterator[Finding]:
    for spot in look.of("toolUse"):
        if not isinstance(call_in(spot).get("input"), dict):
            yield Finding(f"{spot.path}.toolUse.input", "the input of a call is an object")
    for spot in look.of("result:json"):
        if not isinstance(spot.value.get("json"), dict):
            yield Finding(f"{spot.path}.json", "the JSON of a result is an object")


def _empty(look: BedrockLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        content: list[Any] | str | None = message.get("content")
        if isinstance(content, str):
            yield Finding(f"{path}.content", "content is a list of blocks")
        elif not content:
            yield Finding(f"{path}.content", "a message without content")
    yield from _blanks([*look.system, *look.of("text", "result:text")])
    for spot in look.of("toolResult"):
        if result_in(spot).get("status") == "error" and not result_in(spot).get("content"):
            yield Finding(f"{spot.path}.toolResult.content", "a failure without words")
    for spot in look.tools:
        if spot.value.get("description") == "":
            yield Finding(f"{spot.path}.description", "an empty description")


def _blanks(spots: list[Spot]) -> Iterator[Finding]:
    """White space between other texts was seen to pass."""
    for spot in spots:
        text = spot.value.get("text")
        if isinstance(text, str) and is_blank(text):
            yield Finding(spot.path, "a text with nothing to read in it", certain=not text)


def _takes_no_signatures(audience: Audience) -> bool:
    return audience.named and not audience.dialect.signatures


def _foreign_signatures(look: BedrockLook) -> Iterator[Finding]:
    for spot in look.of("reasoningContent"):
        if "signature" in inside(inside(spot.value["reasoningContent"]).get("reasoningText")):
            path = f"{spot.path}.reasoningContent.reasoningText.signature"
            yield Finding(path, "this model signs nothing, and takes no signatures")


def _is_claude(audience: Audience) -> bool:
    return audience.named and audience.dialect.signatures


def _unsigned(look: BedrockLook) -> Iterator[Finding]:
    for spot in look.of("reasoningContent"):
        told = inside(spot.value["reasoningContent"]).get("reasoningText")
        if told is None:
            continue
        signature = text_of(told, "signature")
        path = f"{spot.path}.reasoningContent.reasoningText"
        if not signature:
            yield Finding(path, "thinking without a signature")
        elif WIRE.signature_pattern and not re.fullmatch(WIRE.signature_pattern, signature):
            yield Finding(f"{path}.signature", "that is no signature of Claude's", words=_INVALID)


def _beyond_the_family(look: BedrockLook) -> Iterator[Finding]:
    dialect = look.audience.dialect
    for spot in look.of("toolResult") if not dialect.result_status else ():
        if "status" in result_in(spot):
            yield Finding(f"{spot.path}.toolResult.status", "this model knows no status of results")
    for kind in _MEDIA:
        for spot in look.of(f"result:{kind}"):
            if dialect.result_media is not None and kind not in dialect.result_media:
                yield Finding(f"{spot.path}.{kind}", f"this model takes no {kind} in results")
        for spot in look.of(kind, f"result:{kind}"):
            if "s3Location" in inside(inside(spot.value.get(kind)).get("source")) and not dialect.image_urls:
                yield Finding(f"{spot.path}.{kind}.source.s3Location", "this model fetches nothing")


RULES: Final = (
    Rule(
        id="BED-06",
        demand=(
            "Ids of calls have 1 to 64 letters, digits, `_`, `-`, `.` or `:`, for Claude without the last two; names "
            "of tools have letters, digits, `_` and `-`."
        ),
        words="messages.N.content.M.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        certainty="H",
        fix="another id or name is derived from it, for the call, its result and the definition",
        same_as=frozenset({"U-4", "ANT-14", "ANT-21"}),
        find=lambda look: (*_bad_ids(look), *_bad_names(look)),
    ),
    Rule(
        id="BED-07",
        demand="The input of a call is an object, and so is the `json` of a result.",
        words=(
            "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json "
            "object for the field and try again."
        ),
        certainty="H",
        fix="inputs are parsed or wrapped in an object; other JSON in results becomes a text",
        same_as=frozenset({"ANT-15"}),
        find=_no_objects,
        rewrites=True,
    ),
    Rule(
        id="BED-08",
        demand="No text is empty, no message, no failed result, and no description of a tool.",
        words=(
            "The text field in the ContentBlock object at messages.N.content.0 is blank. Add text to the text field, "
            "and try again."
        ),
        certainty="H",
        fix="empty texts and messages are left out; what needs words gets some",
        same_as=frozenset({"ANT-16", "ANT-17", "ANT-22"}),
        find=_empty,
        rewrites=True,
    ),
    Rule(
        id="BED-09",
        demand="Only Claude signs its reasoning; other models take no signatures.",
        words=(
            "This model doesn't support the reasoningContent.reasoningText.signature field. Remove "
            "reasoningContent.reasoningText.signature and try again."
        ),
        certainty="M",
        fix="the signature is left out",
        same_as=frozenset({"ANT-40"}),
        find=_foreign_signatures,
        applies=_takes_no_signatures,
        rewrites=True,
    ),
    Rule(
        id="ANT-41",
        demand="Claude's thinking is signed, here as at home.",
        words="messages.N.content.M.thinking.signature: Field required",
        certainty="H",
        fix="unsigned thinking becomes plain text",
        same_as=frozenset({"ANT-40"}),
        find=_unsigned,
        applies=_is_claude,
    ),
    Rule(
        id="BED-10",
        demand="Families differ in the `status` of results, in the media that results hold, and in what they fetch.",
        words="This model doesn't support the status field. Remove status and try again.",
        certainty="M",
        fix="a failure is told in words, media are moved behind the results, an address stands as text",
        same_as=frozenset({"OAI-12"}),
        find=_beyond_the_family,
        applies=lambda audience: audience.named,
        rewrites=True,
    ),
)
