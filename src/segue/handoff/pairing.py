"""Calls and results: every call has one result, directly behind it [ANT-05, ANT-07, OAI-01, OAI-02, GEM-01, RSP-10].

The calls of the last step may wait: they are pending, and somebody is about to answer them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator

from msgspec.structs import replace

from segue.conversation import AnyBlock, Message, Opaque, ServerToolCall, Text, ToolCall, ToolResult
from segue.errors import InvalidHistory
from segue.handoff.handoff import Handoff, Item

#: What stands where nobody recorded a result (acceptance R8).
NO_RESULT = "No result provided"


def pair_calls(items: list[Item], handoff: Handoff) -> list[Item]:
    """Put every result behind its call, answer calls that were left alone, and turn stray results into text."""
    pairs = handoff.survey.pairs
    if handoff.survey.misplaced:
        _refuse_misplaced(items, handoff)
    if handoff.wire.results_behind_message and pairs.resumed:
        items = _with_whole_steps(items, handoff)
    if pairs.paired and not (handoff.complete and pairs.waiting):
        _note_pending(items, pairs.waiting, handoff)
        if not pairs.waiting or _ends_in_calls(items):
            return items
    if _takes_results_anywhere(handoff) and _are_answered(items):
        return items
    return _Pairing(items, handoff).paired()


def _refuse_misplaced(items: list[Item], handoff: Handoff) -> None:
    """A call is the assistant's to make, and a result the client's to give; nobody takes them from each other."""
    for index, message in items:
        if handoff.leaves_alone(message):
            continue
        for block in message.blocks:
            wrong = ToolResult if message.role in ("assistant", "system") else ToolCall
            inside = block.content if type(block) is ToolResult and not isinstance(block.content, str) else ()
            if isinstance(block, wrong) or any(isinstance(part, ToolCall | ToolResult) for part in inside):
                name = type(block).__name__
                path = handoff.writing.path(index, block)
                raise InvalidHistory(
                    f"a {name} cannot stand in a message of role {message.role!r}", path, rule="ANT-07"
                )


def _with_whole_steps(items: list[Item], handoff: Handoff) -> list[Item]:
    """What the assistant says behind a call is written as one message with it: results would come too late else."""
    out = items
    calling = False
    for at, (index, message) in enumerate(items):
        if message.role != "assistant":
            calling = False
            continue
        if calling and not handoff.leaves_alone(message):
            out = list(items) if out is items else out
            why = "it is one message with the call before it"
            handoff.writing.tell("merged", (index, None), "Message", why, rule="OAI-01")
            for each in (at - 1, at):
                if handoff.writing.is_native(out[each][1]):
                    out[each] = (out[each][0], replace(out[each][1], native=None))
        calling = calling or ToolCall in map(type, message.content)
    return out


def _note_pending(items: list[Item], waiting: frozenset[str], handoff: Handoff) -> None:
    if not waiting:
        return
    for index, message in items:
        for block in message.blocks:
            if type(block) is ToolCall and block.id in waiting:
                handoff.pending.append(handoff.writing.path(index, block))


def _takes_results_anywhere(handoff: Handoff) -> bool:
    return handoff.wire.results_anywhere and not handoff.writing.dialect.adjacent_calls


def _are_answered(items: list[Item]) -> bool:
    """Has every call one result behind it, wherever it stands, and every result a call?"""
    waiting: set[str] = set()
    seen: set[str] = set()
    for _, message in items:
        for block in message.blocks:
            if type(block) is ToolCall:
                if block.id in seen:
                    return False
                seen.add(block.id)
                waiting.add(block.id)
            elif type(block) is ToolResult:
                if block.tool_call_id not in waiting:
                    return False
                waiting.remove(block.tool_call_id)
    return not waiting


def _ends_in_calls(items: list[Item]) -> bool:
    """Are the calls that wait those of the last step, with nothing but results behind them?"""
    for _, message in reversed(items):
        if message.role == "assistant":
            return any(type(block) is ToolCall for block in message.blocks)
        if message.role != "tool":
            return False
    return False


class _Pairing:
    def __init__(self, items: list[Item], handoff: Handoff) -> None:
        self._items = items
        self._handoff = handoff
        self._writing = handoff.writing
        self._taken: set[int] = set()
        self._last_said = max(
            (
                at
                for at, (_, message) in enumerate(items)
                if not self._is_answer(message) or message.role == "assistant"
            ),
            default=-1,
        )
        self._searches: dict[str | None, int] = {}
        for index, message in items:
            for block in message.blocks:
                if type(block) is ServerToolCall and handoff.writing.element(block.native) is not None:
                    self._searches.setdefault(block.id, index)
        handoff.pending.clear()
        self._steps = list(self._found_steps())
        self._found: dict[int, tuple[int, ToolResult]] = {}
        self._sound = {behind: end for at, behind in self._steps if (end := self._end_of_answers(at, behind)) > behind}
        self._results = self._by_id()
        self._find_answers()

    def _found_steps(self) -> Iterator[tuple[int, int]]:
        """Where the assistant begins to speak, and where somebody else does again."""
        began: int | None = None
        for at, (_, message) in enumerate(self._items):
            if message.role == "assistant":
                began = at if began is None else began
            elif began is not None:
                yield began, at
                began = None
        if began is not None:
            yield began, len(self._items)

    def _end_of_answers(self, at: int, behind: int) -> int:
        """Where the answers end that stand as they should, in whatever order; where they begin if they do not."""
        calls = [block.id for _, message in self._items[at:behind] for block in message.get_tool_calls()]
        waiting, answers = set(calls), list[ToolResult]()
        end = behind
        while waiting and end < len(self._items) and len(waiting) == len(calls) - len(answers):
            blocks = self._items[end][1].blocks
            # What only its own API knows, such as a mark for its cache, may stand among them.
            others = (n for n, block in enumerate(blocks) if type(block) not in (ToolResult, Opaque))
            first_other = next(others, len(blocks))
            results = [block for block in blocks[:first_other] if type(block) is ToolResult]
            is_mixed = any(type(block) is ToolResult for block in blocks[first_other:])
            if not results or is_mixed or (first_other < len(blocks) and len(results) < len(waiting)):
                return behind
            answers += results
            waiting.difference_update(block.tool_call_id for block in results)
            end += 1
        if waiting or len(answers) != len(calls):
            return behind
        self._taken.update(map(id, answers))
        return end

    def _find_answers(self) -> None:
        """For each call the first result of its id behind it; where there is none, one that came too early."""
        lost: list[ToolCall] = []
        for began, behind in self._steps:
            calls = (call for _, message in self._items[began:behind] for call in message.get_tool_calls())
            lost += [call for call in calls if behind not in self._sound and not self._take(call, behind)]
        if lost:
            self._results = self._by_id()
            for call in lost:
                self._take(call, 0)

    def _by_id(self) -> defaultdict[str, deque[tuple[int, ToolResult]]]:
        """The results that are not taken yet."""
        found: defaultdict[str, deque[tuple[int, ToolResult]]] = defaultdict(deque)
        for at, (_, message) in enumerate(self._items):
            for block in message.blocks:
                if type(block) is ToolResult and id(block) not in self._taken:
                    found[block.tool_call_id].append((at, block))
        return found

    def _take(self, call: ToolCall, earliest: int) -> bool:
        waiting = self._results[call.id]
        while waiting:
            at, block = waiting.popleft()
            if at >= earliest:
                self._taken.add(id(block))
                self._found[id(call)] = (at, block)
                return True
        return False

    def paired(self) -> list[Item]:
        items, out = self._items, list[Item]()
        at = 0
        for began, behind in [*self._steps, (len(items), len(items))]:
            for index, message in items[at:began]:
                kept = self._without_results(index, message)
                if kept is not None:
                    out.append((index, kept))
            at = self._sound.get(behind, behind)
            out += items[began:at] if at > behind else self._answered(items[began:behind], behind)
        return out

    def _answered(self, step: list[Item], behind: int) -> list[Item]:
        """The assistant's messages of one step, and behind them the results of its calls, in their order."""
        calls = [(i, block) for i, message in step for block in message.blocks if type(block) is ToolCall]
        if not calls:
            return step
        results: list[Item] = []
        unanswered: list[tuple[int, ToolCall]] = []
        for index, call in calls:
            found = self._found.get(id(call))
            if found is None:
                unanswered.append((index, call))
            else:
                at, block = found
                if not 0 <= at - behind <= len(calls) or any(m.role != "tool" for _, m in self._items[behind : at + 1]):
                    path = self._writing.path(self._items[at][0], block)
                    self._writing.tell("moved", path, block, "a result stands directly behind its call", rule="ANT-05")
                results.append((self._items[at][0], self._alone(at, block)))
        is_last = behind > self._last_said
        dropped: set[int] = set()
        for index, call in unanswered:
            path = self._writing.path(index, call)
            if is_last and not self._handoff.complete:
                self._handoff.pending.append(path)
            elif (made := self._orphaned(call, path)) is not None:
                results.append((index, made))
            else:
                dropped.add(id(call))
        if dropped:
            step = [
                (index, self._handoff.rebuilt(message, [block for block in message.blocks if id(block) not in dropped]))
                for index, message in step
            ]
        return step + results

    def _alone(self, at: int, block: ToolResult) -> Message:
        """The message that holds this result and nothing else."""
        message = self._items[at][1]
        return message if len(message.content) == 1 else Message("tool", (block,), tool_call_id=block.tool_call_id)

    def _is_answer(self, message: Message) -> bool:
        return all(type(block) is ToolResult for block in message.blocks)

    def _orphaned(self, call: ToolCall, path: str) -> Message | None:
        match self._handoff.orphans:
            case "error":
                raise InvalidHistory(f"the call {call.id!r} of {call.name!r} has no result", path, rule="ANT-05")
            case "drop":
                self._writing.drop(path, call, "a call without a result was left out as asked", rule="ANT-05")
                return None
            case "synthesize":
                self._writing.tell("synthesized", path, "ToolResult", "the call has no result", rule="ANT-05")
                made = ToolResult(call.id, (Text(NO_RESULT),), call.name, is_error=True, kind=call.kind)
                result = self._writing.invent(made)
                return Message("tool", (result,), tool_call_id=call.id)

    def _without_results(self, index: int, message: Message) -> Message | None:
        """What a message says beside the results that have gone to their calls."""
        if not any(type(block) is ToolResult for block in message.blocks):
            return message
        if self._answers_a_search(index, message):
            return message
        kept: list[AnyBlock] = []
        for block in message.blocks:
            if type(block) is not ToolResult:
                kept.append(block)
            elif id(block) not in self._taken:
                kept += self._stray(index, block)
        if not kept:
            return None
        if len(kept) == len(message.blocks) and all(a is b for a, b in zip(kept, message.blocks, strict=True)):
            return message
        return Message("user", tuple(kept), name=message.name)

    def _answers_a_search(self, index: int, message: Message) -> bool:
        """The client may run a tool of the provider's own, and answer it like a function."""
        results = [block for block in message.blocks if type(block) is ToolResult]
        called = (self._searches.get(result.tool_call_id, index) < index for result in results)
        return self._writing.is_native(message) and all(called)

    def _stray(self, index: int, result: ToolResult) -> list[AnyBlock]:
        path = self._writing.path(index, result)
        if self._handoff.continues:
            return [result]  # its call lies with the provider
        if self._handoff.orphans == "error":
            raise InvalidHistory(
                f"a result answers the call {result.tool_call_id!r}, which nobody made", path, rule="ANT-07"
            )
        if self._handoff.orphans == "drop":
            self._writing.drop(path, result, "a result without a call was left out as asked", rule="ANT-07")
            return []
        if self._handoff.strategy != "full":
            return [result]  # told in prose, or left out, with all other traffic
        self._writing.tell("kept-as-text", path, result, "nobody made the call that this answers", rule="ANT-07")
        head = f"A tool ({result.tool_name}) returned:" if result.tool_name else "A tool returned:"
        media = [] if isinstance(result.content, str) else [b for b in result.content if type(b) is not Text]
        return [Text(f"{head}\n{result.text}"), *media]
