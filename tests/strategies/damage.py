"""Small requests of each API with one hole in them, and what is no request at all."""

import math
from collections.abc import Callable
from typing import Any

from .values import Json, JsonObject

Fill = Callable[[Any], Any]
"""Puts a value into a request; the value need not be JSON."""


def _completions(**message: Any) -> Any:
    return {"model": "gpt-5.2", "messages": [{"role": "user", "content": "hello"}, message]}


def _responses(*items: Any) -> Any:
    return {"model": "gpt-5.2", "input": [{"role": "user", "content": "hello"}, *items]}


def _anthropic(*messages: Any) -> Any:
    return {
        "model": "claude-opus-5",
        "max_tokens": 1024,
        "messages": [{"role": "user", "content": "hello"}, *messages],
    }


def _google(*contents: Any) -> Any:
    return {"contents": [{"role": "user", "parts": [{"text": "hello"}]}, *contents]}


def _call(arguments: Any) -> Any:
    function = {"name": "search", "arguments": arguments}
    return _completions(role="assistant", tool_calls=[{"id": "call_1", "type": "function", "function": function}])


def _item(arguments: Any) -> Any:
    return _responses({"type": "function_call", "call_id": "call_1", "name": "search", "arguments": arguments})


def _use(value: Any) -> Any:
    block = {"type": "tool_use", "id": "toolu_1", "name": "search", "input": value}
    return _anthropic({"role": "assistant", "content": [block]})


def _function_call(value: Any) -> Any:
    return _google({"role": "model", "parts": [{"functionCall": {"name": "search", "args": value}}]})


def _schema(value: Any) -> Any:
    return {**_anthropic(), "tools": [{"name": "search", "input_schema": value}]}


IN_TEXT: list[tuple[str, Fill]] = [
    ("openai-completions", lambda value: _completions(role="user", content=value)),
    ("openai-completions", lambda value: _completions(role="user", content=[{"type": "text", "text": value}])),
    ("openai-responses", lambda value: _responses({"role": "user", "content": value})),
    ("openai-responses", lambda value: {"input": value}),
    ("anthropic-messages", lambda value: _anthropic({"role": "assistant", "content": value})),
    ("anthropic-messages", lambda value: {**_anthropic(), "system": value}),
    ("google-generative-ai", lambda value: _google({"role": "model", "parts": [{"text": value}]})),
    ("bedrock-converse", lambda value: {"messages": [{"role": "user", "content": [{"text": value}]}]}),
    ("openai-completions", _call),
    ("openai-responses", _item),
]
"""Places that hold a text."""

IN_JSON: list[tuple[str, Fill]] = [
    ("anthropic-messages", lambda value: _use({"deep": {"er": value}})),
    ("google-generative-ai", lambda value: _function_call({"deep": {"er": value}})),
    ("anthropic-messages", lambda value: _schema({"type": "object", "default": value})),
    ("openai-completions", lambda value: {**_completions(role="user", content="a"), "metadata": {"unknown": value}}),
    ("openai-responses", lambda value: _responses({"type": "hologram", "id": "1", "unknown": value})),
    ("openai-completions", lambda value: _completions(role="user", content="a", unknown=value)),
]
"""Places that hold any JSON."""

NOT_JSON: list[bytes | str] = [
    "",
    b"",
    "hello",
    b"{",
    '{"messages": [',
    b"\xff\xfe\x00",
    b'{"messages": "\xff"}',
    "{'messages': []}",
    '{"messages": []}}',
    '{"messages": [],}',
    b'{"messages": NaN}',
    b'{"messages": [{"role": "user", "content": "a"}], "temperature": Infinity}',
    "\x00",
    "   ",
]

NOT_A_HISTORY: list[Any] = [
    None,
    0,
    7,
    1.5,
    math.nan,
    True,
    set[str](),
    {"messages"},
    object(),
    len,
    iter(()),
    [],
    (),
    {},
    {"hello": "world"},
    {"messages": None},
    {"messages": 7},
    {"messages": "hello"},
    {"messages": {}},
    {"contents": 7},
    {"contents": "hello"},
    {"input": 7},
    {"input": {}},
    {"input": None},
    [7],
    ["hello"],
    [None],
    [[]],
    [[{"role": "user", "content": "hello"}]],
    [{"role": "user", "content": "hello"}, 7],
    {7: "messages"},
    b"[]",
    b"{}",
    b"7",
    b"null",
    '"hello"',
]

EMPTY: list[tuple[str, JsonObject]] = [
    ("openai-completions", {"messages": []}),
    ("openai-completions", {"model": "gpt-5.2", "messages": []}),
    ("openai-responses", {"input": []}),
    ("anthropic-messages", {"model": "claude-opus-5", "max_tokens": 1, "messages": []}),
    ("google-generative-ai", {"contents": []}),
    ("bedrock-converse", {"messages": [], "inferenceConfig": {}}),
]

NOT_TEXT: tuple[Json, ...] = (7, 1.5, True, [7], [None], [[]])


def nested(depth: int, within: Callable[[Any], Any]) -> Any:
    value: Any = "the bottom"
    for _ in range(depth):
        value = within(value)
    return value


def holding_itself(kind: type[list[Any]] | type[dict[str, Any]]) -> Any:
    if kind is list:
        members: list[Any] = ["one"]
        members.append(members)
        return members
    keyed: dict[str, Any] = {"one": 1}
    keyed["itself"] = {"within": [keyed]}
    return keyed
