"""Blocks that only their own API understands: readable text where there is something to read, and a record always."""

from __future__ import annotations

from msgspec.structs import replace as restruct

from segue.apis import codec
from segue.conversation import (
    AnyBlock,
    Compaction,
    Link,
    Message,
    Opaque,
    Refusal,
    ServerToolCall,
    ServerToolResult,
    Text,
    Thinking,
    ToolChange,
    ToolResult,
)
from segue.errors import InvalidHistory
from segue.handoff.handoff import Handoff, Item
from segue.handoff.survey import read_at_a_glance
from segue.handoff.unsaid import tell_unsaid

_FOREIGN = frozenset({Compaction, Opaque, Refusal, ServerToolCall, ServerToolResult, ToolChange})

#: References to what a provider holds: there is nothing here that could come along [L11].
_REFERENCES = frozenset({"item_reference"})


def translate_foreign(items: list[Item], handoff: Handoff) -> list[Item]:
    """Turn what the target's API has no word for into text, or drop it and say so."""
    if handoff.survey.kinds.isdisjoint(_FOREIGN | {Thinking}):
        return items
    if ServerToolResult in handoff.survey.kinds:
        handoff.server_calls.update(
            block.id
            for _, message in items
            for block in message.blocks
            if type(block) is ServerToolCall and block.id and _is_at_home(block, handoff)
        )
    out: list[Item] = []
    for index, message in items:
        made = _translated(index, message, handoff) if _may_be_foreign(message) else message
        # What held nothing but words of its own API is no message of anybody's elsewhere.
        if made.content or not message.content:
            out.append((index, made))
    return out


def _may_be_foreign(message: Message) -> bool:
    """What holds words, thinking and calls alone is everybody's; results may hold more."""
    if read_at_a_glance(message):
        return False
    return any(type(block) in _FOREIGN or type(block) is ToolResult for block in message.blocks)


