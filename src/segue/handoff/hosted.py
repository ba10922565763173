"""Tools that a host of Chat Completions runs itself: they are to be had there, and nowhere else."""

from __future__ import annotations

from fnmatch import fnmatchcase

from msgspec.structs import replace

from segue.apis.reading import inside
from segue.conversation import Tool
from segue.handoff.handoff import Handoff, Item


def settle_hosted(items: list[Item], handoff: Handoff) -> list[Item]:
    """Leave out the tools of other hosts: whoever does not know a type refuses the request for it."""
    tools, writing = handoff.conversation.tools, handoff.writing
    if writing.endpoint is None or not handoff.wire.tools_of_hosts:
        return items
    strange = [tool for tool in tools if tool.kind == "hosted" and not _is_known(tool, handoff)]
    if not strange:
        return items
    for place, tool in enumerate(tools):
        if tool in strange:
            path = f"{writing.setting_paths.get('tools', '$.tools')}[{place}]"
            writing.drop(path, tool, f"the provider's own tool {tool.name!r} is not to be had here", rule="DS-05")
    settings, choice = handoff.conversation.settings, handoff.conversation.settings.tool_choice
    if choice is not None and choice.names:
        gone = {tool.name for tool in strange}
        left = tuple(name for name in choice.names if name not in gone)
        mode = choice.mode if left else "auto"
        settings = replace(settings, tool_choice=replace(choice, names=left, mode=mode))
    handoff.revise(tools=tuple(tool for tool in tools if tool not in strange), settings=settings)
    return items


def _is_known(tool: Tool, handoff: Handoff) -> bool:
    """Does the host run it? What another API's provider runs is told where tools are written."""
    if tool.native is None or tool.native.api != handoff.wire.api:
        return True
    kind = inside(tool.native.value).get("type")
    return isinstance(kind, str) and any(fnmatchcase(kind, each) for each in handoff.writing.dialect.hosted_tools)
