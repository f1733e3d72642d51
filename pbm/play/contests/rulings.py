"""Rulings of the operator on contests: creating, starting, closing and rebuilding one."""

from __future__ import annotations

from datetime import datetime

from pbm.core.contests.changes import is_alive
from pbm.core.contests.happenings import Ended, Left, Postponed, Resumed
from pbm.core.contests.leagues import LARGEST, SMALLEST
from pbm.core.contests.model import CUP_SIZE, Contest, ContestKind, ContestStatus, Gone, How
from pbm.core.games import AnyGame
from pbm.core.happening import Happening
from pbm.core.model import Match, Player
from pbm.core.refused import Refused
from pbm.play.contest_events.results import heard
from pbm.play.contests import climbing, cups, ending, seasons
from pbm.play.contests.duties import begin_cup, leave_out_away
from pbm.play.contests.entering import able, note
from pbm.play.contests.news import ContestLeft
from pbm.play.work import Work

SIZES = {ContestKind.CUP: range(3, 9), ContestKind.SEASON: range(SMALLEST, LARGEST + 1)}
_FEWEST_IN_CUP = 3


def create_cup(
    work: Work, game: AnyGame, size: int | None, *, both: bool, programs: bool
) -> Contest:
    """Open a cup.

    :raises Refused: if the size is impossible
    """
    _check_size(ContestKind.CUP, size)
    return cups.open_pool(work, game, size=size or CUP_SIZE, both=both, programs=programs)


def create_season(work: Work, game: AnyGame, size: int | None, starts: datetime) -> Contest:
    """Open a season that begins at ``starts``; later seasons begin on the usual dates.

    :raises Refused: if the size is impossible, the date has passed, or a season is open already
    """
    _check_size(ContestKind.SEASON, size)
    if starts <= work.now:
        raise Refused("start_has_passed", starts=starts)
    there = seasons.to_come(work.tx, game)
    if there is not None:
        raise Refused("contest_exists", contest=there.id)
    return seasons.open_season(work, game, starts, size or LARGEST)


def create_stairs(work: Work, game: AnyGame) -> Contest:
    """Open stairs.

    :raises Refused: if there are stairs of the rule set
    """
    there = climbing.stairs_of(work.tx, game)
    if there is not None:
        raise Refused("contest_exists", contest=there.id)
    return climbing.open_stairs(work, game)


def start(work: Work, contest: Contest, why: str) -> Contest:
    """Begin a cup with those who have entered; or let a season begin as soon as the clock looks.

    :raises Refused: if the contest has begun, or too few of those who have entered can play
    """
    if not contest.open:
        raise Refused("contest_not_open", contest=contest.id, status=contest.status.value)
    fewest = _FEWEST_IN_CUP if contest.kind is ContestKind.CUP else SMALLEST
    entries = work.tx.contests.entries(contest.id)
    here = able(work.tx, entries)
    if len(here) < fewest:
        facts = {"contest": contest.id, "entered": len(entries), "able": len(here)}
        raise Refused("too_few_entered", fewest=fewest, **facts)
    if contest.kind is ContestKind.CUP:
        return begin_cup(work, leave_out_away(work, contest))
    return note(work, contest, Postponed(work.now, why))


def withdraw(work: Work, contest: Contest, player: Player, why: str) -> None:
    """Take a player out of a contest.

    :raises Refused: if the player is not in the contest
    """
    entry = work.tx.contests.entry(contest.id, player.id)
    if entry is None or entry.out or not is_alive(contest):
        raise Refused("not_in_contest", userid=player.userid, contest=contest.id)
    if contest.kind is ContestKind.SEASON and not contest.open:
        league = work.tx.contests.league_of(contest.id, player.id)
        if league is None:
            raise Refused("not_in_contest", userid=player.userid, contest=contest.id)
        withdraw(work, league, player, why)
    elif contest.open or contest.kind is ContestKind.STAIRS:
        ending.resign_games(work, contest, player)
        contest = note(work, fresh(work, contest), Left(player.id, "withdrawn"))
        work.publish(ContestLeft(None, player, contest, "withdrawn"))
    else:
        ending.put_out(work, contest, player, Gone.WITHDRAWN, why)


def close(work: Work, contest: Contest, why: str) -> None:
    """End a contest, and soon the leagues of a season with it. Games go on, and are rated.

    :raises Refused: if the contest has ended
    """
    if not is_alive(contest):
        raise Refused("contest_not_alive", contest=contest.id, status=contest.status.value)
    end = ending.close_season if contest.kind is ContestKind.SEASON else ending.close
    end(work, contest, why)


def rebuild(work: Work, contest: Contest) -> int:
    """Record the results that a contest has missed, and settle a final table again.

    Return how many results were recorded.
    """
    changed = 0
    for game in work.tx.contests.games(contest.id):
        match = work.tx.matches.get(game.board)
        if match is None or game.how is How.HALF or not (match.finished or game.over):
            continue
        what = heard(work.tx.contests, contest, game, match, _last_change(work, match))
        if isinstance(what, Ended | Resumed):
            contest, changed = note(work, contest, what), changed + 1
    if changed and contest.status is ContestStatus.OVER and contest.kind.has_table:
        note(work, contest, ending.final(work.tx, contest))
    return changed


def fresh(work: Work, contest: Contest) -> Contest:
    """The contest as it is now."""
    found = work.tx.contests.get(contest.id)
    assert found is not None, "contests are never deleted"
    return found


def _last_change(work: Work, match: Match) -> Happening:
    events = work.tx.matches.events(match.board)
    found: Happening = next(event.what for event in reversed(events) if event.kind.changes_play)
    return found


def _check_size(kind: ContestKind, size: int | None) -> None:
    """:raises Refused: if contests of that kind have no such size"""
    sizes = SIZES[kind]
    if size is not None and size not in sizes:
        raise Refused("contest_size", least=sizes[0], most=sizes[-1])
