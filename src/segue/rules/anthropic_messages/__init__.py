"""What Anthropic refuses."""

from typing import Final

from segue.rules.anthropic_messages import content, order, pictures, settings
from segue.rules.anthropic_messages.look import AnthropicLook

LOOK: Final = AnthropicLook
RULES: Final = (*order.RULES, *content.RULES, *pictures.RULES, *settings.RULES)
