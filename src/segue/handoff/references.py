"""References to tools, as a search among them gives: each has to be to a tool that is declared [ANT-25]."""

from __future__ import annotations

from segue.apis.reading import inside
from segue.conversation import AnyBlock, Message, Opaque, Text, ToolChange, ToolResult
from segue.handoff.handoff import Handoff, Item

_WHY = "the tool that it names is not declared, so its name is text"


def settle_references(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave the names of tools that are not there as text.

    They are not declared instead: whoever sends the history no longer has them, and another list of tools would
    change what stands before every message.
    """
    if Opaque not in handoff.survey.kinds or not handoff.wire.tool_references:
        return items
    tools = handoff.conversation.tools
    if not tools or any(inside(handoff.writing.element(tool.native)).get("type") == "mcp_toolset" for tool in tools):
        return items  # nothing is declared here, or a server declares its own
    declared = {tool.name for tool in tools} | _announced(items)
    return [(index, _settled(index, message, declared, handoff)) for index, message in items]


def _announced(items: list[Item]) -> set[str]:
    """The tools that are defined along the way."""
    blocks = (block for _, message in items for block in message.blocks if type(block) is ToolChange)
    return {tool.name for block in blocks for tool in block.added}


def _settled(index: int, message: Message, declared: set[str], handoff: Handoff) -> Message:
    if handoff.leaves_alone(message):
        return message
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is ToolResult and not isinstance(block.content, str):
            inner = [_known(index, part, block, declared, handoff) for part in block.content]
            same = all(a is b for a, b in zip(inner, block.content, strict=True))
            blocks.append(block if same else handoff.writing.replace(block, content=tuple(inner), native=None))
        else:
            blocks.append(_known(index, block, block, declared, handoff))
    return handoff.rebuilt(message, blocks)


def _known(index: int, block: AnyBlock, within: AnyBlock, declared: set[str], handoff: Handoff) -> AnyBlock:
    name = block.text if type(block) is Opaque and block.kind in handoff.wire.tool_references else None
    if name is None or name in declared:
        return block
    handoff.writing.tell("kept-as-text", (index, within), block, _WHY, rule="ANT-25")
    return handoff.writing.derived(block, Text(name))
