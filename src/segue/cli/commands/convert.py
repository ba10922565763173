"""``segue convert``: a history in, the body to post out, and what it took on stderr."""

from __future__ import annotations

import sys
from typing import get_args

import click

import segue
from segue.cli.addresses import described
from segue.cli.files import read_json, write_json, write_report
from segue.cli.findings import tell
from segue.cli.screen import Screen, visible
from segue.cli.strangers import tell_stranger
from segue.handoff.handoff import OrphanPolicy, Strategy, ThinkingForm
from segue.models import resolve


@click.command()
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--to", required=True, metavar="TARGET", help="An API, or provider/model.")
@click.option("--from", "api", metavar="API", help="The API that the history is in, where it does not show.")
@click.option(
    "--model", metavar="MODEL", help="Who wrote the assistant's messages: a model gets its own thinking back."
)
@click.option("--thinking", type=click.Choice(get_args(ThinkingForm)), help="The best form that thinking may take.")
@click.option("--orphans", type=click.Choice(get_args(OrphanPolicy)), help="What becomes of calls without a result.")
@click.option(
    "--strategy", type=click.Choice(get_args(Strategy)), help="Tool traffic as it is, as prose, or not at all."
)
@click.option("--report", "report_file", metavar="FILE", help="Write the report there, as JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout: payload, report, endpoint.")
@click.option("--indent/--compact", default=None, help="Pretty JSON or not; pretty on a terminal.")
def command(
    file: str | None,
    *,
    to: str,
    api: str | None,
    model: str | None,
    thinking: ThinkingForm | None,
    orphans: OrphanPolicy | None,
    strategy: Strategy | None,
    report_file: str | None,
    as_json: bool,
    indent: bool | None,
) -> None:
    """Write a history for another API or model.

    Reads JSON (a request, a list of messages, an answer) from FILE or stdin,
    prints the request body to post, and says on stderr what had to change.

    \b
    segue convert history.json --to google/gemini-3-pro-preview > body.json
    segue convert --to anthropic-messages < history.json
    """
    target = resolve(to)  # before anybody types a history for a target that is none
    history = read_json(file)
    converted = segue.convert(
        history, target, api=api, source_model=model, strategy=strategy, thinking=thinking, orphans=orphans
    )
    body = converted.json()
    report = converted.report.to_dict()
    if report_file is not None:
        write_report(report_file, report)
    if as_json:
        endpoint = None if converted.endpoint is None else described(converted.endpoint)
        write_json({"payload": converted.payload, "report": report, "endpoint": endpoint}, indent=indent)
        return
    if sys.stdout.isatty():
        write_json(body, indent=indent)
        _tell(converted, model)
    else:
        # Whoever reads only the head of the body learns of the losses all the same.
        _tell(converted, model)
        write_json(body, indent=indent)


def _tell(converted: segue.Converted, model: str | None) -> None:
    screen = Screen(sys.stderr)
    tell(converted.report, screen)
    endpoint = converted.endpoint
    tell_stranger(endpoint, screen)
    if endpoint is None:
        return
    if model is None and _may_be_its_own(converted, endpoint):
        hint = f"If {endpoint.model} wrote this itself, --model {endpoint.model} keeps its thinking as it was."
        for line in screen.wrapped(visible(hint)):
            screen.write(screen.paint(line, "mark"))
    address = described(endpoint)
    screen.write(
        f"post to {address['url']}" if address["url"] else f"post to {endpoint.provider}: {address['missing']}"
    )


def _may_be_its_own(converted: segue.Converted, endpoint: segue.Endpoint) -> bool:
    """Did thinking change its form only because nobody said who thought it?"""
    nameless = any(
        message.role == "assistant" and message.model is None and message.api == endpoint.api
        for message in converted.conversation.messages
    )
    return nameless and any(change.block in ("Thinking", "Signature") for change in converted.report.changes)