def _translated(index: int, message: Message, handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is ToolResult:
            blocks.append(_translated_result(index, block, handoff))
        elif blocks and hangs_on(block, blocks[-1], handoff):
            blocks[-1] = handoff.writing.replace(blocks[-1], cache=block.cache)
        else:
            blocks += _readable(index, block, handoff)
    return handoff.rebuilt(message, blocks)


def hangs_on(mark: AnyBlock, before: AnyBlock, handoff: Handoff) -> bool:
    """Is this a mark that stands by itself, where marks hang on the blocks before them?"""
    native, wire = mark.native, handoff.wire
    if type(mark) is not Opaque or mark.cache is None or native is None or wire.marks_between:
        return False
    return codec(native.api).wire.cache_marks == wire.cache_marks and not isinstance(before, Thinking | Opaque)


def _translated_result(index: int, result: ToolResult, handoff: Handoff) -> ToolResult:
    if isinstance(result.content, str):
        return result
    inner: list[AnyBlock] = []
    for part in result.content:
        inner += _readable(index, part, handoff, within=result)
    if len(inner) == len(result.content) and all(a is b for a, b in zip(inner, result.content, strict=True)):
        return result
    return handoff.writing.replace(result, content=tuple(inner), native=None)


def _readable(index: int, block: AnyBlock, handoff: Handoff, within: AnyBlock | None = None) -> list[AnyBlock]:
    writing = handoff.writing
    if within is not None and type(block) is Thinking:
        writing.tell("kept-as-text", (index, within), block, "a result holds no thinking", rule="ANT-23")
        return [writing.derived(block, Text(block.text))] if block.text else []
    if type(block) not in _FOREIGN or _is_at_home(block, handoff):
        return [block]
    path = writing.path(index, within or block)
    match block:
        case Refusal():
            if handoff.wire.refusals and _refuses(handoff):
                return [block]
            writing.tell("kept-as-text", path, block, "this API has no refusals of their own kind")
            return [writing.derived(block, Text(block.text))]
        case Compaction():
            return _summary(block, path, handoff)
        case ToolChange():
            return _announced(block, path, handoff)
        case ServerToolCall():
            writing.tell("kept-as-text", path, block, f"what the provider's own {block.name} did is told in words")
            told = Text(_call_in_words(block))
            tell_unsaid(block, told.text, path, handoff)
            return [writing.derived(block, told), *(writing.derived(block, image) for image in block.images)]
        case ServerToolResult():
            words = _result_in_words(block)
            if words is None:
                writing.drop(path, block, "there is nothing in it that anyone else could read", rule="ANT-24")
                return []
            why = f"what the provider's own {block.name} found is told in words"
            writing.tell("kept-as-text", path, block, why, rule="ANT-24")
            tell_unsaid(block, words, path, handoff)
            return [writing.derived(block, Text(words))]
        case Opaque():
            return _opaque(block, path, handoff)
        case _:
            return [block]


def _refuses(handoff: Handoff) -> bool:
    """Does its host know refusals, and may a message say nothing beside one? [KIM-05, XAI-01]"""
    dialect = handoff.writing.dialect
    return dialect.refusals and dialect.empty_content


def _is_at_home(block: AnyBlock, handoff: Handoff) -> bool:
    """Does the target's own API know it, and the call that it answers? [ANT-24]"""
    if block.native is None or block.native.api != handoff.wire.api:
        return False
    if type(block) is Refusal and not _refuses(handoff):
        return False
    if type(block) is ServerToolCall and handoff.writing.dialect.strict_fields:
        return False  # the key in which its host sends it is none that it takes back
    if type(block) is Opaque and block.cache is not None:
        return handoff.writing.dialect.cache_points
    if handoff.writing.dialect.adjacent_calls and isinstance(block, ServerToolCall | ServerToolResult):
        return False  # a host that speaks the API for others runs none of its vendor's tools [RSP-17]
    if type(block) is Opaque and block.kind in handoff.wire.host_parts:
        return handoff.writing.endpoint is None or block.kind in handoff.writing.dialect.extra_parts
    if type(block) is not ServerToolResult or block.tool_call_id is None:
        return True
    return block.tool_call_id in handoff.server_calls


def _summary(block: Compaction, path: str, handoff: Handoff) -> list[AnyBlock]:
    if block.summary is None and block.encrypted is None:
        handoff.writing.drop(path, block, "this compaction failed and holds nothing")
        return []
    if block.summary is None:
        raise InvalidHistory(
            "what was compacted here can be read by its provider only, so the conversation cannot leave it: "
            "compact it again as text, or send the messages that it stands for",
            path,
            rule="L11",
        )
    handoff.writing.tell("kept-as-text", path, block, "the summary stands as text")
    tell_unsaid(block, block.summary, path, handoff)
    return [handoff.writing.derived(block, Text(f"Summary of the conversation so far:\n{block.summary}"))]


def _announced(block: ToolChange, path: str, handoff: Handoff) -> list[AnyBlock]:
    """Tools that came along the way are declared from the start, for the calls after them to make sense."""
    tools = handoff.conversation.tools
    declared = {tool.name for tool in tools}
    own_request = handoff.writing.endpoint is None and _came_from(handoff.wire.api, handoff)
    new = tuple(restruct(tool, native=None) for tool in block.added if tool.kind != "hosted" and tool.schema)
    new = () if own_request else tuple(tool for tool in new if tool.name not in declared)
    if new:
        handoff.revise(tools=(*tools, *new))
    writing = handoff.writing
    referred = [tool for tool in block.added if not (tool.schema or tool.namespace or tool.description)]
    if len(new) + len([tool for tool in referred if tool.name in declared]) == len(block.added) > 0:
        writing.tell("moved", path, block, "tools cannot come and go here: they are declared from the start")
    else:
        writing.drop(path, block, "its tools can be called through their own provider only")
    return []


def _came_from(api: str, handoff: Handoff) -> bool:
    """Is the request around the history this API's own? Then a bare API gets it back as it was."""
    native = handoff.conversation.native
    return native is not None and native.api == api


def _opaque(block: Opaque, path: str, handoff: Handoff) -> list[AnyBlock]:
    writing = handoff.writing
    if block.cache is not None:
        writing.tell("rewritten", path, "CacheMark", "a mark that stands by itself is of use on its own API only")
        return []
    if block.kind in _REFERENCES:
        raise InvalidHistory(
            "an item_reference stands for an item that its provider holds: put the item itself here", path, rule="L11"
        )
    if block.text and not block.text.isspace():
        writing.tell("kept-as-text", path, block, f"only its own API knows {block.kind!r}; its words stay")
        tell_unsaid(block, block.text, path, handoff)
        return [writing.derived(block, Text(block.text))]
    writing.drop(path, block, f"only its own API knows {block.kind!r}")
    return []


# In words. Told as something that happened, so that no model takes it for the way to call a tool.


def _call_in_words(block: ServerToolCall) -> str:
    said = [f"The provider's {block.name} tool was used with {block.raw_input}."]
    if block.output:
        said.append(f"It returned:\n{block.output}")
    return "\n".join([*said, *_sources(block.sources)])


def _result_in_words(block: ServerToolResult) -> str | None:
    sources = _sources(block.sources)
    if not block.output and not sources:
        return None
    verb = "failed" if block.is_error else "returned"
    head = f"The provider's {block.name} tool {verb}"
    said = [f"{head}:\n{block.output}"] if block.output else [f"{head} sources."]
    return "\n".join([*said, *sources])


def _sources(links: tuple[Link, ...]) -> list[str]:
    if not links:
        return []
    return ["Sources:", *(f"- {link.title}: {link.url}" if link.title else f"- {link.url}" for link in links)]
