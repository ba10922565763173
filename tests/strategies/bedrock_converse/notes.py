"""Notes within a Converse conversation, and what nobody has heard of."""

from collections.abc import Mapping

from strategies.dialogue import Maker
from strategies.pen import Pen
from strategies.values import Json, JsonObject

from .content import text
from .turns import declaration, says, tool_result, tool_use


def _tool_change(kind: str) -> Maker:
    def note(pen: Pen) -> list[Json]:
        name = pen.tool_name()
        pen.declare(name, lambda: declaration(pen, name), needed=True)
        return [says("system", {kind: {"tool": {"type": "tool_reference", "name": name}}})]

    return note


NOTES: Mapping[str, Maker] = {
    "system text": lambda pen: [says("system", text(pen))],
    "tool addition": _tool_change("toolAddition"),
    "tool removal": _tool_change("toolRemoval"),
}


def _hologram(pen: Pen) -> JsonObject:
    return {"hologram": {"projection": pen.label("unknown"), "text": pen.label("words")}}


def _unknown_in_result(pen: Pen) -> list[Json]:
    use = tool_use(pen)
    return [says("assistant", use), says("user", tool_result(pen, use, _hologram(pen)))]


UNKNOWN: Mapping[str, Maker] = {
    "block from the assistant": lambda pen: [says("assistant", text(pen), _hologram(pen), text(pen))],
    "block from the user": lambda pen: [says("user", text(pen), _hologram(pen))],
    "block in a result": _unknown_in_result,
    "member of a block": lambda pen: [says("user", {**text(pen), "xMood": 1})],
    "image source": lambda pen: [says("user", {"image": {"format": "png", "source": {"cube": 3}}}, text(pen))],
}
