"""Bedrock: what is asked for beside the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis.bedrock_converse.wire import WIRE
from segue.apis.reading import Wired, inside
from segue.rules.bedrock_converse.look import BedrockLook
from segue.rules.look import listed
from segue.rules.rule import Finding, Rule

_CHOICES: Final = frozenset({"auto", "any", "tool"})
_MOST_STOPS: Final = 2500
_TOO_MANY: Final = "A maximum of 4 blocks with cache_control may be provided. Found 5."


def _asked(look: BedrockLook) -> Iterator[Finding]:
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
    elif look.audience.named:
        yield from _unknown_choices(look, inside(choice))


def _unknown_choices(look: BedrockLook, choice: Wired) -> Iterator[Finding]:
    known = look.audience.dialect.forced_choices
    for word in sorted(choice):
        if word not in (*known, "auto") or not known:
            path = f"toolConfig.toolChoice.{word}"
            words = f"This model doesn't support the {path} field. Remove {path} and try again."
            yield Finding(f"$.{path}", f"this model knows no choice {word!r}", words=words)


def _cache_points(look: BedrockLook) -> Iterator[Finding]:
    config = inside(look.body.get("toolConfig")) if look.whole else {}
    spots = [*listed(config, "tools", "$.toolConfig"), *look.system, *look.of("cachePoint")]
    marks = [spot for spot in spots if "cachePoint" in spot.value]
    if look.audience.named and not look.audience.dialect.cache_points:
        for spot in marks:
            yield Finding(spot.path, "this model takes no cache points")
    elif WIRE.max_cache_marks is not None and len(marks) > WIRE.max_cache_marks:
        message = f"there are {len(marks)} cache points, and {WIRE.max_cache_marks} may be"
        yield Finding(marks[WIRE.max_cache_marks].path, message, words=_TOO_MANY)


RULES: Final = (
    Rule(
        id="BED-12",
        demand=(
            "The temperature is 0 to 1; no call can be forbidden, and not every model can be made to call; only Claude "
            "and Nova take cache points, four at most."
        ),
        certainty="M",
        fix="the temperature ends at 1, the choice is left out; of cache points the last four stay, where any may be",
        same_as=frozenset({"ANT-26"}),
        find=lambda look: (*(_asked(look) if look.whole else ()), *_cache_points(look)),
    ),
)
