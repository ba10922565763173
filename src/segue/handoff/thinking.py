"""Reasoning and signatures: only their author gets them back; for everybody else, reasoning is what it says.

Nobody's signature is ever forged, and none is shown to a stranger: providers refuse both, and for good [ANT-40,
RSP-04, GEM-06]. Reasoning that can be read becomes plain text rather than text in tags, which models imitate.
"""

from __future__ import annotations

import re

from segue.apis.openai_completions.thinking import are_others
from segue.apis.reading import Wired
from segue.conversation import AnyBlock, Message, Text, Thinking, ToolCall
from segue.handoff.handoff import Handoff, Item
from segue.handoff.ownership import bereave
from segue.handoff.survey import read_at_a_glance
from segue.handoff.unsaid import tell_unsaid

_UNSIGNED = "it goes without its signature, which is of use to its issuer only"
_CHANGED = "its signature is bound to what stood before it, and that is no longer the same"
_NOT_TAKEN_BACK = "this host takes no reasoning back"
_SEALED = "what is encrypted in it is of use to its issuer only"


def settle_thinking(items: list[Item], handoff: Handoff) -> list[Item]:
    """Give every thinking block the best form that its reader takes, and take foreign signatures off."""
    if Thinking not in handoff.survey.kinds and not handoff.survey.signed:
        return items
    settled = [
        (index, message if read_at_a_glance(message) else _settled(index, message, handoff)) for index, message in items
    ]
    if handoff.wire.reasoning_items:
        for at, (_, message) in enumerate(items):
            if message is not settled[at][1] and any(type(block) is Thinking for block in message.content):
                bereave(settled, at)
    return settled


