"""Propose a draw or an undo."""

from __future__ import annotations

from pbm.core.model import Offer
from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.play import proposals


@command("propose", "B u p OFFER", scope=Scope.BOARD, access=Access.BOARD, passes_on=True)
def propose(request: Request) -> Answer:
    """Propose a draw, or an undo of your last move: "propose draw", "propose undo".

    The other player answers with "accept" or "reject"; nothing happens until then. An undo takes
    back your last move and whatever followed it. A proposal lapses with the next move, and "reject"
    takes your own back.
    """
    word = request.args.word("offer").casefold().strip(f"{SENTENCE_MARKS}?")
    if word not in tuple(Offer):
        raise Refused("unknown_offer", offer=word[:30])
    return _proposed(request, Offer(word))


@command("undo", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True, passes_on=True)
def undo(request: Request) -> Answer:
    """Propose to take your last move back; the same as "propose undo".

    In cups, seasons and on stairs no moves are taken back.
    """
    return _proposed(request, Offer.UNDO)


def _proposed(request: Request, offer: Offer) -> Answer:
    number = request.board().number
    proposals.propose(request.work, request.player, number, offer, request.text)
    return request.told()
