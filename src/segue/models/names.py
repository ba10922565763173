"""One model, many spellings: dates, clouds and routers all decorate a model's id in their own way.

`plain` undresses an id so that `us.anthropic.claude-sonnet-4-5-20250929-v1:0` (Bedrock),
`claude-sonnet-4-5@20250929` (Vertex), `anthropic/claude-sonnet-4.5` (OpenRouter) and `claude-sonnet-4-5`
compare equal.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

# Kept as text and compiled when first used: most programs that import this ask for a handful of names.

# Bedrock: an inference profile's region, then the maker, then the model and a revision.
_BEDROCK: Final = (
    r"(?:(?:us|eu|apac|ap|au|jp|ca|sa|me|global|us-gov)\.)?"
    r"(?:anthropic|amazon|meta|mistral|openai|deepseek|qwen|cohere|ai21|google|moonshotai|moonshot|minimax|zai"
    r"|nvidia|writer|xai)\."
    r"(?=[a-z])"
)
_REVISION: Final = r"(?:-v?\d+)?:\d+(?::\d+k)?$|-v\d$"
# OpenRouter: the same model with other prices, routes or settings. Claude Code: with a longer window.
_MODE: Final = r":(?:free|nitro|floor|online|thinking|beta|extended|exacto|batch|flex)$|\[1m\]$"
_DATE: Final = (
    r"@.*$|-latest$|-preview-[01][0-9]-(?:[0-3][0-9]|20[0-9]{2})$"
    r"|[-_]20[0-9]{2}-?[01][0-9]-?[0-3][0-9]$|(?<=[a-z])-0[0-9]{2}$"
)
# GPT-4, Mistral, Kimi and DeepSeek date their snapshots with four digits, month first or year first.
_SHORT_DATE: Final = r"-(?:0[1-9]|1[0-2]|2[3-9])[0-9]{2}(?=-preview$|$)"

# "claude-4.6-sonnet": since 4, Anthropic itself puts the version last.
_TURNED: Final = r"^claude-([4-9](?:-[0-9])?)-([a-z]+)$"


@lru_cache(maxsize=4096)
def plain(model: str) -> str:
    """The id without what hosts put around it: paths, regions, revisions, dates, `-latest`; in lower case."""
    name = model.strip().lower().rsplit("/", 1)[-1]
    if name.startswith("ft:"):
        # OpenAI's tuned models: "ft:gpt-4o-mini-2024-07-18:acme::A1b2".
        name = name.split(":")[1]
    if re.match(_BEDROCK, name):
        # "deepseek.r1" and "deepseek.v3.2": here the maker's name is half of the model's.
        name = re.sub(r"deepseek\.(?!deepseek)", "deepseek.deepseek-", name)
        name = re.sub(_REVISION, "", re.sub(_BEDROCK, "", name, count=1))
    name = re.sub(_DATE, "", re.sub(_MODE, "", name))
    if name.startswith("claude-"):
        name = re.sub(_TURNED, r"claude-\2-\1", with_hyphens(re.sub(_REVISION, "", name)))
    return name or model


def without_short_date(name: str) -> str:
    """A plain id without a four-digit date: `mistral-large-2411` → `mistral-large`."""
    return re.sub(_SHORT_DATE, "", name)


def with_hyphens(name: str) -> str:
    """Versions as Anthropic writes them: `claude-sonnet-4-5`, which most others call `claude-sonnet-4.5`."""
    return re.sub(r"(?<=\d)\.(?=\d)", "-", name)


def is_bedrock(model: str) -> bool:
    """True for the ids that only Bedrock uses: ARNs, `anthropic.claude-…`, `us.anthropic.claude-…`."""
    return model.startswith("arn:aws") or ("/" not in model and re.match(_BEDROCK, model) is not None)


def is_decorated(model: str) -> bool:
    """True for ids that a cloud or router made of a vendor's own: it was not the vendor who answered to them."""
    return "@" in model or "/" in model.removeprefix("models/") or is_bedrock(model)
