"""A whole conversation → tokens: what its parts are, and the range in which the provider's own count is expected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec import Struct, to_builtins

from segue.conversation import (
    AnyBlock,
    Audio,
    Compaction,
    Conversation,
    Document,
    Image,
    Message,
    Opaque,
    Parts,
    PlainText,
    Refusal,
    ServerToolCall,
    ServerToolResult,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChange,
    ToolResult,
    Video,
)
from segue.models import Model
from segue.tokens.media import Senses, Span, document_tokens, image_tokens, lasting_tokens, senses_of
from segue.tokens.rates import Rates, rates_of
from segue.tokens.text import text_tokens

_NOTHING = Span(0, 0, 0)
#: A tool that the provider runs brings a prompt of its own; what it found may be longer than what is shown of it.
_HOSTED_TOOL = Span(20, 400, 20_000)
_UNSHOWN = 5


class Tokens(Struct, frozen=True, kw_only=True):
    """How many tokens a request is, by estimate: its parts, and the range that nine in ten requests stay within."""

    messages: int
    system: int
    tools: int
    media: int
    low: int
    high: int

    @property
    def total(self) -> int:
        """The likeliest sum."""
        return self.messages + self.system + self.tools + self.media

    def to_dict(self) -> dict[str, Any]:
        """A plain, JSON-ready picture."""
        return {"total": self.total, **to_builtins(self)}

    def __str__(self) -> str:
        return f"about {self.total:,} tokens ({self.low:,} to {self.high:,})"


def estimate(conversation: Conversation, model: Model) -> Tokens:
    """About how many tokens of input a conversation is for a model."""
    counting = _Counting(model)
    rates = counting.rates
    system = conversation.system
    instructions = counting.blocks((Text(system),) if isinstance(system, str) and system else system or ())
    if instructions.likely:
        instructions = instructions.plus(_exactly(rates.message))
    media_of_system = counting.taken_media()
    tools = counting.declared(conversation)
    spoken = counting.messages(conversation.messages)
    media = media_of_system.plus(counting.taken_media())
    parts = (instructions, tools, spoken, media, _exactly(rates.base))
    whole = _sum(parts)
    slack = rates.slack + (rates.tools_slack if any(tool.kind != "hosted" for tool in conversation.tools) else 0)
    return Tokens(
        messages=round(spoken.likely + rates.base),
        system=round(instructions.likely),
        tools=round(tools.likely),
        media=round(media.likely),
        low=max(0, round(whole.low * (1 - rates.span) - slack)),
        high=round(whole.high * (1 + rates.span) + slack),
    )


class _Counting:
    """One count for one model. Media are gathered apart, wherever they stand."""

    def __init__(self, model: Model) -> None:
        self.rates: Rates = rates_of(model)
        self._senses: Senses = senses_of(model.id)
        self._media = _NOTHING

    def taken_media(self) -> Span:
        """The media seen since this was last asked."""
        taken, self._media = self._media, _NOTHING
        return taken

    def declared(self, conversation: Conversation) -> Span:
        """The tools, and the schema that the answer is to follow."""
        found = _NOTHING
        for tool in conversation.tools:
            found = found.plus(self._tool(tool))
        if any(tool.kind != "hosted" for tool in conversation.tools):
            found = found.plus(_exactly(self.rates.tools))
        output = conversation.settings.output
        if output is not None and output.schema is not None:
            found = found.plus(_exactly(self.rates.output + text_tokens(output.schema) * self.rates.output_schema))
        return found

    def _tool(self, tool: Tool) -> Span:
        if tool.kind == "hosted":
            return _HOSTED_TOOL
        words = self._words(tool.name) + self._words(tool.description or "")
        return _exactly(self.rates.tool + words + text_tokens(tool.schema or tool.format or "") * self.rates.schema)

    def messages(self, messages: tuple[Message, ...]) -> Span:
        """All messages. Thinking counts surely in the turn that is under way alone: most vendors drop what is older."""
        found = _exactly(self.rates.message * len(messages))
        begun = max((index for index, message in enumerate(messages) if _begins_a_turn(message)), default=-1)
        for index, message in enumerate(messages):
            found = found.plus(self.blocks(message.blocks, current=index > begun))
        return found

    def blocks(self, blocks: Iterable[AnyBlock], *, current: bool = False) -> Span:
        """The blocks of one place, media apart."""
        low = likely = high = 0.0
        for block in blocks:
            span = self._block(block, current=current)
            if block.signature is not None:
                span = span.plus(self._sealed(block.signature, current=current))
            low, likely, high = low + span.low, likely + span.likely, high + span.high
        return Span(low, likely, high)

    def _block(self, block: AnyBlock, *, current: bool) -> Span:
        match block:
            case Text() | Refusal():
                return _exactly(self._words(block.text))
            case Thinking():
                thought = self._words(block.text)
                readable = Span(0, thought if current else 0, thought)
                return readable.plus(self._sealed(block.encrypted or "", current=current))
            case ToolCall():
                return _exactly(self._words(block.name) + self._words(block.raw_arguments) + self.rates.call)
            case ToolResult():
                return self._result(block)
            case Image() | Audio() | Video() | Document():
                return self._medium(block)
            case ServerToolCall():
                return self._found(block.name, block.raw_input, block.output or "")
            case ServerToolResult():
                return self._found(block.output)
            case Compaction():
                return self._found(block.summary or "", block.encrypted or "")
            case Opaque():
                return self._found(block.text or "")
            case ToolChange():
                spans = (self._tool(tool) for tool in block.added)
                return _sum(spans)
            case _:
                assert_never(block)

    def _result(self, result: ToolResult) -> Span:
        if result.json is not None:
            return _exactly(self._words(result.json))
        if isinstance(result.content, str):
            return _exactly(self._words(result.content))
        return self.blocks(result.content)

    def _medium(self, block: Image | Audio | Video | Document) -> Span:
        if isinstance(block, Image):
            self._media = self._media.plus(image_tokens(block, self._senses))
            return _NOTHING
        if not isinstance(block, Document):
            self._media = self._media.plus(lasting_tokens(block, self._senses))
            return _NOTHING
        headed = _exactly(self._words(block.title or "") + self._words(block.context or ""))
        if isinstance(block.source, PlainText):
            return headed.plus(_exactly(self._words(block.source.text)))
        if isinstance(block.source, Parts):
            return headed.plus(self.blocks(block.source.blocks))
        self._media = self._media.plus(document_tokens(block, self._senses))
        return headed

    def _found(self, *texts: str) -> Span:
        shown = sum(map(self._words, texts))
        return Span(shown, shown, shown * _UNSHOWN)

    def _sealed(self, sealed: str, *, current: bool) -> Span:
        most = len(sealed) * self.rates.sealed
        return Span(0, most if current else 0, most)

    def _words(self, text: str) -> float:
        return text_tokens(text) * self.rates.text if text else 0.0


def _begins_a_turn(message: Message) -> bool:
    return message.role == "user" and any(not isinstance(block, ToolResult) for block in message.blocks)


def _exactly(tokens: float) -> Span:
    return Span(tokens, tokens, tokens)


def _sum(spans: Iterable[Span]) -> Span:
    found = _NOTHING
    for span in spans:
        found = found.plus(span)
    return found
