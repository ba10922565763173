"""All oracles at once: what is wrong with a payload that was made from a request of some API."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from . import facts, provider_checks, tools, vendor_types
from .facts.told import ToldReport
from .jsonish import JsonObject
from .provider_checks import Violation

# What vendors take although the SDK that is installed does not name it.
UNTYPED = {
    "anthropic-messages": r"^\$: \w+ has no '(temperature|top_p|top_k|anthropic_version)'$",
    # Ids are optional, and go only where the reasoning before them goes too [RSP-02].
    "openai-responses": r"^\$\.input\[\d+\]: ResponseOutputMessageParam requires '(id|status)'$",
}

# Words of other hosts, and of Gemini behind this wire, which OpenAI's SDK does not know.
HOSTS_OWN = (
    r"^\$\.messages\[\d+\]: \w+ has no '(reasoning_content|reasoning|reasoning_details|prefix|name)'$"
    r"|^\$: \w+ has no '(thinking|enable_thinking|reasoning|max_tokens)'$"
    r"|'(document_url|video_url|thinking|cache_control)'"
    r"|^\$\.input\[\d+\]: ResponseReasoningItemParam requires 'id'$"
)
GEMINIS_OWN = r"^\$\.messages\[\d+\]\.tool_calls\[\d+\]: \w+ has no 'extra_content'$"
VENDORS = {None, "openai", "azure", "anthropic", "google", "vertex"}

# What a call that nobody has answered yet breaks, until somebody does.
OPEN_CALL = {"ANT-05", "OAI-01", "RSP-10", "GEM-01", "MIS-02", "MIS-03"}


class PendingReport(ToldReport, Protocol):
    @property
    def pending(self) -> Sequence[str]: ...


def complaints(
    source_api: str,
    source: JsonObject,
    target_api: str,
    payload: JsonObject,
    report: PendingReport,
    *,
    model: str | None = None,
) -> list[str]:
    """Everything that is wrong with a payload; the providers' rules are asked only where it goes to a model.

    An original that goes back to its own API need not be of the vendor's types: vendors send more than they name.
    """
    found = [f"facts: {line}" for line in facts.compare(source_api, source, target_api, payload, report).all()]
    if target_api != source_api:
        found += [f"tools: {line}" for line in tools.undeclared(source_api, source, target_api, payload, report)]
        found += [f"types: {line}" for line in type_problems(target_api, payload)]
        found += [f"rules: {violation}" for violation in provider_checks.unasked_nulls(payload)]
    if model is not None:
        found += [f"rules: {violation}" for violation in rule_violations(target_api, payload, report, model)]
    return found


def type_problems(api: str, payload: JsonObject, provider: str | None = None) -> list[str]:
    """What the vendor's types refuse, but for what the vendor takes nevertheless, or another host of its API."""
    untyped = [UNTYPED[api]] if api in UNTYPED else []
    untyped += [HOSTS_OWN] if provider not in VENDORS else []
    untyped += [GEMINIS_OWN] if provider in ("google", "vertex") else []
    found = vendor_types.problems(api, payload)
    return [problem for problem in found if not any(re.search(pattern, problem) for pattern in untyped)]


def rule_violations(api: str, payload: JsonObject, report: PendingReport, model: str) -> Iterator[Violation]:
    for violation in provider_checks.violations(api, payload, model=model):
        if not (report.pending and violation.rule in OPEN_CALL):
            yield violation
