"""Bedrock: what is asked for beside the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import inside
from segue.rules.bedrock_converse.look import BedrockLook
from segue.rules.look import listed
from segue.rules.rule import Finding, Rule

_CHOICES: Final = frozenset({"auto", "any", "tool"})
_MOST_STOPS: Final = 2500


def _asked(look: BedrockLook) -> Iterator[Finding]:
    if not look.whole:
        return
    config = inside(look.body.get("inferenceConfig"))
    temperature = config.get("temperature")
    if isinstance(temperature, int | float) and not 0 <= temperature <= 1:
        yield Finding("$.inferenceConfig.temperature", "the temperature is 0 to 1 here")
    stops: list[Any] | None = config.get("stopSequences")
    if isinstance(stops, list) and len(stops) > _MOST_STOPS:
        yield Finding("$.inferenceConfig.stopSequences", f"there are {len(stops):,}, and {_MOST_STOPS:,} may be")
    choice = inside(look.body.get("toolConfig")).get("toolChoice")
    if choice is not None and _CHOICES.isdisjoint(inside(choice)):
        yield Finding("$.toolConfig.toolChoice", "the choice is auto, any or a tool")
    yield from _cache_points(look)


def _cache_points(look: BedrockLook) -> Iterator[Finding]:
    if not look.audience.named or look.audience.dialect.cache_points:
        return
    config = inside(look.body.get("toolConfig"))
    spots = [*listed(config, "tools", "$.toolConfig"), *look.system, *look.of("cachePoint")]
    for spot in spots:
        if "cachePoint" in spot.value:
            yield Finding(spot.path, "this model takes no cache points")


RULES: Final = (
    Rule(
        id="BED-12",
        demand="The temperature is 0 to 1, no call can be forbidden, and only Claude and Nova take cache points.",
        certainty="M",
        fix="the temperature ends at 1, the choice is left out, and so are the cache points",
        find=_asked,
    ),
)
