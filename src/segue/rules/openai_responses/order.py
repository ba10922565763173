"""Responses: what stands before what, and how calls and outputs, reasoning and answers belong together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.rules.look import Spot, text_of
from segue.rules.openai_responses.look import ANSWERS, ResponsesLook, ids_of, is_made, is_openais, kind_of
from segue.rules.rule import Audience, Finding, Rule

_NO_CALL: Final = "No tool call found for function call output with call_id call_…."

#: A search for tools that the client ran may be answered like a function.
_SEARCHES: Final = ("tool_search_call",)

_BY_ID: Final = ("message", "function_call", "custom_tool_call")


def _steps(look: ResponsesLook) -> Iterator[list[Spot]]:
    """What the model made in one go: reasoning and what it led to; an empty item is yet to be written."""
    step: list[Spot] = []
    for spot in look.messages:
        if not spot.value or kind_of(spot.value) == "reasoning" or is_made(spot.value):
            step.append(spot)
        elif step:
            yield step
            step = []
    if step:
        yield step


def _led_nowhere(look: ResponsesLook) -> Iterator[Finding]:
    for step in _steps(look):
        led = False
        for spot in reversed(step):
            if kind_of(spot.value) != "reasoning":
                led = True
            elif not led:
                yield Finding(spot.path, "what this reasoning led to does not follow it")


def _without_reasoning(look: ResponsesLook) -> Iterator[Finding]:
    """Such items were seen to pass where the model had not thought, which nobody else can know."""
    for step in _steps(look):
        if any(kind_of(spot.value) == "reasoning" for spot in step):
            continue
        for spot in step:
            if kind_of(spot.value) in _BY_ID and isinstance(spot.value.get("id"), str):
                message = "an item goes by its id, and the reasoning that led to it is not there"
                yield Finding(f"{spot.path}.id", message, certain=False)


def _always_thinks(audience: Audience) -> bool:
    model = audience.model
    return is_openais(audience) and model.known and model.reasoning is not None and not model.thinking_off


def _not_kept(look: ResponsesLook) -> Iterator[Finding]:
    if look.body.get("store") is not False:
        return
    for spot in look.of("reasoning"):
        if spot.value.get("id") and not spot.value.get("encrypted_content"):
            yield Finding(spot.path, "its content is not here, and with `store: false` it is nowhere")
    for spot in look.of("item_reference"):
        message = "it stands for an item that may not be stored: put the item itself here"
        yield Finding(spot.path, message, certain=False)


def _for_no_thinker(look: ResponsesLook) -> Iterator[Finding]:
    for spot in look.of("reasoning"):
        yield Finding(spot.path, f"{look.audience.model.id} takes no reasoning")


def _cannot_think(audience: Audience) -> bool:
    return is_openais(audience) and audience.model.known and audience.model.reasoning is None


def _unpaired(look: ResponsesLook) -> Iterator[Finding]:
    if look.continues:
        return  # the other halves may lie with the provider
    called = {one for spot in look.of(*ANSWERS, *_SEARCHES) for one in ids_of(spot.value)}
    answered = {one for spot in look.of(*ANSWERS.values()) for one in ids_of(spot.value)}
    for spot in look.of(*ANSWERS):
        if not _is_pending(spot, look) and answered.isdisjoint(ids_of(spot.value)):
            certain = "environment" not in spot.value  # a shell in a container answers itself
            yield Finding(spot.path, f"no output answers the {kind_of(spot.value)} {_named(spot)!r}", certain=certain)
    compacted = bool(look.of("compaction"))
    for spot in look.of(*ANSWERS.values()):
        if called.isdisjoint(ids_of(spot.value)):
            message = f"no {kind_of(spot.value).removesuffix('_output')} {_named(spot)!r} is here"
            yield Finding(spot.path, message, not compacted, _NO_CALL)


def _named(spot: Spot) -> str:
    return text_of(spot.value, "call_id") or text_of(spot.value, "id")


def _is_pending(call: Spot, look: ResponsesLook) -> bool:
    """Of bare items, the calls at the end are somebody's to answer."""
    behind = (spot.value for spot in look.messages[call.message + 1 :])
    return not look.whole and all(is_made(item) or kind_of(item) in ANSWERS.values() for item in behind)


