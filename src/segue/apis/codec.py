"""What every codec offers, and what it says about its wire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from segue.apis.ids import IdForm
from segue.apis.writing import Writing
from segue.conversation import Block, Conversation, Message

Wired = dict[str, Any]


class Author(NamedTuple):
    """Who wrote the assistant's messages of a source."""

    provider: str | None
    api: str
    model: str | None


class Media(Struct, frozen=True):
    """Which media a place may hold: per kind of block, the tags of the sources that it takes there."""

    image: frozenset[str] = frozenset()
    audio: frozenset[str] = frozenset()
    video: frozenset[str] = frozenset()
    document: frozenset[str] = frozenset()


class Allowance(Struct, frozen=True):
    """How much of a medium one message may hold."""

    count: int
    size: int
    """The most bytes of one of them."""
    edge: int | None = None
    """The most pixels of its longer edge, for what has any."""


class Wire(Struct, frozen=True, kw_only=True):
    """What one API can carry. The passes read these rows and never ask for the API's name."""

    api: str
    messages_key: str
    """Where the list of messages stands in a request."""
    marks: frozenset[str]
    """Keys that only a request of this API has."""
    answer_keys: frozenset[str]
    """Keys of which each of its answers has one."""
    model_key: str = "model"
    """Where a request names its model, if it does."""
    message_keys: frozenset[str] | None = None
    """Keys that its messages have, where other APIs call their list of messages alike."""

    resembles: str | None = None
    """The API whose requests look like these: it is told from that one by what is its own."""
    refused_keys: frozenset[str] = frozenset()
    """Request keys which the API that it resembles has, and this one refuses."""
    telling_keys: frozenset[str] = frozenset()
    """Keys of messages which tell it from the API that it resembles, beside what stands in lists of content."""

    models: str | None = None
    """What the names of its models look like, where it serves its maker's alone."""
    ids: IdForm
    name_pattern: str
    name_max: int

    user_media: Media
    assistant_media: Media = Media()
    result_media: Media = Media()
    result_media_by_model: bool = False
    """Some models take in their results whatever the user may show [GEM-11]."""
    image_types: frozenset[str] = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
    document_types: frozenset[str] = frozenset({"application/pdf"})
    audio_types: frozenset[str] = frozenset({"audio/wav", "audio/mpeg"})
    allowances: dict[str, Allowance] = {}
    """By kind of medium, how much of it a message may hold, results included; others are not counted."""
    host_parts: frozenset[str] = frozenset()
    """Kinds of parts that only some hosts of this wire know."""
    stores_media: bool = False
    """Addresses are those of a store beside the models; who takes no images from there takes nothing from there."""
    apart_from_results: frozenset[type[Block]] = frozenset()
    """Kinds of blocks that may not stand in one message with results."""
    url_schemes: tuple[str, ...] = ("https://", "http://")
    document_says: frozenset[str] = frozenset({"title"})
    """What a document may say of itself beside its bytes: its title, its context."""
    system_path: str = "$.system[{}]"
    """Where the n-th block of the instructions beside the messages stands."""
    setting_paths: dict[str, str] = {}
    """Where typed settings stand in a request, for the report."""
    setting_keys: frozenset[str] = frozenset()
    """Request keys that are read into typed settings, or hold the conversation itself; of an object that is read in
    part, the keys in it: ``fields.thinking``."""

    role_and_content: bool = True
    """Messages are ``{"role", "content"}``."""
    takes_empty: bool = True
    """Texts may be empty."""
    takes_blank: bool = True
    """Texts may be white space only."""
    user_first: bool = False
    """A history starts with a user's message."""
    results_behind_message: bool = False
    """Results stand behind the very message that makes the calls, and not behind all that the assistant said."""
    user_last: bool = False
    """A history ends with a user's message, but for models that continue the assistant's."""
    joins_turns: bool = False
    """Neighbours of one role become one message as they are written; results are the user's part of it."""
    results_anywhere: bool = False
    """A result may stand anywhere behind its call."""
    declares_tools: bool = False
    """A history with calls needs the tools declared."""
    tool_references: frozenset[str] = frozenset()
    """Kinds of blocks that name a tool, which has to be declared."""
    tools_of_hosts: bool = False
    """Tools that a provider runs are its hosts' own: the API itself has none."""
    counts_tools: bool = False
    """Its hosts take so many tools and no more, and so many calls in a message."""
    custom_calls: bool = False
    """Calls whose arguments are free text."""
    refusals: bool = False
    """Refusals are a kind of their own."""
    citations: bool = False
    """Texts of the assistant may cite web pages."""
    instruction_kinds: frozenset[str] = frozenset()
    """Kinds of blocks that may stand among the instructions as texts do."""
    system_anywhere: bool = False
    """Instructions may stand among the messages."""
    leading_system_only: bool = False
    """One message of instructions leads, and there is no other [MIS-03]."""
    signature_pattern: str | None = None
    """What its own signatures look like; others were made up, or are another provider's."""
    signatures_of_endpoint: bool = False
    """A signature holds for all models of the endpoint that gave it, and stands on any block."""
    item_ids: bool = False
    """What a message says goes by an id, which stands for one thing only."""
    reasoning_items: bool = False
    """Reasoning is an item of its own, of which only its author's id or ciphertext is worth anything."""
    thinking_signed: bool = False
    """Thinking without a signature is refused."""
    signed_by_some: bool = False
    """Only some of the models behind it sign their thinking: what one that is not named wants, nobody knows."""
    final_thinking: bool = True
    """A final message of the assistant may hold thinking though none is asked for."""
    max_cache_marks: int | None = None
    """The most cache marks that a request may have."""
    cache_marks: str | None = None
    """The vocabulary of cache marks; marks travel between APIs that share one."""
    marks_between: bool = False
    """Cache marks are blocks of their own, behind what they mark; results hold none."""
    json_word: bool = False
    """JSON mode is refused unless a message says “json”."""
    participant_names: bool = False
    """Messages may name who speaks."""
    plumbing: frozenset[str] = frozenset()
    """Request keys that are no part of the conversation: nobody misses them on another API."""
    server_state: frozenset[str] = frozenset()
    """Request keys that stand for history which the provider holds."""


