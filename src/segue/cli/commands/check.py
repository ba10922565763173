"""``segue check``: what is wrong with a history, where, in whose words, and what mends it."""

from __future__ import annotations

import sys
from typing import Final

import click
import msgspec

import segue
from segue.cli.files import read_json, write_json
from segue.cli.screen import Screen, visible
from segue.cli.strangers import tell_stranger
from segue.models import resolve
from segue.rules.profiles import PROFILES

_FOUND: Final = 1
_COLUMN: Final = 9


@click.command()
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--to", metavar="TARGET", help="For whom: an API, or provider/model.")
@click.option("--profile", type=click.Choice(tuple(PROFILES)), help="A checklist to hold it to, beside or instead.")
@click.option("--from", "api", metavar="API", help="The API that the history is in, where it does not show.")
@click.option("--errors", "errors_only", is_flag=True, help="Leave warnings out.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout: problems, errors, warnings.")
def command(
    file: str | None, *, to: str | None, profile: str | None, api: str | None, errors_only: bool, as_json: bool
) -> None:
    """Say what is wrong with a history, for whom it is to be sent to.

    Exits with 1 where there are errors: the provider would refuse it.

    \b
    segue check history.json --to anthropic/claude-opus-5
    segue check history.json --profile deepseek
    """
    if to is None and profile is None:
        raise click.UsageError("say for whom: --to TARGET, or --profile", click.get_current_context())
    target = None if to is None else resolve(to)
    problems = segue.check(read_json(file, faulty=True), target, api=api, profile=profile)
    if errors_only:
        problems = [problem for problem in problems if problem.severity == "error"]
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        found = [msgspec.to_builtins(problem) for problem in problems]
        write_json({"problems": found, "errors": errors, "warnings": len(problems) - errors}, indent=None)
    else:
        _tell(problems, errors, str(target or f"the profile {profile}"))
        tell_stranger(target, Screen(sys.stderr))
    if errors:
        click.get_current_context().exit(_FOUND)


def _tell(problems: list[segue.Problem], errors: int, target: str) -> None:
    screen = Screen(sys.stderr)
    if not problems:
        screen.write(f"{screen.paint('sound', 'good')}: {target} takes it, as far as the rules go")
        return
    warnings = len(problems) - errors
    counted = [_count(errors, "error"), _count(warnings, "warning")]
    screen.write(f"{screen.paint(', '.join(filter(None, counted)), 'title')} for {target}")
    told: set[str] = set()
    for problem in problems:
        _tell_one(problem, screen, again=problem.rule in told)
        told.add(problem.rule)
    screen.write(screen.paint("segue repair mends what can be mended, and --diff shows it", "aside"))


def _tell_one(problem: segue.Problem, screen: Screen, *, again: bool) -> None:
    """A problem; the provider's words and the fix stand with the first of its kind only."""
    style = "loss" if problem.severity == "error" else "mark"
    text = visible(f"{problem.message} [{problem.rule}]")
    lines = screen.wrapped(text, indent=_COLUMN)
    screen.write(screen.paint(problem.severity.ljust(_COLUMN), style) + lines[0][_COLUMN:])
    for line in lines[1:]:
        screen.write(line)
    screen.write(" " * _COLUMN + screen.paint(visible(problem.path), "aside"))
    if again:
        return
    if problem.provider_text:
        for line in screen.wrapped(visible(f"refused with: {problem.provider_text}"), indent=_COLUMN):
            screen.write(line)
    if problem.fix:
        for line in screen.wrapped(visible(f"mended so: {problem.fix}"), indent=_COLUMN):
            screen.write(line)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}" if number else ""
