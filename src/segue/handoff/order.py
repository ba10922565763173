"""The order that some hosts keep to: what may follow what, and whose turn it is [VL-01, MIS-03, DS-01, DS-09, MMX-01].

Every flag of the dialect has a step of its own. A host that has none of them gets the very list that came.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby

from segue.authoring import assistant, user
from segue.conversation import AnyBlock, Block, Message, Text, Thinking, ToolCall, ToolResult
from segue.handoff.edges import BEGINNING
from segue.handoff.handoff import Handoff, Item

#: What an assistant says between results and the user's next words.
BETWEEN = "OK."

_WORDS, _REASONING, _CALLS = range(3)


def separate_turns(items: list[Item], handoff: Handoff) -> list[Item]:
    """Put calls behind what was said with them, and the assistant's word between results and a user's message."""
    dialect = handoff.writing.dialect
    if dialect.adjacent_calls:
        items = _with_calls_last(items, handoff)
    if dialect.calls_alone and handoff.wire.joins_turns and handoff.survey.call_names:
        items = list(_with_calls_alone(items, handoff))
    # Calls that nobody answered have been given an answer by now.
    if not (handoff.survey.pairs.results or handoff.survey.call_names):
        return items
    if dialect.separator_after_tool or (dialect.results_alone and handoff.wire.joins_turns):
        return items if _stand_apart(items) else list(_with_gaps(items, handoff, None))
    apart = handoff.wire.apart_from_results
    return items if handoff.survey.kinds.isdisjoint(apart) else list(_with_gaps(items, handoff, apart))


def join_turns(items: list[Item], handoff: Handoff) -> list[Item]:
    """Where roles take turns, neighbours of one role become one message."""
    if not handoff.writing.dialect.alternating_roles or handoff.wire.joins_turns or handoff.wire.item_ids:
        return items  # whoever reads items makes turns of them
    said = [(index, message) for index, message in items if message.content or handoff.writing.is_native(message)]
    return [_joined(list(group), handoff) for _, group in groupby(said, _turn)]


def _with_calls_last(items: list[Item], handoff: Handoff) -> list[Item]:
    """Calls are read as part of the message beside them, so nothing stands between them and their results [DS-09]."""
    out: list[Item] = []
    for is_said, group in groupby(items, lambda item: item[1].role == "assistant"):
        step = list(group)
        out += _sorted_step(step, handoff) if is_said else step
    return out


def _sorted_step(step: list[Item], handoff: Handoff) -> list[Item]:
    """Words, then reasoning, then calls; what the host itself wrote has its reasoning where that was."""
    own = all(handoff.writing.is_native(message) for _, message in step)
    reasoning = _WORDS if own else _REASONING
    ranked = [
        (_CALLS if type(block) is ToolCall else reasoning if type(block) is Thinking else _WORDS, index, block, message)
        for index, message in step
        for block in message.blocks
    ]
    ranks = [rank for rank, *_ in ranked]
    if _CALLS not in ranks or ranks == sorted(ranks):
        return step
    highest = _WORDS
    for rank, index, block, message in ranked:
        if rank < highest and not handoff.leaves_alone(message):
            handoff.writing.tell("moved", (index, block), block, "it stands before what calls tools", rule="DS-09")
        highest = max(rank, highest)
    out: list[Item] = []
    for wanted in (_WORDS, _REASONING, _CALLS):
        of_this_rank = (entry for entry in ranked if entry[0] == wanted)
        for _, group in groupby(of_this_rank, lambda entry: id(entry[3])):
            entries = list(group)
            _, index, _, message = entries[0]
            out.append((index, handoff.rebuilt(message, [block for _, _, block, _ in entries])))
    return out


def _with_calls_alone(items: list[Item], handoff: Handoff) -> Iterator[Item]:
    """What was said with calls is said before them, and the user has a word between [BED-05]."""
    for index, message in items:
        calls = [block for block in message.blocks if type(block) is ToolCall]
        words = [block for block in message.blocks if type(block) is not ToolCall]
        if not calls or not words:
            yield index, message
            continue
        why = "calls stand apart from what is said with them"
        handoff.writing.tell("synthesized", handoff.writing.path(index), "Text", why, rule="BED-05")
        yield index, handoff.rebuilt(message, words)
        yield index, user(BEGINNING)
        yield index, handoff.rebuilt(message, list[AnyBlock](calls))


def _with_gaps(items: list[Item], handoff: Handoff, apart: frozenset[type[Block]] | None) -> Iterator[Item]:
    """After results comes the assistant, if only with a word: before anything, or before what has to be apart."""
    behind_results = False
    for index, message in chain.from_iterable(_divided(item, handoff, apart) for item in items):
        in_question = apart is None or _holds(message, apart)
        if message.role == "user" and behind_results and in_question and not handoff.leaves_alone(message):
            why = "results stand apart from what the user says"
            handoff.writing.tell("synthesized", (index, None), "Text", why, rule="MIS-03")
            yield index, assistant(BETWEEN)
            behind_results = False
        behind_results = _is_answer(message) or (behind_results and not _parts_turns(message, handoff))
        yield index, message


def _stand_apart(items: list[Item]) -> bool:
    """Do results stand alone, and does the assistant say something behind them before the user does?"""
    behind_results = False
    for _, message in items:
        kinds = {*map(type, message.content)}
        if ToolResult in kinds:
            if len(kinds) > 1:
                return False
            behind_results = True
        elif behind_results and message.role == "user":
            return False
        elif kinds:
            behind_results = False
    return True


def _parts_turns(message: Message, handoff: Handoff) -> bool:
    """Does it end a turn of the user's? Where turns are joined, a message of nothing does not."""
    if message.role == "user":
        return False
    return bool(message.content) or not handoff.wire.joins_turns or handoff.writing.is_native(message)


def _holds(message: Message, kinds: frozenset[type[Block]]) -> bool:
    return not kinds.isdisjoint(map(type, message.blocks))


def _divided(item: Item, handoff: Handoff, apart: frozenset[type[Block]] | None) -> tuple[Item, ...]:
    """The results of a message, and what it says beside them."""
    index, message = item
    kinds = {type(block) for block in message.blocks}
    is_mixed = ToolResult in kinds and len(kinds) > 1
    if not is_mixed or handoff.leaves_alone(message) or (apart is not None and kinds.isdisjoint(apart)):
        return (item,)
    results = [block for block in message.blocks if type(block) is ToolResult]
    others = [block for block in message.blocks if type(block) is not ToolResult]
    return (index, Message("tool", tuple(results))), (index, Message("user", tuple(others), name=message.name))


def _is_answer(message: Message) -> bool:
    return ToolResult in map(type, message.blocks)


def _turn(item: Item) -> object:
    """Messages with the same turn are one; results and instructions are nobody's turn."""
    _, message = item
    apart = message.role in ("tool", "system") or _is_answer(message)
    return id(message) if apart else message.role


def _joined(group: list[Item], handoff: Handoff) -> Item:
    if len(group) == 1:
        return group[0]
    index, first = group[0]
    writing = handoff.writing
    blocks: list[AnyBlock] = list(first.blocks)
    for at, message in group[1:]:
        why = f"{first.role} and whoever answers take turns here"
        writing.tell("merged", writing.path(at), "Message", why, rule="VL-01")
        if message.name is not None and message.name != first.name:
            writing.drop(writing.path(at), "Name", f"what {message.name!r} says stands in one message with the rest")
        blocks += message.blocks
    return index, handoff.rebuilt(first, [block for block in blocks if type(block) is not Text or block.text])
