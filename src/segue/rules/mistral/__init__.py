"""What Mistral refuses in its own API. Its requests have the shape of chat completions, and are looked at alike."""

from typing import Final

from segue.rules.mistral import calls, fields, order
from segue.rules.openai_completions.look import CompletionsLook

LOOK: Final = CompletionsLook
RULES: Final = (*calls.RULES, *order.RULES, *fields.RULES)
