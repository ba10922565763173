"""What OpenAI refuses in Chat Completions, and the hosts that speak it."""

from typing import Final

from segue.rules.openai_completions import order
from segue.rules.openai_completions.look import CompletionsLook

LOOK: Final = CompletionsLook
RULES: Final = (*order.RULES,)
