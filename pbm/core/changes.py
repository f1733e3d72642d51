"""The effect of each kind of happening on a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbm.base.errors import PermanentFailure
from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.by_seat import BySeat
from pbm.core.clocks import Absence, Clock
from pbm.core.games import Outcome, Seat, play_line
from pbm.core.happening import Happening
from pbm.core.happenings import (
    Aborted,
    Adjudicated,
    Agreed,
    Corrected,
    Excused,
    Forfeited,
    Granted,
    Moved,
    Proposed,
    Rejected,
    Reopened,
    Resigned,
    Returned,
    Unrated,
)
from pbm.core.model import Match, MatchStatus, Offer, Proposal
from pbm.core.openings import Accepted, Declined
from pbm.core.plies import AnyPly
from pbm.core.results import Reason, Result, won_by


class BrokenBoardError(PermanentFailure):
    """An event cannot have happened on this board."""


def change(what: Happening, board: Board) -> Board:
    """Return the board after ``what``; the caller updates its position and switches its clock.

    :raises BrokenBoardError: if ``what`` cannot happen on this board now
    :raises RulesError: if ``what`` is a move that breaks the rules
    """
    made = CHANGES.get(type(what))
    if made is None:
        raise BrokenBoardError(f"{what.kind.value} can only be the first event of a board")
    return made(what, board)


def standing(board: Board) -> Board:
    """Return the board with those fields of its match that follow from the state of play.

    ``position`` is not updated: that takes time, and is needed only after the last event.
    """
    return replace(board, match=_standing(board, board.state, len(board.plies)))


def _standing(board: Board, state: Any, plies: int) -> Match:
    match = replace(board.match, plies=plies, turn=board.game.to_move(state))
    outcome: Outcome | None = board.game.outcome(state)
    return match if outcome is None else _ended(match, Result(outcome.result), outcome.reason)


def _ended(match: Match, result: Result, reason: str) -> Match:
    return replace(match, status=MatchStatus.FINISHED, turn=None, result=result, reason=reason)


def finished(board: Board, result: Result, reason: str) -> Board:
    return replace(board, match=_ended(board.match, result, reason))


def _need(board: Board, status: MatchStatus) -> None:
    if board.match.status is not status:
        raise BrokenBoardError(f"board {board.number} is {board.match.status.value}")


def _accepted(what: Accepted, board: Board) -> Board:
    _need(board, MatchStatus.INVITED)
    running = replace(board.match, status=MatchStatus.RUNNING)
    return replace(board, match=excuse(running, what.absences))


def _adjusted(what: Excused | Returned, board: Board) -> Board:
    return replace(board, match=adjusted(board.match, what))


def adjusted(match: Match, what: Excused | Returned) -> Match:
    """Return the match after something that changes only its clocks."""
    if isinstance(what, Excused):
        return excuse(match, what.absences)
    return replace(match, clock=match.clock.returned(what.seat, what.at, what.why))


def excuse(match: Match, absences: Sequence[Absence]) -> Match:
    """Return the match with further absences, during which its clocks are paused."""
    return replace(match, clock=match.clock.excused(absences))


def _declined(_what: Declined, board: Board) -> Board:
    _need(board, MatchStatus.INVITED)
    return replace(board, match=replace(board.match, status=MatchStatus.DECLINED, turn=None))


def _moved(what: Moved, board: Board) -> Board:
    _need_turn(board, what.seat)
    return played_on(board, play_line(board.game, board.state, what.line))


def moved(what: Moved, board: Board, plies: tuple[AnyPly, ...]) -> Board:
    """Return the board after a move whose line was already played, and gave ``plies``.

    :raises BrokenBoardError: if the side that moves is not on turn
    """
    _need_turn(board, what.seat)
    return played_on(board, plies)


def _need_turn(board: Board, seat: Seat) -> None:
    _need(board, MatchStatus.RUNNING)
    if board.turn is None or board.turn is not seat:
        raise BrokenBoardError(f"it was not {board.seat_name(seat)}'s turn")


def played_on(board: Board, plies: tuple[AnyPly, ...]) -> Board:
    """Return the board after more plies; there must be at least one."""
    own = board.own_last
    for number, ply in enumerate(plies, len(board.plies) + 1):
        if ply.move is not None:
            own = own.put(ply.seat, number)
    state, played = plies[-1].after, board.plies + plies
    match = _standing(board, state, len(played))
    return replace(board, match=match, state=state, plies=played, own_last=own)


def _proposed(what: Proposed, board: Board) -> Board:
    _need(board, MatchStatus.RUNNING)
    if board.proposal is not None:
        raise BrokenBoardError(f"a proposal waits on board {board.number} already")
    if what.offer is Offer.UNDO and undo_to(board, what.seat) is None:
        raise BrokenBoardError(f"{board.seat_name(what.seat)} has no move to take back")
    return replace(board, proposal=Proposal(what.seat, what.offer, board.match.seq + 1))


def _agreed(what: Agreed, board: Board) -> Board:
    """Apply an accepted proposal. Only the opponent of the proposer can accept."""
    proposal = _open_proposal(board)
    if proposal.seat is what.seat:
        raise BrokenBoardError("nobody can agree to their own proposal")
    if proposal.offer is Offer.DRAW:
        return finished(board, Result.DRAWN, Reason.AGREED)
    return _taken_back(board, proposal.seat)


def _rejected(_what: Rejected, board: Board) -> Board:
    _open_proposal(board)
    return replace(board, proposal=None)


def _open_proposal(board: Board) -> Proposal:
    _need(board, MatchStatus.RUNNING)
    if board.proposal is None:
        raise BrokenBoardError(f"no proposal waits on board {board.number}")
    return board.proposal


def _taken_back(board: Board, seat: Seat) -> Board:
    # Each state holds the positions before it, so the repetition rules (G9) forget these moves.
    remaining = undo_to(board, seat)
    assert remaining is not None, "checked when it was proposed; a move would have voided it"
    plies = tuple(board.plies[:remaining])
    start = replace(board, state=board.state_at(0), plies=(), own_last=BySeat(0, 0))
    return played_on(start, plies) if plies else standing(start)


def undo_to(board: Board, seat: Seat) -> int | None:
    """Return the number of plies that remain if a side's last move and all after it are undone.

    None if the side has not moved; a forced pass is not a move.
    """
    own = board.own_last.at(seat)
    return own - 1 if own else None


def _resigned(what: Resigned, board: Board) -> Board:
    _need(board, MatchStatus.RUNNING)
    return finished(board, won_by(what.seat.other), Reason.RESIGNED)


def _forfeited(what: Forfeited, board: Board) -> Board:
    """End a game by time. Nobody loses an early game (``Match.is_early``): it is aborted."""
    _need(board, MatchStatus.RUNNING)
    clock = board.match.clock
    if clock.seat is not what.seat or clock.deadline() != what.deadline:
        raise BrokenBoardError(f"{board.seat_name(what.seat)} had no deadline {what.deadline}")
    if board.match.is_early:
        return finished(board, Result.NONE, Reason.ABORTED)
    return finished(board, won_by(what.seat.other), Reason.FORFEIT)


def _aborted(_what: Aborted, board: Board) -> Board:
    if board.match.status not in (MatchStatus.RUNNING, MatchStatus.INVITED):
        raise BrokenBoardError(f"board {board.number} is {board.match.status.value}")
    return finished(board, Result.NONE, Reason.ABORTED)


def _adjudicated(what: Adjudicated, board: Board) -> Board:
    _need(board, MatchStatus.RUNNING)
    return finished(board, what.result, Reason.ADJUDICATED)


def _corrected(what: Corrected, board: Board) -> Board:
    _need(board, MatchStatus.FINISHED)
    return finished(board, what.result, Reason.ADJUDICATED)


def _reopened(what: Reopened, board: Board) -> Board:
    """Let a finished game go on; both clocks start again."""
    _need(board, MatchStatus.FINISHED)
    if is_over_by_its_moves(board):
        raise BrokenBoardError(f"the moves of board {board.number} end the game")
    clock = Clock(board.match.clock.limits).excused(what.absences)
    match = replace(
        board.match,
        status=MatchStatus.RUNNING,
        result=Result.NONE,
        reason=Reason.NONE,
        clock=clock,
        rated=board.match.rated or what.rated,
    )
    return standing(replace(board, match=match))


def _unrated(_what: Unrated, board: Board) -> Board:
    _need(board, MatchStatus.FINISHED)
    if not board.match.rated:
        raise BrokenBoardError(f"board {board.number} is not rated")
    return replace(board, match=replace(board.match, rated=False))


def is_over_by_its_moves(board: Board) -> bool:
    """Return whether the game is over, with the result and reason that its moves gave it."""
    outcome: Outcome | None = board.game.outcome(board.state)
    match = board.match
    return outcome is not None and (outcome.result, outcome.reason) == (match.result, match.reason)


def _granted(what: Granted, board: Board) -> Board:
    _need(board, MatchStatus.RUNNING)
    clock = board.match.clock
    if clock.seat is not what.seat:
        raise BrokenBoardError(f"no clock of {board.seat_name(what.seat)} runs")
    return replace(board, match=replace(board.match, clock=clock.grant(what.span, what.since)))


# A table, because ``singledispatch`` would take 2 % of the time of an audit.
CHANGES: Mapping[type[Happening], Callable[[Any, Board], Board]] = {
    Accepted: _accepted,
    Declined: _declined,
    Moved: _moved,
    Proposed: _proposed,
    Agreed: _agreed,
    Rejected: _rejected,
    Resigned: _resigned,
    Forfeited: _forfeited,
    Aborted: _aborted,
    Adjudicated: _adjudicated,
    Corrected: _corrected,
    Reopened: _reopened,
    Granted: _granted,
    Unrated: _unrated,
    Excused: _adjusted,
    Returned: _adjusted,
}
