"""Results of games in contests, heard in the transaction of the event that ends a game.

A game is found by its board, so that the cost does not grow with the number of contests.
"""

from __future__ import annotations

from pbm.core.contests.changes import Rows, is_alive
from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import ContestHappening, Ended, Resumed
from pbm.core.contests.model import Contest, ContestGame, How
from pbm.core.contests.standings import DRAWN, LOST, WON
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happening import Happening
from pbm.core.happenings import Aborted, Forfeited
from pbm.core.model import Cause, Match
from pbm.core.results import Result
from pbm.play.contest_events.recording import record
from pbm.store.protocol import Transaction

HALVES = {Result.FIRST_WON: WON, Result.DRAWN: DRAWN, Result.SECOND_WON: LOST}


def hear(tx: Transaction, before: Match, after: Match, deed: Deed, cause: Cause) -> None:
    """Record in its contest that a game has ended, or that an operator reopened it.

    A contest that is over keeps its table, so nothing is recorded for it.
    """
    if not (before.finished or after.finished):
        return
    game = tx.contests.game(after.board)
    contest = tx.contests.get(game.contest) if game else None
    if game is None or contest is None or not is_alive(contest):
        return
    what = heard(tx.contests, contest, game, after, deed.what)
    if what is not None:
        record(tx, contest, ContestDeed(what, deed.at), cause)


def heard(
    rows: Rows, contest: Contest, game: ContestGame, match: Match, what: Happening
) -> ContestHappening | None:
    """Return the happening that an event of a board causes in its contest; None if none.

    match: after the event.
    """
    if not match.finished:
        return Resumed(match.board, match.seq) if game.over else None
    halves, how, absent = _outcome(rows, contest, match, what)
    known = (game.how, game.halves, game.absent)
    if known == (how, halves, absent):
        return None
    return Ended(match.board, match.seq, how, halves, absent)


def _outcome(
    rows: Rows, contest: Contest, match: Match, what: Happening
) -> tuple[int | None, How, int]:
    """The first seat's result in halves of a point, how the game ended, and who lost by absence (0:
    nobody).
    """
    loser = _absent(what)
    if loser is not None:
        halves = LOST if loser is Seat.FIRST else WON
        is_early = match.result is Result.NONE
        return halves, How.WALKOVER if is_early else How.TIME, match.player_at(loser)
    if match.result not in HALVES:
        return None, How.VOID, 0
    halves = HALVES[match.result]
    gone = _gone(rows, contest, match)
    if gone is not None and halves == (LOST if gone is Seat.FIRST else WON):
        return halves, How.WALKOVER, match.player_at(gone)
    return halves, How.PLAYED, 0


def _absent(what: Happening) -> Seat | None:
    """The seat that lost on time, or gave up before the second ply."""
    return what.seat if isinstance(what, Forfeited | Aborted) else None


def _gone(rows: Rows, contest: Contest, match: Match) -> Seat | None:
    """The seat of a player who is out of the contest, None if there is none.

    Losing a game after that counts as a forfeit.
    """
    for seat in Seat:
        entry = rows.entry(contest.id, match.player_at(seat))
        if entry is not None and entry.out:
            return seat
    return None
