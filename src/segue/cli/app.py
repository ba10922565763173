"""The commands there are, and how whatever happens in them becomes a line on stderr and an exit code."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

import click

from segue import __version__
from segue.cli.screen import visible
from segue.errors import InvalidHistory, SegueError

#: A command is a module of that name in ``commands/``, imported when it is called.
COMMANDS: Final = {
    "plan": "Say what a switch would keep, lose and cost.",
    "check": "Say what is wrong with a history, and who refuses it.",
    "repair": "Mend a history for its provider.",
    "convert": "Write a history for another API or model.",
    "detect": "Say which API wrote a history.",
    "models": "List providers and models, or show one of them in full.",
    "demo": "Watch one conversation pass through four APIs and back.",
}

REFUSED: Final = 2
INTERRUPTED: Final = 130
READER_GONE: Final = 141

#: Arguments of the library that its messages name, as the command line spells them.
_SPELLINGS: Final = (("api=…", "--from"), ("thinking=", "--thinking "), ("orphans=", "--orphans "))


class Commands(click.Group):
    """The group of ``COMMANDS``: its help is printed without importing one of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"segue.cli.commands.{cmd_name}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0]!r}: {hint}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(REFUSED)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Exit codes: 0 fine (also where a loss was told), 1 findings, 2 wrong usage, "
    "unreadable input, or output that cannot be written.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def segue() -> None:
    """Keep a conversation alive when its model changes.

    \b
    segue convert history.json --to google/gemini-3-pro-preview
    """


def run() -> int:
    """Run the command of this process; nothing that happens inside shows as a traceback."""
    _have_streams()
    try:
        code = segue.main(prog_name="segue", standalone_mode=False)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click leaves by SystemExit where nobody reads
        _forget_stdout()
        return READER_GONE
    except Exception as error:
        if os.environ.get("SEGUE_DEBUG"):
            raise
        if isinstance(error, OSError):
            _forget_stdout()
        return _refused(error)
    return code if isinstance(code, int) else 0


def _refused(error: Exception) -> int:
    with suppress(BrokenPipeError):
        click.echo(f"error: {visible(_explained(error))}", err=True)
    return REFUSED


def _explained(error: Exception) -> str:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{error.format_message()}\nsee {error.ctx.command_path} --help"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, InvalidHistory):
        return _spelled(f"{error.message} - at {error.path}")  # also where a specification's text ends without it
    if isinstance(error, SegueError):
        return _spelled(str(error))
    if isinstance(error, OSError):
        return f"cannot write: {error.strerror or error}"
    kind = type(error).__name__
    return f"this is a fault of segue's own: {kind}: {error}\nSEGUE_DEBUG=1 shows where; please report it"


def _spelled(message: str) -> str:
    for argument, option in _SPELLINGS:
        message = message.replace(argument, option)
    return message


def _have_streams() -> None:
    """A stream that the caller closed is a place where nobody reads; letters that it cannot show are no error."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """Nobody reads any more, or there is no room: what is still buffered goes nowhere when the interpreter ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
