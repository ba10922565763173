"""``segue plan``: what a switch would keep, lose and cost, before anything is sent."""

from __future__ import annotations

import sys
from typing import Final, get_args

import click

import segue
from segue.cli.files import read_json, write_json
from segue.cli.findings import tell
from segue.cli.screen import Screen, visible
from segue.cli.strangers import tell_stranger
from segue.handoff.handoff import OrphanPolicy, Strategy, ThinkingForm
from segue.models import resolve
from segue.plans import Plan, dollars

_FOUND: Final = 1
_LABEL: Final = 14
_VERDICTS: Final = {"fits": "fits", "too-long": "too long", "uncertain": "perhaps", "unknown": "?"}


@click.command()
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--to", "targets", required=True, multiple=True, metavar="TARGET", help="Where to; several are compared.")
@click.option("--from", "api", metavar="API", help="The API that the history is in, where it does not show.")
@click.option("--model", metavar="MODEL", help="Who wrote the assistant's messages, as provider/model.")
@click.option("--thinking", type=click.Choice(get_args(ThinkingForm)), help="The best form that thinking may take.")
@click.option("--orphans", type=click.Choice(get_args(OrphanPolicy)), help="What becomes of calls without a result.")
@click.option(
    "--strategy", type=click.Choice(get_args(Strategy)), help="Tool traffic as it is, as prose, or not at all."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout; of several targets: plans.")
def command(
    file: str | None,
    *,
    targets: tuple[str, ...],
    api: str | None,
    model: str | None,
    thinking: ThinkingForm | None,
    orphans: OrphanPolicy | None,
    strategy: Strategy | None,
    as_json: bool,
) -> None:
    """Say what a switch would keep, lose and cost, before anything is sent.

    Exits with 1 where something would be lost, or where it does not fit.

    \b
    segue plan history.json --to anthropic/claude-opus-5
    segue plan history.json --to openai/gpt-5.2 --to google/gemini-2.5-pro
    """
    ends = [resolve(target) for target in dict.fromkeys(targets)]
    history = read_json(file)
    for end in ends:
        tell_stranger(end, Screen(sys.stderr))
    plans = [
        segue.plan(history, end, api=api, source_model=model, thinking=thinking, orphans=orphans, strategy=strategy)
        for end in ends
    ]
    if as_json:
        written = [plan.to_dict() for plan in plans]
        write_json(written[0] if len(written) == 1 else {"plans": written}, indent=None)
    elif len(plans) == 1:
        _tell(plans[0], Screen(sys.stdout))
    else:
        _compare(plans, Screen(sys.stdout))
    if not all(plan.fine for plan in plans):
        click.get_current_context().exit(_FOUND)


def _tell(plan: Plan, screen: Screen) -> None:
    screen.write(screen.paint(visible(plan.target), "title"))
    if plan.refused is not None:
        for line in screen.wrapped(visible(f"cannot go there: {plan.refused} - at {plan.refused_at}"), indent=2):
            screen.write(screen.paint(line, "loss"))
        return
    for label, text in plan.lines():
        first, *others = screen.wrapped(visible(text), indent=_LABEL)
        screen.write(f"  {screen.paint(label.ljust(_LABEL - 2), 'name')}{first[_LABEL:]}")
        for line in others:
            screen.write(line)
    screen.write()
    tell(plan.report, screen)


def _compare(plans: list[Plan], screen: Screen) -> None:
    """One line a target."""
    names = max(len(plan.target) for plan in plans) + 2
    head = f"{'':{names}}{'lost':>6}{'as text':>9}{'made up':>9}{'tokens':>11}  {'window':10}{'cold cache':>11}"
    screen.write(screen.paint(head, "title"))
    for plan in plans:
        name = screen.paint(visible(plan.target).ljust(names), "name")
        if plan.refused is not None or plan.tokens is None:
            screen.write(name + screen.paint(visible(f" cannot go there: {plan.refused}"), "loss"))
            continue
        lost, told, made = (sum(kinds.values()) for kinds in (plan.lost, plan.downgraded, plan.synthesized))
        cold = "?" if plan.cost.cold is None else dollars(plan.cost.cold)
        counts = screen.paint(f"{lost:>6}", "loss") if lost else f"{lost:>6}"
        screen.write(
            f"{name}{counts}{told:>9}{made:>9}{'~' + format(plan.tokens.total, ','):>11}  "
            f"{_VERDICTS[plan.fit.verdict]:10}{cold:>11}"
        )
