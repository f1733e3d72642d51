"""Rated games that do not count: ended too soon, or too many between the same two players.

Somebody with a second account would win rating points from it otherwise. What decides is recorded
with the end of the game, so that games of earlier versions, and those already counted, stay as they
are.
"""

from __future__ import annotations

from datetime import datetime

from pbm.core.happenings import Reopened, Uncounted, Unrated
from pbm.core.model import Match
from pbm.core.ratings import MOST_OF_PAIR, PLIES_BEFORE_IT_COUNTS, WITHIN, rated_game
from pbm.core.results import Reason
from pbm.core.suggestions import plies_of_placing
from pbm.play.ratings.table import listed
from pbm.store.protocol import Transaction

_CUT_SHORT = (Reason.RESIGNED, Reason.FORFEIT, Reason.AGREED)


def why_uncounted(tx: Transaction, match: Match, ended: datetime) -> Unrated | None:
    """Why a game that has just ended does not count although it is rated; None if it counts.

    A game that its moves have ended counts, however short it is, and one that a contest has paired.
    Any number of games with one of our own programs count.
    """
    played = listed(tx, rated_game(match, ended))
    if played is None:
        return None
    fewest = after_placing(match, PLIES_BEFORE_IT_COUNTS)
    if _is_cut_short(tx, match) and match.plies < fewest:
        return Unrated(Uncounted.SHORT, fewest)
    if any(tx.players.get(each).is_driven for each in played.players):
        return None
    if tx.ratings.of_pair(played.game, *played.players, ended - WITHIN) >= MOST_OF_PAIR:
        return Unrated(Uncounted.OFTEN, MOST_OF_PAIR)
    return None


def uncounted(tx: Transaction, match: Match) -> Unrated | None:
    """Why a game that is over does not count although it was rated, as recorded with its end."""
    if match.rated or not match.finished:
        return None
    for event in reversed(tx.matches.events(match.board)):
        if isinstance(event.what, Unrated):
            return event.what
        if isinstance(event.what, Reopened):
            return None
    return None


def _is_cut_short(tx: Transaction, match: Match) -> bool:
    return match.reason in _CUT_SHORT and tx.contests.game(match.board) is None


def after_placing(match: Match, plies: int) -> int:
    """The number of plies with so many behind the placing of the pieces."""
    return plies_of_placing(match.spec, match.start) + plies
