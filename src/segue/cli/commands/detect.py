"""``segue detect``: which API wrote this?"""

from __future__ import annotations

import click

import segue
from segue.cli.files import Unreadable, read_json, write_json
from segue.errors import InvalidHistory


@click.command()
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--json", "as_json", is_flag=True, help='Print {"api": …}.')
def command(file: str | None, *, as_json: bool) -> None:
    """Say which API wrote a history, a request or an answer.

    Prints the API's name; where that cannot be told, says why and exits with 2.

    \b
    segue detect history.json
    """
    text = read_json(file)
    api = segue.detect(text)
    if as_json:
        write_json({"api": api}, indent=None)
    elif api is not None:
        click.echo(api)
    if api is None:
        raise Unreadable(_why_not(text))


def _why_not(text: bytes) -> str:
    try:
        segue.decode(text)
    except InvalidHistory as error:
        reason, several, _ = str(error).partition(": say which with api=…")
    else:
        reason, several = "its messages are of several APIs", "yes"
    hint = "\nwhere you know it, say so: segue convert --from API …" if several else ""
    return f"cannot tell the API: {reason}{hint}"
