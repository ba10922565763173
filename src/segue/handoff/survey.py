"""One look at a history, so that passes with nothing to do cost nothing."""

from __future__ import annotations

from collections.abc import Sequence

from segue.conversation import Message, Text, ToolCall, ToolResult
from segue.handoff.pairs import find_pairs
from segue.jsontext import ESCAPED_HALF


def read_at_a_glance(message: Message) -> bool:
    """Does it hold nothing but words, calls and results, as its reader found it?"""
    native = message.native
    return native is not None and native.plain and native.content is message.content


class Survey:
    """What there is in a history. Places are the indices of messages.

    A message that was read at a glance holds nothing but words, calls and results: only the others are gone through.
    """

    def __init__(self, messages: Sequence[Message]) -> None:
        self.pairs = find_pairs(messages)
        """The calls and their results."""
        self.call_ids = self.pairs.ids
        self.call_names = {call.name for call in self.pairs.calls}
        self.apis: set[str] = set()
        """The APIs that originals came from."""
        self.spoken = False
        """Something was said by a program: no provider sent or took it."""
        self.instructions: list[int] = []
        """Where messages of the system stand."""
        self.kinds: set[type] = set()
        """The kinds of blocks beside texts, calls and results, and all such kinds inside results."""
        self.marked: set[int] = set()
        self.cited: set[int] = set()
        self.named: set[int] = set()
        """Where blocks carry cache marks, where texts cite sources, where somebody is named."""
        self.signed = False
        """Blocks carry signatures."""
        self.blank = False
        """Texts are empty or white space, those in results too, or a message is without content."""
        self.misplaced = False
        """Calls stand where the assistant does not speak, or results where it does."""
        for index, message in enumerate(messages):
            native = message.native
            if native is None or not native.plain or native.content is not message.content:
                self._go_through(index, message)
            else:
                self.apis.add(native.api)

    def pair_again(self, messages: Sequence[Message]) -> None:
        """Look at the calls and results once more: some have gone."""
        self.pairs = find_pairs(messages)
        self.call_ids = self.pairs.ids

    @property
    def escaped(self) -> bool:
        """The text of some arguments may hold half a character; what came as an object was whole."""
        texts = " ".join(
            [
                call.raw_arguments
                for call in self.pairs.calls
                if not ((native := call.native) and (held := native.content) and held[0] is call.raw_arguments)
            ]
        )
        # From its end, a text is searched for its rare backslashes, and not for all its letters.
        return texts.rfind("\\u") >= 0 and ESCAPED_HALF.search(texts) is not None

    def _go_through(self, index: int, message: Message) -> None:
        """Kinds are compared by ``type``: ``isinstance`` takes six times as long here."""
        role, native = message.role, message.native
        if native is None:
            self.spoken = True
        else:
            self.apis.add(native.api)
        if role == "system":
            self.instructions.append(index)
        if message.name is not None:
            self.named.add(index)
        if not message.content:
            self.blank = True
        for block in message.blocks:
            if block.signature is not None:
                self.signed = True
            if block.cache is not None:
                self.marked.add(index)
            if type(block) is Text:
                self.blank = self.blank or not block.text or block.text.isspace()
                if block.citations:
                    self.cited.add(index)
            elif type(block) is ToolCall:
                self.misplaced = self.misplaced or role != "assistant"
            elif type(block) is ToolResult:
                self.misplaced = self.misplaced or role == "assistant" or role == "system"
                self._go_through_result(index, block)
            else:
                self.kinds.add(type(block))

    def _go_through_result(self, index: int, result: ToolResult) -> None:
        if isinstance(result.content, str):
            self.blank = self.blank or result.content.isspace()
            return
        for part in result.content:
            if part.cache is not None:
                self.marked.add(index)
            if type(part) is Text:
                self.blank = self.blank or not part.text or part.text.isspace()
                if part.citations:
                    self.cited.add(index)
            else:
                self.kinds.add(type(part))
                self.misplaced = self.misplaced or type(part) is ToolCall or type(part) is ToolResult
