"""Tools that the history calls and the request no longer declares [ANT-20, BED-04]."""

from __future__ import annotations

from msgspec.structs import replace

from segue.conversation import Tool, ToolChoice
from segue.handoff.handoff import Handoff, Item


def declare_tools(items: list[Item], handoff: Handoff) -> list[Item]:
    """Where a history with calls needs tools beside it, declare those that it names, and forbid to call them."""
    conversation = handoff.conversation
    names = handoff.survey.call_names
    if not handoff.calls_tools:
        return items
    if not handoff.wire.declares_tools or not names or any(tool.kind != "hosted" for tool in conversation.tools):
        return items
    if conversation.native is None:
        return items  # a bare list of messages: whoever sends it brings the tools
    if conversation.tools and conversation.native.api == handoff.wire.api:
        return items  # its own toolsets bring tools that are declared nowhere else
    if any(handoff.leaves_alone(message) for _, message in items):
        return items
    handoff.writing.tell("synthesized", "$", "Tool", "the history calls tools that nobody declares", rule="ANT-20")
    stubs = tuple(Tool(name, "No longer available.", '{"type":"object"}') for name in sorted(names))
    settings = replace(conversation.settings, tool_choice=ToolChoice("none"))
    handoff.revise(tools=(*conversation.tools, *stubs), settings=settings)
    return items
