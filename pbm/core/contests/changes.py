"""The effect of each kind of happening on a contest, its entries and its games.

``play`` applies happenings to the tables of the store. The audit applies them to empty tables, and
compares both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from pbm.base.errors import PermanentFailure
from pbm.core.by_seat import BySeat
from pbm.core.contests.berger import berger
from pbm.core.contests.happenings import (
    Announced,
    Begun,
    Carried,
    Challenged,
    Closed,
    ContestHappening,
    Drawn,
    Ended,
    Finished,
    Handed,
    Joined,
    LeagueBegun,
    Left,
    Opened,
    Out,
    Postponed,
    Resumed,
)
from pbm.core.contests.model import (
    Contest,
    ContestGame,
    ContestKind,
    ContestStatus,
    Entry,
    How,
    Told,
)
from pbm.core.contests.stairs import climbed
from pbm.core.contests.standings import WON


class BrokenContestError(PermanentFailure):
    """An event cannot have happened in this contest."""


class Rows(Protocol):
    """The entries and games of contests, as far as events change them."""

    def entry(self, contest: int, player: int) -> Entry | None: ...

    def entries(self, contest: int) -> Sequence[Entry]: ...

    def put_entry(self, entry: Entry) -> None: ...

    def drop_entry(self, contest: int, player: int) -> None: ...

    def game(self, board: int) -> ContestGame | None: ...

    def put_game(self, game: ContestGame) -> None: ...


def opened(what: Opened, at: datetime) -> Contest:
    """Return the contest that ``what`` opens; the store has yet to give it an id."""
    game, _, ruleset = what.spec.partition("/")
    is_stairs = what.what is ContestKind.STAIRS
    return Contest(
        id=0,
        kind=what.what,
        game=game,
        ruleset=ruleset,
        number=what.number,
        parent=what.parent,
        status=ContestStatus.RUNNING if is_stairs else ContestStatus.OPEN,
        size=what.size,
        both=what.both,
        programs=what.programs,
        created=at,
        starts=what.starts,
    )


def change(rows: Rows, contest: Contest, what: ContestHappening, at: datetime) -> Contest:
    """Apply a happening to the rows, and return the contest after it.

    :raises BrokenContestError: if the happening is not possible in this contest now
    """
    made = _CHANGES.get(type(what))
    if made is None:
        raise BrokenContestError(f"{what.kind} can only be the first event of a contest")
    return made(rows, contest, what, at)


def alarm(contest: Contest, at: datetime) -> datetime | None:
    """Return when to look at a contest after an event at ``at``: at once, or never."""
    rests = contest.kind is ContestKind.STAIRS or not is_alive(contest)
    return None if rests and not is_closing(contest) else at


def is_alive(contest: Contest) -> bool:
    return contest.status not in (ContestStatus.OVER, ContestStatus.CLOSED)


def is_closing(contest: Contest) -> bool:
    """Whether an operator ended a season, and some leagues or players are not told of it yet."""
    is_closed = contest.kind is ContestKind.SEASON and contest.status is ContestStatus.CLOSED
    return is_closed and contest.carried >= 0


def _joined(rows: Rows, contest: Contest, what: Joined, at: datetime) -> Contest:
    if rows.entry(contest.id, what.player) is not None:
        raise BrokenContestError(f"player {what.player} is in contest {contest.id} already")
    told = Told.TOLD if what.told else Told.NOTHING
    entry = Entry(contest.id, what.player, at, once=what.once, step=what.step, told=told)
    rows.put_entry(entry)
    return contest


def _carried(rows: Rows, contest: Contest, what: Carried, at: datetime) -> Contest:
    for player in what.players:
        rows.put_entry(Entry(contest.id, player, at))
    return contest


def _handed(_rows: Rows, contest: Contest, what: Handed, _at: datetime) -> Contest:
    return replace(contest, carried=what.upto)


def _left(rows: Rows, contest: Contest, what: Left, _at: datetime) -> Contest:
    rows.drop_entry(contest.id, what.player)
    return contest


def _announced(rows: Rows, contest: Contest, what: Announced, _at: datetime) -> Contest:
    for player in what.players:
        told = Told.ASKED if player in what.asked else Told.TOLD
        rows.put_entry(replace(_entry(rows, contest, player), told=told))
    return contest


def _postponed(rows: Rows, contest: Contest, what: Postponed, _at: datetime) -> Contest:
    for entry in rows.entries(contest.id):
        rows.put_entry(replace(entry, told=Told.NOTHING))
    return replace(contest, starts=what.starts)


def _drawn(rows: Rows, contest: Contest, what: Drawn, _at: datetime) -> Contest:
    _need(contest, ContestStatus.OPEN)
    for player in what.left_out:
        rows.drop_entry(contest.id, player)
    entries = {entry.player: entry for entry in rows.entries(contest.id)}
    players = [player for league in what.leagues for player in league]
    if not {*players} <= {*entries}:
        raise BrokenContestError(f"players are drawn who are not in contest {contest.id}")
    for place, player in enumerate(players, 1):
        rows.put_entry(replace(entries[player], place=place, rating=what.ratings[player]))
    return replace(contest, status=ContestStatus.DRAWN, ends=what.ends)


def _league_begun(_rows: Rows, contest: Contest, _what: LeagueBegun, _at: datetime) -> Contest:
    _need(contest, ContestStatus.DRAWN)
    return replace(contest, begun=contest.begun + 1)


def _begun(rows: Rows, contest: Contest, what: Begun, at: datetime) -> Contest:
    """Begin the games of a cup or a league; a season runs when all leagues have begun."""
    if contest.kind is ContestKind.SEASON:
        _need(contest, ContestStatus.DRAWN)
        return replace(contest, status=ContestStatus.RUNNING)
    _need(contest, ContestStatus.OPEN)
    for entry in rows.entries(contest.id):
        if entry.player not in what.players:
            rows.drop_entry(contest.id, entry.player)
    for place, player in enumerate(what.players, 1):
        entry = rows.entry(contest.id, player) or Entry(contest.id, player, at)
        rows.put_entry(replace(entry, place=place, rating=what.ratings[player]))
    pairings = berger(len(what.players), both=contest.both)
    for pairing, board in zip(pairings, what.boards, strict=True):
        pair = BySeat(what.players[pairing.first], what.players[pairing.second])
        if board:
            rows.put_game(ContestGame(board, contest.id, pairing.round, pair, at))
    return replace(contest, status=ContestStatus.RUNNING, ends=what.ends)


def _challenged(rows: Rows, contest: Contest, what: Challenged, at: datetime) -> Contest:
    pair = BySeat(what.first, what.second)
    rows.put_game(ContestGame(what.board, contest.id, 0, pair, at, by=what.by))
    return contest


def _ended(rows: Rows, contest: Contest, what: Ended, at: datetime) -> Contest:
    game = _game(rows, contest, what.board)
    after = replace(game, how=what.how, halves=what.halves, absent=what.absent, ended=at)
    rows.put_game(after)
    if contest.kind is ContestKind.STAIRS:
        _climb(rows, game, after, at)
    return contest


def _resumed(rows: Rows, contest: Contest, what: Resumed, at: datetime) -> Contest:
    game = _game(rows, contest, what.board)
    after = replace(game, how=How.RUNNING, halves=None, absent=0, ended=None)
    rows.put_game(after)
    if contest.kind is ContestKind.STAIRS:
        _climb(rows, game, after, at)
    return contest


def _climb(rows: Rows, before: ContestGame, after: ContestGame, at: datetime) -> None:
    """Move both players of a game on stairs by its result, after undoing its former result."""
    for player in after.players:
        entry = rows.entry(after.contest, player)
        if entry is None:
            continue
        step = climbed(entry.step, WON - _halves(before, player))
        step = climbed(step, _halves(after, player))
        rests = at if after.absent == player else entry.rests
        rows.put_entry(replace(entry, step=step, rests=rests))


def _halves(game: ContestGame, player: int) -> int:
    """The result of a player in halves of a point; if no result counts, that of a draw."""
    if not game.counts or game.halves is None:
        return 1
    return game.halves if player == game.players.first else WON - game.halves


def _out(rows: Rows, contest: Contest, what: Out, at: datetime) -> Contest:
    entry = _entry(rows, contest, what.player)
    rows.put_entry(replace(entry, gone=what.why, until=at, struck=what.struck))
    return contest


def _finished(rows: Rows, contest: Contest, what: Finished, at: datetime) -> Contest:
    for board in what.halved:
        game = _game(rows, contest, board)
        rows.put_game(replace(game, how=How.HALF, halves=1, ended=at))
    for player, place in what.places.items():
        rows.put_entry(replace(_entry(rows, contest, player), final=place))
    return replace(contest, status=ContestStatus.OVER)


def _closed(_rows: Rows, contest: Contest, _what: Closed, _at: datetime) -> Contest:
    return replace(contest, status=ContestStatus.CLOSED)


def _entry(rows: Rows, contest: Contest, player: int) -> Entry:
    found = rows.entry(contest.id, player)
    if found is None:
        raise BrokenContestError(f"player {player} is not in contest {contest.id}")
    return found


def _game(rows: Rows, contest: Contest, board: int) -> ContestGame:
    found = rows.game(board)
    if found is None or found.contest != contest.id:
        raise BrokenContestError(f"board {board} does not belong to contest {contest.id}")
    return found


def _need(contest: Contest, status: ContestStatus) -> None:
    if contest.status is not status:
        raise BrokenContestError(f"contest {contest.id} is {contest.status.value}")


_CHANGES: Mapping[type[ContestHappening], Callable[[Rows, Contest, Any, datetime], Contest]] = {
    Joined: _joined,
    Carried: _carried,
    Handed: _handed,
    Left: _left,
    Announced: _announced,
    Postponed: _postponed,
    Drawn: _drawn,
    LeagueBegun: _league_begun,
    Begun: _begun,
    Challenged: _challenged,
    Ended: _ended,
    Resumed: _resumed,
    Out: _out,
    Finished: _finished,
    Closed: _closed,
}
