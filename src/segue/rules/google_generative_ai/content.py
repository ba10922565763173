"""Gemini: how parts are spelled, and what may not stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from segue.apis.google_generative_ai.wire import BESIDE, SIGNATURE, SKIP_SIGNATURE
from segue.rules.google_generative_ai.look import ANSWER, CALL, GoogleLook, held, signature_of
from segue.rules.google_generative_ai.order import other_names
from segue.rules.look import Spot
from segue.rules.rule import Finding, Rule

_NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}")

#: What other APIs hang on messages and blocks.
_FOREIGN: Final = frozenset(
    {"type", "content", "name", "tool_calls", "tool_call_id", "tool_use_id", "cache_control", "annotations", "refusal"}
    | {"reasoning_content", "image_url", "input", "is_error"}
)

_EMPTY_TEXT: Final = (
    "Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again."
)
_NO_PARTS: Final = "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty."
_NO_CONTENTS: Final = "* GenerateContentRequest.contents: contents is not specified"


def _empty(look: GoogleLook) -> Iterator[Finding]:
    if look.whole and look.body.get("contents") == []:
        yield Finding(look.root, "there is no content in it", words=_NO_CONTENTS)
    for path, _, content in look.messages:
        if content.get("parts") == []:
            yield Finding(f"{path}.parts", "a content without parts", words=_NO_PARTS)
    for spot in (*look.spots, *look.system):
        if not spot.value.get("text"):
            yield from _empty_part(spot, look)


def _empty_part(spot: Spot, look: GoogleLook) -> Iterator[Finding]:
    """The Gemini API was seen to take empty texts, Vertex was seen to refuse them."""
    if signature_of(spot.value)[1] is not None:
        return
    if spot.value.get("text") == "":
        yield Finding(spot.path, "an empty text", look.audience.provider == "vertex", _EMPTY_TEXT)
    elif spot.value.keys() <= BESIDE:
        yield Finding(spot.path, "a part that holds nothing")


def _corrupt(look: GoogleLook) -> Iterator[Finding]:
    for spot in look.spots:
        key, signature = signature_of(spot.value)
        if isinstance(signature, str) and signature != SKIP_SIGNATURE and not re.fullmatch(SIGNATURE, signature):
            yield Finding(f"{spot.path}.{key}", "no signature of this provider's looks like this")


def _signed_by_others(look: GoogleLook) -> Iterator[Finding]:
    """Only the model thinks, and only it signs what it made."""
    for turn in look.turns:
        for spot in turn.parts if turn.role == "user" else ():
            key, signature = signature_of(spot.value)
            if signature is not None:
                yield Finding(f"{spot.path}.{key}", "a signature of the model's on a part that is not")
            elif spot.value.get("thought") is True:
                yield Finding(f"{spot.path}.thought", "a thought of the model's in a content that is not")


def _unknown_fields(look: GoogleLook) -> Iterator[Finding]:
    for spot in (*look.messages, *look.spots):
        if not _FOREIGN.isdisjoint(spot.value):
            for key in sorted(_FOREIGN & spot.value.keys()):
                yield Finding(f"{spot.path}.{key}", "another API's field")


def _bad_names(look: GoogleLook) -> Iterator[Finding]:
    spots = [(spot.path, spot.value) for spot in look.functions]
    spots += [held(spot, *CALL) for spot in look.of("functionCall")]
    spots += [held(spot, *ANSWER) for spot in look.of("functionResponse")]
    for path, value in spots:
        name = value.get("name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            yield Finding(f"{path}.name", f"{name!r} is no name of a function here")


RULES: Final = (
    Rule(
        id="GEM-04",
        demand="Every content has parts, and every part holds one thing, which is not empty.",
        words=(
            "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized "
            "field"
        ),
        certainty="H",
        fix="what is empty is left out; a part that holds several things becomes several",
        same_as=frozenset({"ANT-16"}),
        find=_empty,
        rewrites=True,
    ),
    Rule(
        id="GEM-06",
        demand="A thought signature is one that this endpoint gave; those of Vertex and the Gemini API are not alike.",
        words="Corrupted thought signature.",
        certainty="H",
        fix="calls get the documented placeholder in its place, other parts go without it",
        find=_corrupt,
    ),
    Rule(
        id="GEM-07",
        demand="Signatures and thoughts stand on the model's parts, each signature on the one that it came on.",
        certainty="M",
        fix="parts of the user's go without them; the model's go back part for part as they came",
        find=_signed_by_others,
    ),
    Rule(
        id="GEM-09",
        demand="Contents and parts have no fields but their own.",
        words="Invalid JSON payload received. Unknown name \"x\" at 'contents[0].parts[0]': Cannot find field.",
        certainty="H",
        fix="the content is written anew, with its own fields only",
        find=_unknown_fields,
        rewrites=True,
    ),
    Rule(
        id="GEM-10",
        demand="Arguments and responses are objects, and a response has the name of its call.",
        words=(
            "Invalid value at 'contents[2].parts[0].function_response.response' "
            "(type.googleapis.com/google.protobuf.Struct)"
        ),
        certainty="H",
        fix="what is no object is wrapped in one; a response gets the name of its call",
        find=other_names,
        rewrites=True,
    ),
    Rule(
        id="GEM-12",
        demand="Names of functions begin with a letter or `_`, and are 64 letters, digits, `_.:-` at most.",
        words=(
            "[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, "
            "or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."
        ),
        certainty="H",
        fix="another name is derived from it, in declarations, choices, calls and responses alike",
        same_as=frozenset({"ANT-21"}),
        find=_bad_names,
    ),
)
