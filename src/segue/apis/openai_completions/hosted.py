"""What hosts of Chat Completions did by themselves and hung on the message."""

from __future__ import annotations

from segue.apis.openai_completions.parts import read_image
from segue.apis.openai_completions.wire import API
from segue.apis.reading import (
    Wired,
    list_or_none,
    objects,
    text_or_none,
)
from segue.conversation import (
    AnyBlock,
    Original,
    ServerToolCall,
)
from segue.errors import InvalidHistory


def read_hosted(wire: Wired) -> list[AnyBlock]:
    """What a host did by itself: Groq fuses its tools into the message, OpenRouter hangs pictures on it."""
    blocks: list[AnyBlock] = []
    for index, ran in enumerate(objects(list_or_none(wire, "executed_tools") or [], ".executed_tools")):
        where = f".executed_tools[{index}]"
        given = text_or_none(ran, "arguments", where=where)
        output = text_or_none(ran, "output", where=where)
        name = text_or_none(ran, "name", where=where) or text_or_none(ran, "type", where=where) or "tool"
        blocks.append(ServerToolCall(name, raw_input=given or "{}", output=output, native=Original(API, ran)))
    for index, part in enumerate(objects(list_or_none(wire, "images") or [], ".images")):
        try:
            blocks.append(read_image(part))
        except InvalidHistory as error:
            raise error.under(f".images[{index}]") from error.__cause__
    return blocks
