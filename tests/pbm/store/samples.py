"""Sample rows for tests of stores; each test passes only the values that it is about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from pbm.core.boards import opened
from pbm.core.by_seat import BySeat
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Moved
from pbm.core.model import Cause, Match, Player
from pbm.core.names import look
from pbm.core.openings import Created, Terms
from pbm.mail.correspondence import KeptLetter, OutboxMail, Purpose, Token
from pbm.mail.letter import Envelope
from pbm.play.recording import begin
from pbm.store.protocol import Transaction

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
SECOND = timedelta(seconds=1)
RAW = b"From: alice@example.org\r\nSubject: \xff\r\n\r\nhello\x00\r\n"


def envelope(raw: bytes = RAW) -> Envelope:
    return Envelope("alice@example.org", ("pbm@example.org", "pbm+x@example.org"), raw, "192.0.2.1")


def keep(tx: Transaction, raw: bytes = RAW) -> int:
    return tx.letters.keep(envelope(raw), NOW)


def kept(tx: Transaction, letter: int) -> KeptLetter:
    found = tx.letters.get(letter)
    assert found is not None
    return found


def add_player(tx: Transaction, userid: str) -> Player:
    return tx.players.add(userid, look(userid), [f"{userid}@example.org"], None, NOW)


def open_board(tx: Transaction) -> Match:
    """A board of two new players, begun by an act of the operator; it has one event."""
    number = tx.acts.count()
    pair = BySeat(add_player(tx, f"alice{number}").id, add_player(tx, f"bob{number}").id)
    act = tx.acts.add("games new", "a test", {}, NOW)
    deed = Deed(Created(Terms(spec="gyges/classic", players=pair)), NOW)
    match = opened(deed).match
    return begin(tx, match, deed, Cause(act=act.id))


def placing(line: str = "112233") -> Deed:
    return Deed(Moved(Seat.FIRST, line), NOW + SECOND)


def mail(cause: Cause, recipient: str = "alice@example.org", **more: Any) -> OutboxMail:
    given = {"kind": "board", "message_id": "<1@example.org>", "raw": RAW, "nonce": "ab", **more}
    return OutboxMail(recipient, cause=cause, **given)


def token(hash_: str = "h", purpose: Purpose = Purpose.GUEST, **more: Any) -> Token:
    given = {"player": None, "board": None, "seq": None, "data": {}, "expires": None, **more}
    return Token(hash_, purpose, created=NOW, **given)
