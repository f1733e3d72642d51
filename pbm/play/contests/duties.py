"""The steps of contests by the clock, each short enough for one transaction.

Every step reads from the store what is to be done, so an interrupted step is simply done again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pbm.core.clocks import DAY
from pbm.core.contests.calendar import TOLD_BEFORE
from pbm.core.contests.happenings import (
    Begun,
    Carried,
    Handed,
    Joined,
    LeagueBegun,
    Left,
    Opened,
    Postponed,
)
from pbm.core.contests.leagues import SMALLEST, cut
from pbm.core.contests.model import Contest, ContestKind, ContestStatus, Entry, Gone
from pbm.core.games import find
from pbm.play.contests import ending, seasons
from pbm.play.contests.entering import able, note, open_contest, why_away
from pbm.play.contests.games import begin_all
from pbm.play.contests.news import ContestClosed, ContestLeft, SeasonPostponed
from pbm.play.contests.watching import watchers
from pbm.play.programs import here
from pbm.play.work import Work
from pbm.store.protocol import Transaction

TOLD_AT_ONCE = 50
CARRIED_AT_ONCE = 500


@dataclass(frozen=True)
class Step:
    """A step to take for a contest now. why: the reason, for the act that records it."""

    why: str
    do: Callable[[Work], object]


Plan = Step | datetime | None
"""A step, or when to look again; None for never."""


def plan(tx: Transaction, contest: Contest, now: datetime) -> Plan:
    """The next step for a contest whose alarm is due."""
    match contest.kind, contest.status:
        case ContestKind.CUP, ContestStatus.OPEN:
            return _of_pool(tx, contest, now)
        case ContestKind.SEASON, ContestStatus.OPEN:
            return _of_coming_season(tx, contest, now)
        case ContestKind.SEASON, ContestStatus.DRAWN:
            return _of_drawn_season(tx, contest)
        case ContestKind.SEASON, ContestStatus.CLOSED:
            return _of_closed_season(tx, contest)
        case ContestKind.CUP | ContestKind.LEAGUE, ContestStatus.RUNNING:
            return _of_games(tx, contest, now)
    return None


def ratings_of(tx: Transaction, contest: Contest, entries: list[Entry]) -> dict[int, int]:
    """The present ratings of entered players, in their order."""
    return {each.player: tx.ratings.now(contest.game, each.player).points for each in entries}


# Cups


def _of_pool(tx: Transaction, contest: Contest, now: datetime) -> Plan:
    entries = list(tx.contests.entries(contest.id))
    if len(entries) >= contest.size:
        if len(able(tx, entries)) == len(entries):
            return Step("a cup is full", partial(begin_cup, contest=contest))
        return Step("players of a cup are away", partial(leave_out_away, contest=contest))
    if contest.programs and entries:
        due = min(each.since for each in entries) + DAY
        return due if now < due else Step("programs fill a cup", partial(_fill, contest=contest))
    return None


def begin_cup(work: Work, contest: Contest) -> Contest:
    entries = list(work.tx.contests.entries(contest.id))
    return begin_all(work, contest, ratings_of(work.tx, contest, entries))


def leave_out_away(work: Work, contest: Contest) -> Contest:
    """Leave out of a cup the players who cannot be paired."""
    entries = work.tx.contests.entries(contest.id)
    here = able(work.tx, entries)
    return _leave_out(work, contest, [each for each in entries if each not in here])


def _leave_out(work: Work, contest: Contest, away: Sequence[Entry]) -> Contest:
    for entry in away:
        player = work.tx.players.get(entry.player)
        contest = note(work, contest, Left(player.id, why_away(player)))
        work.publish(ContestLeft(None, player, contest, why_away(player)))
    return contest


def _fill(work: Work, contest: Contest) -> None:
    """Let programs take the free places of a cup, as far as there are programs."""
    entered = {each.player for each in work.tx.contests.entries(contest.id)}
    playing = (each for each in here(work.tx) if each.plays(contest.spec))
    free = [each for each in playing if each.id not in entered]
    for program in free[: contest.size - len(entered)]:
        contest = note(work, contest, Joined(program.id))
    if len(entered) + len(free) < contest.size:
        work.tx.contests.set_alarm(contest, work.now + DAY)


# Leagues and cups that run


def _of_games(tx: Transaction, contest: Contest, now: datetime) -> Plan:
    late = ending.forfeiter(tx, contest)
    if late is not None:
        player = tx.players.get(late.player)
        why = f"{player.userid} has forfeited {ending.MOST_FORFEITS} games"
        return Step(why, lambda work: ending.put_out(work, contest, player, Gone.FORFEITS))
    is_over = all(game.over for game in tx.contests.games(contest.id))
    if is_over or (contest.ends is not None and now >= contest.ends):
        return Step("a table is final", partial(ending.finish, contest=contest))
    return contest.ends


# Seasons


def _of_coming_season(tx: Transaction, contest: Contest, now: datetime) -> Plan:
    assert contest.starts is not None, "every season has a date"
    if now < contest.starts - TOLD_BEFORE:
        return contest.starts - TOLD_BEFORE
    if now < contest.starts:
        if not tx.contests.untold(contest.id, 1):
            return contest.starts
        return Step("a season begins soon", partial(_announce, contest=contest))
    before = tx.contests.running_leagues(contest.parent, 1) if contest.parent else ()
    if before:
        return Step("the next season begins", partial(ending.finish, contest=before[0]))
    return Step("a season begins", partial(_draw, contest=contest))


def _announce(work: Work, contest: Contest) -> None:
    for news in seasons.announce(work, contest, TOLD_AT_ONCE):
        work.publish(news)


def _draw(work: Work, contest: Contest) -> None:
    """Make the leagues, once all who are absent are left out and if enough others take part."""
    entries = work.tx.contests.entries(contest.id)
    absent = seasons.absent(work.tx, entries, work.now)
    able_to_play = len(entries) - len(absent)
    if able_to_play < SMALLEST:
        _postpone(work, contest, able_to_play)
    elif absent:
        _leave_out(work, contest, absent[:TOLD_AT_ONCE])
    else:
        note(work, contest, seasons.draw(work.tx, contest, entries, work.now))


def _postpone(work: Work, contest: Contest, able_to_play: int) -> None:
    """Postpone a season in which too few would play, and tell all who have entered."""
    contest = note(work, contest, Postponed(seasons.following(contest, work.now), "few"))
    entries = work.tx.contests.entries(contest.id)
    for entry in entries:
        player = work.tx.players.get(entry.player)
        work.publish(SeasonPostponed(None, contest, player, len(entries), able_to_play))


def _of_drawn_season(tx: Transaction, contest: Contest) -> Plan:
    leagues = cut(range(tx.contests.count_entries(contest.id)), contest.size)
    if contest.begun < len(leagues):
        places = leagues[contest.begun]
        begin = partial(_begin_league, contest=contest, first=places[0] + 1, last=places[-1] + 1)
        return Step("a league begins", begin)
    if contest.carried >= 0:
        return Step("players are entered for the next season", partial(_carry, contest=contest))
    return Step("all leagues have begun", lambda work: note(work, contest, Begun((), {}, ())))


def _begin_league(work: Work, contest: Contest, first: int, last: int) -> None:
    placed = work.tx.contests.placed(contest.id, first, last)
    entries = able(work.tx, placed)
    # The entries of those left out stay: the later leagues are computed from the number of entries.
    _tell_left_out(work, contest, [each for each in placed if each not in entries])
    opened = Opened(
        what=ContestKind.LEAGUE,
        spec=contest.spec,
        number=contest.begun + 1,
        parent=contest.id,
        size=len(entries),
    )
    league = open_contest(work, opened)
    ratings = {each.player: each.rating for each in entries}
    begin_all(work, league, ratings, contest.ends)
    note(work, contest, LeagueBegun(league.id))


def _tell_left_out(work: Work, contest: Contest, away: Sequence[Entry]) -> None:
    """Tell players that they were left out of a contest; no entry is changed."""
    for entry in away:
        player = work.tx.players.get(entry.player)
        work.publish(ContestLeft(None, player, contest, why_away(player)))


def _carry(work: Work, contest: Contest) -> None:
    """Enter some more of the players who did not say ``once`` for the next season."""
    game, tx = find(contest.spec), work.tx
    upcoming = seasons.to_come(tx, game) or seasons.open_season(
        work, game, seasons.following(contest, work.now), contest.size
    )
    batch = tx.contests.after(contest.id, contest.carried, CARRIED_AT_ONCE)
    recurring = [each for each in batch if not each.once]
    new = [each for each in recurring if tx.contests.entry(upcoming.id, each.player) is None]
    here = able(tx, new)
    if here:
        note(work, upcoming, Carried(tuple(each.player for each in here)))
    # Players in no league have been told already that they are left out.
    placed = [each for each in new if tx.contests.league_of(contest.id, each.player)]
    _tell_left_out(work, upcoming, [each for each in placed if each not in here])
    note(work, contest, Handed(batch[-1].player if batch else -1))


def _of_closed_season(tx: Transaction, contest: Contest) -> Plan:
    leagues = tx.contests.running_leagues(contest.id, 1)
    if leagues:
        why = "a league of a closed season is closed"
        return Step(why, partial(ending.close_league, season=contest, league=leagues[0]))
    if contest.carried >= 0:
        return Step("a season is closed", partial(_tell_of_end, contest=contest))
    return None


def _tell_of_end(work: Work, contest: Contest) -> None:
    """Tell the next players that their season is closed, if they are in none of its leagues."""
    tx, before = work.tx, contest.carried
    batch = tx.contests.after(contest.id, before, TOLD_AT_ONCE)
    contest = note(work, contest, Handed(batch[-1].player if batch else -1))
    alone = [each.player for each in batch if not tx.contests.league_of(contest.id, each.player)]
    told = [tx.players.get(each) for each in alone]
    watching = [] if before else watchers(tx, contest)
    work.publish(ContestClosed(None, contest, [*told, *watching], ending.reason(tx, contest)))
