"""Completeness of a conversion, judged by readers of the wires that know nothing of the converter (L3)."""

from support.jsonish import JsonObject

from . import anthropic, bedrock, completions, google, mistral, responses
from .compare import Comparer, Comparison
from .notebook import Fact
from .said import Said
from .told import ToldReport, actions_on

__all__ = [
    "Comparison",
    "Fact",
    "actions_on",
    "compare",
    "compare_said",
    "disordered",
    "facts",
    "invented",
    "mispaired",
    "missing",
]

READERS = {
    "openai-completions": completions.read,
    "openai-responses": responses.read,
    "anthropic-messages": anthropic.read,
    "google-generative-ai": google.read,
    "mistral": mistral.read,
    "bedrock-converse": bedrock.read,
}


def facts(api: str, payload: JsonObject) -> list[Fact]:
    """What a request body says, in order, each with its JSON path."""
    return READERS[api](payload)


def compare(
    source_api: str, source: JsonObject, target_api: str, payload: JsonObject, report: ToldReport
) -> Comparison:
    """Everything that a conversion lost, disordered, invented or paired wrongly without telling."""
    said = Said(source, facts(source_api, source))
    return compare_said(said, Said(payload, facts(target_api, payload)), report)


def compare_said(source: Said, target: Said, report: ToldReport) -> Comparison:
    """The same for what was read before, and for histories that came by several wires."""
    return Comparer(source, target, report).compare()


def missing(source_api: str, source: JsonObject, target_api: str, payload: JsonObject, report: ToldReport) -> list[str]:
    """Facts of the source that are neither in the target nor told by the report."""
    return compare(source_api, source, target_api, payload, report).missing


def disordered(
    source_api: str, source: JsonObject, target_api: str, payload: JsonObject, report: ToldReport
) -> list[str]:
    """Texts that stand in another order than in the source, without a `moved` that says so."""
    return compare(source_api, source, target_api, payload, report).disordered


def invented(
    source_api: str, source: JsonObject, target_api: str, payload: JsonObject, report: ToldReport
) -> list[str]:
    """Texts, calls and media of the target that come from nowhere, as far as the report tells."""
    return compare(source_api, source, target_api, payload, report).invented


def mispaired(
    source_api: str, source: JsonObject, target_api: str, payload: JsonObject, report: ToldReport
) -> list[str]:
    """Results that no longer answer the call that they answered."""
    return compare(source_api, source, target_api, payload, report).mispaired
