"""``pbm completion``: what a shell needs to complete commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pbm.cli.output import echo


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands.

    A shell reads it at its start. For bash, put this into ~/.bashrc: eval "$(pbm completion bash)"
    """
    kind = get_completion_class(shell)
    assert kind is not None
    echo(kind(ctx.find_root().command, {}, "pbm", "_PBM_COMPLETE").source())
