"""One breach of one rule."""

from typing import NamedTuple

import segue
from support.jsonish import JsonObject


class RuleCase(NamedTuple):
    rule: str
    request: JsonObject
    path: str
    """Where the breach is found."""
    to: str | segue.Endpoint
    """For whom it is one."""
    repairable: bool = True
    """False where nothing but its owner can mend it."""
