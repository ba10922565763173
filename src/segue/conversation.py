"""The neutral conversation: what every wire API's history is read into, and what every one is written from.

Everything here is frozen. JSON that has no neutral form of its own (arguments, schemas, server results) is kept as
JSON *text*, so that a value handed out is always a fresh copy and two conversations never share a container.

A message that came from a provider also keeps its ``native`` original. The original goes out again, value for value,
when the message is sent back to the API that it came from, and stands only as long as the content that was read from
it: a message rebuilt with other content is written from its blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from segue.errors import InvalidHistory
from segue.jsontext import dump, load_object, own

Role = Literal["system", "user", "assistant", "tool"]
ROLES: tuple[Role, ...] = ("system", "user", "assistant", "tool")


class Original(Struct, frozen=True, eq=False, gc=False):
    """What a provider sent, owned by the conversation and never handed out: writers copy it.

    ``content`` is what was read from ``value``; the original stands while its owner still holds that very object.
    An original is how a thing was said, not what was said, so it never makes two things different.
    """

    api: str
    value: Any
    content: Any = None

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Original)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return f"<original {self.api}>"


# Where the bytes of a medium are.


class Base64(Struct, frozen=True, gc=False, tag="base64"):
    """The bytes themselves."""

    data: str
    media_type: str | None = None


class Url(Struct, frozen=True, gc=False, tag="url"):
    """An address that the provider fetches (``https:``, ``gs:``, ``s3:`` …)."""

    url: str
    media_type: str | None = None


class FileId(Struct, frozen=True, gc=False, tag="file"):
    """A file that one provider's account holds: readable there and nowhere else."""

    id: str
    media_type: str | None = None


class PlainText(Struct, frozen=True, gc=False, tag="text"):
    """A document that is given as its text."""

    text: str
    media_type: str | None = None


class Parts(Struct, frozen=True, gc=False, tag="parts"):
    """A document that is given as a list of blocks."""

    blocks: tuple[Block, ...]


Source: TypeAlias = Base64 | Url | FileId | PlainText | Parts


class Link(Struct, frozen=True, gc=False):
    """A source that a server tool found."""

    url: str
    title: str | None = None


class Citation(Struct, frozen=True, gc=False):
    """Where a text says that it got something from. ``kind`` is the wire's own word for it."""

    kind: str
    url: str | None = None
    title: str | None = None
    quoted: str | None = None
    start: int | None = None
    end: int | None = None


class Block(Struct, frozen=True, kw_only=True, gc=False):
    """What every block may carry: a provider's signature, a cache mark (its time to live, or ``""``), its original."""

    signature: str | None = None
    cache: str | None = None
    native: Original | None = None


class Text(Block, frozen=True, gc=False, tag="text"):
    text: str
    citations: tuple[Citation, ...] = ()


class Thinking(Block, frozen=True, gc=False, tag="thinking"):
    """A model's reasoning. ``text`` may be empty: some providers send only ``encrypted`` or a ``signature``."""

    text: str = ""
    encrypted: str | None = None
    summary: bool = False


class Image(Block, frozen=True, gc=False, tag="image"):
    source: Source
    detail: str | None = None


class Audio(Block, frozen=True, gc=False, tag="audio"):
    source: Source
    transcript: str | None = None


class Video(Block, frozen=True, gc=False, tag="video"):
    source: Source


class Document(Block, frozen=True, gc=False, tag="document"):
    source: Source
    title: str | None = None
    context: str | None = None


