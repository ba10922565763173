"""One script, four request bodies: each function writes it the way agents on that vendor's SDK send it."""

from __future__ import annotations

import json
from typing import Any

from .script import Ask, Call, Script, Step
from .tools import TOOLS, Tool

_MAX_TOKENS = 32_000
_THINKING_BUDGET = 16_000


def openai_completions(script: Script, *, thinking: bool) -> dict[str, Any]:
    messages: list[dict[str, Any]] = [{"role": "system", "content": script.system}]
    for turn in script.turns:
        if isinstance(turn, Ask):
            messages.append({"role": "user", "content": turn.text})
            continue
        messages.append(_completions_reply(turn, thinking=thinking))
        messages.extend(
            {"role": "tool", "tool_call_id": _completions_id(call), "content": _result_text(call)}
            for call in turn.calls
        )
    return {
        "model": "deepseek-reasoner" if thinking else "gpt-5.2",
        "messages": messages,
        "tools": [{"type": "function", "function": _named(tool, schema_key="parameters")} for tool in TOOLS],
        "tool_choice": "auto",
        "max_completion_tokens": _MAX_TOKENS,
    }


def _completions_reply(step: Step, *, thinking: bool) -> dict[str, Any]:
    reply: dict[str, Any] = {"role": "assistant", "content": step.text or None}
    if thinking:
        reply["reasoning_content"] = step.thought
    if step.calls:
        reply["tool_calls"] = [
            {
                "id": _completions_id(call),
                "type": "function",
                "function": {"name": call.tool, "arguments": _arguments_text(call)},
            }
            for call in step.calls
        ]
    return reply


def openai_responses(script: Script, *, thinking: bool) -> dict[str, Any]:
    items: list[dict[str, Any]] = []
    for turn in script.turns:
        if isinstance(turn, Ask):
            content = [{"type": "input_text", "text": turn.text}]
            items.append({"type": "message", "role": "user", "content": content})
        else:
            items.extend(_responses_reply(turn, thinking=thinking))
            items.extend(
                {"type": "function_call_output", "call_id": _completions_id(call), "output": _result_text(call)}
                for call in turn.calls
            )
    body: dict[str, Any] = {
        "model": "gpt-5.2",
        "instructions": script.system,
        "input": items,
        "tools": [{"type": "function", "strict": False} | _named(tool, schema_key="parameters") for tool in TOOLS],
        "tool_choice": "auto",
        "parallel_tool_calls": True,
        "max_output_tokens": _MAX_TOKENS,
        "store": False,
    }
    if thinking:
        body["reasoning"] = {"effort": "medium", "summary": "auto"}
        body["include"] = ["reasoning.encrypted_content"]
    return body


def _responses_reply(step: Step, *, thinking: bool) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    if thinking:
        items.append(
            {
                "type": "reasoning",
                "id": _identifier("rs_", step.number, 48),
                "summary": [{"type": "summary_text", "text": step.thought}],
                "encrypted_content": step.signature,
            }
        )
    if step.text:
        items.append(
            {
                "type": "message",
                "id": _identifier("msg_", step.number, 48),
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": step.text, "annotations": []}],
            }
        )
    items.extend(
        {
            "type": "function_call",
            "id": _identifier("fc_", call.number, 48),
            "call_id": _completions_id(call),
            "name": call.tool,
            "arguments": _arguments_text(call),
            "status": "completed",
        }
        for call in step.calls
    )
    return items


def anthropic_messages(script: Script, *, thinking: bool) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    for turn in script.turns:
        if isinstance(turn, Ask):
            messages.append({"role": "user", "content": [{"type": "text", "text": turn.text}]})
            continue
        messages.append({"role": "assistant", "content": _anthropic_reply(turn, thinking=thinking)})
        if turn.calls:
            messages.append({"role": "user", "content": [_anthropic_result(call) for call in turn.calls]})
    messages[-1]["content"][-1]["cache_control"] = {"type": "ephemeral"}
    body: dict[str, Any] = {
        "model": "claude-sonnet-4-5",
        "max_tokens": _MAX_TOKENS,
        "system": [{"type": "text", "text": script.system, "cache_control": {"type": "ephemeral"}}],
        "messages": messages,
        "tools": [_named(tool, schema_key="input_schema") for tool in TOOLS],
        "tool_choice": {"type": "auto"},
    }
    if thinking:
        body["thinking"] = {"type": "enabled", "budget_tokens": _THINKING_BUDGET}
    return body


