"""A board, derived from its events and from nothing else.

``after`` is the one place where an event changes a board: the desk uses it before it
records the event, the audit uses it again afterwards and compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from pbm.core.board import Board, start_state
from pbm.core.by_seat import BySeat
from pbm.core.changes import (
    CHANGES,
    UNFINISHED,
    BrokenBoardError,
    excused,
    finished,
    played_on,
    standing,
)
from pbm.core.clocks import Clock, limits_from
from pbm.core.games import Seat, find, record, replay
from pbm.core.model import Deed, Event, EventKind, Match, MatchStatus
from pbm.core.values import replace

DATE = "%Y.%m.%d"
"""How a game record writes a date."""


def after(board: Board, deed: Deed) -> Board:
    """The board once this has happened.

    :raises BrokenBoardError: if it cannot happen here
    :raises RulesError: if a move in it breaks the rules
    """
    return changed(board, deed).written()


def changed(board: Board, deed: Deed, **recorded: Any) -> Board:
    """The same, its position still to be written: nobody asks for it before the last event.

    recorded: what else is known of the match by then.
    """
    change = CHANGES.get(deed.kind)
    if change is None:
        raise BrokenBoardError(f"{deed.kind.value} can only be the first event of a board")
    made = change(board, deed.data)
    clock = _clock_after(board, made, deed.at)
    match = replace(made.match, updated=deed.at, clock=clock, **recorded)
    proposal = None if deed.kind.changes_play else made.proposal
    return replace(made, match=match, proposal=proposal)


def opened(deed: Deed, board: int = 0) -> Board:
    """The board that an invitation, an operator's creation or an import opens.

    :raises BrokenBoardError: if the event is none of these
    :raises RulesError: if an imported move breaks the rules
    """
    if deed.kind not in _OPENINGS:
        raise BrokenBoardError(f"a board cannot begin with {deed.kind.value}")
    data = deed.data
    game = find(data["spec"])
    match = Match(
        board=board,
        game=game.name,
        ruleset=game.ruleset,
        players=BySeat.of(data["players"]).map(int),
        status=_OPENINGS[deed.kind],
        start=data.get("start", ""),
        seed=int(data.get("seed", 0)),
        setup=data.get("setup", ""),
        rated=_rated(deed),
        position="",
        plies=0,
        turn=None,
        result=UNFINISHED,
        reason=UNFINISHED,
        seq=0,
        head="",
        created=_created(deed),
        updated=deed.at,
        clock=Clock(limits_from(data.get("limits", {}))),
    )
    begun = _begun(standing(Board(match, game, start_state(match), ())), deed)
    return (_imported(begun, data) if deed.kind is EventKind.IMPORTED else begun).written()


def _begun(board: Board, deed: Deed) -> Board:
    """The new board, its clock running if the game is."""
    made = excused(board, deed.data)
    clock = made.match.clock.turned(_running_seat(made), deed.at)
    return replace(made, match=replace(made.match, clock=clock))


def _clock_after(before: Board, after: Board, at: datetime) -> Clock:
    """The clock, turned if the change ended a turn or began one."""
    clock, seat = after.match.clock, _running_seat(after)
    same = seat is _running_seat(before) and len(after.plies) == len(before.plies)
    return clock if same else clock.turned(seat, at)


def _running_seat(board: Board) -> Seat | None:
    match = board.match
    return match.turn if match.running else None


def _created(deed: Deed) -> datetime:
    """When the game began: an imported one says so itself."""
    date = deed.data.get("date")
    return datetime.strptime(date, DATE).replace(tzinfo=UTC) if date else deed.at


def _rated(deed: Deed) -> bool:
    """Whether it counts: what was played elsewhere never does."""
    return deed.kind is not EventKind.IMPORTED and bool(deed.data.get("rated", True))


def drawn_setup(spec: str, start: str, seed: int) -> str:
    """The position that a drawn start begins with, "" for the ordinary one."""
    game = find(spec)
    return game.encode(game.start(start, seed)) if start else ""


def fold(events: Iterable[Event]) -> Board:
    """The board that the events make.

    :raises BrokenBoardError: if one of them cannot have happened
    :raises RulesError: if a move in them breaks the rules
    """
    board: Board | None = None
    for after in unfold(events):
        board = after
    if board is None:
        raise BrokenBoardError("there is no event")
    return board.written()


def unfold(events: Iterable[Event]) -> Iterator[Board]:
    """The board after each of its events, the position not written.

    :raises BrokenBoardError: if one of them cannot have happened
    :raises RulesError: if a move in them breaks the rules
    """
    board: Board | None = None
    for event in events:
        board = followed(board, event)
        yield board


def followed(board: Board | None, event: Event) -> Board:
    """The board once the event that comes next is recorded, its position still to be written;
    the first event opens it.

    :raises BrokenBoardError: if it cannot have happened
    :raises RulesError: if a move in it breaks the rules
    """
    deed = Deed(event.kind, event.data, event.at)
    if board is not None:
        return changed(board, deed, seq=event.seq, head=event.hash)
    made = opened(deed, event.board)
    return replace(made, match=replace(made.match, seq=event.seq, head=event.hash))


def to_record(board: Board, names: BySeat[str]) -> record.Record:
    """The board as a game record; ``names`` of the players."""
    match, (first, second) = board.match, board.game.seats
    tags = {
        "Game": match.spec,
        first: names.first,
        second: names.second,
        "Date": match.created.strftime(DATE),
        "Result": match.result,
        "Reason": match.reason,
    }
    if match.setup:
        tags |= {"Start": match.start, "Setup": match.setup, "Seed": str(match.seed)}
    return record.Record(tags, tuple(ply.text for ply in board.plies))


def _imported(board: Board, data: Mapping[str, Any]) -> Board:
    played = replay(board.game, board.state, data["moves"])
    moved = played_on(board, played.plies) if played.plies else board
    if moved.running and data["reason"] != UNFINISHED:
        return finished(moved, data["result"], data["reason"])
    return moved


_OPENINGS: Mapping[EventKind, MatchStatus] = {
    EventKind.INVITED: MatchStatus.INVITED,
    EventKind.CREATED: MatchStatus.RUNNING,
    EventKind.IMPORTED: MatchStatus.RUNNING,
}


def moved(seat: Seat, line: str, at: datetime, how: str = "") -> Deed:
    """``how``: why it was played by itself, "" for a move that its player sent."""
    data: dict[str, Any] = {"seat": seat.value, "line": line}
    return Deed(EventKind.MOVED, data | ({"how": how} if how else {}), at)
