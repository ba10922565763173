"""Independent structural checks of a request body, written from what providers are known to refuse.

They know nothing of the converter: they read plain JSON and name the rule that it breaks.
"""

from collections.abc import Iterator

from support.jsonish import FREE_FORM, Json, JsonObject, as_text

from . import anthropic, bedrock, completions, google, mistral, responses
from .common import Violation, plain_json

__all__ = ["Violation", "unasked_nulls", "violations"]

CHECKS = {
    "openai-completions": completions.violations,
    "openai-responses": responses.violations,
    "anthropic-messages": anthropic.violations,
    "google-generative-ai": google.violations,
    "mistral": mistral.violations,
    "bedrock-converse": bedrock.violations,
}

ASKED_FOR = {"content", "strict", "encrypted_content", "phase"}


def violations(api: str, payload: JsonObject, *, model: str | None = None) -> list[Violation]:
    """The rules of an API, and of a model of it (by default the one that the body names), that a body breaks."""
    name = model or as_text(payload.get("model"))
    return [*plain_json(payload), *CHECKS[api](payload, name.rsplit("/", 1)[-1])]


def unasked_nulls(payload: Json, path: str = "$") -> Iterator[Violation]:
    """Nulls that no schema asks for (U-5), which strict servers refuse. Only a body made anew owes this."""
    if isinstance(payload, list):
        for index, item in enumerate(payload):
            yield from unasked_nulls(item, f"{path}[{index}]")
    if not isinstance(payload, dict):
        return
    for key, value in payload.items():
        if key in FREE_FORM or (key == "input" and path != "$"):
            continue
        if value is None and key not in ASKED_FOR:
            yield Violation("U-5", f"{path}.{key}", "is null")
        yield from unasked_nulls(value, f"{path}.{key}")
