"""The conversation that `segue demo` tells: a train journey, begun with one model and carried on by three others.

The answers are written as each provider sends them: signatures, sealed reasoning and all. Nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

import segue
from segue.conversation import Message

BOARD_PHOTO: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAAAAACY1YFAAAAAKUlEQVR42mPQQgMMLwReABGCYBBAAwwo0kAC"
    "UwWaEQLYVKCqwVSB7jAAVIotUdtC/mEAAAAASUVORK5CYII="
)

AUTHOR: Final = "anthropic/claude-opus-5"


class Leg(Struct, frozen=True):
    """One provider's part: what it answers, and what it is told next (the result of its call, or the user's words)."""

    model: str
    answer: dict[str, Any]
    then: Callable[[Message], tuple[Message, ...]]


def history() -> dict[str, Any]:
    """The request of the first provider, as an application would hold it."""
    return {
        "model": "claude-opus-5",
        "max_tokens": 4096,
        "system": "You plan train journeys. Be brief.",
        "thinking": {"type": "adaptive"},
        "tools": [
            _tool("timetable", "Trains between two stations.", "origin", "destination", "arrive_by"),
            _tool("weather", "The weather in a city.", "city"),
            _tool("reserve", "Reserve a seat on a train.", "train"),
        ],
        "messages": [
            {
                "role": "user",
                "content": [
                    {
                        "type": "image",
                        "source": {"type": "base64", "media_type": "image/png", "data": BOARD_PHOTO},
                    },
                    {"type": "text", "text": "This is the board here. Can I be in Milan by noon? Will it rain?"},
                ],
            },
            {
                "role": "assistant",
                "content": [
                    {
                        "type": "thinking",
                        "thinking": "The board is that of Zürich HB. I need the trains and the weather.",
                        "signature": "EqoBCkgIBxABGAIiQL8Hn2Jm9sXwZ1c5dE0uVtR4yKbA7oPqGfTi3xNlCjWvMzh6DeBrSkYu",
                    },
                    {"type": "text", "text": "I'll look up both."},
                    {
                        "type": "tool_use",
                        "id": "toolu_01TrainsZurichMilan",
                        "name": "timetable",
                        "input": {"origin": "Zürich HB", "destination": "Milano Centrale", "arrive_by": "12:00"},
                    },
                    {
                        "type": "tool_use",
                        "id": "toolu_02WeatherMilan",
                        "name": "weather",
                        "input": {"city": "Milan"},
                    },
                ],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "toolu_01TrainsZurichMilan",
                        "content": "EC 311: 07:33 to 10:50. EC 313: 08:33 to 11:50.",
                    },
                    {
                        "type": "tool_result",
                        "tool_use_id": "toolu_02WeatherMilan",
                        "is_error": True,
                        "content": "503: the weather service is resting",
                    },
                ],
            },
            {
                "role": "assistant",
                "content": [
                    {
                        "type": "thinking",
                        "thinking": "EC 313 is the latest that is in time. No weather, so I say that.",
                        "signature": "EuYBCkgIBxABGAIiQHq2Zr8TnVcLx5WbYd1oKfJg9sUeMiPa4tRkXyNlDvChB7wQzEjG0mSu",
                    },
                    {"type": "text", "text": "Take EC 313 at 08:33. The weather service did not answer."},
                ],
            },
            {"role": "user", "content": "Then ask it again, please."},
        ],
    }


def legs() -> tuple[Leg, ...]:
    """Who carries the conversation on, in this order."""
    return (
        Leg("google/gemini-3-pro-preview", _gemini_answer(), _weather),
        Leg("openai/gpt-5.2", _responses_answer(), _reserved),
        Leg("deepseek/deepseek-chat", _chat_answer(), _thanked),
    )


def _gemini_answer() -> dict[str, Any]:
    return {
        "modelVersion": "gemini-3-pro-preview",
        "responseId": "kG4Qaf2xLs3VnsEP8b6b4A8",
        "candidates": [
            {
                "index": 0,
                "finishReason": "STOP",
                "content": {
                    "role": "model",
                    "parts": [
                        {"text": "**Once more**\n\nThe service may be back by now.", "thought": True},
                        {
                            "functionCall": {"id": "fc-7k2m", "name": "weather", "args": {"city": "Milan"}},
                            "thoughtSignature": "CiQBjz1rX3nVq8tKc5wLh2mYbUe7sRdFo4gPaZ9xTiNvJk0BcSAKWAF6M1wQy",
                        },
                    ],
                },
            }
        ],
        "usageMetadata": {"promptTokenCount": 412, "candidatesTokenCount": 18, "totalTokenCount": 430},
    }


def _responses_answer() -> dict[str, Any]:
    return {
        "id": "resp_0c51e8a2",
        "object": "response",
        "created_at": 1794000000,
        "status": "completed",
        "model": "gpt-5.2",
        "output": [
            {
                "id": "rs_0c51e8a3",
                "type": "reasoning",
                "summary": [{"type": "summary_text", "text": "Rain comes later. A seat should be kept."}],
                "encrypted_content": "gAAAAABpDk3vWq9ZcT2xLs7RmYb4uEoKfJg1PaHnVd8iMtXyNlCwSj5BrQzUeGk6v0Dh",
            },
            {
                "id": "msg_0c51e8a4",
                "type": "message",
                "status": "completed",
                "role": "assistant",
                "content": [
                    {"type": "output_text", "text": "Dry until 15:00. I reserve you a seat.", "annotations": []}
                ],
            },
            {
                "id": "fc_0c51e8a5",
                "type": "function_call",
                "status": "completed",
                "call_id": "call_ReserveEC313",
                "name": "reserve",
                "arguments": '{"train": "EC 313"}',
            },
        ],
        "usage": {"input_tokens": 455, "output_tokens": 61, "total_tokens": 516},
    }


def _chat_answer() -> dict[str, Any]:
    return {
        "id": "5b0e7c1d",
        "object": "chat.completion",
        "created": 1794000060,
        "model": "deepseek-chat",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {
                    "role": "assistant",
                    "reasoning_content": "Seat confirmed; sum up the journey.",
                    "content": "EC 313 at 08:33, coach 7, seat 61. Milan by 11:50, dry.",
                },
            }
        ],
        "usage": {"prompt_tokens": 468, "completion_tokens": 24, "total_tokens": 492},
    }


def _weather(answer: Message) -> tuple[Message, ...]:
    return _result(answer, "14 °C, rain from 15:00")


def _reserved(answer: Message) -> tuple[Message, ...]:
    return _result(answer, "EC 313: coach 7, seat 61")


def _thanked(_: Message) -> tuple[Message, ...]:
    return (segue.user("Thanks! What should I pack?"),)


def _result(answer: Message, text: str) -> tuple[Message, ...]:
    return tuple(segue.tool_result(call.id, text, tool_name=call.name) for call in answer.get_tool_calls())


def _tool(name: str, description: str, *arguments: str) -> dict[str, Any]:
    properties = {argument: {"type": "string"} for argument in arguments}
    schema = {"type": "object", "properties": properties, "required": list(arguments)}
    return {"name": name, "description": description, "input_schema": schema}
