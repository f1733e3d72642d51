"""``pbm contests``: cups, seasons of leagues, and stairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time

import click

from pbm.admin.action import action
from pbm.admin.lookup import player_named
from pbm.app.application import App
from pbm.app.data_directory import DataDirectory
from pbm.base.errors import UsageError
from pbm.cli.completers import userid as complete_userid
from pbm.cli.numbers import Number
from pbm.cli.output import echo, echo_json
from pbm.cli.tables import echo_fields, echo_rows, json_option, one_json_option, seconds
from pbm.cli.with_app import as_typed, with_app, with_read_only_app
from pbm.cli.with_data import with_data
from pbm.core.contests.calendar import HOUR, next_start
from pbm.core.contests.model import Contest
from pbm.core.games import find, record
from pbm.notices.contest_views import table_facts
from pbm.notices.text_tables import crosstable
from pbm.play.contests import rulings, views
from pbm.store.protocol import Transaction

_HEADINGS = ("Player", "Start", "Points", "SB", "To play")

contest_argument = click.argument("contest", metavar="C", type=Number(min=1))
why_option = click.option("--why", required=True, metavar="TEXT", help="Reason, which is mailed.")


@click.group()
def contests() -> None:
    """Cups, seasons of leagues, and stairs."""


@contests.command("list")
@json_option
@with_data
def list_(data: DataDirectory, as_json: bool) -> None:
    """List all contests: number, name, rules, status, players."""
    with data.store.reading() as tx:
        rows = [_row(tx, each) for each in tx.contests.list()]
    echo_rows(rows, as_json)


@contests.command()
@contest_argument
@one_json_option
@with_data
def show(data: DataDirectory, contest: int, as_json: bool) -> None:
    """Show a contest: who is in it, its table or steps, its games; of a season, its leagues."""
    with data.store.reading() as tx:
        found = _numbered(tx, contest)
        page = views.contest_page(tx, found, data.clock())
        tables = [*_tables(tx, page)]
        row = _row(tx, found)
    if as_json:
        echo_json(dict(page.to_json()))
        return
    echo_fields({**row, "entered": list(page.entered)})
    for shown in tables:
        echo("\n" + shown)
    for each in page.climbers:
        echo(f"step {each.step}  {each.userid}{'  rests' if each.resting else ''}")


@contests.group()
def create() -> None:
    """Open a contest, which prints its number."""


@create.command()
@click.argument("spec")
@click.option("--size", type=int, metavar="N", help="Players: 3 to 8; 4 by default.")
@click.option("--both", is_flag=True, help="Each pair plays both seats.")
@click.option("--programs", is_flag=True, help="Programs take places that are free after a day.")
@with_app
def cup(app: App, spec: str, size: int | None, both: bool, programs: bool) -> None:
    """Open a cup: it begins as soon as it is full."""
    with action(app, as_typed()) as work:
        made = rulings.create_cup(work, find(spec), size, both=both, programs=programs)
    echo(made.id)


@create.command()
@click.argument("spec")
@click.option("--size", type=int, metavar="N", help="Players of a league: 4 to 7; 7 by default.")
@click.option("--start", metavar="DATE", help="First day, at 08:00 UTC; by default the next date.")
@with_app
def season(app: App, spec: str, size: int | None, start: str | None) -> None:
    """Open a season: it begins on that date, and those after it on the usual ones."""
    starts = _date(start) if start else next_start(app.clock())
    with action(app, as_typed()) as work:
        made = rulings.create_season(work, find(spec), size, starts)
    echo(made.id)


@create.command()
@click.argument("spec")
@with_app
def stairs(app: App, spec: str) -> None:
    """Open stairs, which stay open."""
    with action(app, as_typed()) as work:
        made = rulings.create_stairs(work, find(spec))
    echo(made.id)


@contests.command()
@contest_argument
@with_app
def start(app: App, contest: int) -> None:
    """Let a cup begin with those who have entered, or a season when the server looks next."""
    with action(app, as_typed()) as work:
        found = _numbered(work.tx, contest)
        after = rulings.start(work, found, "the operator let it begin now")
        name = views.name_of(work.tx, found)
    echo(f"{name} begins" if after.running else f"{name} begins when the server looks next")


@contests.command()
@contest_argument
@click.argument("userid", metavar="U", shell_complete=complete_userid)
@why_option
@with_app
def withdraw(app: App, contest: int, userid: str, why: str) -> None:
    """Take a player out of a contest; their games there are given up."""
    with action(app, as_typed(), why) as work:
        player = player_named(work.tx, userid)
        rulings.withdraw(work, _numbered(work.tx, contest), player, why)
    echo(f"{player.userid} is out of contest {contest}")


@contests.command()
@contest_argument
@why_option
@with_app
def close(app: App, contest: int, why: str) -> None:
    """End a contest. Games that are being played go on, and are rated."""
    with action(app, as_typed(), why) as work:
        rulings.close(work, _numbered(work.tx, contest), why)
    echo(f"contest {contest} is closed")


@contests.command()
@contest_argument
@with_read_only_app
def export(app: App, contest: int) -> None:
    """Print a contest as one JSON object: its table, and the record of each game."""
    with app.store.reading() as tx:
        found = _numbered(tx, contest)
        page = views.contest_page(tx, found, app.clock())
        boards = (app.repository.board(tx, game.board) for game in tx.contests.games(found.id))
        records = [record.write(views.record_of(tx, board)) for board in boards if board]
    echo_json({**page.to_json(), "records": records})


@contests.command()
@click.argument("contest", metavar="[C]", type=Number(min=1), required=False)
@with_app
def rebuild(app: App, contest: int | None) -> None:
    """Hear the results of all games of a contest again, or of all contests."""
    with action(app, as_typed()) as work:
        every = [*work.tx.contests.list()]
        chosen = every if contest is None else [_numbered(work.tx, contest)]
        changed = sum(rulings.rebuild(work, each) for each in chosen)
    echo(f"results recorded: {changed}")


def _numbered(tx: Transaction, number: int) -> Contest:
    """:raises UsageError: if there is no such contest"""
    found = tx.contests.get(number)
    if found is None:
        raise UsageError(f'there is no contest {number}; "pbm contests list" shows them')
    return found


def _row(tx: Transaction, contest: Contest) -> Mapping[str, object]:
    return {
        "contest": contest.id,
        "name": str(views.name_of(tx, contest)),
        "kind": contest.kind.value,
        "game": contest.spec,
        "status": contest.status.value,
        "players": tx.contests.count_entries(contest.id),
        "starts": seconds(contest.starts),
        "ends": seconds(contest.ends),
    }


def _tables(tx: Transaction, page: views.ContestPage) -> Iterator[str]:
    """The table of a contest, or the tables of its leagues below their numbers and names."""
    if page.table:
        yield crosstable(table_facts(tx, page.table), _HEADINGS)
    for number in page.leagues:
        league = _numbered(tx, number)
        heading = f"contest {number}: {views.name_of(tx, league)} ({league.status.value})"
        shown = crosstable(table_facts(tx, views.table(tx, league)), _HEADINGS)
        yield f"{heading}\n\n{shown}"


def _date(written: str) -> datetime:
    """:raises UsageError: if there is no such day"""
    try:
        day = datetime.strptime(written, "%Y-%m-%d").date()
    except ValueError as error:
        told = f'there is no day "{written}"; write it as in 2027-01-01'
        raise UsageError(told) from error
    return datetime.combine(day, time(HOUR), UTC)
