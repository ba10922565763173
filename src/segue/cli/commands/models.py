"""``segue models``: who serves what, what it takes, what it costs."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from segue.cli.cards import tell_endpoint, tell_rows
from segue.cli.catalogue import describe_endpoint, list_rows
from segue.cli.files import write_json
from segue.cli.screen import Screen
from segue.errors import UsageError
from segue.models import Endpoint, Registry, registry_from, resolve


@click.command()
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(words: tuple[str, ...], *, as_json: bool) -> None:
    """List providers and models, or show one of them in full.

    Words narrow the list: all of them have to occur in a provider's or a
    model's names. One target, as convert --to takes it, is shown in full.

    \b
    segue models claude opus
    segue models anthropic/claude-opus-5
    """
    registry = registry_from(os.environ)
    screen = Screen(sys.stdout)
    endpoint = _one(words, registry)
    if endpoint is not None:
        shown = describe_endpoint(endpoint, registry)
        if as_json:
            write_json(shown, indent=None)
        else:
            tell_endpoint(shown, screen)
        return
    rows = list_rows(words, registry)
    if not rows["providers"] and not rows["models"]:
        _refuse(words, registry)
    if as_json:
        write_json(rows, indent=None)
    else:
        tell_rows(rows, screen)


def _one(words: tuple[str, ...], registry: Registry) -> Endpoint | None:
    """The one model that the words name, if they name one."""
    if len(words) != 1:
        return None
    try:
        found = resolve(words[0], registry=registry)
    except UsageError:
        return None
    return found if isinstance(found, Endpoint) else None


def _refuse(words: tuple[str, ...], registry: Registry) -> NoReturn:
    if len(words) == 1:
        resolve(words[0], registry=registry)  # says what is nearest
    raise UsageError(f"no provider and no model has all of {', '.join(map(repr, words))} in its names")
