"""Mails that come back: the address is marked, the clock stops, the opponent is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.notices.alerts import Trouble, noted
from tests.pbm.dsn import bounce, row, sent
from tests.pbm.town import (
    ALICE,
    BOB,
    PASSWORD,
    STRANGER,
    Mail,
    Town,
    findings,
    kinds,
    leaving,
    of,
    only,
)

SECOND_ADDRESS = "alice@example.net"


def waiting(town: Town) -> list[tuple[str, str]]:
    """What the outbox would send now: to whom, and which kind of mail."""
    with town.app.store.reading() as tx:
        return [(mail.recipient, mail.kind) for mail in leaving(tx, town.time)]


def forget_what_is_queued(town: Town) -> None:
    with town.app.store.transaction() as tx:
        for mail in leaving(tx, town.time):
            tx.outbox.mark_sent(mail.id, town.time)


def second_address(town: Town) -> None:
    question = of(
        town.write(ALICE, f"add address alice {PASSWORD} {SECOND_ADDRESS}"), SECOND_ADDRESS
    )
    town.answer(question, "yes")
    assert town.player("alice").addresses == (ALICE, SECOND_ADDRESS)


# A bounce that is believed


def test_a_bounce_marks_the_address_and_the_mail(players: Town, begun: tuple[Mail, Mail]) -> None:
    sent(players, begun[0])
    bounce(players, begun[0])
    assert players.player("alice").bouncing == {ALICE: players.time}
    assert players.status is LetterStatus.DONE
    assert players.note == f"a bounce of mail {begun[0].row.id}: failed"
    assert row(players, begun[0]).status is MailStatus.DEAD
    assert f"letter {players.last_letter().id}" in row(players, begun[0]).error


def test_a_bounce_stops_the_clock_for_seven_days(players: Town, begun: tuple[Mail, Mail]) -> None:
    before = players.match().clock.deadline()
    assert before is not None
    bounce(players, begun[0])
    assert players.match().clock.deadline() == before + timedelta(days=7)
    assert findings(players) == []


def test_only_the_clock_of_who_cannot_be_reached_stops(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    before = players.match().clock.deadline()
    bounce(players, begun[1])
    assert players.match().clock.deadline() == before


def test_the_opponent_is_told_once_for_all_boards(players: Town, begun: tuple[Mail, Mail]) -> None:
    players.board(game="dvonn")
    news = only(bounce(players, begun[0]))
    assert (news.to, news.kind) == (BOB, "unreachable")
    assert news.subject == "[pbm] Mails to alice come back"
    assert "Fri 27 Nov 10:00 (UTC)" in news.text
    assert "You play each other on gyges 1, dvonn 2." in news.text


def test_the_clock_stops_once_a_game(players: Town, begun: tuple[Mail, Mail]) -> None:
    """A player can forge a bounce of any mail that he got."""
    bounce(players, begun[0])
    before = players.match().clock.deadline()
    players.later(days=1)
    reply = only([each for each in players.answer(begun[0], "show") if each.to == ALICE])
    players.later(days=1)
    assert bounce(players, reply) == []
    deadline = players.match().clock.deadline()
    assert before is not None
    assert deadline == before - timedelta(days=6)
    assert list(players.player("alice").bouncing) == [ALICE]


def test_a_game_that_began_later_has_its_own_stop(players: Town, begun: tuple[Mail, Mail]) -> None:
    bounce(players, begun[0])
    mails = players.answer(begun[0], "show")
    players.later(days=1)
    players.board(game="dvonn")
    news = only(bounce(players, of(mails, ALICE)))
    assert "dvonn 2." in news.text


def test_a_board_without_limits_tells_the_opponent_too(players: Town) -> None:
    mails = players.board("-nagtime=off -forfeittime=off -totaltime=off")
    assert not players.match().clock.limits
    assert kinds(bounce(players, mails[0])) == ["unreachable"]
    assert findings(players) == []


# Mails to an address that bounces


def test_what_comes_by_itself_rests_and_holds_up_nothing(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    bounce(players, begun[1])
    forget_what_is_queued(players)
    moved = players.answer(begun[0], "16-35")
    assert waiting(players) == [(ALICE, "board")]
    assert "come back" in row(players, of(moved, BOB)).error
    asked = players.write(BOB, "whoami")
    assert waiting(players) == [(ALICE, "board"), (BOB, "account")]
    assert "Mails to bob@example.org came back, the last one on Fri 20 Nov." in " ".join(
        only(asked).text.split()
    )


def test_what_rests_is_tried_after_seven_days(players: Town, begun: tuple[Mail, Mail]) -> None:
    bounce(players, begun[1])
    forget_what_is_queued(players)
    players.answer(begun[0], "16-35")
    forget_what_is_queued(players)
    players.later(days=7)
    players.tick()
    assert waiting(players) == [(BOB, "board")]


def test_a_bounce_of_the_next_mail_lets_mails_rest_again(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    bounce(players, begun[1])
    moved = of(players.answer(begun[0], "16-35"), BOB)
    players.later(days=7)
    players.tick()
    assert bounce(players, moved) == []
    assert players.player("bob").bouncing == {BOB: players.time}


def test_the_mail_is_sent_on_to_another_address(players: Town, begun: tuple[Mail, Mail]) -> None:
    second_address(players)
    before = players.match().clock.deadline()
    again = only(bounce(players, begun[0]))
    assert (again.to, again.kind, again.token) == (SECOND_ADDRESS, "board", begun[0].token)
    assert players.match().clock.deadline() == before
    assert of(players.answer(begun[1], "chat\nhello?"), SECOND_ADDRESS).kind == "chat"
    assert kinds(players.answer(again, "16-35", author=SECOND_ADDRESS)) == ["board", "board"]
    assert findings(players) == []


def test_the_clock_stops_when_every_address_bounces(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    second_address(players)
    again = only(bounce(players, begun[0]))
    assert kinds(bounce(players, again)) == ["unreachable"]
    assert players.player("alice").unreachable


# Good again


def test_who_writes_is_reached_again(players: Town, begun: tuple[Mail, Mail]) -> None:
    before = players.match().clock.deadline()
    bounce(players, begun[0])
    players.answer(begun[1], "chat\nhello?")
    players.later(days=2)
    forget_what_is_queued(players)
    mails = players.answer(begun[0], "show")
    assert players.player("alice").bouncing == {}
    assert sorted(waiting(players)) == [(ALICE, "board"), (ALICE, "chat"), (BOB, "unreachable")]
    news = of(mails, BOB)
    assert news.subject == "[pbm] alice can be reached again"
    assert "alice has written again" in news.text
    assert before is not None
    assert players.match().clock.deadline() == before + timedelta(days=2)
    assert "Mails to alice@example.org came back" in of(mails, ALICE).text
    assert findings(players) == []


def test_the_next_reply_speaks_of_it_no_more(players: Town, begun: tuple[Mail, Mail]) -> None:
    bounce(players, begun[0])
    players.answer(begun[0], "show")
    assert "came back" not in only(players.answer(begun[0], "show")).text


@pytest.mark.parametrize("text", ["thank you!", "16-35", "66-11"])
def test_whatever_he_writes_shows_that_he_is_there(
    text: str, players: Town, begun: tuple[Mail, Mail]
) -> None:
    bounce(players, begun[0])
    assert "unreachable" in kinds(players.answer(begun[0], text))
    assert players.player("alice").bouncing == {}


def test_the_receipt_of_a_move_is_a_reply_and_tells_of_it(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    bounce(players, begun[0])
    receipt = of(players.answer(begun[0], "16-35"), ALICE)
    assert receipt.row.reply
    assert f"Mails to {ALICE} came back" in " ".join(receipt.text.split())


def test_a_password_shows_it_too(players: Town, begun: tuple[Mail, Mail]) -> None:
    bounce(players, begun[0])
    players.write(ALICE, f"gyges move 1 alice {PASSWORD} 16-35")
    assert players.player("alice").bouncing == {}


def test_a_from_alone_shows_nothing_but_is_answered(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    bounce(players, begun[0])
    forget_what_is_queued(players)
    asked = only(players.write(ALICE, "gyges resign 1"))
    assert waiting(players) == [(ALICE, "confirm")]
    assert players.player("alice").bouncing == {ALICE: players.time}
    players.answer(asked, "yes")
    assert players.player("alice").bouncing == {}


def test_a_new_address_makes_him_good_again(players: Town, begun: tuple[Mail, Mail]) -> None:
    bounce(players, begun[0])
    players.answer(begun[1], "chat\nhello?")
    words = f"change address alice {PASSWORD} {SECOND_ADDRESS}"
    question = of(players.write(STRANGER, words), SECOND_ADDRESS)
    forget_what_is_queued(players)
    players.answer(question, "yes")
    assert (SECOND_ADDRESS, "chat") in waiting(players)
    assert players.match().clock.absences == ()


def test_a_game_that_begins_meanwhile_does_not_begin_with_his_clock(players: Town) -> None:
    invited = players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    receipt, invitation = of(invited, ALICE), of(invited, BOB)
    bounce(players, receipt)
    players.later(days=2)
    players.answer(invitation, "accept")
    (stop,) = players.match().clock.absences
    assert (stop.start, stop.end) == (players.time, players.time + timedelta(days=5))
    players.later(days=1)
    assert kinds(players.answer(receipt, "whoami")) == ["unreachable", "account"]
    (stop,) = players.match().clock.absences
    assert stop.end == players.time
    assert bounce(players, of(players.answer(receipt, "whoami"), ALICE)) == []
    assert findings(players) == []


def test_bounces_of_bounces_end(players: Town, begun: tuple[Mail, Mail]) -> None:
    """Both mailboxes are gone: each is marked once, and nothing goes out any more."""
    mails = bounce(players, begun[0])
    for _ in range(3):
        mails = [each for mail in mails for each in bounce(players, mail)]
        forget_what_is_queued(players)
    assert mails == []
    assert waiting(players) == []
    assert players.player("alice").unreachable
    assert players.player("bob").unreachable


# Refused by the next mail server


def test_a_refused_recipient_is_as_good_as_a_bounce(
    players: Town, begun: tuple[Mail, Mail]
) -> None:
    with players.app.store.transaction() as tx:
        players.app.refused(begun[0].row.id, "550 5.1.1 No such user")(tx)
    assert kinds(players.new_mails()) == ["unreachable"]
    assert players.player("alice").bouncing == {ALICE: players.time}
    assert (row(players, begun[0]).status, row(players, begun[0]).error) == (
        MailStatus.DEAD,
        "550 5.1.1 No such user",
    )
    assert findings(players) == []


# Answers to strangers


def test_an_answer_to_a_stranger_that_comes_back_is_dropped_with_what_is_known(
    players: Town,
) -> None:
    question = only(players.write(STRANGER, subject="signup carol"))
    sent(players, question)
    assert bounce(players, question) == []
    assert row(players, question).status is MailStatus.DROPPED
    assert f"letter {players.last_letter().id}" in row(players, question).error


@pytest.mark.parametrize("ends", ["refused", "dead"])
def test_so_is_one_that_the_next_hop_does_not_take(players: Town, ends: str) -> None:
    question = only(players.write(STRANGER, subject="signup carol"))
    with players.app.store.transaction() as tx:
        getattr(players.app, ends)(question.row.id, "550 5.1.1 no such user")(tx)
        assert noted(tx, Trouble.DEAD, players.time - timedelta(hours=1)) == 0
    assert row(players, question).status is MailStatus.DROPPED
    assert row(players, question).error == "550 5.1.1 no such user"


def test_a_mail_to_an_address_of_a_player_is_no_strangers(players: Town) -> None:
    second_address(players)
    told = of(players.write(ALICE, f"drop address alice {PASSWORD} {ALICE}"), ALICE)
    players.write(SECOND_ADDRESS, f"add address alice {PASSWORD} {STRANGER}")
    second_address_told = of(players.write(BOB, "password alice"), SECOND_ADDRESS)
    assert (told.row.player, second_address_told.row.player) == (None, None)
    bounce(players, told)
    bounce(players, second_address_told)
    assert row(players, told).status is MailStatus.DROPPED  # alice has left it
    assert row(players, second_address_told).status is MailStatus.DEAD
