"""The program pbm, run inside the test."""

from __future__ import annotations

from click.testing import CliRunner, Result

from pbm.cli import main


def pbm(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, prog_name="pbm")
