"""Tool traffic as it is, as prose, or not at all."""

from __future__ import annotations

from msgspec.structs import replace

from segue.conversation import AnyBlock, Message, Text, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item


def settle_traffic(items: list[Item], handoff: Handoff) -> list[Item]:
    """Do with calls and results what the strategy asks for; a model that calls no tools is told of them in prose."""
    if not handoff.calls_tools:
        _drop_tools(handoff)
    if handoff.strategy == "full" or not (handoff.survey.call_names or handoff.survey.pairs.results):
        return items
    called = {call.id: call for _, message in items for call in message.get_tool_calls()}
    answered = {block.tool_call_id for _, message in items for block in message.blocks if type(block) is ToolResult}
    return [(index, _settled(index, message, called, answered, handoff)) for index, message in items]


def _drop_tools(handoff: Handoff) -> None:
    conversation, writing = handoff.conversation, handoff.writing
    for index, tool in enumerate(conversation.tools):
        path = writing.tool_path(index)
        writing.drop(path, "Tool", f"this model calls no tools, {tool.name!r} neither", rule="BED-10")
    if conversation.tools:
        handoff.revise(tools=(), settings=replace(conversation.settings, tool_choice=None))


def _settled(
    index: int, message: Message, called: dict[str, ToolCall], answered: set[str], handoff: Handoff
) -> Message:
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) not in (ToolCall, ToolResult):
            blocks.append(block)
        elif handoff.strategy == "strip":
            handoff.writing.drop((index, block), block, "tool traffic was left out as asked")
        else:
            why = "as asked" if handoff.calls_tools else "since this model calls no tools"
            handoff.writing.tell("kept-as-text", (index, block), block, f"tool traffic is told in prose, {why}")
            blocks += _told(block, called, answered, handoff)
    settled = handoff.rebuilt(message, blocks)
    if settled is message or message.role != "tool" or not blocks:
        return settled
    return replace(settled, role=handoff.wording.role, tool_call_id=None)


def _told(block: AnyBlock, called: dict[str, ToolCall], answered: set[str], handoff: Handoff) -> list[AnyBlock]:
    """A call is told where it is answered; one that nobody answered, where it stands."""
    wording = handoff.wording
    if type(block) is ToolCall:
        return [] if block.id in answered else [Text(wording.tell(block, block.name, None))]
    if type(block) is not ToolResult:
        return [block]
    call = called.get(block.tool_call_id)
    name = call.name if call is not None else block.tool_name or "unknown_tool"
    media = [] if isinstance(block.content, str) else [part for part in block.content if type(part) is not Text]
    return [Text(wording.tell(call, name, block.text, failed=bool(block.is_error))), *media]
