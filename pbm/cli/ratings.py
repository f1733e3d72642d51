"""``pbm ratings``: rate all games again."""

from __future__ import annotations

import click

from pbm.admin.action import action
from pbm.app.application import App
from pbm.cli.output import echo
from pbm.cli.with_app import as_typed, progress, with_app
from pbm.core.ratings import RatedGame
from pbm.play.ratings.table import finished_boards, replayed_game, rewrite


@click.group()
def ratings() -> None:
    """The players' ratings."""


@ratings.command()
@with_app
def rebuild(app: App) -> None:
    """Compute all ratings again from the events of the boards.

    Prints how many numbers were wrong. They are right now. No mail is sent.
    """
    with app.store.reading() as tx:
        boards = finished_boards(tx)
    games: dict[int, RatedGame | None] = {}
    with progress(boards, "boards") as bar:
        for board in bar:
            with app.store.reading() as tx:
                games[board] = replayed_game(tx, board)
    with action(app, as_typed()) as work:
        # Games that ended during the loop above, in which letters did not have to wait.
        late = [board for board in finished_boards(work.tx) if board not in games]
        games |= {board: replayed_game(work.tx, board) for board in late}
        counted = [game for game in games.values() if game]
        wrong = rewrite(work.tx, counted)
    echo(f"{len(counted)} rated games; {wrong} numbers were wrong")
