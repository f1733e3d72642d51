"""``pbm completion``: the script with which a shell completes commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pbm.cli.output import echo


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands.

    Load it when the shell starts. For bash, add this line to ~/.bashrc:

        eval "$(pbm completion bash)"
    """
    kind = get_completion_class(shell)
    assert kind is not None
    echo(kind(ctx.find_root().command, {}, "pbm", "_PBM_COMPLETE").source())
