"""Which constructs the vendors' own types know."""

from . import constructs

# What the vendors' types do not know: things nobody has heard of, other vendors' dialects, and what servers take
# without the SDKs saying so.
UNTYPED = {
    "openai-completions": ("dialect", "unknown", "reasoning", "members dumped by a client", "signed calls"),
    "openai-responses": ("unknown", "as the server returned it", "easy list"),
    "anthropic-messages": ("unknown", "temperature", "top p and top k"),
    "google-generative-ai": ("unknown", "in snake case", "model in the body"),
    "mistral": ("unknown", "without an id", "null in words"),
    "bedrock-converse": ("unknown",),
}

DIALECTAL = {
    "configuration update",
    "media in a result",
    "executed tools",
    "annotations",
    "images",
    "prefix",
    "no tool calls",
    "thinking part",
}


def typed_constructs(api: str) -> list[str]:
    """The constructs that the vendor's own SDK would let a client send to that vendor."""
    untyped = {*UNTYPED[api], *(DIALECTAL if api == "openai-completions" else ())}
    return [name for name in constructs(api) if not any(word in name for word in untyped)]
