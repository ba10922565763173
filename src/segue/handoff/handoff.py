"""The state that the passes of one handoff share."""

from __future__ import annotations

from operator import is_
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from segue.apis.codec import Wire
from segue.apis.reading import Wired
from segue.apis.writing import Writing
from segue.conversation import AnyBlock, Conversation, Message, ToolResult
from segue.handoff.survey import Survey
from segue.handoff.wording import WORDINGS, Wording
from segue.rules import Audience

#: A message, and the index in the source of the message that it comes from.
Item: TypeAlias = tuple[int, Message]

ThinkingForm = Literal["native", "text", "tagged", "drop"]
OrphanPolicy = Literal["synthesize", "drop", "error"]
Strategy = Literal["full", "simplify", "strip"]
ImageForm = Literal["keep", "placeholder"]


class Options(Struct, frozen=True):
    """What the caller asked for."""

    thinking: ThinkingForm = "native"
    """The best form that another model's reasoning may take."""
    orphans: OrphanPolicy = "synthesize"
    """What becomes of calls that nobody answered, and of answers to no call."""
    strategy: Strategy = "full"
    """What becomes of tool traffic: itself, prose, or nothing."""
    usual: bool = False
    """Nobody asked for this strategy: it is the environment's, and not for what an API has said itself."""
    images: ImageForm = "keep"
    """What becomes of images that the target could see."""
    wording: Wording = WORDINGS["en"]
    """How tool traffic is told in prose."""
    mends: bool = False
    """A bare API does not get its own messages back as they are: their defects are mended."""
    whole: bool = True
    """The history is all there is; else more will be said, so that nobody has to begin or end it."""
    complete: bool = False
    """The request is to be sent as it is: nobody is about to answer the calls of its last step."""


class Handoff:
    """Where a conversation goes, how, and what of it was found where.

    A pass takes the items and gives items back; a pass that finds nothing to do gives back the very list it took.
    """

    def __init__(
        self,
        conversation: Conversation,
        writing: Writing,
        wire: Wire,
        survey: Survey,
        options: Options,
    ) -> None:
        self.conversation = conversation
        self.writing = writing
        self.wire = wire
        self.survey = survey
        self.thinking = options.thinking
        self.orphans: OrphanPolicy = options.orphans
        self.calls_tools = writing.endpoint is None or writing.capabilities.tools
        self.strategy: Strategy = (
            "simplify" if options.strategy == "full" and not self.calls_tools else options.strategy
        )
        self.images = options.images
        self.wording = options.wording
        self.complete = options.complete
        self.mends = options.mends
        self.leaves_originals = writing.endpoint is None and not options.mends
        """A bare API gets its own messages back as they are; a model gets whatever its rules ask for."""
        self.whole = options.whole
        self.pending: list[str] = []
        self.server_calls: set[str] = set()
        """Ids of the calls of provider-run tools, for their results."""
        self._replayed: tuple[list[Item], list[Wired]] = ([], [])

    def leaves_alone(self, message: Message) -> bool:
        """Does this message go out as the original that it came in?"""
        return self.leaves_originals and self.writing.is_native(message)

    @property
    def continues(self) -> bool:
        """Does the provider that it goes to hold the beginning of it? [L11]"""
        native = self.conversation.native
        if native is None or native.api != self.wire.api:
            return False
        return any(native.value.get(key) for key in self.wire.server_state)

    @property
    def audience(self) -> Audience:
        """Who is to take it, for the rules."""
        endpoint = self.writing.endpoint
        return Audience(self.wire.api) if endpoint is None else Audience.of(endpoint)

    def replayed(self, items: list[Item]) -> list[Wired]:
        """The elements that go home as they came; an empty one for what is written from its blocks."""
        if self._replayed[0] is not items:
            values: list[Wired | list[Wired] | str] = [
                native.value
                if (native := message.native) and native.api == self.wire.api and native.content is message.content
                else ""
                for _, message in items
            ]
            self._replayed = (items, [value if isinstance(value, dict) else {} for value in values])
        return self._replayed[1]

    def rebuilt(self, message: Message, blocks: list[AnyBlock]) -> Message:
        """The message with other content: its original no longer stands."""
        held, content = tuple(blocks), message.content
        if isinstance(content, str) and held == message.blocks:
            return message
        if len(held) == len(content) and all(map(is_, held, content)):
            return message
        return holding(message, held)

    def revise(self, **fields: object) -> None:
        """Change what stands beside the messages: system, tools, settings."""
        self.conversation = replace(self.conversation, **fields)


def holding(message: Message, held: tuple[AnyBlock, ...]) -> Message:
    """The message with this content instead of its own."""
    only = held[0] if len(held) == 1 else None
    answered = only.tool_call_id if type(only) is ToolResult else None
    return replace(message, content=held, native=None, tool_call_id=answered)
