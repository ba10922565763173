"""Images, audio, video and documents: where the target takes them, in forms that it takes.

A medium that cannot come along leaves a visible marker: models that lose something without a trace make it up
[U-10].
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from segue.apis import media as forms
from segue.apis.codec import Media
from segue.conversation import (
    AnyBlock,
    Audio,
    Base64,
    Document,
    FileId,
    Image,
    Message,
    Opaque,
    Parts,
    PlainText,
    ServerToolCall,
    Source,
    Text,
    ToolResult,
    Url,
    Video,
)
from segue.handoff.handoff import Handoff, Item
from segue.rules.media import fault_in_base64

Medium: TypeAlias = Image | Audio | Video | Document
_MEDIUM = (Image, Audio, Video, Document)

#: A server's tool may have made images, which stand by themselves once the call is told in words.
MEDIA = frozenset({Image, Audio, Video, Document, ServerToolCall})


#: Instructions are text.
_NONE = Media()

#: What refuses each kind of medium, wherever it is refused.
_RULES = {"image": "ANT-30", "audio": "OAI-13", "document": "ANT-35"}

_NOUNS = {"image": "an image", "audio": "audio", "video": "a video", "document": "a document"}


def fit_media(items: list[Item], handoff: Handoff) -> list[Item]:
    """Bring media into a form and to a place that the target takes."""
    if handoff.survey.kinds.isdisjoint(MEDIA):
        return items
    names = {call.id: call.name for _, message in items for call in message.get_tool_calls()}
    out: list[Item] = []
    waiting: list[AnyBlock] = []
    since = 0
    before = None
    for index, message in items:
        # What the assistant shows in the middle of its turn follows the turn, and the results of it.
        if waiting and not _answers(message) and not before == message.role == "assistant":
            out.append((since, Message("user", tuple(waiting))))
            waiting = []
        before = message.role
        if handoff.leaves_alone(message):
            out.append((index, message))
            continue
        fitting = _Fitting(index, message, handoff, names)
        out.append((index, fitting.message))
        if fitting.moved:
            since = index
            waiting += fitting.moved
    if waiting:
        out.append((since, Message("user", tuple(waiting))))
    return out


def _answers(message: Message) -> bool:
    return message.role == "tool" or (bool(message.content) and type(message.blocks[0]) is ToolResult)


class _Fitting:
    """One message with its media in place; what has to move to a user's message behind it is in ``moved``."""

    def __init__(self, index: int, message: Message, handoff: Handoff, names: dict[str, str]) -> None:
        self._index = index
        self._names = names
        self._handoff = handoff
        self._writing = handoff.writing
        self._wire = handoff.wire
        self.moved: list[AnyBlock] = []
        place, whose = self._wire.user_media, "the user's message"
        if message.role == "assistant":
            place, whose = self._wire.assistant_media, "the assistant's message"
        elif message.role == "system":
            place, whose = _NONE, "the instructions"
        blocks: list[AnyBlock] = []
        for block in message.blocks:
            if type(block) is ToolResult:
                blocks.append(self._result(block))
            elif isinstance(block, _MEDIUM):
                blocks += self._fitted(block, place, whose, block)
            else:
                blocks.append(block)
        self.message = handoff.rebuilt(message, blocks)

    def _result(self, result: ToolResult) -> ToolResult:
        if isinstance(result.content, str) or MEDIA.isdisjoint(map(type, result.content)):
            return result
        place = self._wire.result_media
        by_model = self._wire.result_media_by_model and self._writing.capabilities.function_response_media
        if by_model or self._writing.dialect.result_images:
            place = self._wire.user_media
        if (kinds := self._writing.dialect.result_media) is not None:
            place = Media(**{kind: getattr(place, kind) for kind in kinds if kind != "text"})
        called = result.tool_name or self._names.get(result.tool_call_id) or result.tool_call_id
        blocks: list[AnyBlock] = []
        for block in result.content:
            if isinstance(block, _MEDIUM):
                blocks += self._fitted(block, place, f"the result of {called}", result)
            else:
                blocks.append(block)
        if len(blocks) == len(result.content) and all(a is b for a, b in zip(blocks, result.content, strict=True)):
            return result
        return self._writing.replace(result, content=tuple(blocks), native=None)

    def _fitted(self, block: Medium, place: Media, whose: str, at: AnyBlock) -> list[AnyBlock]:
        """The medium as this place takes it: itself, in another form, as text, or moved behind the message."""
        path = self._writing.path(self._index, at)
        if isinstance(block, Image) and self._handoff.images == "placeholder":
            self._writing.drop(path, block, "images were left out as asked")
            return [Text(f"(Here was {_NOUNS['image']}.)")]
        if not self._can_be_read(block):
            return [self._unreadable(block, path)]
        fitted: list[AnyBlock] = [block] if self._is_own(block) else self._formed(block, path)
        out: list[AnyBlock] = []
        for made in fitted:
            if not isinstance(made, _MEDIUM) or self._taken(made, place):
                out.append(made)
            elif self._taken(made, self._wire.user_media):
                kind = type(made).__name__.lower()
                self._writing.tell("moved", path, made, f"it stands in a user's message behind {whose}", rule="OAI-12")
                self.moved += [Text(f"(The {kind} from {whose}.)"), replace(made, native=None)]
                out.append(Text(f"(The {kind} follows in the next message.)"))
            else:
                out.append(self._lost(made, path))
                continue
            if isinstance(made, Document) and not self._is_own(made):
                self._tell_unsaid(made, path)
        return out

    def _tell_unsaid(self, document: Document, path: str) -> None:
        """What it says of itself that this API has no word for."""
        for name, said in (("title", document.title), ("context", document.context)):
            if said and name not in self._wire.document_says:
                self._writing.drop(f"{path}.{name}", document, f"this API's documents have no {name}")

    def _is_own(self, block: Medium) -> bool:
        """What came from this API by reference goes back to it: its files lie where they lay."""
        native = block.native
        by_reference = isinstance(block, Document) or not isinstance(block.source, Base64)
        if native is None or native.api != self._wire.api or not by_reference or self._is_refused(block):
            return False
        kind = str(native.value.get("type"))
        return kind not in self._wire.host_parts or kind in self._writing.dialect.extra_parts

    def _is_refused(self, block: Medium) -> bool:
        """Does this host, or the model, refuse what its API has a place for? [GRQ-02, DS-05, QWN-02, OLL-01, OAI-13]"""
        dialect, known = self._writing.dialect, self._writing.capabilities
        if not dialect.content_parts or (isinstance(block, Document) and not dialect.file_parts):
            return True
        reads_none = self._writing.endpoint is not None and known.known and "document" not in known.inputs
        # Some hosts read documents for models that do not.
        if isinstance(block, Document) and reads_none and "document_url" not in dialect.extra_parts:
            return True
        if isinstance(block, Video) and "video_url" in self._wire.host_parts:
            return "video_url" not in dialect.extra_parts
        is_file = isinstance(block.source, FileId) and isinstance(block, Image)
        is_address = isinstance(block.source, Url) and (isinstance(block, Image) or self._wire.stores_media)
        return (is_address or is_file) and not dialect.image_urls

    def _can_be_read(self, block: Medium) -> bool:
        """Can the model take in such a thing at all? One that nobody has heard of gets the benefit of the doubt."""
        known = self._writing.capabilities
        kind = type(block).__name__.lower()
        return self._writing.endpoint is None or not known.known or kind == "document" or kind in known.inputs

    def _taken(self, block: Medium, place: Media) -> bool:
        if self._is_refused(block):
            return False
        if self._is_own(block):
            return place is self._wire.user_media or bool(getattr(place, type(block).__name__.lower()))
        return _tag(block.source) in getattr(place, type(block).__name__.lower())

    def _formed(self, block: Medium, path: str) -> list[AnyBlock]:
        source = block.source
        match source:
            case PlainText() | Parts():
                if isinstance(block, Document) and self._taken(block, self._wire.user_media):
                    return [self._of_known_parts(block, path)]
                return self._unfolded(block, path)
            case Base64():
                if source.data.startswith("data:"):
                    address = forms.read_address(source.data, source.media_type)
                    return self._formed(self._writing.replace(block, source=address, native=None), path)
                if not source.data:
                    return [self._lost(block, path)]
                if ("-" in source.data or "_" in source.data) and self._writing.element(block.native) is None:
                    source = Base64(forms.standard_alphabet(source.data), source.media_type)
                    block = self._writing.replace(block, source=source, native=None)
                return [self._typed(block, source, path)]
            case Url():
                if self._is_refused(block) or _is_no_document(block, source):
                    return [self._lost(block, path)]
                if source.url.startswith(self._wire.url_schemes) or self._reads_any_address(source.url):
                    return [block]
                return [self._lost(block, path)]
            case FileId():
                if type(block) is Audio and block.transcript:
                    self._writing.tell("kept-as-text", path, block, "its transcript stands for what was said")
                    return [Text(block.transcript)]
                return [self._lost(block, path)]

    def _reads_any_address(self, url: str) -> bool:
        """Vertex fetches what is public and what lies in Google's storage [GEM-15]."""
        endpoint = self._writing.endpoint
        vertex = endpoint is not None and endpoint.provider == "vertex"
        return vertex and self._wire.api == "google-generative-ai" and url.startswith(("https://", "gs://"))

    def _typed(self, block: Medium, source: Base64, path: str) -> AnyBlock:
        kind = forms.usual(source.media_type)
        if isinstance(block, Document):
            return self._typed_document(block, source, kind, path)
        if isinstance(block, Image):
            sniffed = forms.sniff(source)
            kind = sniffed or kind
            if sniffed is None and not forms.is_textual(kind) and _is_no_image(source):
                return self._lost(block, path)
            if kind not in self._wire.image_types:
                if forms.is_textual(kind) and (text := forms.decoded_text(source)) is not None:
                    self._writing.tell("kept-as-text", path, block, f"{kind} is text to a model that cannot see it")
                    return Text(text)
                return self._lost(block, path)
            if kind != source.media_type:
                if source.media_type is not None:
                    why = f"its bytes are {kind}, not {source.media_type}"
                    self._writing.tell("rewritten", path, block, why, rule="ANT-31")
                return self._writing.replace(block, source=Base64(source.data, kind), native=None)
        if type(block) is Audio and kind is not None and kind not in self._wire.audio_types:
            return self._lost(block, path)
        return block

    def _typed_document(self, block: Document, source: Base64, kind: str | None, path: str) -> AnyBlock:
        kind = kind or forms.sniff(source) or forms.type_of_name(block.title)
        if kind in self._wire.document_types:
            if source.media_type == kind and (block.native is None or block.native.api != self._wire.api):
                return block
            return self._writing.replace(block, source=Base64(source.data, kind), native=None)
        if forms.is_textual(kind) and (text := forms.decoded_text(source)) is not None:
            self._writing.tell("kept-as-text", path, block, f"a document of type {kind} stands as its text")
            return Text(_headed(block, text))
        return self._lost(block, path)

    def _of_known_parts(self, block: Document, path: str) -> Document:
        """A document of parts without those that only another API knows."""
        source = block.source
        known = (Text, *_MEDIUM)
        if not isinstance(source, Parts) or all(isinstance(part, known) for part in source.blocks):
            return block
        for part in source.blocks:
            if not isinstance(part, known):
                self._writing.drop(path, part, "only its own API knows this part of the document")
        parts = Parts(tuple(part for part in source.blocks if isinstance(part, known)))
        return self._writing.replace(block, source=parts, native=None)

    def _unfolded(self, block: Medium, path: str) -> list[AnyBlock]:
        source = block.source
        self._writing.tell("kept-as-text", path, block, "this API has no documents that are given as text")
        if isinstance(source, PlainText):
            return [Text(_headed(block, source.text))]
        parts = source.blocks if isinstance(source, Parts) else ()
        out: list[AnyBlock] = []
        head = _headed(block, "")
        if head.strip():
            out.append(Text(head.strip()))
        for part in parts:
            if isinstance(part, _MEDIUM):
                out += self._formed(part, path)
            elif type(part) is Text:
                out.append(replace(part, native=None, citations=()))
            else:
                self._writing.drop(path, part, "only its own API knows this part of the document")
                if type(part) is Opaque and part.text:
                    out.append(Text(part.text))
        return out

    def _unreadable(self, block: Medium, path: str) -> Text:
        kind = type(block).__name__.lower()
        self._writing.drop(path, block, f"this model does not take {kind} input", rule="ORT-02")
        return Text(f"(Here was {_NOUNS[kind]}.)")

    def _lost(self, block: Medium, path: str) -> Text:
        kind = type(block).__name__.lower()
        source = block.source
        if isinstance(source, Url):
            self._writing.drop(
                path, block, "this API cannot fetch the address; the address itself stays", rule="GEM-15"
            )
            return Text(f"(Here is {_NOUNS[kind]}: {source.url})")
        if isinstance(source, FileId):
            self._writing.drop(path, block, "the file lies in another provider's account")
            return Text(f"(Here was {_NOUNS[kind]}, in a file that only its provider can read.)")
        named = source.media_type if isinstance(source, Base64) and source.media_type else kind
        self._writing.drop(path, block, f"this API does not take {named} here", rule=_RULES.get(kind))
        title = f" “{block.title}”" if isinstance(block, Document) and block.title else ""
        return Text(f"(Here was {_NOUNS[kind]}{title}.)")


def _is_no_image(source: Base64) -> bool:
    """Bytes that cannot be read, or a page that was saved as if it were an image [OAI-14]."""
    return fault_in_base64(source.data) is not None or forms.reads_as_text(source)


def _is_no_document(block: Medium, source: Url) -> bool:
    """Is it sound or film that somebody calls a document? [RSP-15]"""
    kind = forms.usual(source.media_type) or forms.type_of_name(source.url) or ""
    return isinstance(block, Document) and kind.startswith(("audio/", "video/"))


def _tag(source: Source) -> str:
    match source:
        case Base64():
            return "base64"
        case Url():
            return "url"
        case FileId():
            return "file"
        case PlainText():
            return "text"
        case Parts():
            return "parts"


def _headed(block: Medium, text: str) -> str:
    """A document's title and context, which are text too, before its text."""
    if not isinstance(block, Document):
        return text
    return "\n".join(part for part in (block.title, block.context, text) if part)
