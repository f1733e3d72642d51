"""Proposing a draw or an undo, and answering a proposal.

Silence is never consent: a player must agree explicitly, and must have seen the proposal.
"""

from __future__ import annotations

from itertools import takewhile

from pbm.core.board import Board
from pbm.core.changes import undo_to
from pbm.core.games import Seat
from pbm.core.happening import Happening
from pbm.core.happenings import Agreed, Proposed, Rejected
from pbm.core.model import Offer, Player, Proposal
from pbm.core.refused import Refused
from pbm.play.autoplay import forget_plans
from pbm.play.bounds import MOST_PROPOSALS
from pbm.play.news import BoardNews
from pbm.play.seats import running_board, seat_on
from pbm.play.work import Work
from pbm.store.protocol import Transaction


class UnseenProposalError(Refused):
    """The proposal on ``board`` is newer than the last mail that the player has seen."""

    def __init__(self, board: Board) -> None:
        super().__init__("unseen_proposal")
        self.board = board


def may_undo(tx: Transaction, board: Board, seat: Seat) -> bool:
    """Whether a side can propose an undo: not in contests, nor in rated games with programs."""
    if undo_to(board, seat) is None or tx.contests.game(board.number) is not None:
        return False
    players = board.match.players.map(tx.players.get)
    return not (board.match.rated and any(each.is_driven for each in players))


def propose(
    work: Work, by: Player, number: int | None, offer: Offer, said: tuple[str, ...] = ()
) -> Board:
    """Propose a draw or an undo. A program agrees to an undo at once.

    :raises Refused: if another proposal waits, the player made too many, there is no move of
        theirs to undo, the game belongs to a contest, or a program does not agree
    """
    board, seat = running_board(work, by, number)
    _check_none_waits(board, seat)
    _check_limit(work, board, seat)
    if offer is Offer.UNDO and work.tx.contests.game(board.number) is not None:
        raise Refused("no_undo_in_contests", board=board.number)
    if offer is Offer.UNDO and undo_to(board, seat) is None:
        raise Refused("nothing_to_undo", board=board.number)
    other = work.tx.players.get(board.match.player_at(seat.other))
    if other.is_driven:
        return _undone(work, board, seat, offer, other)
    return work.enact(board, Proposed(seat, offer), by, said)


def _undone(work: Work, board: Board, seat: Seat, offer: Offer, program: Player) -> Board:
    """Take back a move in a game with a program.

    :raises Refused: if a draw is offered, or the game is rated
    """
    if offer is Offer.DRAW:
        raise Refused("program_plays_on", userid=program.userid)
    if board.match.rated:
        raise Refused("program_keeps", userid=program.userid)
    proposed = work.record(board, Proposed(seat, offer))
    return _agreed(work, program, board, proposed)


def agree(
    work: Work, by: Player, number: int | None, seen: int | None, said: tuple[str, ...] = ()
) -> Board:
    """Accept the other player's proposal.

    :param seen: the number of the last event that the player has seen; None for all
    :raises UnseenProposalError: with the board
    :raises Refused: if there is no proposal, or it is the player's own
    """
    board, seat = running_board(work, by, number)
    proposal = _answered(board, seen)
    if proposal.seat is seat:
        raise Refused("own_proposal", offer=proposal.offer.value)
    return _agreed(work, by, board, board, said)


def _agreed(
    work: Work, by: Player, before: Board, proposed: Board, said: tuple[str, ...] = ()
) -> Board:
    """Record that a player agrees. before: the board as its players were last told of it."""
    what = Agreed(seat_on(proposed, by))
    after = work.record(proposed, what)
    # The plans were made for moves that have been undone.
    plans = forget_plans(work.tx, proposed)
    dropped = plans if after.running else {}
    work.publish(BoardNews(by, what, before, after, dropped=dropped, said=said))
    return after


def reject(
    work: Work, by: Player, number: int | None, seen: int | None, said: tuple[str, ...] = ()
) -> Board:
    """Reject the other player's proposal, or withdraw the player's own.

    :param seen: as for ``agree``
    :raises UnseenProposalError: with the board
    :raises Refused: if there is no proposal
    """
    board, seat = running_board(work, by, number)
    _answered(board, seen)
    return work.enact(board, Rejected(seat), by, said)


def _check_none_waits(board: Board, seat: Seat) -> None:
    proposal = board.proposal
    if proposal is not None:
        own = proposal.seat is seat
        raise Refused("your_proposal_waits" if own else "proposal_waits", offer=proposal.offer)


def _check_limit(work: Work, board: Board, seat: Seat) -> None:
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
