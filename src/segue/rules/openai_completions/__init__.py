"""What OpenAI refuses in Chat Completions, and the hosts that speak it."""

from typing import Final

from segue.rules.openai_completions import (
    calls,
    content,
    hosts,
    media,
    mistral,
    names,
    order,
    reasoning,
    settings,
    switches,
)
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.rule import Rule

LOOK: Final = CompletionsLook
RULES: Final[tuple[Rule, ...]] = (
    *order.RULES,
    *calls.RULES,
    *content.RULES,
    *media.RULES,
    *settings.RULES,
    # Hosts that differ from OpenAI, each in a room of its own:
    *hosts.RULES,
    *reasoning.RULES,
    *switches.RULES,
    *names.RULES,
    *mistral.RULES,
)
