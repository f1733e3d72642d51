"""Delays, forgeries, old news and robots' words: what bounces are not believed."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.smtp.verp import bounce_address
from tests.pbm.dsn import address, bounce, report, row, sent
from tests.pbm.town import ALICE, CAROL, DOMAIN, SERVER, STRANGER, Mail, Town, only


def test_a_delay_is_no_bounce(players: Town, begun: tuple[Mail, Mail]) -> None:
    assert bounce(players, begun[0], action="delayed", status="4.4.1") == []
    assert players.player("alice").bouncing == {}
    assert (players.status, players.note) == (
        LetterStatus.IGNORED,
        f"a bounce of mail {begun[0].row.id}: delayed",
    )


def test_a_vacation_reply_to_the_envelope_sender_is_no_bounce(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    text = f"From: {ALICE}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\n16-35\r\n"
    assert players.post("", text.encode(), address(players, begun[0])) == []
    assert players.player("alice").bouncing == {}
    assert players.note.endswith("unclear")


@pytest.mark.parametrize("sender", ["", ALICE])
def test_a_wrong_seal_has_no_effect(sender: str, players: Town, begun: tuple[Mail, Mail]) -> None:
    to = bounce_address(b"another key", begun[0].row.id, begun[0].to, DOMAIN)
    assert players.post(sender, report(to, begun[0]), to) == []
    assert (players.status, players.note) == (LetterStatus.IGNORED, "a bounce of no mail of ours")
    assert players.player("alice").bouncing == {}


def test_who_had_a_mail_cannot_bounce_it_for_the_address_it_was_sent_to_since(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    before, number = address(players, begun[0]), begun[0].row.id
    with players.app.store.transaction() as tx:
        tx.outbox.mark_dead(number, "no")
        tx.outbox.revive(number, CAROL, players.time, was=MailStatus.DEAD)
        tx.outbox.mark_sent(number, players.time)
    assert players.post("", report(before, begun[0]), before) == []
    assert (players.status, players.note) == (LetterStatus.IGNORED, "a bounce of no mail of ours")
    assert row(players, begun[0]).status is MailStatus.SENT
    assert begun[0].token.encode() not in players.last_letter().raw


def test_a_bounce_to_the_reply_address_has_no_effect(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    for to in (begun[0].reply_to, SERVER):
        assert players.post("", report(to, begun[0]), to) == []
        assert players.status is LetterStatus.IGNORED
    assert players.player("alice").bouncing == {}


def test_a_mail_comes_back_once(players: Town, begun: tuple[Mail, Mail]) -> None:
    bounce(players, begun[0])
    players.answer(begun[0], "show")
    assert bounce(players, begun[0]) == []
    assert players.player("alice").bouncing == {}
    assert players.status is LetterStatus.IGNORED


def test_a_bounce_from_before_he_wrote_is_old_news(players: Town, begun: tuple[Mail, Mail]) -> None:
    sent(players, *begun)
    players.later(hours=1)
    players.answer(begun[0], "16-35")
    assert bounce(players, begun[0]) == []
    assert players.player("alice").bouncing == {}
    assert row(players, begun[0]).status is MailStatus.DEAD


def test_a_bounce_of_a_mail_of_long_ago_has_no_effect(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    sent(players, *begun)
    players.later(days=11)
    assert bounce(players, begun[0]) == []
    assert players.player("alice").bouncing == {}


def test_a_bounce_of_a_mail_to_a_stranger_changes_nothing(players: Town) -> None:
    question = only(players.write(STRANGER, subject="signup stranger"))
    assert bounce(players, question) == []
    assert players.status is LetterStatus.IGNORED
    code = question.token.encode()
    assert code in question.raw
    assert code not in players.last_letter().raw
