"""Segue keeps a conversation alive when its model changes.

    import segue

    converted = segue.convert(history, to="anthropic/claude-opus-5")
    converted.payload   # the request body, ready to post
    converted.report    # what could not come along, and why

Names are imported when they are first used, so that `import segue` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from segue import models as models
    from segue.authoring import assistant as assistant
    from segue.authoring import system as system
    from segue.authoring import tool_call as tool_call
    from segue.authoring import tool_result as tool_result
    from segue.authoring import user as user
    from segue.blocks import Audio as Audio
    from segue.blocks import Base64 as Base64
    from segue.blocks import Citation as Citation
    from segue.blocks import Compaction as Compaction
    from segue.blocks import Document as Document
    from segue.blocks import FileId as FileId
    from segue.blocks import Image as Image
    from segue.blocks import Opaque as Opaque
    from segue.blocks import Parts as Parts
    from segue.blocks import PlainText as PlainText
    from segue.blocks import Refusal as Refusal
    from segue.blocks import ServerToolCall as ServerToolCall
    from segue.blocks import ServerToolResult as ServerToolResult
    from segue.blocks import Text as Text
    from segue.blocks import Thinking as Thinking
    from segue.blocks import Tool as Tool
    from segue.blocks import ToolCall as ToolCall
    from segue.blocks import ToolChange as ToolChange
    from segue.blocks import ToolResult as ToolResult
    from segue.blocks import Url as Url
    from segue.blocks import Video as Video
    from segue.conversation import Conversation as Conversation
    from segue.conversation import Message as Message
    from segue.conversation import OutputFormat as OutputFormat
    from segue.conversation import Reasoning as Reasoning
    from segue.conversation import Settings as Settings
    from segue.conversation import Stop as Stop
    from segue.conversation import ToolChoice as ToolChoice
    from segue.conversation import Usage as Usage
    from segue.conversion import Converted as Converted
    from segue.conversion import check as check
    from segue.conversion import convert as convert
    from segue.conversion import decode as decode
    from segue.conversion import decode_response as decode_response
    from segue.conversion import detect as detect
    from segue.conversion import encode as encode
    from segue.conversion import plan as plan
    from segue.conversion import repair as repair
    from segue.errors import InvalidHistory as InvalidHistory
    from segue.errors import SegueError as SegueError
    from segue.errors import UsageError as UsageError
    from segue.handoff.wording import Wording as Wording
    from segue.models import Endpoint as Endpoint
    from segue.models import ModelFamily as ModelFamily
    from segue.models import endpoint as endpoint
    from segue.plans import Plan as Plan
    from segue.report import Change as Change
    from segue.report import Problem as Problem
    from segue.report import Report as Report
    from segue.transforming import transform_messages as transform_messages

__all__ = [
    "Audio",
    "Base64",
    "Change",
    "Citation",
    "Compaction",
    "Conversation",
    "Converted",
    "Document",
    "Endpoint",
    "FileId",
    "Image",
    "InvalidHistory",
    "Message",
    "ModelFamily",
    "Opaque",
    "OutputFormat",
    "Parts",
    "PlainText",
    "Plan",
    "Problem",
    "Reasoning",
    "Refusal",
    "Report",
    "SegueError",
    "ServerToolCall",
    "ServerToolResult",
    "Settings",
    "Stop",
    "Text",
    "Thinking",
    "Tool",
    "ToolCall",
    "ToolChange",
    "ToolChoice",
    "ToolResult",
    "Url",
    "Usage",
    "UsageError",
    "Video",
    "Wording",
    "assistant",
    "check",
    "convert",
    "decode",
    "decode_response",
    "detect",
    "encode",
    "endpoint",
    "models",
    "plan",
    "repair",
    "system",
    "tool_call",
    "tool_result",
    "transform_messages",
    "user",
]

#: Where each name is defined; it is imported from there when it is first asked for.
_HOMES = {
    "segue.authoring": "assistant system tool_call tool_result user",
    "segue.blocks": (
        "Audio Base64 Citation Compaction Document FileId Image Opaque Parts PlainText Refusal ServerToolCall "
        "ServerToolResult Text Thinking Tool ToolCall ToolChange ToolResult Url Video"
    ),
    "segue.conversation": "Conversation Message OutputFormat Reasoning Settings Stop ToolChoice Usage",
    "segue.conversion": "Converted check convert decode decode_response detect encode plan repair",
    "segue.errors": "InvalidHistory SegueError UsageError",
    "segue.handoff.wording": "Wording",
    "segue.models": "Endpoint ModelFamily endpoint",
    "segue.plans": "Plan",
    "segue.report": "Change Problem Report",
    "segue.transforming": "transform_messages",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name == "models":
        return import_module("segue.models")
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'segue' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
