"""The table of ratings, updated with each finished game and always derivable from the boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from pbm.base.errors import DamagedError, PermanentFailure
from pbm.core.boards import unfold
from pbm.core.events import Event
from pbm.core.model import Match
from pbm.core.ratings import (
    RatedGame,
    RatingChange,
    RatingList,
    changes,
    history,
    rated_after,
    rated_game,
)
from pbm.store.protocol import Transaction


def enter(tx: Transaction, match: Match, ended: datetime) -> None:
    """Rate both players of a match that has just ended, if it is rated.

    Games count in the order in which they ended. If the table has games with a later end already,
    because the system clock was set back or several games ended at once, they are rated again.
    """
    played = listed(tx, rated_game(match, ended))
    if played is not None:
        _rate(tx, [played, *tx.ratings.take_after(played.game, played.place)])


def listed(tx: Transaction, played: RatedGame | None) -> RatedGame | None:
    """The game as it is rated. Games with programs have a list of their own."""
    if played is None or not any(tx.players.get(each).is_program for each in played.players):
        return played
    return replace(played, game=RatingList(played.game, programs=True).name)


def withdraw(tx: Transaction, board: int) -> None:
    """Remove a board from the ratings; the games that ended after it are rated again."""
    for kept in tx.ratings.of_board(board)[:1]:
        taken = tx.ratings.take_after(kept.game, (kept.ended, board - 1))
        _rate(tx, [played for played in taken if played.board != board])


def _rate(tx: Transaction, games: Iterable[RatedGame]) -> None:
    """Append games to the table.

    games: in the order in which they count, all after those in the table.
    """
    for each in games:
        now = {player: tx.ratings.now(each.game, player) for player in each.players}
        tx.ratings.add(changes(each, now))


def is_consistent(tx: Transaction, board: int, played: RatedGame | None) -> bool:
    """Whether the entries of a board follow from ``played`` and the ratings before that game.

    played: None if the board is not rated, so that it must have no entries.
    """
    kept = tuple(tx.ratings.of_board(board))
    if played is None:
        return not kept
    before = {
        player: tx.ratings.before(played.game, player, played.place) for player in played.players
    }
    return kept == changes(played, before)


def finished_boards(tx: Transaction) -> Sequence[int]:
    """The numbers of all finished boards."""
    return [match.board for match in tx.matches.list() if match.finished]


def replayed_game(tx: Transaction, number: int) -> RatedGame | None:
    """The rated game that a board's events give; None if the board is not rated.

    :raises PermanentFailure: if the events are damaged and cannot be replayed
    """
    events = tx.matches.events(number)
    try:
        return listed(tx, _replayed(events))
    except Exception as error:  # a damaged event may raise anything
        raise PermanentFailure(
            f'board {number} cannot be played again; "pbm audit {number}" says why'
        ) from error


def _replayed(events: Iterable[Event]) -> RatedGame | None:
    played: RatedGame | None = None
    for board in unfold(events):
        played = rated_after(played, board.match, board.match.updated)
    return played


def rewrite(tx: Transaction, games: Iterable[RatedGame]) -> int:
    """Rebuild the table from all rated games, and return how many entries were wrong."""
    before = _kept(tx)
    tx.ratings.clear()
    for pair in history(games):
        tx.ratings.add(pair)
    after = _kept(tx)
    return sum(before.get(each) != after.get(each) for each in before | after)


def _kept(tx: Transaction) -> dict[tuple[int, int], RatingChange]:
    """All entries, by board and player; an empty dict if one of them cannot be read."""
    try:
        return {(change.board, change.player): change for change in tx.ratings.list()}
    except DamagedError:
        return {}
