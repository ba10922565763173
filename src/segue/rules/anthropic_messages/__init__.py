"""What Anthropic refuses, and the hosts that speak its Messages."""

from typing import Final

from segue.rules.anthropic_messages import content, hosts, order, pictures, settings
from segue.rules.anthropic_messages.look import AnthropicLook

LOOK: Final = AnthropicLook
RULES: Final = (*order.RULES, *content.RULES, *pictures.RULES, *settings.RULES, *hosts.RULES)
