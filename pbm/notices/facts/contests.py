"""Rows of contests: those that go on, and the one before"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbm.core.contests.changes import is_alive
from pbm.core.contests.model import Contest, ContestKind, ContestStatus
from pbm.core.games import AnyGame
from pbm.notices.contest_views import command as command_for
from pbm.notices.contest_views import contest_name
from pbm.notices.readers import Reader
from pbm.play.contests.entering import rules
from pbm.store.protocol import Transaction


def others(
    tx: Transaction, reader: Reader, candidates: Sequence[Contest], shown: Contest
) -> Iterator[dict[str, str]]:
    """Other contests of the same kind that go on, with the commands that show them."""
    for contest in candidates[:5]:
        if contest.id in (shown.id, shown.parent) or not is_alive(contest):
            continue
        line = f"{command_for(contest)} show {contest.number}"
        yield {"command": line, "name": contest_name(tx, contest, reader)}
    if shown.kind is ContestKind.LEAGUE:
        for league in tx.contests.leagues(shown.parent)[:10]:
            if league.id != shown.id:
                season = tx.contests.get(league.parent)
                number = season.number if season else 0
                line = f"{command_for(league)} show {number}{league.letter.lower()}"
                yield {"command": line, "name": contest_name(tx, league, reader)}


def before(tx: Transaction, reader: Reader, game: AnyGame, shown: Contest) -> dict[str, Any]:
    """The last contest before the one shown that was played to its end, and who won it."""
    season = tx.contests.get(shown.parent) if shown.kind is ContestKind.LEAGUE else None
    number = (season or shown).number
    earlier = rules(game, tx.contests.list(_kind(shown), game.name))
    over = [each for each in earlier if each.number < number and each.status is ContestStatus.OVER]
    if not over:
        return {}
    entries = tx.contests.entries(_with_table(tx, over[-1]).id)
    first = [each for each in entries if each.final == 1 and len(entries) > 1]
    winners = [tx.players.get(each.player).userid for each in first]
    return {"name": contest_name(tx, over[-1], reader), "winners": winners}


def _with_table(tx: Transaction, contest: Contest) -> Contest:
    """The contest itself or, of a season, its highest league."""
    leagues = tx.contests.leagues(contest.id) if contest.kind is ContestKind.SEASON else ()
    return leagues[0] if leagues else contest


def contest_row(
    tx: Transaction, reader: Reader, contest: Contest, *, yours: bool
) -> dict[str, Any]:
    return {
        "name": contest_name(tx, contest, reader),
        "players": _players(tx, contest),
        "status": contest.status.value,
        "starts": reader.day(contest.starts) if contest.open and contest.starts else "",
        "yours": yours,
    }


def _players(tx: Transaction, contest: Contest) -> str:
    """The number of players in a contest; for an open cup, also its size: ``1/4``."""
    entered = tx.contests.count_entries(contest.id)
    is_pool = contest.open and contest.kind is ContestKind.CUP
    return f"{entered}/{contest.size}" if is_pool else str(entered)


def _kind(shown: Contest) -> ContestKind:
    """The kind of the contest that is numbered: a league is a part of a season."""
    return ContestKind.SEASON if shown.kind is ContestKind.LEAGUE else shown.kind
