"""`functions` and `function_call`, as tools were called before they had ids [OAI-17]."""

from __future__ import annotations

from typing import Any

from segue.apis.openai_completions.tools import write_choice
from segue.apis.openai_completions.wire import API
from segue.apis.reading import Wired, list_or_none
from segue.apis.writing import Writing
from segue.conversation import Message, ToolChoice


def read_function_call(body: Wired) -> ToolChoice | None:
    """Which function the model may or must call."""
    match body.get("function_call"):
        case "auto" | "none" as mode:
            return ToolChoice(mode)
        case {"name": str(name)}:
            return ToolChoice("required", (name,))
        case _:
            return None


def respell_functions(body: Wired, writing: Writing) -> None:
    """Functions as tools, and the choice among them, where the old form is not known or its other half is gone."""
    functions: list[Any] = list_or_none(body, "functions") or []
    if writing.dialect.functions and ("functions" in body or "function_call" not in body):
        return
    choice = read_function_call(body)
    for key in ("functions", "function_call"):
        if body.pop(key, None) is not None:
            writing.tell("rewritten", f"$.{key}", "Setting", "functions are tools here", rule="OAI-17")
    if functions:
        tools: list[Any] = list_or_none(body, "tools") or []
        body["tools"] = [*tools, *({"type": "function", "function": function} for function in functions)]
    if choice is not None and body.get("tools"):
        body.setdefault("tool_choice", write_choice(choice))


def stands_in_new_form(at: int, items: list[tuple[int, Message]], writing: Writing) -> bool:
    """Is a message in the old form, which is not known here, or stands with its other half only?"""
    message = items[at][1]
    if _is_old_call(message):
        return not writing.dialect.functions or at + 1 == len(items) or not _is_old_answer(items[at + 1][1])
    if _is_old_answer(message):
        return not writing.dialect.functions or at == 0 or not _is_old_call(items[at - 1][1])
    return False


def _is_old_call(message: Message) -> bool:
    return message.role == "assistant" and bool(_original(message).get("function_call"))


def _is_old_answer(message: Message) -> bool:
    return message.role == "tool" and _original(message).get("role") == "function"


def _original(message: Message) -> Wired:
    native = message.native
    return native.value if native is not None and native.api == API else {}
