"""How many tools a host takes, and how long a description it reads [OAI-10]."""

from __future__ import annotations

from msgspec.structs import replace

from segue.conversation import Tool
from segue.handoff.handoff import Handoff, Item

_CUT = " …"


def limit_tools(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave out tools beyond the limit, those that the history calls last of all; cut descriptions short."""
    if handoff.wire.counts_tools and handoff.conversation.tools and not _are_own(handoff):
        _leave_out(items, handoff)
        _cut_short(handoff)
    return items


def _are_own(handoff: Handoff) -> bool:
    """A bare API gets its own request back."""
    native = handoff.conversation.native
    return handoff.leaves_originals and native is not None and native.api == handoff.wire.api


def _leave_out(items: list[Item], handoff: Handoff) -> None:
    most, tools = handoff.writing.dialect.max_tools, handoff.conversation.tools
    if most is None or len(tools) <= most:
        return
    # Models call what they see called before, declared or not.
    wanted = {call.name for _, message in items for call in message.get_tool_calls()}
    choice = handoff.conversation.settings.tool_choice
    if choice is not None:
        wanted.update(choice.names)
    first = sorted(range(len(tools)), key=lambda place: tools[place].name not in wanted)
    kept = frozenset(first[:most])
    why = f"{len(tools)} tools, and the host takes {most}: those that the history calls stay, then the first"
    for place, tool in enumerate(tools):
        if place not in kept:
            handoff.writing.drop(_path(place, handoff), tool, why, rule="OAI-10")
    handoff.revise(tools=tuple(tool for place, tool in enumerate(tools) if place in kept))


def _cut_short(handoff: Handoff) -> None:
    longest, tools = handoff.writing.dialect.max_description, handoff.conversation.tools
    if longest is not None and any(len(tool.description or "") > longest for tool in tools):
        handoff.revise(tools=tuple(_shortened(tool, longest, handoff) for tool in tools))


def _shortened(tool: Tool, longest: int, handoff: Handoff) -> Tool:
    said = tool.description or ""
    if len(said) <= longest:
        return tool
    kept = said[: longest - len(_CUT)]
    words = kept.rstrip() if said[len(kept)].isspace() else kept.rpartition(" ")[0].rstrip() or kept
    place = next((at for at, each in enumerate(handoff.writing.source.tools) if each.name == tool.name), 0)
    why = f"its description has {len(said):,} characters, and the host reads {longest:,}: the end is cut off"
    handoff.writing.drop(_path(place, handoff), tool, why, rule="OAI-10")
    return replace(tool, description=f"{words}{_CUT}", native=None)


def _path(place: int, handoff: Handoff) -> str:
    return handoff.writing.tool_path(place)
