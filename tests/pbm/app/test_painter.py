"""The painter: which mails it finishes, and what it does when it cannot."""

from __future__ import annotations

import pytest

from pbm.app import painter
from pbm.app.painter import paint
from pbm.mail.correspondence import MailStatus, OutboxMail
from pbm.smtp.outbox import due_mails
from tests.pbm.town import ALICE, PASSWORD, Town, letter


@pytest.fixture
def asked(town_with_players: Town) -> OutboxMail:
    """An unfinished mail: alice, who wants HTML, asked for something."""
    town_with_players.write(ALICE, f"set alice {PASSWORD} mail html")
    town_with_players.send_mails()
    town_with_players.app.handle_now(
        town_with_players.keep(ALICE, letter(ALICE, f"whoami alice {PASSWORD}").as_bytes())
    )
    return latest(town_with_players)


def latest(town: Town) -> OutboxMail:
    with town.app.store.reading() as tx:
        return tx.outbox.list(limit=1)[0]


def due(town: Town) -> list[int]:
    with town.app.store.reading() as tx:
        return [mail.id for mail in due_mails(tx, town.time, 10)]


def test_a_mail_is_sent_only_after_it_was_painted(
    town_with_players: Town, asked: OutboxMail
) -> None:
    assert due(town_with_players) == []
    assert paint(town_with_players.app.store)
    finished = latest(town_with_players)
    assert (finished.page, due(town_with_players)) == ("", [asked.id])
    assert b"text/html" in finished.raw
    assert not paint(town_with_players.app.store)


def test_a_mail_whose_page_cannot_be_made_is_sent_as_text(
    town_with_players: Town, asked: OutboxMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "finished", lambda _: 1 / 0)
    assert paint(town_with_players.app.store)
    assert latest(town_with_players).raw == asked.raw
    assert due(town_with_players) == [asked.id]


def test_a_mail_that_was_dropped_while_it_was_painted_stays_as_it_is(
    town_with_players: Town, asked: OutboxMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop(_: OutboxMail) -> bytes:
        with town_with_players.app.store.transaction() as tx:
            tx.outbox.drop(asked.id)
        return b"painted"

    monkeypatch.setattr(painter, "finished", drop)
    assert paint(town_with_players.app.store)
    kept = latest(town_with_players)
    assert (kept.status, kept.raw) == (MailStatus.DROPPED, asked.raw)
