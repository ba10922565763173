"""What Mistral refuses in its own API. Its requests have the shape of chat completions, and are looked at alike."""

from typing import Final

from segue.rules.mistral import calls, content, fields
from segue.rules.openai_completions import mistral
from segue.rules.openai_completions.look import CompletionsLook

LOOK: Final = CompletionsLook
RULES: Final = (*mistral.RULES, *calls.RULES, *content.RULES, *fields.RULES)
