from __future__ import annotations

from pbm.core.bookkeeping import DoorRequest
from pbm.core.model import Cause
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, add_player, mail, open_board


def test_a_request_is_found_by_its_number(tx: Transaction) -> None:
    player = add_player(tx, "alice")
    request = tx.requests.add("a page", player.id, "resign 17", NOW)
    assert request == DoorRequest(request.id, "a page", player.id, "resign 17", NOW)
    assert tx.requests.get(request.id) == request
    assert tx.requests.get(request.id + 1) is None


def test_a_mail_has_the_request_that_caused_it(tx: Transaction) -> None:
    match = open_board(tx)
    request = tx.requests.add("a page", match.players.first, "resign 1", NOW)
    cause = Cause(request=request.id)
    number = tx.outbox.add(mail(cause, board=match.board, seq=1), NOW)
    found = tx.outbox.get(number)
    assert found is not None
    assert found.cause == cause
    assert tx.outbox.causes(match.board) == {1: cause}