def _anthropic_reply(step: Step, *, thinking: bool) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    if thinking:
        blocks.append({"type": "thinking", "thinking": step.thought, "signature": step.signature})
    if step.text:
        blocks.append({"type": "text", "text": step.text})
    blocks.extend(
        {"type": "tool_use", "id": _anthropic_id(call), "name": call.tool, "input": call.arguments}
        for call in step.calls
    )
    return blocks


def _anthropic_result(call: Call) -> dict[str, Any]:
    result: dict[str, Any] = {
        "type": "tool_result",
        "tool_use_id": _anthropic_id(call),
        "content": [{"type": "text", "text": _result_text(call)}],
    }
    return result | {"is_error": True} if call.failed else result


def google_generative_ai(script: Script, *, thinking: bool) -> dict[str, Any]:
    contents: list[dict[str, Any]] = []
    for turn in script.turns:
        if isinstance(turn, Ask):
            contents.append({"role": "user", "parts": [{"text": turn.text}]})
            continue
        contents.append({"role": "model", "parts": _gemini_reply(turn, thinking=thinking)})
        if turn.calls:
            contents.append({"role": "user", "parts": [_gemini_result(call) for call in turn.calls]})
    generation: dict[str, Any] = {"maxOutputTokens": _MAX_TOKENS}
    if thinking:
        generation["thinkingConfig"] = {"includeThoughts": True, "thinkingBudget": _THINKING_BUDGET}
    return {
        "systemInstruction": {"parts": [{"text": script.system}]},
        "contents": contents,
        "tools": [{"functionDeclarations": [_named(tool, schema_key="parameters") for tool in TOOLS]}],
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
        "generationConfig": generation,
    }


def _gemini_reply(step: Step, *, thinking: bool) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    if thinking:
        parts.append({"text": step.thought, "thought": True})
    if step.text:
        parts.append({"text": step.text})
    calls: list[dict[str, Any]] = [
        {"functionCall": {"id": _gemini_id(call), "name": call.tool, "args": call.arguments}} for call in step.calls
    ]
    parts.extend(calls)
    if thinking:
        signed = calls[0] if calls else parts[-1]
        signed["thoughtSignature"] = step.signature
    return parts


def _gemini_result(call: Call) -> dict[str, Any]:
    if isinstance(call.result, str):
        response: dict[str, Any] = {"error" if call.failed else "output": call.result}
    else:
        response = call.result
    return {"functionResponse": {"id": _gemini_id(call), "name": call.tool, "response": response}}


def _named(tool: Tool, *, schema_key: str) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, schema_key: tool.schema}


def _arguments_text(call: Call) -> str:
    return json.dumps(call.arguments, ensure_ascii=False, separators=(",", ":"))


def _result_text(call: Call) -> str:
    return call.result if isinstance(call.result, str) else json.dumps(call.result, ensure_ascii=False)


def _completions_id(call: Call) -> str:
    return _identifier("call_", call.number, 24)


def _anthropic_id(call: Call) -> str:
    return _identifier("toolu_01", call.number, 22)


def _gemini_id(call: Call) -> str:
    return _identifier("", call.number, 8)


def _identifier(prefix: str, number: int, width: int) -> str:
    """Looks random, is not: an odd factor spreads consecutive numbers over the whole width without collisions."""
    spread = number * (0x9E3779B97F4A7C15F39CC0605CEDC835 | 1) % 16**width
    return f"{prefix}{spread:0{width}x}"
