"""Whether a conversion did its work: a fast result that lost the conversation is worth nothing.

Of everything called, returned and thought in a history one fragment is remembered that occurs hardly anywhere else. It
is made of plain characters, which no quoting or escaping changes, so that it can be looked for in the JSON text of the
result, whatever its format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import orjson

from .script import Step, conversation

_PLAIN_RUN = re.compile(r"[A-Za-z0-9_ /=-]{4,}")


@dataclass(frozen=True)
class Evidence:
    """What share of the calls, results and thoughts of the source was found in the target (1.0 is all)."""

    calls: float
    results: float
    thoughts: float | None

    @property
    def shortfall(self) -> str:
        """Empty when everything came along."""
        shares = {"calls": self.calls, "results": self.results, "thoughts": self.thoughts}
        missing = {what: share for what, share in shares.items() if share is not None and share < 1}
        return ", ".join(f"{share:.0%} of {what}" if share else f"no {what}" for what, share in missing.items())


def evidence(target: str, body: dict[str, Any], *, messages: int, thinking: bool) -> Evidence:
    fragments = _fragments(messages)
    text = orjson.dumps(body).decode()
    calls_written = sum(_calls(target, body)) / len(fragments.arguments)
    return Evidence(
        calls=min(calls_written, _share_found(fragments.arguments, text)),
        results=_share_found(fragments.results, text),
        thoughts=_share_found(fragments.thoughts, text) if thinking else None,
    )


def _calls(api: str, body: dict[str, Any]) -> Iterator[int]:
    if api == "openai-completions":
        yield from (len(message.get("tool_calls") or ()) for message in body["messages"])
    elif api == "openai-responses":
        yield from (item.get("type") == "function_call" for item in body["input"])
    elif api == "anthropic-messages":
        lists = (message["content"] for message in body["messages"] if isinstance(message["content"], list))
        yield from (block["type"] == "tool_use" for blocks in lists for block in blocks)
    else:
        parts = (part for content in body["contents"] for part in content["parts"])
        yield from ("functionCall" in part or "function_call" in part for part in parts)


@dataclass(frozen=True)
class _Fragments:
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    thoughts: tuple[str, ...]


@cache
def _fragments(messages: int) -> _Fragments:
    script = conversation(messages)
    steps = [turn for turn in script.turns if isinstance(turn, Step)]
    calls = [call for step in steps for call in step.calls]
    occurrences = Counter(_plain_runs(asdict(script)))
    return _Fragments(
        arguments=tuple(_telling(call.arguments, occurrences) for call in calls),
        results=tuple(_telling(call.result, occurrences) for call in calls),
        thoughts=tuple(_telling(step.thought, occurrences) for step in steps),
    )


def _telling(value: object, occurrences: Counter[str]) -> str:
    """Of the runs of plain characters that are said least often, the longest."""
    return min(_plain_runs(value), key=lambda run: (occurrences[run], -len(run)))


def _plain_runs(value: object) -> list[str]:
    return _PLAIN_RUN.findall(orjson.dumps(value).decode())


def _share_found(fragments: tuple[str, ...], text: str) -> float:
    return sum(fragment in text for fragment in fragments) / len(fragments)
