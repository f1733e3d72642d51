"""Contract: referential integrity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbm.base.errors import ConflictError, PermanentFailure
from pbm.core.contests.model import Entry
from pbm.core.model import Cause
from pbm.mail.correspondence import Origin, Withheld
from pbm.play.recording import record
from pbm.store.mail_protocol import Message
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, keep, mail, open_board, placing, token

NONE = 99
"""A number that no row has."""

DANGLING: dict[str, Callable[[Transaction], object]] = {
    "a token's player": lambda tx: tx.tokens.add(token(player=NONE)),
    "a token's board": lambda tx: tx.tokens.add(token(board=NONE)),
    "a vacation's player": lambda tx: tx.vacations.add(NONE, NOW, NOW + SECOND),
    "who is blocked": lambda tx: tx.blocks.add(add_player(tx, "alice").id, NONE, NOW),
    "what is watched": lambda tx: tx.subscriptions.add(add_player(tx, "alice").id, NONE, NOW),
    "a request's player": lambda tx: tx.requests.add("a page", NONE, "", NOW),
    "an event's request": lambda tx: record(tx, open_board(tx), placing(), Cause(request=NONE)),
    "an entry's contest": lambda tx: tx.contests.put_entry(
        Entry(NONE, add_player(tx, "alice").id, NOW)
    ),
    "a watched contest": lambda tx: tx.watched_contests.add(add_player(tx, "alice").id, NONE, NOW),
    "a seek's player": lambda tx: tx.seeks.add(NONE, "gyges", 1, {}, NOW),
    "a plan's board": lambda tx: tx.queues.put(NONE, add_player(tx, "alice").id, {}),
    "a plan's player": lambda tx: tx.queues.put(open_board(tx).board, NONE, {}),
    "a mail's letter": lambda tx: tx.outbox.add(mail(Cause(letter=NONE)), NOW),
    "a mail's board": lambda tx: tx.outbox.add(mail(Cause(letter=keep(tx)), board=NONE), NOW),
    "an event's letter": lambda tx: record(tx, open_board(tx), placing(), Cause(letter=NONE)),
    "a snapshot's board": lambda tx: tx.matches.keep_snapshot(
        replace(open_board(tx), board=NONE), {}
    ),
    "a fetched letter": lambda tx: tx.fetched.add(Message("a", 1, 1, "ab", NONE)),
    "a withheld letter": lambda tx: tx.withheld.add(
        Withheld(NONE, Origin("a@b.example", "", vouched=False), NOW)
    ),
}


@pytest.mark.parametrize("write", DANGLING.values(), ids=DANGLING)
def test_a_row_that_refers_to_a_missing_one_is_a_conflict(
    write: Callable[[Transaction], object], store: Store
) -> None:
    with pytest.raises(ConflictError), store.transaction() as tx:
        write(tx)
    with store.transaction() as tx:
        letter = keep(tx)
        assert tx.letters.waiting() == [letter]


@pytest.mark.parametrize("cause", [Cause(), Cause(1, 1), Cause(1, None, 1), Cause(None, 1, 1)])
def test_an_event_has_one_cause(cause: Cause, store: Store) -> None:
    with pytest.raises(PermanentFailure), store.transaction() as tx:
        match = open_board(tx)
        keep(tx)
        tx.requests.add("a page", match.players.first, "", NOW)
        record(tx, match, placing(), cause)
