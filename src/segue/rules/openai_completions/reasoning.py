"""Hosts of Chat Completions: which reasoning goes back to them, and what may be asked for while a model thinks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis.openai_completions.hosts import KEYS, reasoning_keys
from segue.apis.openai_completions.settings import SPELLINGS
from segue.apis.openai_completions.thinking import are_others
from segue.apis.reading import Wired, inside
from segue.rules.look import Spot
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Audience, Finding, Rule

_REASONING: Final = ("reasoning_content", "reasoning", "reasoning_details")


def _must_think_back(family: str) -> Any:
    def applies(audience: Audience) -> bool:
        return audience.dialect.reasoning_required and family in (audience.model.family, audience.provider)

    return applies


def _is_off(look: CompletionsLook) -> bool:
    body: Wired = look.body
    switched_off = inside(body.get("thinking")).get("type") == "disabled" or body.get("enable_thinking") is False
    return switched_off or (look.audience.model.known and look.audience.model.reasoning is None)


def _is_on(look: CompletionsLook) -> bool:
    """Is it certain that the model thinks?"""
    asked = inside(look.body.get("thinking")).get("type") == "enabled"
    return look.whole and (asked or look.audience.model.reasoning == "always")


def _answers(look: CompletionsLook) -> Iterator[Spot]:
    return (spot for spot in look.messages if spot.value.get("role") == "assistant")


def _missing(look: CompletionsLook) -> Iterator[Finding]:
    field = look.audience.dialect.reasoning_field or "reasoning_content"
    if _is_off(look):
        return
    for spot in _answers(look):
        if spot.value.get("tool_calls") and not isinstance(spot.value.get(field), str):
            yield Finding(f"{spot.path}.{field}", "the turn calls tools, and its reasoning is gone", _is_on(look))


def _nothing_said(look: CompletionsLook) -> Iterator[Finding]:
    field = look.audience.dialect.reasoning_field or "reasoning_content"
    if _is_off(look):
        return
    for spot in _answers(look):
        if spot.value.get("tool_calls") and spot.value.get(field) == "":
            yield Finding(f"{spot.path}.{field}", "an empty text was seen to count as none")


def _sent_back(look: CompletionsLook) -> Iterator[Finding]:
    taken = reasoning_keys(look.audience.dialect)
    for spot in _answers(look):
        for key in _REASONING:
            if key in spot.value and key not in taken:
                yield Finding(f"{spot.path}.{key}", f"{key} is not taken back")


def _unknown_keys(look: CompletionsLook) -> Iterator[Finding]:
    yield from _sent_back(look)
    for path, _, message in look.messages:
        role: str | None = message.get("role")
        known = KEYS.get(role) if isinstance(role, str) else None
        for key in message:
            if known is not None and key not in known and key not in _REASONING:
                yield Finding(f"{path}.{key}", f"a message of role {role!r} has no {key}")
        if message.get("name") is not None and role != "tool" and not look.audience.dialect.message_names:
            yield Finding(f"{path}.name", "messages name nobody here")
    for key in look.audience.dialect.refused_settings if look.whole else ():
        if look.body.get(key) is not None:
            yield Finding(f"$.{key}", f"{key} is refused")


def _foreign_details(look: CompletionsLook) -> Iterator[Finding]:
    own = look.audience.dialect.details_format
    for spot in _answers(look):
        details = spot.value.get("reasoning_details")
        if details and (own is None or are_others(details, own)):
            yield Finding(f"{spot.path}.reasoning_details", "another host's details of its reasoning")


def _takes_no_details(audience: Audience) -> bool:
    dialect = audience.dialect
    known = audience.provider not in (None, "openai", "azure")
    takes_any = dialect.reasoning_details and dialect.details_format is None
    return known and not takes_any and not dialect.strict_fields


def _forced_while_thinking(look: CompletionsLook) -> Iterator[Finding]:
    choice: Wired | str | None = look.body.get("tool_choice") if look.whole else None
    if not _is_off(look) and (choice == "required" or isinstance(choice, dict)):
        yield Finding("$.tool_choice", "a call is forced, and the model thinks", _is_on(look))


def _asked_twice(look: CompletionsLook) -> Iterator[Finding]:
    spelled = [key for key in SPELLINGS[:4] if look.whole and key in look.body]
    field = look.audience.dialect.thinking_field
    if len(spelled) > 1:
        for key in spelled:
            if key != field:
                yield Finding(f"$.{key}", f"{' and '.join(spelled)} are there, and one may be")


RULES: Final = (
    Rule(
        id="DS-01",
        demand="R1 and its hosts take no reasoning back.",
        words=(
            "The reasoning_content is an intermediate result for display purposes only and will not be included in the "
            "context for inference. Please remove the reasoning_content from your message to reduce network traffic."
        ),
        certainty="M",
        fix="the reasoning is left out",
        same_as=frozenset({"GRQ-01"}),
        find=_sent_back,
        applies=lambda audience: audience.model.id.startswith("deepseek-r1") and not audience.dialect.strict_fields,
    ),
    Rule(
        id="DS-02",
        demand="While DeepSeek thinks, a turn that calls tools keeps its reasoning in all later requests.",
        words="The `reasoning_content` in the thinking mode must be passed back to the API.",
        certainty="H",
        fix="the reasoning goes back as it was; a turn that has none gets a blank one",
        find=_missing,
        applies=_must_think_back("deepseek"),
    ),
    Rule(
        id="DS-03",
        demand="The reasoning of a turn that calls tools is at least a blank.",
        certainty="M",
        fix="a blank takes the place of the empty text",
        find=_nothing_said,
        applies=lambda audience: audience.dialect.reasoning_required,
    ),
    Rule(
        id="DS-07",
        demand="No call can be forced while DeepSeek or Qwen thinks.",
        certainty="M",
        fix="thinking is turned off; where it cannot be, the model may choose",
        same_as=frozenset({"ANT-49"}),
        find=_forced_while_thinking,
        hosts=frozenset({"deepseek", "dashscope"}),
        applies=lambda audience: not audience.dialect.thinking_with_forced_tools,
    ),
    Rule(
        id="KIM-01",
        demand="While Kimi thinks, a turn that calls tools keeps its reasoning.",
        words="thinking is enabled but reasoning_content is missing in assistant tool call message at index N",
        certainty="H",
        fix="the reasoning goes back as it was; a turn that has none gets a blank one",
        same_as=frozenset({"DS-02"}),
        find=_missing,
        applies=_must_think_back("kimi"),
    ),
    Rule(
        id="KIM-02",
        demand="Kimi is asked for thinking in one way, and no call is forced while it thinks.",
        words="cannot specify both 'thinking' and 'reasoning_effort'",
        certainty="M",
        fix="one way stays; thinking is turned off where a call is forced",
        same_as=frozenset({"DS-07"}),
        find=lambda look: (*_asked_twice(look), *_forced_while_thinking(look)),
        hosts=frozenset({"moonshot"}),
    ),
    Rule(
        id="MIM-01",
        demand="A turn of MiMo's that calls tools keeps its reasoning.",
        certainty="L",
        fix="the reasoning goes back as it was; a turn that has none gets a blank one",
        same_as=frozenset({"DS-02"}),
        find=_missing,
        applies=_must_think_back("mimo"),
    ),
    Rule(
        id="GRQ-01",
        demand="Groq takes documented keys alone; reasoning goes back to a few models, as `reasoning`.",
        words="'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property "
        "'reasoning_content' is unsupported)]",
        certainty="H",
        fix="what is unknown is left out",
        find=_unknown_keys,
        hosts=frozenset({"groq"}),
    ),
    Rule(
        id="CER-01",
        demand="Cerebras takes documented keys alone; reasoning goes back to gpt-oss, as `reasoning`.",
        words=(
            "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported"
        ),
        certainty="H",
        fix="what is unknown is left out; reasoning goes under the key that the model takes",
        same_as=frozenset({"GRQ-01"}),
        find=_unknown_keys,
        hosts=frozenset({"cerebras"}),
    ),
    Rule(
        id="ORT-03",
        demand="Details of reasoning go back to the host that sent them.",
        words="Mismatch type []*open_platform_oai.ReasoningDetail",
        certainty="M",
        fix="the reasoning goes as its text, where it is taken at all",
        find=_foreign_details,
        applies=_takes_no_details,
    ),
    Rule(
        id="ORT-04",
        demand="OpenRouter is asked for thinking in one way.",
        words='Only one of "reasoning" and "reasoning_effort" may be provided',
        certainty="M",
        fix="`reasoning` stays",
        same_as=frozenset({"KIM-02"}),
        find=_asked_twice,
        hosts=frozenset({"openrouter"}),
    ),
)
