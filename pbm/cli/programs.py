"""``pbm programs``: the programs that play, and whether they begin games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from pbm.admin.action import action
from pbm.admin.lookup import player_named
from pbm.app.application import App
from pbm.app.data_directory import DataDirectory
from pbm.base.errors import UsageError
from pbm.cli.output import echo
from pbm.cli.tables import echo_fields, echo_rows, json_option, one_json_option, seconds
from pbm.cli.with_app import as_typed, with_app
from pbm.cli.with_data import with_data
from pbm.core.games import AnyGame, all_games, spec
from pbm.core.model import Player
from pbm.core.ratings import Rating, RatingList
from pbm.play.programs import LEVELS, driven, failing, playing, start, stop, stuck_boards
from pbm.programs.strength import against_below, points
from pbm.store.protocol import Transaction

program_argument = click.argument("userid", metavar="U")


@click.group()
def programs() -> None:
    """Programs that are players."""


@programs.command("list", short_help="List the programs.")
@json_option
@with_data
def list_(data: DataDirectory, as_json: bool) -> None:
    """List the programs: level, whether they begin games, and boards that they play."""
    with data.store.reading() as tx:
        rows = [_row(tx, each) for each in driven(tx)]
    echo_rows(rows, as_json)


@programs.command(short_help="Show a program and its boards.")
@program_argument
@one_json_option
@with_data
def show(data: DataDirectory, userid: str, as_json: bool) -> None:
    """Show a program, with the numbers of its running boards and of those on which it is stuck.

    The last line of an external engine tells when the operator was last mailed that it fails.
    """
    with data.store.reading() as tx:
        program = _named(tx, userid)
        boards = [match.board for match in tx.matches.open_of(program.id)]
        failed = tx.moments.get(failing(program.userid))
        facts = {
            **_row(tx, program),
            "running": boards,
            "stuck": _stuck(tx, boards),
            "failed": seconds(failed) if failed else "",
        }
    echo_fields(facts, as_json)


@programs.command(short_help="List how strong each level is.")
@json_option
@with_data
def strength(data: DataDirectory, as_json: bool) -> None:
    """List how strong each level is in each rule set, as matches between levels have shown.

    First by how many points of Elo it is stronger than level 1, then the games that it has won,
    drawn and lost against the level below. The last column is the rating of the program in this
    club, where games with programs are rated.
    """
    with data.store.reading() as tx:
        levels = {each.level: each for each in driven(tx) if each.level}
        rows = [
            _strength(tx, game, level, levels.get(level))
            for game in all_games()
            for level in LEVELS
        ]
    echo_rows(rows, as_json)


@programs.command("stop", short_help="Let a program begin no more games.")
@program_argument
@with_app
def stop_(app: App, userid: str) -> None:
    """Let a program begin no more games, also after a start of the server.

    It finishes those that it plays.
    """
    with action(app, as_typed()) as work:
        program = _named(work.tx, userid)
        stop(work.tx, program)
    echo(f"{program.userid} begins no more games")


@programs.command("start", short_help="Let a program begin games again.")
@program_argument
@with_app
def start_(app: App, userid: str) -> None:
    """Let a program begin games again, and try again on boards on which it is stuck."""
    with action(app, as_typed()) as work:
        program = _named(work.tx, userid)
        start(work.tx, program)
        boards = {match.board for match in work.tx.matches.open_of(program.id)}
        for mark, board in stuck_boards(work.tx).items():
            if board in boards:
                work.tx.moments.drop(mark)
    echo(f"{program.userid} begins games again")


def _named(tx: Transaction, userid: str) -> Player:
    """:raises UsageError: if there is no program of that userid"""
    player = player_named(tx, userid)
    if not player.is_driven:
        raise UsageError(f'{player.userid} is no program; "pbm programs list" shows them')
    return player


def _strength(
    tx: Transaction, game: AnyGame, level: int, program: Player | None
) -> Mapping[str, object]:
    tally = against_below(spec(game), level)
    rating = (
        tx.ratings.now(RatingList(game.name, programs=True).name, program.id)
        if program
        else Rating()
    )
    return {
        "ruleset": spec(game),
        "level": level,
        "points": points(spec(game)).get(level),
        "won": tally and tally.won,
        "drawn": tally and tally.drawn,
        "lost": tally and tally.lost,
        "rating": rating.points if rating.games else None,
    }


def _row(tx: Transaction, program: Player) -> Mapping[str, object]:
    return {
        "userid": program.userid,
        "level": program.level,
        "plays": playing(program).value,
        "boards": len(tx.matches.open_of(program.id)),
    }


def _stuck(tx: Transaction, boards: Sequence[int]) -> list[int]:
    return sorted(board for board in stuck_boards(tx).values() if board in boards)
