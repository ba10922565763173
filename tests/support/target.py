"""Whom a recorded request was sent to."""

import segue

from .corpus import Record

#: A model of each family, by what the names of recordings say: Converse names the model in its address alone.
BEDROCK = {
    "claude": "us.anthropic.claude-sonnet-4-6",
    "anthropic": "us.anthropic.claude-sonnet-4-6",
    "nova": "us.amazon.nova-pro-v1:0",
    "titan": "amazon.titan-text-express-v1",
    "llama": "us.meta.llama3-3-70b-instruct-v1:0",
    "meta_": "us.meta.llama3-3-70b-instruct-v1:0",
    "mistral": "mistral.mistral-large-2407-v1:0",
    "writer": "us.writer.palmyra-x5-v1:0",
    "zai": "zai.glm-4.7",
}


def target_of(record: Record) -> str | segue.Endpoint:
    """The model that it was sent to, where its name tells; else whoever speaks the API."""
    model = record.request.get("model") or _told_by_its_source(record)
    try:
        endpoint = segue.endpoint(f"{record.provider}/{model}")
        return endpoint if endpoint.api == record.api else segue.endpoint(endpoint, api=record.api)
    except segue.UsageError:
        return record.api


def _told_by_its_source(record: Record) -> str:
    if record.api != "bedrock-converse":
        return ""
    name = record.source.rpartition("/")[2]
    return next((model for word, model in BEDROCK.items() if word in name), "")
