"""``pbm doctor``: print the settings in force, and check for faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from pbm.admin.check import Check, worst
from pbm.admin.doctor import examine, settings_in_force
from pbm.app.config import Settings
from pbm.app.data_directory import utc_now
from pbm.cli.options import configured
from pbm.cli.output import echo, echo_json
from pbm.cli.tables import echo_rows, one_json_option


@click.command(short_help="Print the settings in force, and check for faults.")
@click.option("--serving", is_flag=True, help="Fail also if no server answers.")
@click.option("--mail", is_flag=True, help="Look also at the mailbox, or at the DNS and port 25.")
@click.option("--quiet", is_flag=True, help="Print only what is wrong.")
@one_json_option
@configured
def doctor(settings: Settings, serving: bool, mail: bool, quiet: bool, as_json: bool) -> None:
    """Print every setting with where it comes from, then the result of every check.

    A line that begins with "wrong" says what to do. The exit status is 1 if there is any. With
    --json each check has a level (ok, warn or critical), and the whole has the worst of them.

    --mail asks other servers, for a minute: it sends a mail through the mailbox to itself, or looks
    up the records of the domain and tries port 25 both ways.
    """
    found = list(examine(settings, utc_now(), serving=serving))
    if mail:
        from pbm.admin.mail_checks import examine_way  # noqa: PLC0415 (needs other servers)

        found += examine_way(settings, utc_now())
    shown = [check for check in found if not (quiet and check.passed)]
    rows = [] if quiet else list(settings_in_force(settings))
    if as_json:
        checks = [_row(check) for check in shown]
        echo_json({"level": worst(found), "checks": checks, "settings": rows})
    else:
        _echo_lines(rows, shown)
    click.get_current_context().exit(int(not all(check.passed for check in found)))


def _echo_lines(settings: Sequence[Mapping[str, object]], checks: Sequence[Check]) -> None:
    if settings:
        echo_rows(settings, as_json=False)
        echo()
    for check in checks:
        echo_check(check)


def echo_check(check: Check) -> None:
    """Print the result of a check on one line."""
    advice = f": {check.advice}" if check.advice else ""
    echo(f"{'ok   ' if check.passed else 'wrong'}  {check.what}: {check.found}{advice}")


def _row(check: Check) -> Mapping[str, str]:
    return {
        "check": check.what,
        "level": check.level,
        "found": check.found,
        "advice": check.advice,
    }
