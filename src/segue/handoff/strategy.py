"""Tool traffic as it is, as prose, or not at all.

Prose is told as something that happened, and by the user: what an assistant seems to have written, models imitate.
"""

from __future__ import annotations

from segue.conversation import AnyBlock, Message, Text, ToolCall, ToolResult
from segue.handoff.handoff import Handoff, Item


def settle_traffic(items: list[Item], handoff: Handoff) -> list[Item]:
    """Do with calls and results what the strategy asks for."""
    if handoff.strategy == "full" or not (handoff.survey.call_names or handoff.survey.answered):
        return items
    called = {call.id: call for _, message in items for call in message.get_tool_calls()}
    answered = {block.tool_call_id for _, message in items for block in message.blocks if type(block) is ToolResult}
    return [(index, _settled(index, message, called, answered, handoff)) for index, message in items]


def _settled(
    index: int, message: Message, called: dict[str, ToolCall], answered: set[str], handoff: Handoff
) -> Message:
    blocks: list[AnyBlock] = []
    for block in message.blocks:
        if type(block) is ToolCall:
            if handoff.strategy == "strip":
                handoff.writing.drop((index, block), block, "tool traffic was left out as asked")
                continue
            handoff.writing.tell("kept-as-text", (index, block), block, "tool traffic is told in prose, as asked")
            if block.id not in answered:
                blocks.append(Text(f"The tool {block.name} was called with {block.raw_arguments}; it gave no result."))
        elif type(block) is not ToolResult:
            blocks.append(block)
        elif handoff.strategy == "strip":
            handoff.writing.drop((index, block), block, "tool traffic was left out as asked")
        else:
            blocks += _told(index, block, called.get(block.tool_call_id), handoff)
    settled = handoff.rebuilt(message, blocks)
    if settled is message or message.role != "tool" or not blocks:
        return settled
    return Message("user", tuple(blocks))


def _told(index: int, result: ToolResult, call: ToolCall | None, handoff: Handoff) -> list[AnyBlock]:
    handoff.writing.tell("kept-as-text", (index, result), result, "tool traffic is told in prose, as asked")
    name = call.name if call is not None else result.tool_name or "unknown_tool"
    given = f" with {call.raw_arguments}" if call is not None else ""
    verb = "failed" if result.is_error else "returned"
    media = [] if isinstance(result.content, str) else [part for part in result.content if type(part) is not Text]
    return [Text(f"The tool {name} was called{given} and {verb}:\n{result.text}"), *media]
