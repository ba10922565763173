"""One small history for each kind of thing that a history can hold, written as the API writes it that has the kind."""

from __future__ import annotations

from typing import Any, NamedTuple

CHAT, RESPONSES, MESSAGES, GEMINI, MISTRAL = (
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "google-generative-ai",
    "mistral",
)
BEDROCK = "bedrock-converse"

#: Stands in every example at the thing that it is about, and has to arrive where anything of it arrives.
WORDS = "Kittiwakes"

_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNQSJgAAAG0ARHcak2KAAAAAElFTkSuQmCC"
_PDF = "JVBERi0xLjQKJeLjz9MK"
_WAV = "UklGRiQAAABXQVZFZm10IBAAAAA="
_MP4 = "AAAAHGZ0eXBtcDQyAAAAAG1wNDI="
_SEALED = "c2VhbGVk"

Wired = dict[str, Any]


class Example(NamedTuple):
    """A history whose one peculiarity is the thing in question."""

    name: str
    api: str
    request: Wired
    blocks: frozenset[str]
    """What the report calls the thing."""
    trace: str = WORDS
    """What of it can be found in the target's body again."""


def _said(role: str, content: Any, **more: Any) -> Wired:
    return {"role": role, "content": content, **more}


def _chat(*messages: Wired, **more: Any) -> Wired:
    return {"model": "gpt-4.1", "messages": [_said("user", "Go on."), *messages, _said("user", "And then?")], **more}


def _messages(*messages: Wired, **more: Any) -> Wired:
    around = [_said("user", "Go on."), *messages, _said("user", "And then?")]
    return {"model": "claude-opus-5", "max_tokens": 1000, "messages": around, **more}


def _responses(*items: Wired, **more: Any) -> Wired:
    return {"model": "gpt-5.2", "input": [_said("user", "Go on."), *items, _said("user", "And then?")], **more}


def _gemini(*parts: Wired, role: str = "model") -> Wired:
    first, last = ({"role": "user", "parts": [{"text": text}]} for text in ("Go on.", "And then?"))
    return {"contents": [first, {"role": role, "parts": list(parts)}, last]}


def _answer(*blocks: Wired) -> Wired:
    return _messages(_said("assistant", [*blocks, {"type": "text", "text": "Yes."}]))


def _asked(*blocks: Wired) -> Wired:
    return _messages(_said("user", list(blocks)), _said("assistant", "Yes."))


def _tool_turn(result: Wired) -> Wired:
    call = {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"bird": WORDS}}
    return _messages(
        _said("assistant", [call]), _said("user", [{"type": "tool_result", "tool_use_id": "toolu_1", **result}])
    )


def _example(name: str, api: str, request: Wired, blocks: str, trace: str = WORDS) -> Example:
    return Example(name, api, request, frozenset(blocks.split()), trace)


_IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": _PNG}}
_IMAGE_AT = {"type": "image_url", "image_url": {"url": f"https://birds.example/{WORDS}.png"}}
_IMAGE_IN = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_PNG}"}}
_FILED = {"type": "image", "source": {"type": "file", "file_id": "file_1"}}
_SCHEMA = {"type": "object", "properties": {"bird": {"type": "string"}}}

_TEXT: tuple[Example, ...] = (
    _example("text", CHAT, _chat(_said("assistant", WORDS)), "Text"),
    _example(
        "instructions at the front",
        CHAT,
        {"messages": [_said("system", WORDS), _said("user", "Go on.")]},
        "System Text",
    ),
    _example(
        "instructions further down",
        CHAT,
        _chat(_said("assistant", "Yes."), _said("developer", WORDS)),
        "System",
    ),
    _example("the name of who speaks", CHAT, _chat(_said("user", "Hello.", name=WORDS)), "Name"),
    _example(
        "citations",
        MESSAGES,
        _answer(
            {
                "type": "text",
                "text": "On cliffs.",
                "citations": [
                    {
                        "type": "web_search_result_location",
                        "url": "https://birds.example",
                        "title": WORDS,
                        "cited_text": "Cliffs.",
                        "encrypted_index": _SEALED,
                    }
                ],
            }
        ),
        "Citation",
    ),
    _example("a refusal", CHAT, _chat(_said("assistant", None, refusal=WORDS)), "Refusal"),
    _example(
        "cache marks",
        MESSAGES,
        _asked({"type": "text", "text": WORDS, "cache_control": {"type": "ephemeral"}}),
        "CacheMark",
    ),
)

