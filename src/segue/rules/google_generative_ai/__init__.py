"""What Google refuses in generateContent, at the Gemini API and at Vertex."""

from typing import Final

from segue.rules.google_generative_ai import content, order, pictures, schemas, settings
from segue.rules.google_generative_ai.look import GoogleLook

LOOK: Final = GoogleLook
RULES: Final = (*order.RULES, *content.RULES, *pictures.RULES, *schemas.RULES, *settings.RULES)
