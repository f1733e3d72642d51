"""Contract: the operator's searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pbm.core.model import Cause
from pbm.mail.correspondence import LetterStatus, Search, message_key
from pbm.mail.letter import Envelope
from pbm.play.recording import record
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, RAW, SECOND, kept, mail, open_board, placing

HERE = "pbm@pbm.example"


@dataclass(frozen=True)
class Kept:
    """The numbers of letters and mails, some of them about one board."""

    letters: Sequence[int]
    mails: Sequence[int]
    board: int
    alice: int


def bring(
    tx: Transaction, sender: str, author: str = "", to: str = HERE, id_: str = "", seconds: int = 0
) -> int:
    """Store a letter that was acted on. author: the From, if that is not the envelope sender."""
    letter = tx.letters.keep(Envelope(sender, (to,), RAW), NOW + seconds * SECOND)
    settled = replace(kept(tx, letter), author=author, message_key=message_key(id_))
    tx.letters.settle(letter, LetterStatus.DONE, "a note of a dog", kept=settled)
    return letter


@pytest.fixture
def rows(tx: Transaction) -> Kept:
    match = open_board(tx)
    alice, bob = match.players
    tx.players.add_address(alice, "a@home.example")
    letters = [
        bring(tx, "Alice0@example.org", id_="<1@host>"),
        bring(tx, "bob0@example.org", to="pbm+token@pbm.example"),
        bring(tx, "bounces@lists.example", "a@home.example", seconds=2),
        tx.letters.keep(Envelope("stranger@elsewhere.example", (HERE,), RAW), NOW),
    ]
    record(tx, match, placing(), Cause(letter=letters[0]))
    causes = [Cause(letter=letter) for letter in letters]
    told = {"board": match.board, "seq": 2}
    mails = [
        tx.outbox.add(mail(causes[0], "bob0@example.org", player=bob, **told), NOW),
        tx.outbox.add(mail(causes[1], "a@home.example", message_id="<2@here>"), NOW),
        tx.outbox.add(mail(causes[3], "stranger@elsewhere.example", kind="stranger"), NOW + SECOND),
    ]
    answer = mail(causes[3], "other@example.org", player=alice, reply=True)
    mails.append(tx.outbox.add(answer, NOW))
    tx.outbox.mark_sent({mails[0]: ""}, NOW)
    return Kept(letters, mails, match.board, alice)


def search(rows: Kept, wanted: dict[str, Any]) -> Search:
    """Return the search; ``...`` stands for the number of the board or player in ``rows``."""
    numbers = {"board": rows.board, "player": rows.alice}
    return Search(**{name: numbers.get(name, value) for name, value in wanted.items()})


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [0, 1, 2, 3]),
        ({"status": "waiting"}, [3]),
        ({"sender": "ALICE0@example.org"}, [0]),
        ({"sender": "A@home.example"}, [2]),
        ({"sender": "@example.org"}, [0, 1]),
        ({"sender": "@home.example"}, [2]),
        ({"sender": "xample.org"}, []),
        ({"recipient": "PBM@pbm.example"}, [0, 2, 3]),
        ({"recipient": "@pbm.example"}, [0, 1, 2, 3]),
        ({"player": ...}, [0, 2, 3]),
        ({"board": ...}, [0]),
        ({"message_id": "<1@host>"}, [0]),
        ({"message_id": "1@host"}, [0]),
        ({"message_id": ""}, []),
        ({"since": NOW + SECOND}, [2]),
        ({"note": "of a dog"}, [0, 1, 2]),
        ({"sender": "@example.org", "board": ...}, [0]),
    ],
    ids=repr,
)
def test_letters_are_found(
    wanted: dict[str, Any], found: Sequence[int], rows: Kept, tx: Transaction
) -> None:
    asked = search(rows, wanted)
    numbers = [rows.letters[each] for each in found]
    assert [letter.id for letter in tx.letters.find(asked, 100)] == numbers[::-1]
    assert [letter.id for letter in tx.letters.find(asked, 1)] == numbers[-1:]
    assert tx.letters.found(asked) == len(found)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [0, 1, 2, 3]),
        ({"status": "sent"}, [0]),
        ({"sender": "@example.org"}, [0, 1]),
        ({"sender": "alice0@example.org"}, [0]),
        ({"recipient": "A@home.example"}, [1]),
        ({"recipient": "@example.org"}, [0, 3]),
        ({"player": ...}, [1, 3]),
        ({"board": ...}, [0]),
        ({"message_id": "2@here"}, [1]),
        ({"since": NOW + SECOND}, [2]),
        ({"kind": "stranger"}, [2]),
        ({"kind": "board", "status": "queued"}, [1, 3]),
    ],
    ids=repr,
)
def test_mails_are_found(
    wanted: dict[str, Any], found: Sequence[int], rows: Kept, tx: Transaction
) -> None:
    asked = search(rows, wanted)
    numbers = [rows.mails[each] for each in found]
    assert [each.id for each in tx.outbox.find(asked, 100)] == numbers[::-1]
    assert list(tx.outbox.numbers(asked)) == numbers
    assert tx.outbox.found(asked) == len(found)


def test_an_erased_letter_is_not_found_by_its_author_or_message_id(
    rows: Kept, tx: Transaction
) -> None:
    tx.letters.blank(NOW + 60 * SECOND, [*LetterStatus])
    assert tx.letters.found(Search(message_id="<1@host>")) == 0
    assert tx.letters.found(Search(sender="a@home.example")) == 0
    assert tx.letters.found(Search(sender="bounces@lists.example")) == 1
