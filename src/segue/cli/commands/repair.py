"""``segue repair``: a history in, the same history as its provider takes it out."""

from __future__ import annotations

import difflib
import json
import sys
from typing import Any, Final, get_args

import click

import segue
from segue.apis import codec
from segue.cli.files import read_json, write_json, write_report
from segue.cli.findings import tell
from segue.cli.screen import Screen, Style, visible
from segue.cli.strangers import tell_stranger
from segue.handoff.handoff import OrphanPolicy
from segue.jsontext import first_fault
from segue.models import resolve
from segue.sources import plain_json

_STYLES: Final[dict[str, Style]] = {"+": "good", "-": "loss", "@": "aside"}


@click.command()
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--to", required=True, metavar="TARGET", help="For whom: an API, or provider/model.")
@click.option("--from", "api", metavar="API", help="The API that the history is in, where it does not show.")
@click.option("--model", metavar="MODEL", help="Who wrote the assistant's messages, if it was not the target.")
@click.option("--orphans", type=click.Choice(get_args(OrphanPolicy)), help="What becomes of calls without a result.")
@click.option("--diff", is_flag=True, help="Show what changes, instead of the mended history.")
@click.option("--report", "report_file", metavar="FILE", help="Write the report there, as JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout: payload and report.")
@click.option("--indent/--compact", default=None, help="Pretty JSON or not; pretty on a terminal.")
def command(
    file: str | None,
    *,
    to: str,
    api: str | None,
    model: str | None,
    orphans: OrphanPolicy | None,
    diff: bool,
    report_file: str | None,
    as_json: bool,
    indent: bool | None,
) -> None:
    """Mend a history for an API or a model.

    What is in order stays as it is. The mended body goes to stdout, what was
    done to stderr; the file itself is not touched.

    \b
    segue repair history.json --to anthropic/claude-opus-5 > mended.json
    segue repair history.json --to anthropic-messages --diff
    """
    target = resolve(to)
    history = read_json(file, faulty=True)
    mended = segue.repair(history, target, api=api, source_model=model, orphans=orphans)
    body = mended.json()
    report = mended.report.to_dict()
    if report_file is not None:
        write_report(report_file, report)
    if as_json:
        write_json({"payload": mended.payload, "report": report}, indent=indent)
        return
    tell(mended.report, Screen(sys.stderr))
    tell_stranger(target, Screen(sys.stderr))
    if diff:
        key = codec(target if isinstance(target, str) else target.api).wire.messages_key
        _show_difference(plain_json(history), mended.payload, key)
    else:
        write_json(body, indent=indent)


def _show_difference(before: Any, payload: dict[str, Any], messages_key: str) -> None:
    screen = Screen(sys.stdout)
    after: Any = payload[messages_key] if isinstance(before, list) else _in_order_of(before, payload)
    for line in difflib.unified_diff(_lines(before), _lines(after), "as it was", "mended", lineterm=""):
        style = _STYLES.get(line[:1])
        screen.write(visible(line) if style is None else screen.paint(visible(line), style))


def _in_order_of(before: Any, after: dict[str, Any]) -> dict[str, Any]:
    """The keys as they stood: a difference of order is none."""
    kept: dict[str, Any] = {key: after[key] for key in before if key in after}
    return {**kept, **after}


def _lines(value: Any) -> list[str]:
    """Pretty JSON, half characters and all: Python's own writer takes them."""
    return json.dumps(value, indent=2, ensure_ascii=not _is_whole(value)).splitlines()


def _is_whole(value: Any) -> bool:
    return first_fault(value) is None
