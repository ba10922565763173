"""What Bedrock refuses in Converse."""

from typing import Final

from segue.rules.bedrock_converse import content, documents, order, settings
from segue.rules.bedrock_converse.look import BedrockLook

LOOK: Final = BedrockLook
RULES: Final = (*order.RULES, *content.RULES, *documents.RULES, *settings.RULES)
