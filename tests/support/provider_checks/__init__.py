"""Independent structural checks of a request body, written from what providers are known to refuse.

They know nothing of the converter: they read plain JSON and name the rule that it breaks.
"""

from collections.abc import Iterator

from support.jsonish import FREE_FORM, Json, JsonObject, as_text

from . import anthropic, bedrock, chat_hosts, completions, google, mistral, other_hosts, responses
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

HOSTED = {
    "openai-completions": chat_hosts.violations,
    "openai-responses": other_hosts.responses_violations,
    "anthropic-messages": other_hosts.messages_violations,
    "google-generative-ai": other_hosts.gemini_violations,
}

ASKED_FOR = {"content", "strict", "encrypted_content", "phase"}


def violations(
    api: str, payload: JsonObject, *, model: str | None = None, provider: str | None = None
) -> list[Violation]:
    """The rules that a body breaks: of an API, of a model (by default the one that the body names), and of a host.

    Without a host, it is the vendor's own whose API it is.
    """
    name = (model or as_text(payload.get("model"))).rsplit("/", 1)[-1]
    hosted = HOSTED.get(api)
    found = CHECKS[api](payload, name) if hosted is None or provider is None else hosted(payload, name, provider)
    return [*plain_json(payload), *found]


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