#: Says what was mended: the path below the message, the kind of thing, why, and for which rule's sake.
Note = Callable[[str, str, str, str], None]

#: Takes the list of messages and the index of the one to mend; the list is not changed.
Mender = Callable[[list[Any], int, Note], Any]


#: Takes a message and the paths of its faults below it; None where it has to be written anew from its blocks.
Respeller = Callable[[Wired, Sequence[str]], Wired | None]


def _never(_: Wired) -> bool:
    return False


def _never_respelled(_message: Wired, _faults: Sequence[str]) -> Wired | None:
    return None


class Codec(Struct, frozen=True, kw_only=True):
    """The functions of one API's folder. All of them are pure."""

    wire: Wire
    read_request: Callable[[Wired, Author], Conversation]
    """A request body that the codec may keep → a conversation."""
    read_messages: Callable[[list[Any], Author], list[Message]]
    """A list of messages, items or contents that the codec may keep."""
    read_response: Callable[[Wired, Author], Message]
    """An answer that the codec may keep → the assistant's message."""
    write_request: Callable[[Conversation, Iterable[tuple[int, Message]], Writing], Wired]
    """A conversation, and its (prepared) messages with the places they came from → a request body."""
    place: Callable[[Wired, int], str]
    """The path of the n-th block below the element that it was read from."""
    tool_place: Callable[[Wired, int], str] | None = None
    """The path of the n-th tool of a request, where tools do not stand in one list."""
    mend: Mender
    """A message that cannot be read → one that can, as far as it says what was meant."""
    respell: Respeller = _never_respelled
    """A message with certain faults → the same in every other word, where that is to be had by leaving things out."""
    claims_message: Callable[[Wired], bool]
    """Is there something in this message that only this API writes?"""
    claims_request: Callable[[Wired], bool]
    """Is there something beside the messages of this request that only this API writes?"""
    may_be_request: Callable[[Wired], bool] = _never
    """Where no API claims a request: does it look like one of this API's all the same?"""
    writes_response: Callable[[Wired], bool]
    """Is this object one of the API's answers?"""
    claims_response: Callable[[Wired], bool] = _never
    """Where the answers of two APIs look alike: is there something in this one that only this API writes?"""
