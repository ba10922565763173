"""The blocks that a message consists of, and where their bytes and their words come from.

Everything here is frozen. JSON that has no neutral form of its own (arguments, schemas, server results) is kept as
JSON *text*, so that a value handed out is always a fresh copy and two conversations never share a container.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from segue.errors import InvalidHistory
from segue.jsontext import load_object


class Original(Struct, frozen=True, eq=False, gc=False):
    """What a provider sent, owned by the conversation and never handed out: writers copy it.

    ``content`` is what was read from ``value``; the original stands while its owner still holds that very object. Where
    a call's arguments came as an object, it is their text and that object.
    An original is how a thing was said, not what was said, so it never makes two things different.

    A message whose original is ``plain`` was read at a glance: words of the user or the assistant, none of them blank,
    calls of functions, results that are a text each, and nothing that hangs on them. Passes have nothing to look for
    in it but what the calls say.
    """

    api: str
    value: Any
    content: Any = None
    plain: bool = False

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

    blocks: tuple[AnyBlock, ...]


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
    """Words, and where they say they got them from."""

    text: str
    citations: tuple[Citation, ...] = ()


class Thinking(Block, frozen=True, gc=False, tag="thinking"):
    """A model's reasoning. ``text`` may be empty: some providers send only ``encrypted`` or a ``signature``."""

    text: str = ""
    encrypted: str | None = None
    summary: bool = False


class Image(Block, frozen=True, gc=False, tag="image"):
    """A picture; ``detail`` is how closely the model is to look."""

    source: Source
    detail: str | None = None


class Audio(Block, frozen=True, gc=False, tag="audio"):
    """Sound, and its words where they are known."""

    source: Source
    transcript: str | None = None


class Video(Block, frozen=True, gc=False, tag="video"):
    """A moving picture."""

    source: Source


class Document(Block, frozen=True, gc=False, tag="document"):
    """A file to read, with a title and context for the model."""

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
    content: str | tuple[AnyBlock, ...] = ()
    tool_name: str | None = None
    is_error: bool | None = None
    json: str | None = None
    kind: Literal["function", "custom", "builtin"] = "function"

    def __post_init__(self) -> None:
        if type(self.content) is not tuple and type(self.content) is not str:
            force_setattr(self, "content", blocks_of(self.content))

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
    """The words in which a model declined."""

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


def blocks_of(content: Iterable[object] | None) -> tuple[AnyBlock, ...]:
    """What people give as content, as blocks."""
    if content is None:
        return ()
    if not isinstance(content, list | tuple):
        raise InvalidHistory(
            f"content must be str or list[ContentBlock], got {type(content).__name__}", "$.content", exact=True
        )
    return tuple(_block_of(block, index) for index, block in enumerate(content))


def _block_of(block: object, index: int) -> AnyBlock:
    if isinstance(block, str):
        return Text(block)
    if isinstance(block, AnyBlock):
        return block
    raise InvalidHistory(f"expected a content block, got {type(block).__name__}", f"$.content[{index}]")
