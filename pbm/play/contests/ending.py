"""Players who are out of a contest, and the end of a cup or a league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbm.core.contests.happenings import Closed, Finished, Handed, Left, Out
from pbm.core.contests.model import Contest, ContestGame, ContestKind, Entry, Gone, How
from pbm.core.contests.standings import DRAWN
from pbm.core.contests.tables import is_struck, promotion_order, table_of
from pbm.core.model import Player, PlayerStatus
from pbm.play.contests.entering import note
from pbm.play.contests.news import ContestClosed, ContestLeft, ContestOver, PlayerOut
from pbm.play.contests.watching import own_watchers, watchers
from pbm.play.moves import resign
from pbm.play.work import Work
from pbm.store.protocol import Transaction

MOST_FORFEITS = 2
"""A player who has lost this many games on time or without play is out."""


def put_out(work: Work, contest: Contest, player: Player, why: Gone, reason: str = "") -> None:
    """Put a player out of a contest that runs: their other games there are forfeits.

    reason: the operator's reason, if an operator did it.
    """
    games = work.tx.contests.games_of(contest.id, player.id)
    struck = is_struck(player.id, games)
    contest = note(work, contest, Out(player.id, why, struck))
    by = player if why is Gone.LEFT else None
    given_up = sum(not game.over for game in games)
    work.publish(PlayerOut(by, player, contest, why, struck, given_up, reason))
    resign_games(work, contest, player)
    _drop_next(work, contest, player, why)


def resign_games(work: Work, contest: Contest, player: Player) -> None:
    """Resign the running games of a player in a contest."""
    # A suspended player can leave, too, but only an active one may resign.
    leaver = replace(player, status=PlayerStatus.ACTIVE)
    for game in work.tx.contests.games_of(contest.id, player.id):
        match = work.tx.matches.get(game.board)
        if match is not None and match.running:
            resign(work, leaver, game.board)


def forfeiter(tx: Transaction, contest: Contest) -> Entry | None:
    """A player who has forfeited too many games of a contest, and is not out yet."""
    games = tx.contests.games(contest.id)
    for entry in tx.contests.entries(contest.id):
        lost = sum(game.absent == entry.player for game in games)
        if not entry.out and lost >= MOST_FORFEITS:
            return entry
    return None


def finish(work: Work, contest: Contest) -> None:
    """Settle the final table; unfinished games count half."""
    contest = note(work, contest, final(work.tx, contest))
    work.publish(ContestOver(None, contest))
    _finish_season_of(work, contest)


def close(work: Work, contest: Contest, why: str) -> None:
    """End a contest other than a season; its games go on, and are rated."""
    readers = [*_inside(work.tx, contest), *watchers(work.tx, contest)]
    contest = note(work, contest, Closed(why))
    work.publish(ContestClosed(None, contest, readers, why))
    _finish_season_of(work, contest)


def close_season(work: Work, contest: Contest, why: str) -> None:
    """End a season. The clock then ends its leagues and tells its players, some at a time."""
    contest = note(work, contest, Closed(why))
    note(work, contest, Handed(0))


def close_league(work: Work, season: Contest, league: Contest) -> None:
    """End a league of a closed season; spectators of the season are told of the season itself."""
    readers = [*_inside(work.tx, league), *own_watchers(work.tx, league)]
    why = reason(work.tx, season)
    league = note(work, league, Closed(why))
    work.publish(ContestClosed(None, league, readers, why))


def reason(tx: Transaction, contest: Contest) -> str:
    """The reason that an operator gave for closing a contest."""
    *_, last = tx.contests.events(contest.id, Closed.kind)
    assert isinstance(last.what, Closed), "events were asked for by their kind"
    return last.what.why


def final(tx: Transaction, contest: Contest) -> Finished:
    """The final table that the present state of a contest gives."""
    entries, games = tx.contests.entries(contest.id), tx.contests.games(contest.id)
    return final_of(entries, games)


def final_of(entries: Sequence[Entry], games: Sequence[ContestGame]) -> Finished:
    """The final table that these entries and games give."""
    halved = [game for game in games if not game.over]
    settled = [
        replace(game, how=How.HALF, halves=DRAWN) if game in halved else game for game in games
    ]
    table = table_of(entries, settled)
    return Finished(
        places={line.player: line.place for line in table.lines},
        order=tuple(promotion_order(table)),
        halved=tuple(game.board for game in halved),
    )


def _inside(tx: Transaction, contest: Contest) -> list[Player]:
    entries = tx.contests.entries(contest.id)
    return [tx.players.get(each.player) for each in entries if not each.out]


def _finish_season_of(work: Work, contest: Contest) -> None:
    """Record that a season is over, if ``contest`` was its last league."""
    season = work.tx.contests.get(contest.parent) if contest.kind is ContestKind.LEAGUE else None
    if season is None or not season.running:
        return
    if not work.tx.contests.running_leagues(season.id, 1):
        note(work, season, Finished({}, ()))


def _drop_next(work: Work, contest: Contest, player: Player, why: Gone) -> None:
    """End the entry for the next season of a player who is out of a league.

    A player who leaves a league by themselves decides whether they play the next season.
    """
    if contest.kind is not ContestKind.LEAGUE or why is Gone.LEFT:
        return
    season = work.tx.contests.get(contest.parent)
    upcoming = work.tx.contests.last(ContestKind.SEASON, contest.spec)
    if season is None or upcoming is None or not upcoming.open:
        return
    if work.tx.contests.entry(upcoming.id, player.id) is not None:
        after = note(work, upcoming, Left(player.id, why.value))
        work.publish(ContestLeft(None, player, after, why.value))