_THINKING: tuple[Example, ...] = (
    _example(
        "thinking that can be read",
        MESSAGES,
        _answer({"type": "thinking", "thinking": WORDS, "signature": _SEALED}),
        "Thinking",
    ),
    _example(
        "thinking that is encrypted",
        RESPONSES,
        _responses(
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": _SEALED},
            _said("assistant", "Yes."),
        ),
        "Thinking",
    ),
    _example(
        "a signature on an answer",
        GEMINI,
        _gemini({"text": WORDS, "thoughtSignature": _SEALED}),
        "Signature",
    ),
)

_TOOLS: tuple[Example, ...] = (
    _example("a tool call and its result", MESSAGES, _tool_turn({"content": "Seen."}), "ToolCall ToolResult"),
    _example("a result that is an error", MESSAGES, _tool_turn({"content": "None.", "is_error": True}), "ToolResult"),
    _example(
        "an image in a result",
        MESSAGES,
        _tool_turn({"content": [{"type": "text", "text": "Seen."}, _IMAGE]}),
        "Image",
        _PNG,
    ),
    _example(
        "a call of free text",
        RESPONSES,
        _responses(
            {"type": "custom_tool_call", "call_id": "call_1", "name": "look_up", "input": WORDS},
            {"type": "custom_tool_call_output", "call_id": "call_1", "output": "Seen."},
        ),
        "ToolCall ToolResult",
    ),
    _example(
        "what the provider's own tool did",
        MESSAGES,
        _answer(
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": WORDS}},
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_1",
                "content": [
                    {
                        "type": "web_search_result",
                        "url": "https://birds.example",
                        "title": "Birds",
                        "encrypted_content": _SEALED,
                    }
                ],
            },
        ),
        "ServerToolCall ServerToolResult",
    ),
    _example(
        "tools that come further down",
        RESPONSES,
        _responses(
            {
                "type": "additional_tools",
                "role": "developer",
                "tools": [
                    {
                        "type": "function",
                        "name": "look_up",
                        "description": WORDS,
                        "parameters": _SCHEMA,
                        "strict": False,
                    }
                ],
            }
        ),
        "ToolChange",
    ),
)

_MEDIA: tuple[Example, ...] = (
    _example("an image", CHAT, _chat(_said("user", [_IMAGE_IN])), "Image", _PNG),
    _example("an image by its address", CHAT, _chat(_said("user", [_IMAGE_AT])), "Image"),
    _example("an image in the provider's files", MESSAGES, _asked(_FILED), "Image"),
    _example(
        "a PDF",
        MESSAGES,
        _asked({"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": _PDF}}),
        "Document",
        _PDF,
    ),
    _example(
        "a PDF by its address",
        MISTRAL,
        _chat(_said("user", [{"type": "document_url", "document_url": f"https://birds.example/{WORDS}.pdf"}])),
        "Document",
    ),
    _example(
        "a document that is given as text",
        MESSAGES,
        _asked({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": WORDS}}),
        "Document",
    ),
    _example(
        "audio",
        CHAT,
        _chat(_said("user", [{"type": "input_audio", "input_audio": {"data": _WAV, "format": "wav"}}])),
        "Audio",
        _WAV,
    ),
    _example(
        "video", GEMINI, _gemini({"inlineData": {"mimeType": "video/mp4", "data": _MP4}}, role="user"), "Video", _MP4
    ),
)

_REST: tuple[Example, ...] = (
    _example(
        "a text for a guardrail to look at",
        BEDROCK,
        {"messages": [_said("user", [{"guardContent": {"text": {"text": WORDS}}}])]},
        "Opaque",
    ),
    _example(
        "a compaction with its summary", MESSAGES, _answer({"type": "compaction", "content": WORDS}), "Compaction"
    ),
    _example(
        "a compaction that is encrypted",
        RESPONSES,
        _responses({"type": "compaction", "id": "cmp_1", "encrypted_content": _SEALED}),
        "Compaction",
    ),
    _example(
        "history that the provider holds",
        RESPONSES,
        _responses(previous_response_id="resp_1"),
        "Conversation",
    ),
    _example("an unknown block with words", MESSAGES, _answer({"type": "omen", "text": WORDS}), "Opaque"),
    _example("an unknown block without words", GEMINI, _gemini({"omen": {"bird": 1}}, {"text": "Yes."}), "Opaque"),
)

EXAMPLES: tuple[Example, ...] = (*_TEXT, *_THINKING, *_TOOLS, *_MEDIA, *_REST)
