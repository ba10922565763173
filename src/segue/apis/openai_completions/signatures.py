"""Gemini's signatures on this wire: the first call of each step carries one, whoever made it [GEM-05]."""

from __future__ import annotations

from typing import Final

from segue.apis.openai_completions.wire import API
from segue.apis.reading import Wired, inside, only_objects
from segue.apis.writing import Writing
from segue.conversation import ToolCall
from segue.jsontext import copy

#: What stands for a signature on a call that another model made.
_PLACEHOLDER: Final = "skip_thought_signature_validator"
_WHY: Final = "a call that another model made carries the documented placeholder for its signature"


def with_signature(index: int, wire: Wired, writing: Writing) -> Wired:
    """The message with a signature on the first of its calls."""
    calls = only_objects(wire.get("tool_calls"))
    if not calls or not writing.capabilities.signature_required:
        return wire
    first = calls[0]
    beside = inside(first.get("extra_content"))
    if any(inside(held).get("thought_signature") for held in beside.values()):
        return wire
    writing.tell("synthesized", (index, ".tool_calls[0]"), "Signature", _WHY, rule="GEM-05")
    signed = {**first, "extra_content": {**beside, "google": {"thought_signature": _PLACEHOLDER}}}
    return {**wire, "tool_calls": [signed, *calls[1:]]}


def still_signed(wire: Wired, call: ToolCall) -> Wired:
    """A call that is written anew with the signature that it had: that holds whatever its id is."""
    native = call.native
    if call.signature is not None and native is not None and native.api == API and "extra_content" in native.value:
        wire["extra_content"] = copy(native.value["extra_content"])
    return wire
