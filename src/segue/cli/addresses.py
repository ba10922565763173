"""Where an endpoint is, as people may read it: without the names and passwords that an address may hold."""

from __future__ import annotations

import os
import re
from typing import Any

from segue.errors import UsageError
from segue.models import Endpoint


def described(endpoint: Endpoint) -> dict[str, Any]:
    """The endpoint where this environment sends it, or what is missing to know that."""
    placed = endpoint.with_environment(os.environ)
    described: dict[str, Any] = {
        "name": endpoint.name,
        "provider": endpoint.provider,
        "api": endpoint.api,
        "model": endpoint.model,
        "url": None,
        "stream_url": None,
        "missing": None,
    }
    try:
        described |= {"url": open_part(placed.url), "stream_url": open_part(placed.stream_url)}
    except UsageError as error:
        described["missing"] = _spelled(str(error))
    return described


def _spelled(message: str) -> str:
    """What a message advises, as far as it can be done on a command line."""
    return (
        message.replace("pass base_url=… or ", "")
        .replace(": set it, or pass base_url=….", " in the environment")
        .replace(": pass base_url=….", "")
    )


def open_part(url: str) -> str:
    """The address without the name and the password in it."""
    return re.sub(r"//[^/@]*@", "//", url)
