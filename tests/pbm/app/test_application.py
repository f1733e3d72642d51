from __future__ import annotations

import pytest

from pbm.app.data_directory import KEY_FILE
from pbm.base.errors import ConflictError
from pbm.inbox.desk import Desk
from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from tests.pbm.town import ALICE, DOMAIN, Town, only


def test_a_letter_is_stored_before_it_is_parsed(town: Town) -> None:
    with town.app.store.transaction() as tx:
        number = town.app.keep(Envelope(ALICE, (f"pbm@{DOMAIN}",), b"no mail at all"))(tx)
    kept = town.last_letter()
    assert (kept.id, kept.status, kept.raw) == (number, LetterStatus.WAITING, b"no mail at all")
    assert kept.received == town.time


def test_handling_an_unknown_letter_does_nothing(town: Town) -> None:
    town.app.handle_now(17)
    assert town.new_mails() == []


def test_the_key_is_stored_in_a_file_and_reused(town: Town) -> None:
    key = town.app.identity.key
    assert (town.folder / KEY_FILE).read_bytes() == key
    town.reopen()
    assert town.app.identity.key == key


def test_an_outgoing_mail_has_its_token_and_a_bounce_address(
    town_with_players: Town,
) -> None:
    mail = only(town_with_players.write(ALICE, "whoami"))
    (leaving,) = town_with_players.app.outgoing([mail.row])
    assert leaving.recipient == ALICE
    assert leaving.sender.startswith(f"bounce+{mail.row.id}.")
    assert leaving.sender.endswith(f"@{DOMAIN}")
    assert mail.token.encode() in leaving.raw
    assert mail.token.encode() not in mail.row.raw


def test_a_mail_that_is_sent_again_has_the_same_bytes(town_with_players: Town) -> None:
    mail = only(town_with_players.write(ALICE, "whoami"))
    row = town_with_players.leaving()[-1]
    town_with_players.reopen()
    assert [each.raw for each in town_with_players.app.outgoing([row, row])] == [mail.raw] * 2


def test_a_letter_that_is_never_settled_is_failed(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "handle", lambda *_: False)
    town_with_players.write(ALICE, "whoami")
    assert town_with_players.status is LetterStatus.FAILED


def test_a_letter_that_always_conflicts_is_failed(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle(*_: object) -> bool:
        raise ConflictError("somebody else is always faster")

    monkeypatch.setattr(Desk, "handle", handle)
    town_with_players.write(ALICE, "whoami")
    assert town_with_players.status is LetterStatus.FAILED
