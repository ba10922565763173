"""For every rule, requests that break it and nothing else: where the breach is, and for whom it is one."""

from . import anthropic, bedrock, completions, google, hosts, messages_hosts, mistral, responses
from .case import RuleCase

CASES: dict[str, list[RuleCase]] = {
    "anthropic-messages": [*anthropic.CASES, *messages_hosts.CASES],
    "openai-completions": [*completions.CASES, *hosts.CASES],
    "openai-responses": responses.CASES,
    "google-generative-ai": google.CASES,
    "mistral": mistral.CASES,
    "bedrock-converse": bedrock.CASES,
}

__all__ = ["CASES", "RuleCase"]
