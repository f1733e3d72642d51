"""Leaving contests: one that a player names, or all of them."""

from __future__ import annotations

from typing import NamedTuple

from pbm.core.contests.changes import is_alive
from pbm.core.contests.happenings import Left
from pbm.core.contests.model import Contest, ContestKind, ContestStatus, Gone
from pbm.core.contests.tables import is_struck
from pbm.core.games import AnyGame
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.contests.ending import put_out, resign_games
from pbm.play.contests.entering import alive, note, rules
from pbm.play.contests.news import ContestLeft
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction


class Leaving(NamedTuple):
    """A contest that a player wants to leave. runs: whether that counts as resigning games."""

    contest: Contest
    runs: bool


class Loss(NamedTuple):
    """The loss of a player who leaves a running contest.

    games: how many of their games are not over. struck: whether their games no longer count.
    """

    games: int
    struck: bool


def meant(
    tx: Transaction, by: Player, game: AnyGame, kind: ContestKind, number: int | None = None
) -> Leaving:
    """The contest that a player wants to leave.

    number: the number of the cup or season; None for one that has not begun or, if there is none,
        for the only one that runs.

    :raises Refused: if there is no such contest, or several run
    """
    own = [each for each in _own(tx, by, game, kind) if number in (None, _number(tx, each))]
    waiting = [each for each in own if each.open]
    if waiting:
        return Leaving(waiting[0], runs=False)
    running = [each for each in own if each.status is ContestStatus.RUNNING]
    if not running:
        raise Refused("not_entered", game=game.name, kind=kind.value)
    if len(running) > 1:
        numbers = ", ".join(str(_number(tx, each)) for each in running)
        raise Refused("which_contest", game=game.name, kind=kind.value, numbers=numbers)
    return Leaving(running[0], runs=_has_games(tx, by, running[0]))


def loss(tx: Transaction, by: Player, contest: Contest) -> Loss:
    games = tx.contests.games_of(contest.id, by.id)
    struck = contest.kind.has_table and is_struck(by.id, games)
    return Loss(sum(not game.over for game in games), struck)


def leave(work: Work, by: Player, leaving: Leaving) -> None:
    """Leave a contest. In one that runs, all games there are given up."""
    check_active(by)
    contest = leaving.contest
    if contest.kind is ContestKind.STAIRS:
        resign_games(work, contest, by)
        fresh = work.tx.contests.get(contest.id)
        assert fresh is not None, "contests are never deleted"
        contest = fresh
    if contest.open or contest.kind is ContestKind.STAIRS:
        after = note(work, contest, Left(by.id))
        work.publish(ContestLeft(by, by, after, "left"))
    else:
        put_out(work, contest, by, Gone.LEFT)


def leave_all(work: Work, player: Player) -> None:
    """Take a player who signs off out of all contests, without a mail to them."""
    tx = work.tx
    for entry in [*alive(tx, tx.contests.entries_of(player.id))]:
        contest = tx.contests.get(entry.contest)
        if contest is None or not is_alive(contest):
            continue
        if contest.kind is ContestKind.SEASON and not contest.open:
            continue
        if contest.kind is ContestKind.STAIRS or contest.open:
            resign_games(work, contest, player)
            fresh = tx.contests.get(contest.id)
            assert fresh is not None, "contests are never deleted"
            note(work, fresh, Left(player.id, "gone"))
        else:
            put_out(work, contest, player, Gone.LEFT)


def _own(tx: Transaction, by: Player, game: AnyGame, kind: ContestKind) -> list[Contest]:
    """The player's contests of a rule set. In place of a running season, it is their league."""
    found: list[Contest] = []
    for contest in rules(game, tx.contests.alive(kind, game.name)):
        is_drawn = kind is ContestKind.SEASON and not contest.open
        place = tx.contests.league_of(contest.id, by.id) if is_drawn else contest
        entry = tx.contests.entry(place.id, by.id) if place else None
        if place is not None and entry is not None and not entry.out and is_alive(place):
            found.append(place)
    return found


def _number(tx: Transaction, contest: Contest) -> int:
    """The number that players know a contest by; of a league, the number of its season."""
    season = tx.contests.get(contest.parent) if contest.kind is ContestKind.LEAGUE else None
    return season.number if season else contest.number


def _has_games(tx: Transaction, by: Player, contest: Contest) -> bool:
    if contest.kind is not ContestKind.STAIRS:
        return True
    return any(not game.over for game in tx.contests.games_of(contest.id, by.id))
