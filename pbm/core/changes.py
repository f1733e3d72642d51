"""What each kind of event does to a board: one function a kind, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pbm.base.errors import PermanentFailure
from pbm.core.board import Board
from pbm.core.by_seat import BySeat
from pbm.core.clocks import VACATION, absence_from
from pbm.core.games import Outcome, Seat, play_line
from pbm.core.model import EventKind, Match, MatchStatus, Offer, Proposal
from pbm.core.plies import AnyPly
from pbm.core.values import replace

UNFINISHED = "*"


class BrokenBoardError(PermanentFailure):
    """An event cannot have happened on this board."""


def standing(board: Board) -> Board:
    """The board with everything in its match that the state of play decides, but the position."""
    return replace(board, match=_standing(board, board.state, len(board.plies)))


def _standing(board: Board, state: Any, plies: int) -> Match:
    match = replace(board.match, plies=plies, turn=board.game.to_move(state))
    outcome: Outcome | None = board.game.outcome(state)
    return match if outcome is None else _ended(match, outcome.result, outcome.reason)


def _ended(match: Match, result: str, reason: str) -> Match:
    return replace(match, status=MatchStatus.FINISHED, turn=None, result=result, reason=reason)


def finished(board: Board, result: str, reason: str) -> Board:
    return replace(board, match=_ended(board.match, result, reason))


def _need(board: Board, status: MatchStatus) -> None:
    if board.match.status is not status:
        raise BrokenBoardError(f"board {board.number} is {board.match.status.value}")


def _accepted(board: Board, data: Mapping[str, Any]) -> Board:
    _need(board, MatchStatus.INVITED)
    running = replace(board, match=replace(board.match, status=MatchStatus.RUNNING))
    return excused(running, data)


def excused(board: Board, data: Mapping[str, Any]) -> Board:
    return replace(board, match=excuse(board.match, data))


def excuse(match: Match, data: Mapping[str, Any]) -> Match:
    """The match with the times in ``absences`` that do not count."""
    absences = [absence_from(each) for each in data.get("absences", ())]
    return replace(match, clock=match.clock.excused(absences))


def _declined(board: Board, _data: Mapping[str, Any]) -> Board:
    _need(board, MatchStatus.INVITED)
    return replace(board, match=replace(board.match, status=MatchStatus.DECLINED, turn=None))


def _moved(board: Board, data: Mapping[str, Any]) -> Board:
    _need(board, MatchStatus.RUNNING)
    if board.turn is None or board.turn is not Seat(data["seat"]):
        raise BrokenBoardError(f"it was not {board.seat_name(Seat(data['seat']))}'s turn")
    plies = play_line(board.game, board.state, data["line"])
    return played_on(board, plies)


def played_on(board: Board, plies: tuple[AnyPly, ...]) -> Board:
    """The board after more plies, one of them at least."""
    own = board.own_last
    for number, ply in enumerate(plies, len(board.plies) + 1):
        if ply.move is not None:
            own = own.put(ply.seat, number)
    state, played = plies[-1].after, board.plies + plies
    match = _standing(board, state, len(played))
    return replace(board, match=match, state=state, plies=played, own_last=own)


def _proposed(board: Board, data: Mapping[str, Any]) -> Board:
    _need(board, MatchStatus.RUNNING)
    if board.proposal is not None:
        raise BrokenBoardError(f"a proposal waits on board {board.number} already")
    proposal = Proposal(Seat(data["seat"]), Offer(data["offer"]), board.match.seq + 1)
    if proposal.offer is Offer.UNDO and undo_to(board, proposal.seat) is None:
        raise BrokenBoardError(f"{board.seat_name(proposal.seat)} has no move to take back")
    return replace(board, proposal=proposal)


def _agreed(board: Board, data: Mapping[str, Any]) -> Board:
    """Only the other side can agree: its proposer's word alone changes nothing."""
    proposal = _open_proposal(board)
    if proposal.seat is Seat(data["seat"]):
        raise BrokenBoardError("nobody can agree to his own proposal")
    if proposal.offer is Offer.DRAW:
        return finished(board, Outcome(None, "agreed").result, "agreed")
    return _taken_back(board, proposal.seat)


