"""Proposing a draw or that a move be taken back, and the answers to it.

Silence is never consent: only ``accept`` is, and only from somebody who has seen the proposal.
"""

from __future__ import annotations

from itertools import takewhile

from pbm.core.board import Board
from pbm.core.changes import undo_to
from pbm.core.model import Deed, EventKind, Offer, Proposal
from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.refused import Refused
from pbm.inbox.commands.moves import own_board, own_seat, told_to_both
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer, RefusedWithMail
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.inbox.vocabulary.speaker import Proof
from pbm.notices.bounds import MOST_PROPOSALS
from pbm.notices.views import board_draft
from pbm.play.autoplay import Played, forget_plans


@command("propose", "B u p OFFER", scope=Scope.BOARD, access=Access.BOARD)
def propose(request: Request) -> Answer:
    """Propose a draw, or an undo of your last move: propose draw, propose undo.

    The other player accepts or rejects it by replying; nothing happens until he does. An undo
    takes back your last move and whatever followed it. A proposal lapses with the next move, and
    reject takes your own back.
    """
    word = request.args.word("offer").casefold().strip(f"{SENTENCE_MARKS}?")
    if word not in tuple(Offer):
        raise Refused("unknown_offer", offer=word[:30])
    return _proposed(request, Offer(word))


@command("undo", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def undo(request: Request) -> Answer:
    """Propose to take your last move back; the same as propose undo."""
    return _proposed(request, Offer.UNDO)


def agree(request: Request) -> Answer:
    """Accept what the other player proposes.

    :raises Refused: if nothing is proposed, by him, to somebody who has seen it
    """
    board = own_board(request)
    proposal = _seen(request, board)
    seat = own_seat(request, board)
    if proposal.seat is seat:
        raise Refused("own_proposal", offer=proposal.offer.value)
    after = _do(request, board, EventKind.AGREED, seat=seat.value)
    taken_back = [
        f"{ply.number}. {ply.text}" for ply in board.plies[len(after.plies) :] if not ply.automatic
    ]
    # What was decided beforehand was meant for moves that are no more.
    dropped = forget_plans(request.tx, board)
    played = Played(after, dropped=dropped if after.running else {})
    return told_to_both(request, board, played, "agreed", taken_back=taken_back)


def disagree(request: Request) -> Answer:
    """Reject what the other player proposes, or take one's own proposal back.

    :raises Refused: as ``agree`` does
    """
    board = own_board(request)
    proposal = _seen(request, board)
    seat = own_seat(request, board)
    after = _do(request, board, EventKind.REJECTED, seat=seat.value)
    news = "withdrawn" if proposal.seat is seat else "rejected"
    return told_to_both(request, board, Played(after), news, offer=proposal.offer.value)


def _proposed(request: Request, offer: Offer) -> Answer:
    board = own_board(request)
    seat = own_seat(request, board)
    _check_none_waits(request, board)
    _check_patience(request, board)
    if offer is Offer.UNDO and undo_to(board, seat) is None:
        raise Refused("nothing_to_undo", board=board.number)
    after = _do(request, board, EventKind.PROPOSED, seat=seat.value, offer=offer.value)
    return told_to_both(request, board, Played(after), "proposed")


def _check_none_waits(request: Request, board: Board) -> None:
    proposal = board.proposal
    if proposal is not None:
        own = proposal.seat is own_seat(request, board)
        raise Refused("your_proposal_waits" if own else "proposal_waits", offer=proposal.offer)


def _check_patience(request: Request, board: Board) -> None:
    """:raises Refused: if the speaker has made too many proposals since the last move"""
    seat = own_seat(request, board)
    events = reversed(request.tx.matches.events(board.number))
    since = takewhile(lambda event: not event.kind.changes_play, events)
    made = [e for e in since if e.kind is EventKind.PROPOSED and e.data["seat"] == seat.value]
    if len(made) >= MOST_PROPOSALS:
        raise Refused("many_proposals", most=MOST_PROPOSALS)


def _seen(request: Request, board: Board) -> Proposal:
    """The proposal that is answered.

    :raises Refused: if there is none, or it was made after the mail that is answered
    """
    proposal, speaker = board.proposal, request.speaker
    if proposal is None:
        raise Refused("no_proposal", board=board.number)
    by_token = speaker is not None and speaker.proof is Proof.BOARD_TOKEN
    if speaker is not None and by_token and (speaker.seq or 0) < proposal.seq:
        shown = board_draft(request.tx, board, request.player, "unseen", event=False)
        raise RefusedWithMail("unseen_proposal", shown)
    return proposal


def _do(request: Request, board: Board, kind: EventKind, **data: str | int) -> Board:
    deed = Deed(kind, data, request.now)
    return request.repository.do(request.tx, board, deed, request.cause)
