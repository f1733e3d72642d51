"""``pbm puzzles``: the puzzles that players can get, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pbm.admin.action import action
from pbm.admin.puzzles import fault_of, from_finished_games, from_programs
from pbm.app.application import App
from pbm.app.data_directory import DataDirectory
from pbm.base.errors import UsageError
from pbm.cli.numbers import Number
from pbm.cli.output import echo, echo_json
from pbm.cli.rules import game_argument
from pbm.cli.tables import echo_fields, echo_rows, json_option, one_json_option
from pbm.cli.with_app import as_typed, with_app
from pbm.cli.with_data import with_data
from pbm.core.games import AnyGame, native_names
from pbm.core.puzzles import KeptPuzzle


@click.group()
def puzzles() -> None:
    """Puzzles for players: positions in which exactly one move wins."""


@puzzles.command("list", short_help="List the puzzles.")
@click.option("--game", type=click.Choice(native_names()), help="Only those of this game.")
@json_option
@with_data
def list_(data: DataDirectory, game: str | None, as_json: bool) -> None:
    """List the puzzles: rule set, moves to find, rating, tries and origin."""
    with data.store.reading() as tx:
        rows = [_row(each) for each in tx.puzzles.list(game)]
    echo_rows(rows, as_json)


@puzzles.command()
@click.argument("number", metavar="N", type=Number())
@one_json_option
@with_data
def show(data: DataDirectory, number: int, as_json: bool) -> None:
    """Show a puzzle with its board and its solution."""
    with data.store.reading() as tx:
        kept = tx.puzzles.get(number)
    if kept is None:
        raise UsageError(f'there is no puzzle {number}; "pbm puzzles list" shows them')
    solution = {"position": kept.puzzle.position, "line": list(kept.puzzle.line)}
    echo_fields({**_row(kept), **solution}, as_json)
    if not as_json:
        echo(f"\n{kept.game.render(kept.game.decode(kept.puzzle.position))}")


@puzzles.command()
@game_argument
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--level", type=click.IntRange(1, 5), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=1_000_000, show_default=True)
@click.option("--finished", is_flag=True, help="Look at the games that have ended here instead.")
@one_json_option
@with_app
def mine(app: App, /, game: AnyGame, finished: bool, as_json: bool, **options: int) -> None:
    """Find puzzles of a rule set and store them.

    They are looked for in games that a program of this level plays against itself, from this seed
    on. It takes a whole processor: `nice -n 15 pbm puzzles mine gyges/classic`.
    """
    mined = from_finished_games(app, game) if finished else from_programs(game, **options)
    found = [*mined]
    with action(app, as_typed()) as work:
        added = [kept for each in found if (kept := work.tx.puzzles.add(*each))]
    if as_json:
        echo_json({"found": len(found), "added": [each.id for each in added]})
    else:
        echo(f"puzzles found: {len(found)}, new ones: {len(added)}")


@puzzles.command()
@json_option
@click.pass_context
@with_data
def check(data: DataDirectory, ctx: click.Context, as_json: bool) -> None:
    """Prove every puzzle again, and print those that are none. The exit status is 1 then."""
    with data.store.reading() as tx:
        kept = tx.puzzles.list()
    rows = [{"puzzle": each.id, "fault": fault} for each in kept if (fault := fault_of(each))]
    echo_rows(rows, as_json)
    ctx.exit(int(bool(rows)))


def _row(kept: KeptPuzzle) -> Mapping[str, object]:
    return {
        "puzzle": kept.id,
        "spec": kept.spec,
        "moves": kept.to_find,
        "rating": kept.rating.points,
        "tried": kept.rating.games,
        "origin": kept.origin,
    }
