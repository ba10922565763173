"""Anthropic: thinking in the history, and what may be asked for beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.reading import Wired, inside
from segue.rules.anthropic_messages.look import AnthropicLook
from segue.rules.look import text_of
from segue.rules.rule import Audience, Finding, Rule

_THINKING: Final = ("thinking", "redacted_thinking")
_LEAST_BUDGET: Final = 1024


def _thinks(look: AnthropicLook) -> str | None:
    """The kind of thinking that is asked for."""
    kind = inside(look.body.get("thinking")).get("type") if look.whole else None
    return kind if isinstance(kind, str) else None


def _named(audience: Audience) -> bool:
    return audience.model.known


def _checks_signatures(audience: Audience) -> bool:
    return audience.dialect.signatures


def _unsigned(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.of("thinking"):
        if not text_of(spot.value, "signature"):
            yield Finding(f"{spot.path}.signature", "thinking without a signature")
    for spot in look.of("redacted_thinking"):
        if not text_of(spot.value, "data"):
            yield Finding(f"{spot.path}.data", "redacted thinking without data")


def _foreign_signatures(look: AnthropicLook) -> Iterator[Finding]:
    for spot in look.of("thinking"):
        signature = text_of(spot.value, "signature")
        if signature and not _may_be_claudes(signature):
            yield Finding(f"{spot.path}.signature", "no signature of this provider's looks like this")


def _may_be_claudes(signature: str) -> bool:
    """Base64 of a binary message; what other vendors sign with is a hash, a token, or JSON."""
    plain = signature.rstrip("=").replace("+", "").replace("/", "").replace("-", "").replace("_", "")
    return plain.isalnum() and plain.isascii()


def _unthought_turn(look: AnthropicLook) -> Iterator[Finding]:
    """The step that the last results answer has to begin with thinking."""
    if _thinks(look) != "enabled" or len(look.turns) < 2:
        return
    step, results = look.turns[-2], look.turns[-1]
    if step.role != "assistant" or not results.of("tool_result") or not step.blocks:
        return
    first = step.blocks[0]
    if first.value.get("type") not in _THINKING:
        yield Finding(first.path, f"the step begins with {first.value.get('type')!r}, and thinking is on")


def _thinking_at_the_end(look: AnthropicLook) -> Iterator[Finding]:
    last = look.turns[-1] if look.turns else None
    if look.whole and last is not None and last.role == "assistant" and _thinks(look) in (None, "disabled"):
        for spot in last.blocks:
            if spot.value.get("type") in _THINKING:
                yield Finding(spot.path, "thinking in the final message, and thinking is off")


def _unsupported_kind(look: AnthropicLook) -> Iterator[Finding]:
    kind, model = _thinks(look), look.audience.model
    wrong = (
        (kind == "enabled" and model.reasoning in ("adaptive", "always"))
        or (kind == "adaptive" and model.reasoning == "budget")
        or (kind == "disabled" and model.reasoning is not None and not model.thinking_off)
    )
    if wrong:
        yield Finding("$.thinking.type", f"{model.id} does not know thinking of type {kind!r}")


def _budget(look: AnthropicLook) -> Iterator[Finding]:
    thinking: Wired = inside(look.body.get("thinking")) if look.whole else {}
    budget, limit = thinking.get("budget_tokens"), look.body.get("max_tokens")
    if _thinks(look) != "enabled":
        return
    if not isinstance(budget, int) or budget < _LEAST_BUDGET:
        yield Finding("$.thinking.budget_tokens", f"Claude thinking budget_tokens must be >= 1024, got {budget}")
    elif isinstance(limit, int) and limit <= budget and not look.has_tools:
        yield Finding("$.max_tokens", f"the budget for thinking, {budget}, leaves nothing of {limit}")


def _sampling(look: AnthropicLook) -> Iterator[Finding]:
    body, on = look.body if look.whole else {}, _thinks(look) in ("enabled", "adaptive")
    fixed = look.audience.model.known and not look.audience.model.sampling
    if not (on or fixed):
        return
    if body.get("temperature") not in (None, 1, 1.0):
        yield Finding("$.temperature", "temperature is 1 where the model thinks")
    if body.get("top_k") is not None:
        yield Finding("$.top_k", "top_k is not taken where the model thinks")
    top_p = body.get("top_p")
    if isinstance(top_p, int | float) and not 0.95 <= top_p <= 1:
        yield Finding("$.top_p", "top_p is 0.95 to 1 where the model thinks")


def _forced_tools(look: AnthropicLook) -> Iterator[Finding]:
    choice = inside(look.body.get("tool_choice")).get("type") if look.whole else None
    if choice not in ("any", "tool"):
        return
    model = look.audience.model
    if _thinks(look) == "enabled" or (model.known and not model.forced_tools):
        yield Finding("$.tool_choice", "a call is forced, and the model thinks")


def _effort(look: AnthropicLook) -> Iterator[Finding]:
    effort = inside(look.body.get("output_config")).get("effort") if look.whole else None
    known = look.audience.model.efforts
    if isinstance(effort, str) and known and effort not in known:
        yield Finding("$.output_config.effort", f"{look.audience.model.id} knows {', '.join(known)}")


RULES: Final = (
    Rule(
        id="ANT-40",
        demand="A thinking block has the signature that Claude gave it, and the text that was signed.",
        words="messages.N.content.M: Invalid `signature` in `thinking` block",
        certainty="H",
        fix="another author's thinking becomes plain text, or goes; only its author gets it back as it was",
        find=_foreign_signatures,
        applies=_checks_signatures,
    ),
    Rule(
        id="ANT-41",
        demand="Thinking blocks are signed, and redacted ones hold their data.",
        words="messages.N.content.M.thinking.signature: Field required",
        certainty="H",
        fix="unsigned thinking becomes plain text",
        find=_unsigned,
        applies=_checks_signatures,
    ),
    Rule(
        id="ANT-42",
        demand="Where thinking has a budget, the step that the last results answer begins with thinking.",
        words=(
            "messages.N.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When "
            "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the "
            "lastmost set of `tool_use` and `tool_result` blocks)."
        ),
        certainty="H",
        fix="thinking is turned off for this request",
        find=_unthought_turn,
        applies=_checks_signatures,
    ),
    Rule(
        id="ANT-46",
        demand="While thinking is off, a final assistant message holds none.",
        words=(
            "messages.N.content.M: When thinking is disabled, an `assistant` message in the final position cannot "
            "contain `thinking`. To use thinking blocks, enable `thinking` in your request."
        ),
        certainty="M",
        fix="the thinking is left out of the final message",
        find=_thinking_at_the_end,
    ),
    Rule(
        id="ANT-47",
        demand="Each model has its own ways to think: by budget, adaptively, always.",
        words=(
            '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.'
        ),
        certainty="H",
        fix="the kind that the model knows is asked for",
        find=_unsupported_kind,
        applies=_named,
    ),
    Rule(
        id="ANT-48",
        demand="A budget is 1,024 tokens at least and less than the limit; a model that thinks sets its own sampling.",
        words="`temperature` may only be set to 1 when thinking is enabled or in adaptive mode",
        certainty="H",
        fix="the budget is fitted, and sampling is left to the model",
        find=lambda look: (*_budget(look), *_sampling(look)),
    ),
    Rule(
        id="ANT-49",
        demand="No call can be forced while the model thinks.",
        words="Thinking may not be enabled when tool_choice forces tool use.",
        certainty="H",
        fix="thinking is turned off; where it cannot be, the model may choose",
        find=_forced_tools,
    ),
    Rule(
        id="ANT-50",
        demand="Each model knows certain effort words.",
        words="This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
        certainty="M",
        fix="the nearest word that it knows is used",
        find=_effort,
        applies=_named,
    ),
)