def _called_twice(look: ResponsesLook) -> Iterator[Finding]:
    """Nobody was seen to refuse it, but no server can tell whose output is whose."""
    for kinds, what in ((tuple(ANSWERS), "call"), (tuple(ANSWERS.values()), "output for the call")):
        seen: set[str] = set()
        for spot in sorted(look.of(*kinds), key=lambda spot: spot.message):
            call_id = text_of(spot.value, "call_id")
            if call_id in seen:
                yield Finding(f"{spot.path}.call_id", f"a second {what} {call_id!r}")
            if call_id:
                seen.add(call_id)


def _interleaved(look: ResponsesLook) -> Iterator[Finding]:
    """Hosts that turn items into messages put calls into the message beside them."""
    waiting: dict[str, Spot] = {}
    answering = False
    for spot in look.messages:
        kind = kind_of(spot.value)
        if kind in ANSWERS:
            if answering:
                waiting = {}
            answering = False
            waiting[_named(spot)] = spot
        elif kind in ANSWERS.values():
            answering = True
            waiting.pop(_named(spot), None)
        elif waiting and kind != "reasoning":
            for call in waiting.values():
                yield Finding(call.path, f"the output of the call {_named(call)!r} does not stand directly behind it")
            waiting = {}


def _wants_neighbours(audience: Audience) -> bool:
    return audience.dialect.adjacent_calls


def _repeated_items(look: ResponsesLook) -> Iterator[Finding]:
    seen: set[str] = set()
    for spot in look.messages:
        item_id = spot.value.get("id")
        if not isinstance(item_id, str) or kind_of(spot.value) == "item_reference":
            continue
        if item_id in seen:
            yield Finding(f"{spot.path}.id", f"the id {item_id!r} stands for an earlier item")
        elif is_made(spot.value) and look.body.get("previous_response_id"):
            message = "it may stand in the response already that this request goes on from"
            yield Finding(f"{spot.path}.id", message, certain=False)
        seen.add(item_id)


RULES: Final = (
    Rule(
        id="RSP-01",
        demand="Reasoning is followed by what it led to.",
        words="Item 'rs_…' of type 'reasoning' was provided without its required following item.",
        certainty="H",
        fix="the reasoning is left out",
        disowns=True,
        find=_led_nowhere,
        applies=is_openais,
    ),
    Rule(
        id="RSP-02",
        demand="An item that goes by its id stands behind the reasoning that led to it.",
        words="Item 'fc_…' of type 'function_call' was provided without its required 'reasoning' item: 'rs_…'.",
        certainty="H",
        fix="the item goes without its id, which is optional",
        disowns=True,
        find=_without_reasoning,
        applies=_always_thinks,
    ),
    Rule(
        id="RSP-03",
        demand="Where nothing is stored, reasoning comes with its encrypted content.",
        words=(
            "Item with id 'rs_…' not found. Items are not persisted when `store` is set to false. Try again with "
            "`store` set to true, or remove this item from your input."
        ),
        certainty="H",
        fix="the reasoning is left out; ask for it with `include: ['reasoning.encrypted_content']`",
        disowns=True,
        find=_not_kept,
        applies=is_openais,
    ),
    Rule(
        id="RSP-05",
        demand="Only models that reason take reasoning.",
        words=(
            "Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items "
            "from your input and try again."
        ),
        certainty="H",
        fix="what can be read of the reasoning becomes text, the rest is left out",
        disowns=True,
        find=_for_no_thinker,
        applies=_cannot_think,
    ),
    Rule(
        id="RSP-10",
        demand="Every call has its output, and every output its call.",
        words="No tool output found for function call call_….",
        certainty="H",
        fix="a call gets an output that says that there is none; the words of a stray output become the user's",
        same_as=frozenset({"ANT-05", "ANT-07", "OAI-01", "OAI-02"}),
        find=_unpaired,
    ),
    Rule(
        id="RSP-13",
        demand="An item stands in the input once.",
        words="Duplicate item found with id rs_…. Remove duplicate items from your input and try again.",
        certainty="H",
        fix="what is there twice is left out; another item of the same id goes without it",
        rewrites=True,
        find=_repeated_items,
        applies=is_openais,
    ),
    Rule(
        id="DS-09",
        demand="Outputs stand directly behind their calls, turn by turn.",
        words="No tool output found for tool call call-a.",
        certainty="H",
        fix="calls of one turn stand together, and their outputs behind them",
        same_as=frozenset({"ANT-05"}),
        find=_interleaved,
        applies=_wants_neighbours,
    ),
    Rule(
        id="U-4",
        demand="The id of a call stands for one call, and has one output.",
        certainty="M",
        fix="later calls get other ids, together with their outputs; a second output becomes the user's words",
        find=_called_twice,
    ),
)
