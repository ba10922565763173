"""One folder per wire API, each with the same rooms; `codec(api)` opens the door of one.

wire.py      what this API can carry, as data, and how its history is told from others
read.py      its messages → neutral messages
parts.py     what stands in a message: texts, media, calls, results
hosted.py    what a provider's own tools did
mend.py      its messages as people break them → its messages
write.py     neutral messages → its messages
tools.py     tool definitions and tool choices, both ways
settings.py  limits, sampling, thinking, output format, both ways
request.py   the request around the messages
response.py  its answers → a message
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from segue.apis.codec import Codec
from segue.errors import UsageError

#: The folders that exist, in the order in which `detect` asks them.
FOLDERS = {
    "anthropic-messages": "anthropic_messages",
    "google-generative-ai": "google_generative_ai",
    "bedrock-converse": "bedrock_converse",
    "openai-responses": "openai_responses",
    "openai-completions": "openai_completions",
    "mistral": "mistral",
}


@cache
def codec(api: str) -> Codec:
    """The codec of an API, imported when first asked for."""
    folder = FOLDERS.get(api)
    if folder is None:
        raise UsageError(f"no codec speaks {api!r}: use one of {', '.join(sorted(FOLDERS))}")
    found: Codec = import_module(f"segue.apis.{folder}").CODEC
    return found
