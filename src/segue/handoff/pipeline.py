"""The order of a handoff (provider-rules §9), in one place.

Every pass sees what the passes before it left: results stand behind their calls before anything is dropped, text
that replaces something stands before blanks are looked for, and ids are mapped last, over what is really sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from segue.apis.codec import Wire
from segue.apis.writing import Writing
from segue.conversation import Conversation
from segue.errors import InvalidHistory
from segue.handoff.amounts import limit_images, limit_media
from segue.handoff.arguments import settle_arguments
from segue.handoff.asked import limit_answer, settle_asked
from segue.handoff.binding import unbind_thinking
from segue.handoff.calls import map_ids, map_names, name_results
from segue.handoff.composite import split_ids
from segue.handoff.declared import declare_tools
from segue.handoff.edges import drop_blanks, settle_edges, settle_system
from segue.handoff.foreign import translate_foreign
from segue.handoff.handoff import Handoff, Item, Options
from segue.handoff.hosted import settle_hosted
from segue.handoff.limits import limit_marks
from segue.handoff.marks import settle_marks
from segue.handoff.media import fit_media
from segue.handoff.order import join_turns, separate_turns
from segue.handoff.pairing import pair_calls
from segue.handoff.parallel import split_calls
from segue.handoff.reasoning import fill_reasoning
from segue.handoff.references import settle_references
from segue.handoff.repeated import drop_repeated
from segue.handoff.respell import respell
from segue.handoff.sanitise import sanitise
from segue.handoff.strategy import settle_traffic
from segue.handoff.survey import Survey
from segue.handoff.system import place_system
from segue.handoff.tagged import part_thinking
from segue.handoff.thinking import settle_thinking
from segue.handoff.toolbox import limit_tools

Pass = Callable[[list[Item], Handoff], list[Item]]

PASSES: Final[tuple[Pass, ...]] = (
    sanitise,
    drop_repeated,
    respell,
    split_ids,
    pair_calls,
    settle_traffic,
    settle_arguments,
    settle_asked,
    limit_answer,
    settle_thinking,
    part_thinking,
    split_calls,
    fill_reasoning,
    translate_foreign,
    fit_media,
    limit_images,
    settle_marks,
    limit_marks,
    drop_blanks,
    settle_system,
    place_system,
    settle_edges,
    separate_turns,
    limit_media,
    declare_tools,
    settle_references,
    map_names,
    map_ids,
    name_results,
    settle_hosted,
    limit_tools,
    unbind_thinking,
    join_turns,
)


def hand_over(
    conversation: Conversation, writing: Writing, wire: Wire, options: Options
) -> tuple[Conversation, Iterable[Item], tuple[str, ...]]:
    """Prepare a conversation for its target: the request around it, its messages, and the paths of pending calls."""
    handoff = Handoff(conversation, writing, wire, Survey(conversation.messages), options)
    items: list[Item] = list(enumerate(conversation.messages))
    for apply in PASSES:
        items = apply(items, handoff)
    return handoff.conversation, items, tuple(handoff.pending)


def refuse_server_state(conversation: Conversation, wire: Wire) -> None:
    """History that a provider holds is not here to be sent anywhere else [L11]."""
    native = conversation.native
    if native is None:
        return
    for key in wire.server_state:
        if native.value.get(key):
            raise InvalidHistory(
                f"{key} stands for history that its provider holds: send the messages themselves to leave it",
                f"$.{key}",
                rule="L11",
            )
