"""Bounces that have no effect: delays, forgeries, outdated ones and automatic replies."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.smtp.verp import bounce_address
from tests.pbm.dsn import address, bounce, report, row, sent
from tests.pbm.town import ALICE, CAROL, DOMAIN, SERVER, STRANGER, Mail, Town, only


def test_a_delay_is_no_bounce(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> None:
    assert bounce(town_with_game, placed_mails[0], action="delayed", status="4.4.1") == []
    assert town_with_game.player("alice").bouncing == {}
    assert (town_with_game.status, town_with_game.note) == (
        LetterStatus.IGNORED,
        f"a bounce of mail {placed_mails[0].row.id}: delayed",
    )


def test_a_vacation_reply_to_the_envelope_sender_is_no_bounce(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    text = f"From: {ALICE}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\n16-35\r\n"
    assert town_with_game.post("", text.encode(), address(town_with_game, placed_mails[0])) == []
    assert town_with_game.player("alice").bouncing == {}
    assert town_with_game.note.endswith("unclear")


@pytest.mark.both_engines
def test_a_bounce_of_a_mail_with_an_impossible_number_is_none_of_ours(town: Town) -> None:
    for number in (1, 2**63 - 1, 2**63, 10**19 - 1):
        to = f"bounce+{number}.{'a' * 16}@{DOMAIN}"
        assert town.post("", f"From: {STRANGER}\r\n\r\n".encode(), to) == []
        assert (town.status, town.note) == (LetterStatus.IGNORED, "a bounce of no mail of ours")


@pytest.mark.parametrize("sender", ["", ALICE])
def test_a_wrong_seal_has_no_effect(
    sender: str, town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    to = bounce_address(b"another key", placed_mails[0].row.id, placed_mails[0].to, DOMAIN)
    assert town_with_game.post(sender, report(to, placed_mails[0]), to) == []
    assert (town_with_game.status, town_with_game.note) == (
        LetterStatus.IGNORED,
        "a bounce of no mail of ours",
    )
    assert town_with_game.player("alice").bouncing == {}


def test_a_former_recipient_cannot_bounce_a_mail_that_was_sent_on_to_another_address(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    before, number = address(town_with_game, placed_mails[0]), placed_mails[0].row.id
    with town_with_game.app.store.transaction() as tx:
        tx.outbox.mark_dead(number, "no")
        tx.outbox.revive(number, CAROL, town_with_game.time, was=MailStatus.DEAD)
        tx.outbox.mark_sent({number: ""}, town_with_game.time)
    assert town_with_game.post("", report(before, placed_mails[0]), before) == []
    assert (town_with_game.status, town_with_game.note) == (
        LetterStatus.IGNORED,
        "a bounce of no mail of ours",
    )
    assert row(town_with_game, placed_mails[0]).status is MailStatus.SENT
    assert placed_mails[0].token.encode() not in town_with_game.last_letter().raw


def test_a_bounce_to_the_reply_address_has_no_effect(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    for to in (placed_mails[0].reply_to, SERVER):
        assert town_with_game.post("", report(to, placed_mails[0]), to) == []
        assert town_with_game.status is LetterStatus.IGNORED
    assert town_with_game.player("alice").bouncing == {}


def test_a_mail_bounces_once(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> None:
    bounce(town_with_game, placed_mails[0])
    town_with_game.answer(placed_mails[0], "show")
    assert bounce(town_with_game, placed_mails[0]) == []
    assert town_with_game.player("alice").bouncing == {}
    assert town_with_game.status is LetterStatus.IGNORED


def test_a_bounce_of_a_mail_from_before_the_player_wrote_has_no_effect(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    sent(town_with_game, *placed_mails)
    town_with_game.later(hours=1)
    town_with_game.answer(placed_mails[0], "16-35")
    assert bounce(town_with_game, placed_mails[0]) == []
    assert town_with_game.player("alice").bouncing == {}
    assert row(town_with_game, placed_mails[0]).status is MailStatus.DEAD


def test_a_bounce_of_a_mail_of_long_ago_has_no_effect(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    sent(town_with_game, *placed_mails)
    town_with_game.later(days=11)
    assert bounce(town_with_game, placed_mails[0]) == []
    assert town_with_game.player("alice").bouncing == {}


def test_a_bounce_of_a_mail_to_a_stranger_changes_nothing(town_with_players: Town) -> None:
    question = only(town_with_players.write(STRANGER, subject="signup stranger"))
    assert bounce(town_with_players, question) == []
    assert town_with_players.status is LetterStatus.IGNORED
    code = question.token.encode()
    assert code in question.raw
    assert code not in town_with_players.last_letter().raw
