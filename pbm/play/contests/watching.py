"""Spectators of contests."""

from __future__ import annotations

from collections.abc import Collection

from pbm.core.contests.changes import is_alive
from pbm.core.contests.model import Contest, ContestKind
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.bounds import MOST_WATCHED
from pbm.play.contests.news import ContestWatched
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def subscribe(work: Work, by: Player, contest: Contest) -> None:
    """Watch a contest from now on: its beginning, its results and its end.

    :raises Refused: if the contest is over, or the player watches it or too many others already
    """
    check_active(by)
    watched = work.tx.watched_contests
    if not is_alive(contest):
        raise Refused("contest_over")
    if watched.holds(by.id, contest.id):
        raise Refused("contest_watched")
    if len(watched.of(by.id)) >= MOST_WATCHED:
        raise Refused("many_watched", most=MOST_WATCHED)
    watched.add(by.id, contest.id, work.now)
    work.publish(ContestWatched(by, contest, watching=True))


def unsubscribe(work: Work, by: Player, contest: Contest) -> None:
    """Stop watching a contest.

    :raises Refused: if the player does not watch it
    """
    check_active(by)
    if not work.tx.watched_contests.holds(by.id, contest.id):
        raise Refused("contest_not_watched")
    work.tx.watched_contests.drop(by.id, contest.id)
    work.publish(ContestWatched(by, contest, watching=False))


def watchers(tx: Transaction, contest: Contest) -> list[Player]:
    """The spectators of a contest, or of the season of a league, who do not play there."""
    season = contest.parent if contest.kind is ContestKind.LEAGUE else contest.id
    watching = {*tx.watched_contests.to(contest.id), *tx.watched_contests.to(season)}
    return _outside(tx, contest, watching)


def own_watchers(tx: Transaction, contest: Contest) -> list[Player]:
    """Like ``watchers``, but for a league without the spectators of its season."""
    return _outside(tx, contest, {*tx.watched_contests.to(contest.id)})


def _outside(tx: Transaction, contest: Contest, players: Collection[int]) -> list[Player]:
    found = (each for each in sorted(players) if tx.contests.entry(contest.id, each) is None)
    return [tx.players.get(each) for each in found]
