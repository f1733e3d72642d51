"""Proposing a draw or that a move be taken back, and the answers to it.

Silence is never consent: only an explicit agreement is, of somebody who has seen the proposal.
"""

from __future__ import annotations

from itertools import takewhile

from pbm.core.board import Board
from pbm.core.changes import undo_to
from pbm.core.games import Seat
from pbm.core.happenings import Agreed, Happening, Proposed, Rejected
from pbm.core.model import Offer, Player, Proposal
from pbm.core.refused import Refused
from pbm.play.autoplay import forget_plans
from pbm.play.bounds import MOST_PROPOSALS
from pbm.play.news import BoardNews
from pbm.play.seats import running_board
from pbm.play.work import Work


class UnseenProposalError(Refused):
    """The proposal on ``board`` is newer than what the player has seen."""

    def __init__(self, board: Board) -> None:
        super().__init__("unseen_proposal")
        self.board = board


def propose(
    work: Work, by: Player, number: int | None, offer: Offer, said: tuple[str, ...] = ()
) -> Board:
    """:raises Refused: if another proposal waits, the player made too many, or has no move to
    take back
    """
    board, seat = running_board(work, by, number)
    _check_none_waits(board, seat)
    _check_patience(work, board, seat)
    if offer is Offer.UNDO and undo_to(board, seat) is None:
        raise Refused("nothing_to_undo", board=board.number)
    return work.enact(board, Proposed(seat, offer), by, said)


def agree(
    work: Work, by: Player, number: int | None, seen: int | None, said: tuple[str, ...] = ()
) -> Board:
    """Accept what the other player proposes.

    :param seen: the last event that the player is known to have seen; None for all
    :raises UnseenProposalError: whose board can be shown
    :raises Refused: if nothing is proposed, or by the player themselves
    """
    board, seat = running_board(work, by, number)
    proposal = _answered(board, seen)
    if proposal.seat is seat:
        raise Refused("own_proposal", offer=proposal.offer.value)
    what = Agreed(seat)
    after = work.record(board, what)
    # What was decided beforehand was meant for moves that are no more.
    plans = forget_plans(work.tx, board)
    dropped = plans if after.running else {}
    work.publish(BoardNews(by, what, board, after, dropped=dropped, said=said))
    return after


def reject(
    work: Work, by: Player, number: int | None, seen: int | None, said: tuple[str, ...] = ()
) -> Board:
    """Reject what the other player proposes, or take one's own proposal back.

    :raises Refused: as ``agree`` does
    """
    board, seat = running_board(work, by, number)
    _answered(board, seen)
    return work.enact(board, Rejected(seat), by, said)


def _check_none_waits(board: Board, seat: Seat) -> None:
    proposal = board.proposal
    if proposal is not None:
        own = proposal.seat is seat
        raise Refused("your_proposal_waits" if own else "proposal_waits", offer=proposal.offer)


def _check_patience(work: Work, board: Board, seat: Seat) -> None:
    """:raises Refused: if the player has made too many proposals since the last move"""
    events = reversed(work.tx.matches.events(board.number))
    since = takewhile(lambda event: not event.kind.changes_play, events)
    made = [event for event in since if _is_proposal_of(seat, event.what)]
    if len(made) >= MOST_PROPOSALS:
        raise Refused("many_proposals", most=MOST_PROPOSALS)


def _is_proposal_of(seat: Seat, what: Happening) -> bool:
    return isinstance(what, Proposed) and what.seat is seat


def _answered(board: Board, seen: int | None) -> Proposal:
    proposal = board.proposal
    if proposal is None:
        raise Refused("no_proposal", board=board.number)
    if seen is not None and seen < proposal.seq:
        raise UnseenProposalError(board)
    return proposal
