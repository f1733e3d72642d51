"""The audit of contests: their decisions are made again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import datetime

from pbm.base.errors import DamagedError
from pbm.core.boards import fold
from pbm.core.contests.changes import change, opened
from pbm.core.contests.events import ContestEvent
from pbm.core.contests.happenings import Begun, Drawn, Ended, Finished, Opened
from pbm.core.contests.model import Contest, ContestGame, Entry
from pbm.core.openings import Created
from pbm.play.contest_events.results import heard
from pbm.play.contests.ending import final_of
from pbm.play.contests.seasons import Draw, order_before
from pbm.store.protocol import Transaction

Faults = Iterator[tuple[ContestEvent | None, str]]
"""Faults: each with its event, or None for a fault in the stored rows of the contest."""


class Replayed:
    """The entries and games of one contest, as its events leave them."""

    def __init__(self) -> None:
        self.known: dict[int, Entry] = {}
        self.games: dict[int, ContestGame] = {}

    def entry(self, _contest: int, player: int) -> Entry | None:
        return self.known.get(player)

    def entries(self, _contest: int) -> Sequence[Entry]:
        return sorted(self.known.values(), key=lambda each: (each.place, each.since, each.player))

    def put_entry(self, entry: Entry) -> None:
        self.known[entry.player] = entry

    def drop_entry(self, _contest: int, player: int) -> None:
        self.known.pop(player, None)

    def game(self, board: int) -> ContestGame | None:
        return self.games.get(board)

    def put_game(self, game: ContestGame) -> None:
        self.games[game.board] = game


def faults(tx: Transaction, contest: Contest, events: Sequence[ContestEvent]) -> Faults:
    """Yield what is wrong with a contest whose chain is unbroken."""
    rows, made = Replayed(), None
    for event in events:
        try:
            if made is not None:
                yield from ((event, fault) for fault in _undecided(tx, made, rows, event))
            made = _after(rows, made, event)
        except DamagedError as error:
            yield event, str(error)
            return
        except Exception as error:  # noqa: BLE001 (a tampered event may hold anything)
            yield event, f"it cannot have happened: {error or type(error).__name__}"
            return
    if made is None:
        yield None, "it has no event"
        return
    for field in fields(Contest):
        found, expected = getattr(contest, field.name), getattr(made, field.name)
        if found != expected:
            yield None, f"the stored {field.name} is {found}; its events give {expected}"
    yield from ((None, fault) for fault in _rows(tx, contest, rows))


def _after(rows: Replayed, contest: Contest | None, event: ContestEvent) -> Contest:
    what = event.what
    if contest is None:
        assert isinstance(what, Opened), "the first event of every contest"
        made = replace(opened(what, event.at), id=event.contest)
    else:
        made = change(rows, contest, what, event.at)
    return replace(made, seq=event.seq, head=event.hash)


def _undecided(
    tx: Transaction, contest: Contest, rows: Replayed, event: ContestEvent
) -> Iterator[str]:
    """Yield decisions that differ when made again: pairings, results, places, promotions."""
    match event.what:
        case Begun(players) as what if contest.kind.has_table:
            if {*players} != {*what.ratings}:
                yield "the players are not those with ratings at the start"
            yield from _pairings(tx, contest, what)
        case Drawn() as what:
            yield from _draw(tx, contest, rows, what, event.at)
        case Ended() as what:
            yield from _result(tx, contest, rows, what)
        case Finished() as what if contest.kind.has_table:
            again = final_of(rows.entries(contest.id), _by_board(rows))
            if again.places != what.places or again.order != what.order:
                yield f"the table is not what its games give, {dict(again.places)}"


def _pairings(tx: Transaction, contest: Contest, what: Begun) -> Iterator[str]:
    """Every board must have been opened for this contest, by the players of its pairing."""
    replayed = Replayed()
    change(replayed, contest, what, contest.created)
    for board, game in replayed.games.items():
        events = tx.matches.events(board)
        opening = events[0].what if events else None
        if not isinstance(opening, Created) or opening.terms.contest != contest.id:
            yield f"board {board} was not opened for it"
        elif opening.terms.players != game.players:
            yield f"the players of board {board} are not those of the Berger table"


def _draw(
    tx: Transaction, contest: Contest, rows: Replayed, what: Drawn, at: datetime
) -> Iterator[str]:
    here = [each.player for each in rows.entries(contest.id) if each.player not in what.left_out]
    before = order_before(tx, contest, at)
    again = Draw(before, here, what.ratings, what.foes, contest.size)
    if again.order != [*what.order]:
        yield "the order of the players is not what the season before and the ratings give"
    elif again.leagues != [[*league] for league in what.leagues]:
        yield "the leagues are not what the order of the players gives"


def _result(tx: Transaction, contest: Contest, rows: Replayed, what: Ended) -> Iterator[str]:
    game, match, events = (
        rows.game(what.board),
        tx.matches.get(what.board),
        tx.matches.events(what.board),
    )
    if game is None or match is None or len(events) < what.seq:
        yield f"board {what.board} has no event {what.seq}"
        return
    then = match if match.seq == what.seq else fold(events[: what.seq]).match
    again = heard(rows, contest, game, then, events[what.seq - 1].what)
    if again != what:
        yield f"the result is not that of event {what.seq} of board {what.board}"


def _by_board(rows: Replayed) -> Sequence[ContestGame]:
    return sorted(rows.games.values(), key=lambda game: game.board)


def _rows(tx: Transaction, contest: Contest, rows: Replayed) -> Iterator[str]:
    stored = {each.player: each for each in tx.contests.entries(contest.id)}
    for player in sorted({*stored, *rows.known}):
        if stored.get(player) != rows.known.get(player):
            yield f"the stored entry of player {player} is not what its events give"
    games = {each.board: each for each in tx.contests.games(contest.id)}
    for board in sorted({*games, *rows.games}):
        if games.get(board) != rows.games.get(board):
            yield f"the stored game on board {board} is not what its events give"
