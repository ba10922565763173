"""What OpenAI refuses in Responses, and the hosts that speak it."""

from typing import Final

from segue.rules.openai_responses import content, order, pictures, settings
from segue.rules.openai_responses.look import ResponsesLook

LOOK: Final = ResponsesLook
RULES: Final = (*order.RULES, *content.RULES, *pictures.RULES, *settings.RULES)