def _settled(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.leaves_alone(message) and handoff.thinking == "native":
        return message
    own = handoff.writing.wrote(message)
    kept_whole = own and handoff.thinking == "native"
    if kept_whole and not any(_is_forged(block, handoff) or _is_refused(block, handoff) for block in message.blocks):
        return message
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is Thinking and kept_whole and not _is_forged(block, handoff):
            if (taken := _taken_back(index, block, handoff)) is not None:
                blocks.append(taken)
        elif type(block) is Thinking and not (own and _is_unsigned_too(handoff)):
            kept = settled_thought(index, block, handoff)
            if kept is not None:
                blocks.append(kept)
        elif block.signature is not None and (_is_forged(block, handoff) or not _issued_here(message, handoff)):
            if (unsigned := _unsigned(index, block, handoff)) is not None:
                blocks.append(unsigned)
        else:
            blocks.append(block)
    return handoff.rebuilt(message, blocks)


def _taken_back(index: int, block: Thinking, handoff: Handoff) -> AnyBlock | None:
    """The model's own reasoning, as its host takes it back."""
    writing = handoff.writing
    if not _is_refused(block, handoff):
        return block
    if writing.dialect.reasoning_chunks or writing.endpoint is None:
        return settled_thought(index, block, handoff)
    if writing.dialect.reasoning_field is not None and block.text:
        why = f"reasoning goes back as {writing.dialect.reasoning_field} here"
        writing.tell("rewritten", (index, block), block, why, rule="CER-01")
        return writing.replace(block, signature=None, encrypted=None, native=None)
    if writing.dialect.reasoning_tags and block.text:
        why = "reasoning goes back between tags here"
        writing.tell("kept-as-text", (index, block), block, why, rule="CER-01")
        return writing.derived(block, Text(f"<think>\n{block.text}\n</think>"))
    writing.drop((index, block), block, _NOT_TAKEN_BACK, rule="GRQ-01")
    return None


def _is_unsigned_too(handoff: Handoff) -> bool:
    """Does it take its author's thinking without the signature? Then only that has to go."""
    return handoff.thinking == "native" and not (handoff.wire.thinking_signed or handoff.wire.reasoning_items)


def _issued_here(message: Message, handoff: Handoff) -> bool:
    """Does whom it goes to know the signatures in it? Some are their model's, some their endpoint's [GEM-06]."""
    if handoff.wire.signatures_of_endpoint:
        return handoff.writing.served(message)
    return handoff.writing.wrote(message)


def _is_forged(block: AnyBlock, handoff: Handoff) -> bool:
    """Would even its author refuse it: unsigned, signed with what is no signature, or nothing but words? [ANT-40]"""
    wire = handoff.wire
    if type(block) is not Thinking:
        pattern = wire.signature_pattern if wire.signatures_of_endpoint else None
        return pattern is not None and block.signature is not None and re.fullmatch(pattern, block.signature) is None
    if wire.reasoning_items and not handoff.writing.dialect.reasoning_text_items:
        # Of messages that nobody writes yet, what will be worth something to their author is not known.
        return block.native is None and block.encrypted is None and handoff.writing.by_provider is None
    if wire.signature_pattern is None or not handoff.writing.dialect.signatures:
        return False
    if wire.signed_by_some and handoff.writing.endpoint is None:
        return False
    if block.signature:
        return re.fullmatch(wire.signature_pattern, block.signature) is None
    return wire.thinking_signed and block.encrypted is None


def _is_refused(block: AnyBlock, handoff: Handoff) -> bool:
    """Is it in a key that its host sends and does not take back, or for a model that does not think?

    [GRQ-01, CER-01, ORT-03, MIS-05]
    """
    writing = handoff.writing
    if type(block) is not Thinking:
        return False
    if writing.endpoint is None:
        # An API by itself has a place for what it sent; for what a program says it may have none.
        unplaced = block.native is None and writing.dialect.reasoning_field is None
        return handoff.wire.api == "openai-completions" and unplaced
    dialect, model = writing.dialect, writing.capabilities
    if dialect.reasoning_chunks and writing.mends and model.known and model.reasoning is None:
        return True
    if handoff.wire.api != "openai-completions":
        return False
    said: Wired | None = writing.element(block.native)
    if isinstance(said, dict) and "type" in said:
        return not dialect.reasoning_chunks
    if dialect.reasoning_details and said is not None:
        return are_others(said.get("reasoning_details"), dialect.details_format)
    return dialect.reasoning_field is None or (said is not None and list(said) != [dialect.reasoning_field])


def _unsigned(index: int, block: AnyBlock, handoff: Handoff) -> AnyBlock | None:
    writing = handoff.writing
    writing.tell("rewritten", (index, block), "Signature", _UNSIGNED, rule="GEM-06")
    if type(block) is Text and not block.text:
        return None
    if type(block) is ToolCall:
        return writing.replace(block, signature=None)
    return writing.replace(block, signature=None, native=None)


def settled_thought(index: int, block: Thinking, handoff: Handoff, *, rule: str | None = None) -> AnyBlock | None:
    """Thinking in the best form that is bound to no author; ``rule`` is why, if not for being another's."""
    writing = handoff.writing
    place = (index, block)
    text = block.text
    form = handoff.thinking
    if not text.strip():
        why = "there is nothing to read in it, and only its author can decrypt it"
        writing.drop(place, block, why if rule is None else _CHANGED, rule=rule)
        return None
    if form == "drop":
        writing.drop(place, block, "left out as asked")
        return None
    if form == "native" and _takes_reasoning(handoff):
        if block.signature is None and block.encrypted is None and block.native is not None:
            same_field: Wired | None = writing.element(block.native)
            if isinstance(same_field, dict) and list(same_field) == [writing.dialect.reasoning_field]:
                return block
        if block.encrypted is not None:
            writing.drop(place, "Signature", _SEALED, rule="RSP-04")
        elif block.signature is not None:
            writing.tell("rewritten", place, "Signature", _UNSIGNED, rule="ANT-40")
        tell_unsaid(block, text, place, handoff)
        return writing.replace(block, signature=None, encrypted=None, native=None)
    if block.encrypted is not None:
        writing.drop(place, "Signature", _SEALED, rule="RSP-04")
    tell_unsaid(block, text, place, handoff)
    if form == "tagged":
        writing.tell("kept-as-text", place, block, "reasoning stands between tags, as asked")
        return writing.derived(block, Text(f"<thinking>\n{text}\n</thinking>"))
    at_home = block.native is not None and block.native.api == handoff.wire.api
    why = "another model's reasoning is plain text here" if rule is None else _CHANGED
    if rule is None and at_home and handoff.wire.thinking_signed:
        rule = "ANT-40"
    writing.tell("kept-as-text", place, block, why, rule=rule)
    return writing.derived(block, Text(text))


def _takes_reasoning(handoff: Handoff) -> bool:
    """Does the host take reasoning that it did not write, without a signature?"""
    dialect = handoff.writing.dialect
    if dialect.reasoning_chunks:
        return handoff.writing.capabilities.reasoning is not None
    if handoff.wire.api == "openai-completions":
        return dialect.reasoning_field is not None
    if handoff.wire.api == "openai-responses":
        return dialect.reasoning_text_items
    return handoff.wire.api == "anthropic-messages" and not dialect.signatures
