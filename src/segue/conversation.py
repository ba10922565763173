"""The neutral conversation: what every wire API's history is read into, and what every one is written from.

Everything here is frozen. A message that came from a provider also keeps its ``native`` original. The original goes
out again, value for value, when the message is sent back to the API that it came from, and stands only as long as the
content that was read from it: a message rebuilt with other content is written from its blocks.

The blocks of a message are defined in ``blocks``, and stand here too.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from segue.blocks import (
    AnyBlock,
    Audio,
    Base64,
    Block,
    Citation,
    Compaction,
    Document,
    FileId,
    Image,
    Link,
    Opaque,
    Original,
    Parts,
    PlainText,
    Refusal,
    ServerToolCall,
    ServerToolResult,
    Source,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolChange,
    ToolResult,
    Url,
    Video,
    blocks_of,
)
from segue.errors import InvalidHistory
from segue.jsontext import load_object

__all__ = [
    "ROLES",
    "AnyBlock",
    "Audio",
    "Base64",
    "Block",
    "Citation",
    "Compaction",
    "Conversation",
    "Document",
    "FileId",
    "Image",
    "Link",
    "Message",
    "Opaque",
    "Original",
    "OutputFormat",
    "Parts",
    "PlainText",
    "Reasoning",
    "Refusal",
    "Role",
    "ServerToolCall",
    "ServerToolResult",
    "Settings",
    "Source",
    "Stop",
    "Text",
    "Thinking",
    "Tool",
    "ToolCall",
    "ToolChange",
    "ToolChoice",
    "ToolResult",
    "Url",
    "Usage",
    "Video",
]

Role = Literal["system", "user", "assistant", "tool"]
#: The most frequent first: every message that is made asks whether its role is one of these.
ROLES: tuple[Role, ...] = ("assistant", "tool", "user", "system")


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
        if self.content.__class__ is not tuple or self.role not in ROLES:
            self._settle()

    def _settle(self) -> None:
        content = self.content
        if type(content) is not tuple:
            if type(content) is not str:
                # Templates and frameworks have kinds of strings of their own.
                held = str.__str__(content) if isinstance(content, str) else blocks_of(content)
                force_setattr(self, "content", held)
            if self.role == "tool" and self.tool_call_id is not None:
                result = ToolResult(self.tool_call_id, (Text(content),) if isinstance(content, str) else self.content)
                force_setattr(self, "content", (result,))
        if self.role not in ROLES:
            raise InvalidHistory(f"unknown role {self.role!r}: use one of {', '.join(get_args(Role))}", "$.role")

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
        return "\n".join(block.text for block in self.blocks if type(block) is Text)

    def get_tool_calls(self) -> list[ToolCall]:
        """The calls that this message asks the client to run."""
        return [block for block in self.content if type(block) is ToolCall]


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
