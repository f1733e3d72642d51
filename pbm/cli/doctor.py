"""``pbm doctor``: what is in force, and what is wrong."""

from __future__ import annotations

import click

from pbm.cli.options import configured
from pbm.cli.output import echo
from pbm.cli.tables import echo_rows
from pbm.config import Settings
from pbm.doctor import examine, settings_in_force
from pbm.office import utc_now


@click.command(short_help="Print what is in force, and what is wrong.")
@click.option("--serving", is_flag=True, help="It is wrong, too, if no server answers.")
@configured
def doctor(settings: Settings, serving: bool) -> None:
    """Print every setting with where it comes from, then what was looked at.

    What is wrong begins with "wrong" and says what to do. The exit status is 1 if anything is.
    """
    echo_rows(settings_in_force(settings), as_json=False)
    echo()
    ill = False
    for check in examine(settings, utc_now(), serving=serving):
        advice = f": {check.advice}" if check.advice else ""
        echo(f"{'ok   ' if check.well else 'wrong'}  {check.what}: {check.found}{advice}")
        ill = ill or not check.well
    click.get_current_context().exit(int(ill))
