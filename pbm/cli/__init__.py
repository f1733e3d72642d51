"""The command line: ``pbm NAME`` is the click command or group NAME in the module NAME here.

A command is found by its name, and imported only when it is used.
"""

from __future__ import annotations

import logging
import pkgutil
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

import click

from pbm.base.disk import explained
from pbm.base.errors import PbmError
from pbm.base.garbage import kept_for_good
from pbm.cli.options import given, settings_options
from pbm.cli.output import echo
from pbm.version import told

TEMPORARY = 75
TYPED = "pbm.typed"
"""Key in the context's ``meta`` for the arguments as they were typed."""


class Program(click.Group):
    """The root group: finds commands, and turns every error into one line and an exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = sorted(module.name for module in pkgutil.iter_modules(__path__))
        return [name for name in names if self.get_command(ctx, name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in {module.name for module in pkgutil.iter_modules(__path__)}:
            return None
        found = getattr(_imported(f"{__name__}.{cmd_name}"), cmd_name, None)
        return found if isinstance(found, click.Command) else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        kwargs["standalone_mode"] = False
        try:
            result = super().main(*args, **kwargs)
        except (click.ClickException, click.Abort, PbmError, OSError) as error:
            sys.exit(_report(error))
        sys.exit(result if isinstance(result, int) else 0)


def _imported(name: str) -> ModuleType:
    """The module of a command, with all that it imports."""
    if name in sys.modules:
        return sys.modules[name]
    with kept_for_good():
        return import_module(name)


def _report(error: Exception) -> int:
    """Print the error on one line of standard error. Return the exit status of its class."""
    match error:
        case click.exceptions.NoArgsIsHelpError():
            error.show()
            return error.exit_code
        case click.UsageError():
            path = error.ctx.command_path if error.ctx else "pbm"
            return _fail(error.exit_code, f"{path}: {_sentence(error)} See {path} --help")
        case click.ClickException():
            return _fail(error.exit_code, error.format_message())
        case click.Abort():
            return _fail(1, "interrupted")
        case PbmError():
            return _fail(error.exit_status, str(error))
    plain = explained(error) if isinstance(error, OSError) else str(error)
    return _fail(TEMPORARY, f"{plain}; correct that and try again")


def _sentence(error: click.ClickException) -> str:
    message = error.format_message().strip()
    return message if message.endswith((".", "?", "!")) else f"{message}."


def _fail(status: int, text: str) -> int:
    echo(" ".join(text.split()), err=True)
    return status


def _tell_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        echo(f"pbm {told()}")
        ctx.exit()


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Print the version, and the commit it was built from.",
)
@settings_options
def main(**options: str | None) -> None:
    """A play-by-email server for board games, and its operator's commands.

    Settings come from pbm.toml in the data directory, then PBM_* variables, then options.
    """
    # Log lines are for the server's log; for an error, a command prints one line.
    logging.getLogger("pbm").addHandler(logging.NullHandler())
    click.get_current_context().obj = given(options)