def _rejected(board: Board, _data: Mapping[str, Any]) -> Board:
    _open_proposal(board)
    return replace(board, proposal=None)


def _open_proposal(board: Board) -> Proposal:
    _need(board, MatchStatus.RUNNING)
    if board.proposal is None:
        raise BrokenBoardError(f"no proposal waits on board {board.number}")
    return board.proposal


def _taken_back(board: Board, seat: Seat) -> Board:
    # The earlier state holds its own past, so the repetition rules forget the moves (G9).
    remaining = undo_to(board, seat)
    assert remaining is not None, "checked when it was proposed, and no ply has come since"
    plies = tuple(board.plies[:remaining])
    start = replace(board, state=board.state_at(0), plies=(), own_last=BySeat(0, 0))
    return played_on(start, plies) if plies else standing(start)


def undo_to(board: Board, seat: Seat) -> int | None:
    """How many plies remain when a side's last own move is taken back, and all that followed.

    None where the side has not moved; a forced pass is no move.
    """
    own = board.own_last.at(seat)
    return own - 1 if own else None


def _resigned(board: Board, data: Mapping[str, Any]) -> Board:
    _need(board, MatchStatus.RUNNING)
    outcome = Outcome(Seat(data["seat"]).other, "resigned")
    return finished(board, outcome.result, outcome.reason)


def _forfeited(board: Board, data: Mapping[str, Any]) -> Board:
    """Before the second move nobody has lost a game that has hardly begun."""
    _need(board, MatchStatus.RUNNING)
    clock, seat = board.match.clock, Seat(data["seat"])
    deadline = clock.deadline()
    if clock.seat is not seat or deadline is None or deadline.isoformat() != data["deadline"]:
        raise BrokenBoardError(f"{board.seat_name(seat)} had no deadline {data['deadline']}")
    if len(board.plies) < 2:
        return finished(board, UNFINISHED, "aborted")
    outcome = Outcome(seat.other, "forfeit")
    return finished(board, outcome.result, outcome.reason)


def _returned(board: Board, data: Mapping[str, Any]) -> Board:
    return replace(board, match=welcome_back(board.match, data))


def welcome_back(match: Match, data: Mapping[str, Any]) -> Match:
    """The match once the absences of a seat, of one kind, have ended."""
    seat, at = Seat(data["seat"]), datetime.fromisoformat(data["at"])
    clock = match.clock.returned(seat, at, data.get("why", VACATION))
    return replace(match, clock=clock)


def _aborted(board: Board, _data: Mapping[str, Any]) -> Board:
    if board.match.status not in (MatchStatus.RUNNING, MatchStatus.INVITED):
        raise BrokenBoardError(f"board {board.number} is {board.match.status.value}")
    return finished(board, UNFINISHED, "aborted")


def _adjudicated(board: Board, data: Mapping[str, Any]) -> Board:
    _need(board, MatchStatus.RUNNING)
    return finished(board, data["result"], "adjudicated")


CHANGES: Mapping[EventKind, Callable[[Board, Mapping[str, Any]], Board]] = {
    EventKind.ACCEPTED: _accepted,
    EventKind.DECLINED: _declined,
    EventKind.MOVED: _moved,
    EventKind.PROPOSED: _proposed,
    EventKind.AGREED: _agreed,
    EventKind.REJECTED: _rejected,
    EventKind.RESIGNED: _resigned,
    EventKind.ABORTED: _aborted,
    EventKind.ADJUDICATED: _adjudicated,
    EventKind.FORFEITED: _forfeited,
    EventKind.EXCUSED: excused,
    EventKind.RETURNED: _returned,
}