class ToolCall(Block, frozen=True, gc=False, tag="tool_call"):
    """A call that the client answers. ``raw_arguments`` is the text of its arguments, as the model wrote it."""

    id: str
    name: str
    raw_arguments: str = "{}"
    kind: Literal["function", "custom", "builtin"] = "function"
    namespace: str | None = None
    caller: str | None = None
    synthetic_id: bool = False

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments as a fresh object; ``{"raw": text}`` where the text is not a JSON object."""
        text = self.raw_arguments
        if self.kind == "custom":
            return {"input": text}
        parsed = load_object(text)
        return {"raw": text} if parsed is None else parsed

    @property
    def parse_error(self) -> str | None:
        """Why ``raw_arguments`` is not a JSON object, or None."""
        if self.kind == "custom" or load_object(self.raw_arguments) is not None:
            return None
        return f"the arguments of {self.name!r} are not a JSON object"


class ToolResult(Block, frozen=True, gc=False, tag="tool_result"):
    """The answer to a call. ``json`` is the text of the value where the wire carried one instead of text."""

    tool_call_id: str
    content: str | tuple[Block, ...] = ()
    tool_name: str | None = None
    is_error: bool | None = None
    json: str | None = None
    kind: Literal["function", "custom", "builtin"] = "function"

    def __post_init__(self) -> None:
        if type(self.content) is not tuple and type(self.content) is not str:
            force_setattr(self, "content", _blocks(self.content))

    @property
    def text(self) -> str:
        """The words of the result, without its media."""
        content = self.content
        if isinstance(content, str):
            return content
        if len(content) == 1 and isinstance(only := content[0], Text):
            return only.text
        return "\n".join(block.text for block in self.content if isinstance(block, Text))


class ServerToolCall(Block, frozen=True, gc=False, tag="server_tool_call"):
    """A tool that the provider ran. ``output`` and ``sources`` are filled where the wire fuses call and result."""

    name: str
    id: str | None = None
    raw_input: str = "{}"
    output: str | None = None
    sources: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()


class ServerToolResult(Block, frozen=True, gc=False, tag="server_tool_result"):
    """What a provider's own tool found, as far as it can be read."""

    name: str
    tool_call_id: str | None = None
    output: str = ""
    sources: tuple[Link, ...] = ()
    is_error: bool = False


class Refusal(Block, frozen=True, gc=False, tag="refusal"):
    text: str


class Tool(Struct, frozen=True, gc=False):
    """A tool that the model may call. ``schema`` is the text of its JSON schema."""

    name: str
    description: str | None = None
    schema: str | None = None
    kind: Literal["function", "custom", "hosted"] = "function"
    strict: bool | None = None
    format: str | None = None
    namespace: str | None = None
    cache: str | None = None
    native: Original | None = None


class ToolChange(Block, frozen=True, gc=False, tag="tool_change"):
    """Tools that come or go in the middle of a conversation."""

    added: tuple[Tool, ...] = ()
    removed: tuple[str, ...] = ()


class Compaction(Block, frozen=True, gc=False, tag="compaction"):
    """Stands for everything before it; readable elsewhere only through ``summary``."""

    summary: str | None = None
    encrypted: str | None = None


class Opaque(Block, frozen=True, gc=False, tag="opaque"):
    """Something that only its own API understands, in its place. ``text`` is what a person would read in it."""

    kind: str
    text: str | None = None


AnyBlock: TypeAlias = (
    Text
    | Thinking
    | Image
    | Audio
    | Video
    | Document
    | ToolCall
    | ToolResult
    | ServerToolCall
    | ServerToolResult
    | Refusal
    | ToolChange
    | Compaction
    | Opaque
)


class Stop(Struct, frozen=True, gc=False):
    """Why a model stopped: one word for all providers, and the provider's own."""

    reason: Literal[
        "end", "tool_use", "max_tokens", "context_window", "stop_sequence", "refusal", "paused", "error", "unknown"
    ]
    raw: str | None = None
    sequence: str | None = None


class Usage(Struct, frozen=True, gc=False):
    """Tokens, counted alike for all providers: ``input`` includes the cache, ``output`` the reasoning."""

    input: int = 0
    output: int = 0
    cache_read: int | None = None
    cache_write: int | None = None
    reasoning: int | None = None
    raw_json: str = "{}"

    @property
    def raw(self) -> dict[str, Any]:
        """The provider's own figures."""
        return load_object(self.raw_json) or {}


