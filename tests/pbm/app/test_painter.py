"""The painter: the mails that it finishes, and mails that it cannot finish."""

from __future__ import annotations

from collections.abc import Callable, Container

import pytest

from pbm.app.painter import PAINTED_WITHIN, SENT_AS_TEXT, PaintLoop, finished, leave_as_text
from pbm.core.marks import Trouble
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


def paint(
    town: Town,
    deadly: Container[int] = (),
    finishes: Callable[[OutboxMail], bytes] = finished,
) -> None:
    PaintLoop(
        town.app.store, lambda: town.time, lambda: None, deadly=deadly, finishes=finishes
    ).paint()


def tidy(town: Town) -> None:
    """Tidy up while there is no painter."""
    with town.app.store.transaction() as tx:
        town.app.tidy()(tx)


def failures(town: Town) -> tuple[int, int]:
    """How many failures were counted, and of how many the operator will be told."""
    with town.app.store.reading() as tx:
        told = tx.marks.count(Trouble.PLAIN.mark, town.time - PAINTED_WITHIN * 2)
        return tx.counters.get(SENT_AS_TEXT), told


def due(town: Town) -> list[int]:
    with town.app.store.reading() as tx:
        return [mail.id for mail in due_mails(tx, town.time, 10)]


def test_a_mail_is_sent_only_after_it_was_painted(
    town_with_players: Town, asked: OutboxMail
) -> None:
    assert due(town_with_players) == []
    paint(town_with_players)
    painted = latest(town_with_players)
    assert (painted.page, due(town_with_players)) == ("", [asked.id])
    assert b"text/html" in painted.raw


def test_a_letter_that_comes_again_is_answered_with_the_bytes_of_a_reply_that_left_as_text(
    town_with_players: Town, asked: OutboxMail
) -> None:
    town = town_with_players
    town.app.handle_now(town.keep(ALICE, letter(ALICE, f"whoami alice {PASSWORD}").as_bytes()))
    copy = latest(town)
    with town.app.store.transaction() as tx:
        leave_as_text(tx, asked, town.time)
    paint(town)
    assert copy.id != asked.id and copy.message_id == asked.message_id
    assert latest(town).raw == asked.raw
    assert due(town) == [asked.id]


def test_a_mail_whose_page_cannot_be_made_is_sent_as_text(
    town_with_players: Town, asked: OutboxMail
) -> None:
    def fail(_: OutboxMail) -> bytes:
        raise ValueError("no picture")

    paint(town_with_players, finishes=fail)
    assert latest(town_with_players).raw == asked.raw
    assert due(town_with_players) == [asked.id]
    assert failures(town_with_players) == (1, 1)


def test_a_mail_that_processes_died_over_is_sent_as_text(
    town_with_players: Town, asked: OutboxMail
) -> None:
    paint(town_with_players, deadly=[asked.id])
    assert latest(town_with_players).raw == asked.raw
    assert due(town_with_players) == [asked.id]
    assert failures(town_with_players) == (1, 1)


def test_a_mail_does_not_wait_for_a_painter_that_does_not_come(
    town_with_players: Town, asked: OutboxMail
) -> None:
    town_with_players.later(seconds=PAINTED_WITHIN.total_seconds())
    tidy(town_with_players)
    assert due(town_with_players) == []
    town_with_players.later(seconds=1)
    tidy(town_with_players)
    assert latest(town_with_players).raw == asked.raw
    assert due(town_with_players) == [asked.id]
    assert failures(town_with_players) == (1, 1)


def test_a_mail_that_left_as_text_stays_as_it_is_when_its_page_is_made_at_last(
    town_with_players: Town, asked: OutboxMail
) -> None:
    def too_late(mail: OutboxMail) -> bytes:
        with town_with_players.app.store.transaction() as tx:
            leave_as_text(tx, mail, town_with_players.time)
        return b"painted"

    paint(town_with_players, finishes=too_late)
    assert latest(town_with_players).raw == asked.raw
    assert failures(town_with_players) == (1, 1)


def test_a_mail_that_was_painted_meanwhile_does_not_leave_as_text(
    town_with_players: Town, asked: OutboxMail
) -> None:
    paint(town_with_players)
    with town_with_players.app.store.transaction() as tx:
        leave_as_text(tx, asked, town_with_players.time)
    assert b"text/html" in latest(town_with_players).raw
    assert failures(town_with_players) == (0, 0)


def test_a_mail_that_was_dropped_while_it_was_painted_stays_as_it_is(
    town_with_players: Town, asked: OutboxMail
) -> None:
    def drop(_: OutboxMail) -> bytes:
        with town_with_players.app.store.transaction() as tx:
            tx.outbox.drop(asked.id)
        return b"painted"

    paint(town_with_players, finishes=drop)
    kept = latest(town_with_players)
    assert (kept.status, kept.raw) == (MailStatus.DROPPED, asked.raw)


@pytest.mark.parametrize("waits", [True, False])
def test_the_painter_makes_way_for_letters_that_wait(
    town_with_players: Town, asked: OutboxMail, monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    assert asked.page
    if waits:
        town_with_players.keep(ALICE, letter(ALICE, "help").as_bytes())
    pauses = list[float]()
    monkeypatch.setattr("time.sleep", pauses.append)
    paint(town_with_players)
    assert bool(pauses) == waits
    assert all(each > 0 for each in pauses)
