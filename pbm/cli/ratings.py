"""``pbm ratings``: the numbers that rated games come to."""

from __future__ import annotations

import click

from pbm.admin.action import action
from pbm.app.application import App
from pbm.cli.output import echo
from pbm.cli.staff import as_typed, progress, staffed
from pbm.core.ratings import RatedGame
from pbm.play.rating_table import finished_boards, replayed_game, rewrite


@click.group()
def ratings() -> None:
    """The numbers that rated games come to."""


@ratings.command()
@staffed
def rebuild(app: App) -> None:
    """Rate all games again, by nothing but the events of their boards.

    It says how many numbers were not as they should be; now they are. No player is told.
    """
    with app.store.reading() as tx:
        boards = finished_boards(tx)
    games: dict[int, RatedGame | None] = {}
    with progress(boards, "boards") as bar:
        for board in bar:
            with app.store.reading() as tx:
                games[board] = replayed_game(tx, board)
    with action(app, as_typed()) as work:
        # Those that have ended meanwhile: letters were not kept waiting for the rest.
        late = [board for board in finished_boards(work.tx) if board not in games]
        games |= {board: replayed_game(work.tx, board) for board in late}
        counted = [game for game in games.values() if game]
        wrong = rewrite(work.tx, counted)
    echo(f"{len(counted)} rated games; {wrong} numbers were wrong")
