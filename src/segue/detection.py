"""Which API wrote this? The answer rests on evidence; where there is none, nothing hangs on it."""

from __future__ import annotations

from typing import Any, Final

from segue.apis import FOLDERS, codec
from segue.apis.anthropic_messages.wire import BLOCKS
from segue.apis.openai_responses.wire import ITEMS
from segue.apis.reading import Wired, only_objects
from segue.errors import InvalidHistory

CHAT: Final = "openai-completions"
CLAUDE: Final = "anthropic-messages"
GEMINI: Final = "google-generative-ai"
ITEMIZED: Final = "openai-responses"

#: What a history without any evidence is taken for: plain words read the same in every API.
USUAL: Final = CHAT

_CHAT_KEYS: Final = frozenset(
    {"tool_calls", "function_call", "tool_call_id", "refusal", "audio", "annotations", "name", "prefix"}
    | {"reasoning_content", "reasoning", "reasoning_details"}
)
_CHAT_PARTS: Final = frozenset({"image_url", "input_audio", "file", "refusal", "video_url", "document_url"})
_ITEM_PARTS: Final = frozenset({"input_text", "output_text", "input_image", "input_file", "summary_text"})
_CLAUDE_BLOCKS: Final = BLOCKS - {"text", "thinking"}
_CLAUDE_CHOICES: Final = frozenset({"auto", "any", "tool", "none"})


def api_of(value: list[Any] | Wired | None) -> str:
    """The API of an owned JSON value; InvalidHistory where the evidence points two ways, or nowhere."""
    found = evidence(value)
    if len(found) > 1:
        names = ", ".join(sorted(found))
        raise InvalidHistory(f"this could be {names}: say which with api=…")
    if found:
        return next(iter(found))
    if isinstance(value, dict) and not value.keys() & {"messages", "role", "content"}:
        keys = ", ".join(sorted(value)[:6]) or "no keys"
        raise InvalidHistory(f"expected a request, a message or an answer of a known API, got an object with {keys}")
    return USUAL


def evidence(value: list[Any] | Wired | None) -> frozenset[str]:
    """The APIs that something in this value belongs to, and to no other."""
    if isinstance(value, list):
        return frozenset[str]().union(*map(evidence, only_objects(value)))
    if not isinstance(value, dict):
        return frozenset()
    answered = answer_api(value)
    if answered is not None:
        return frozenset({answered})
    if "messages" in value:
        return _of_request(value)
    for api, key in ((GEMINI, "contents"), (ITEMIZED, "input")):
        if key in value and "role" not in value and value.get("type") is None:
            return frozenset({api})
    if "role" not in value and value.get("type") is None and value.keys() & codec(ITEMIZED).wire.server_state:
        return frozenset({ITEMIZED})
    return _of_message(value)


def answer_api(value: Wired) -> str | None:
    """The API whose answer this is, if it is one."""
    if "role" in value and value.get("type") != "message":
        return None
    return next((api for api in FOLDERS if codec(api).writes_response(value)), None)


def _of_request(body: Wired) -> frozenset[str]:
    """Chat Completions and Anthropic Messages share the key ``messages``."""
    found: set[str] = set()
    for api in (CHAT, CLAUDE):
        if body.keys() & codec(api).wire.marks:
            found.add(api)
    for tool in _dicts(body.get("tools")):
        if "function" in tool or "custom" in tool:
            found.add(CHAT)
        elif "input_schema" in tool or (isinstance(kind := tool.get("type"), str) and kind[-8:].isdigit()):
            found.add(CLAUDE)
    choice: str | Wired | None = body.get("tool_choice")
    if isinstance(choice, str) or (isinstance(choice, dict) and "function" in choice):
        found.add(CHAT)
    elif isinstance(choice, dict) and any(choice.get("type") == kind for kind in _CLAUDE_CHOICES):
        found.add(CLAUDE)
    messages = _dicts(body.get("messages"))
    if messages and messages[0].get("role") == "system" and messages[0].get("content"):
        found.add(CHAT)  # Anthropic's own system messages may not be first
    for message in messages:
        found |= _of_message(message)
    if not found:
        model = body.get("model")
        if isinstance(model, str) and "max_tokens" in body and "claude" in model.lower():
            found.add(CLAUDE)
    return frozenset(found)


def _of_message(message: Wired) -> frozenset[str]:
    if "parts" in message and isinstance(message["parts"], list):
        return frozenset({GEMINI})
    kind = message.get("type")
    if isinstance(kind, str) and (kind in ITEMS or (kind != "message" and "role" not in message)):
        return frozenset({ITEMIZED})
    found: set[str] = set()
    role = message.get("role")
    if role in ("tool", "function"):
        found.add(CHAT)
    if message.keys() & _CHAT_KEYS:
        found.add(CHAT)
    if "phase" in message:
        found.add(ITEMIZED)
    for part in _dicts(message.get("content")):
        found |= _of_part(part)
    return frozenset(found)


def _of_part(part: Wired) -> set[str]:
    kind = part.get("type")
    if not isinstance(kind, str):
        return set()
    if kind in _ITEM_PARTS:
        return {ITEMIZED}
    if kind in _CHAT_PARTS:
        return {CHAT}
    if kind in _CLAUDE_BLOCKS or kind.endswith("_tool_result") or (kind == "thinking" and "signature" in part):
        return {CLAUDE}
    return {CLAUDE} if "citations" in part else set()


def _dicts(value: list[Any] | None) -> list[Wired]:
    return only_objects(value) if isinstance(value, list) else []