class Message(Struct, frozen=True, gc=False):
    """One message, item or content of the wire, and who wrote it.

    ``content`` is a string or blocks; what was decoded always has a tuple of blocks.
    ``Message("tool", "42", tool_call_id="call_1")`` is short for one ``ToolResult``.
    """

    role: Role
    content: str | tuple[AnyBlock, ...] = ()
    provider: str | None = None
    api: str | None = None
    model: str | None = None
    tool_call_id: str | None = None
    id: str | None = None
    name: str | None = None
    phase: str | None = None
    authority: Literal["developer"] | None = None
    stop: Stop | None = None
    usage: Usage | None = None
    native: Original | None = None

    def __post_init__(self) -> None:
        content = self.content
        if type(content) is not tuple:
            if type(content) is not str:
                force_setattr(self, "content", _blocks(content))
            if self.role == "tool" and self.tool_call_id is not None:
                result = ToolResult(self.tool_call_id, (Text(content),) if isinstance(content, str) else self.content)
                force_setattr(self, "content", (result,))
        if self.role not in ROLES:
            raise InvalidHistory(f"unknown role {self.role!r}: use one of {', '.join(ROLES)}", "$.role")

    @property
    def blocks(self) -> tuple[AnyBlock, ...]:
        """The content as blocks, also where it was given as a string."""
        content = self.content
        if isinstance(content, str):
            return (Text(content),)
        return content

    @property
    def text(self) -> str:
        """The words of the message, without thinking and tool traffic."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, Text))

    def get_tool_calls(self) -> list[ToolCall]:
        """The calls that this message asks the client to run."""
        return [block for block in self.content if isinstance(block, ToolCall)]


class Reasoning(Struct, frozen=True, gc=False):
    """How much the model may think: an effort word, a budget of tokens, or not at all."""

    enabled: bool | None = None
    effort: str | None = None
    budget: int | None = None
    summary: str | None = None


class ToolChoice(Struct, frozen=True, gc=False):
    """Which tools the model may or must call; ``names`` narrows the mode to these."""

    mode: Literal["auto", "none", "required"] = "auto"
    names: tuple[str, ...] = ()


class OutputFormat(Struct, frozen=True, gc=False):
    """JSON, or JSON of one schema."""

    schema: str | None = None
    name: str | None = None
    description: str | None = None
    strict: bool | None = None


class Settings(Struct, frozen=True, gc=False):
    """What a request asks for beside its history, as far as the APIs have it in common."""

    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    stop: tuple[str, ...] = ()
    seed: int | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    reasoning: Reasoning | None = None
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    output: OutputFormat | None = None
    stream: bool | None = None


class Conversation(Struct, frozen=True, gc=False):
    """A whole history, with the request around it.

    ``model`` names who answers next, in the words of the request; who wrote a message is said by the message.
    """

    messages: tuple[Message, ...] = ()
    system: str | tuple[AnyBlock, ...] = ()
    tools: tuple[Tool, ...] = ()
    settings: Settings = Settings()
    model: str | None = None
    native: Original | None = None

    def __post_init__(self) -> None:
        if type(self.messages) is not tuple:
            force_setattr(self, "messages", tuple(self.messages))

    def add(self, *messages: Message) -> Conversation:
        """The conversation with these messages at its end."""
        return msgspec.structs.replace(self, messages=(*self.messages, *messages))


def user(*content: str | AnyBlock) -> Message:
    """A user's message: ``user("What is this?", Image(Url("https://…")))``."""
    return Message("user", _content(content))


def assistant(
    *content: str | AnyBlock, provider: str | None = None, api: str | None = None, model: str | None = None
) -> Message:
    """A model's message; say who wrote it, and what only its author may read comes back to it."""
    return Message("assistant", _content(content), provider, api, model)


def system(*content: str | AnyBlock) -> Message:
    """Instructions, at the place where they stand in the list of messages."""
    return Message("system", _content(content))


def tool_call(name: str, arguments: dict[str, Any] | None = None, *, id: str) -> ToolCall:
    """A call with its arguments as an object."""
    return ToolCall(id, name, dump(own(arguments or {})))


def tool_result(
    tool_call_id: str, content: str | Sequence[AnyBlock], *, tool_name: str | None = None, is_error: bool | None = None
) -> Message:
    """The answer to a call."""
    blocks = (Text(content),) if isinstance(content, str) else tuple(content)
    return Message("tool", (ToolResult(tool_call_id, blocks, tool_name, is_error),), tool_call_id=tool_call_id)


def _content(content: Iterable[str | AnyBlock]) -> str | tuple[AnyBlock, ...]:
    parts = tuple(content)
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0]
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)


def _blocks(content: object) -> tuple[AnyBlock, ...]:
    match content:
        case None:
            return ()
        case list() | tuple():
            blocks: list[AnyBlock] = []
            for index, block in enumerate(content):
                if isinstance(block, str):
                    blocks.append(Text(block))
                elif isinstance(block, AnyBlock):
                    blocks.append(block)
                else:
                    raise InvalidHistory(f"expected a content block, got {type(block).__name__}", f"$.content[{index}]")
            return tuple(blocks)
        case _:
            raise InvalidHistory(
                f"content must be str or list[ContentBlock], got {type(content).__name__}", "$.content", exact=True
            )
