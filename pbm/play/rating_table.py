"""The table of ratings, kept in step with the boards: it can always be made again from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from pbm.base.errors import DamagedError, PermanentFailure
from pbm.core.boards import unfold
from pbm.core.events import Event
from pbm.core.model import Match
from pbm.core.ratings import RatedGame, RatingChange, changes, history, rated_after, rated_game
from pbm.store.protocol import Transaction


def enter(tx: Transaction, match: Match, ended: datetime) -> None:
    """Rate both players of a match that has just ended, if it counts.

    Games count in the order in which they ended. Where some have ended later already, because
    the clock was set back or several end at one moment, these are rated again.
    """
    played = rated_game(match, ended)
    if played is not None:
        _rate(tx, [played, *tx.ratings.take_after(played.game, played.place)])


def withdraw(tx: Transaction, board: int) -> None:
    """Let a board count no more; the games that ended after it are rated again."""
    for kept in tx.ratings.of_board(board)[:1]:
        taken = tx.ratings.take_after(kept.game, (kept.ended, board - 1))
        _rate(tx, [played for played in taken if played.board != board])


def _rate(tx: Transaction, games: Iterable[RatedGame]) -> None:
    """games: in the order in which they count, and nothing that counts after them is kept."""
    for each in games:
        now = {player: tx.ratings.now(each.game, player) for player in each.players}
        tx.ratings.add(changes(each, now))


def is_right(tx: Transaction, board: int, played: RatedGame | None) -> bool:
    """Whether what is kept of a board is what this game, or none, does to its players."""
    kept = tuple(tx.ratings.of_board(board))
    if played is None:
        return not kept
    before = {
        player: tx.ratings.before(played.game, player, played.place) for player in played.players
    }
    return kept == changes(played, before)


def finished_boards(tx: Transaction) -> Sequence[int]:
    return [match.board for match in tx.matches.list() if match.finished]


def recall(tx: Transaction, number: int) -> RatedGame | None:
    """What a board's events make of it for the ratings; None if it does not count.

    :raises PermanentFailure: if they are damaged, so that nothing can be said of it
    """
    events = tx.matches.events(number)
    try:
        return _recalled(events)
    except Exception as error:  # a changed event may hold anything
        raise PermanentFailure(
            f'board {number} cannot be played again; "pbm audit {number}" says why'
        ) from error


def _recalled(events: Iterable[Event]) -> RatedGame | None:
    played: RatedGame | None = None
    for board in unfold(events):
        played = rated_after(played, board.match, board.match.updated)
    return played


def rewrite(tx: Transaction, games: Iterable[RatedGame]) -> int:
    """Make the table again from all rated games; how many of its changes were not as they are."""
    before = _kept(tx)
    tx.ratings.clear()
    for pair in history(games):
        tx.ratings.add(pair)
    after = _kept(tx)
    return sum(before.get(each) != after.get(each) for each in before | after)


def _kept(tx: Transaction) -> dict[tuple[int, int], RatingChange]:
    """Every change by its board and player; none at all where one of them cannot be read."""
    try:
        return {(change.board, change.player): change for change in tx.ratings.list()}
    except DamagedError:
        return {}
