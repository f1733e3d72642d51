"""Mails that come back: the address is marked, the clock stops, the opponent is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.core.marks import Trouble
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.notices.alerts import times_noted
from tests.pbm.dsn import bounce, row, sent
from tests.pbm.town import ALICE, BOB, PASSWORD, STRANGER, Mail, Town, findings, kinds, of, only

SECOND_ADDRESS = "alice@example.net"


def waiting(town: Town) -> list[tuple[str, str]]:
    """Recipient and kind of each mail that the outbox would send now."""
    return [(mail.recipient, mail.kind) for mail in town.leaving()]


def forget_what_is_queued(town: Town) -> None:
    mails = town.leaving()
    with town.app.store.transaction() as tx:
        for mail in mails:
            tx.outbox.mark_sent({mail.id: ""}, town.time)


def second_address(town: Town) -> None:
    question = of(
        town.write(ALICE, f"add address alice {PASSWORD} {SECOND_ADDRESS}"), SECOND_ADDRESS
    )
    town.answer(question, "yes")
    assert town.player("alice").addresses == (ALICE, SECOND_ADDRESS)


# A bounce that is believed


def test_a_bounce_marks_the_address_and_the_mail(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    sent(town_with_game, placed_mails[0])
    bounce(town_with_game, placed_mails[0])
    assert town_with_game.player("alice").bouncing == {ALICE: town_with_game.time}
    assert town_with_game.status is LetterStatus.DONE
    assert town_with_game.note == f"a bounce of mail {placed_mails[0].row.id}: failed"
    assert row(town_with_game, placed_mails[0]).status is MailStatus.DEAD
    assert f"letter {town_with_game.last_letter().id}" in row(town_with_game, placed_mails[0]).error


@pytest.mark.parametrize("status", ["5.7.1", "5.7.26", "5.7.0", "5.4.5", "5.3.2", "5.1.8"])
def test_a_bounce_that_refuses_us_marks_no_address(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], status: str
) -> None:
    sent(town_with_game, placed_mails[0])
    assert bounce(town_with_game, placed_mails[0], status=status) == []
    assert town_with_game.player("alice").bouncing == {}
    assert town_with_game.status is LetterStatus.DONE
    assert row(town_with_game, placed_mails[0]).status is MailStatus.DEAD
    assert status in row(town_with_game, placed_mails[0]).error
    with town_with_game.app.store.reading() as tx:
        assert times_noted(tx, Trouble.DEAD, town_with_game.time - timedelta(minutes=1)) == 1


@pytest.mark.parametrize("status", ["5.1.1", "5.2.1", "5.2.2", "5.4.4", "5.0.0", "5.7.17"])
def test_a_bounce_that_refuses_the_address_marks_it(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], status: str
) -> None:
    sent(town_with_game, placed_mails[0])
    bounce(town_with_game, placed_mails[0], status=status)
    assert list(town_with_game.player("alice").bouncing) == [ALICE]


def test_a_bounce_stops_the_clock_for_seven_days(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    before = town_with_game.match().clock.deadline()
    assert before is not None
    bounce(town_with_game, placed_mails[0])
    assert town_with_game.match().clock.deadline() == before + timedelta(days=7)
    assert findings(town_with_game) == []


def test_only_the_clock_of_the_player_whose_mail_bounced_stops(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    before = town_with_game.match().clock.deadline()
    bounce(town_with_game, placed_mails[1])
    assert town_with_game.match().clock.deadline() == before


def test_the_opponent_is_told_once_for_all_boards(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.board(game="dvonn")
    news = only(bounce(town_with_game, placed_mails[0]))
    assert (news.to, news.kind) == (BOB, "unreachable")
    assert news.facts["by"] == "alice"
    assert news.facts["until"] == "Fri 27 Nov 10:00 (UTC)"
    assert news.facts["boards"] == ["gyges 1", "dvonn 2"]


def test_the_clock_stops_once_a_game(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> None:
    """A player can forge a bounce of any mail to them."""
    bounce(town_with_game, placed_mails[0])
    before = town_with_game.match().clock.deadline()
    town_with_game.later(days=1)
    reply = only(
        [each for each in town_with_game.answer(placed_mails[0], "show") if each.to == ALICE]
    )
    town_with_game.later(days=1)
    assert bounce(town_with_game, reply) == []
    deadline = town_with_game.match().clock.deadline()
    assert before is not None
    assert deadline == before - timedelta(days=6)
    assert list(town_with_game.player("alice").bouncing) == [ALICE]


def test_a_game_that_began_later_has_its_own_stop(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    mails = town_with_game.answer(placed_mails[0], "show")
    town_with_game.later(days=1)
    town_with_game.board(game="dvonn")
    news = only(bounce(town_with_game, of(mails, ALICE)))
    assert news.facts["boards"] == ["dvonn 2"]


def test_a_board_without_limits_tells_the_opponent_too(town_with_players: Town) -> None:
    mails = town_with_players.board("-nagtime=off -forfeittime=off -totaltime=off")
    assert not town_with_players.match().clock.limits
    assert kinds(bounce(town_with_players, mails[0])) == ["unreachable"]
    assert findings(town_with_players) == []


# Mails to an address that bounces


def test_mails_that_are_no_replies_are_delayed_and_block_no_others(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[1])
    forget_what_is_queued(town_with_game)
    moved = town_with_game.answer(placed_mails[0], "16-35")
    assert waiting(town_with_game) == [(ALICE, "board")]
    assert "come back" in row(town_with_game, of(moved, BOB)).error
    asked = town_with_game.write(BOB, "whoami")
    assert waiting(town_with_game) == [(ALICE, "board"), (BOB, "account")]
    assert only(asked).facts["came_back"] == [{"address": BOB, "day": "Fri 20 Nov"}]


def test_a_delayed_mail_is_tried_after_seven_days(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[1])
    forget_what_is_queued(town_with_game)
    town_with_game.answer(placed_mails[0], "16-35")
    forget_what_is_queued(town_with_game)
    town_with_game.later(days=7)
    town_with_game.tick()
    assert waiting(town_with_game) == [(BOB, "board")]


def test_a_bounce_of_the_next_mail_delays_mails_again(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[1])
    moved = of(town_with_game.answer(placed_mails[0], "16-35"), BOB)
    town_with_game.later(days=7)
    town_with_game.tick()
    assert bounce(town_with_game, moved) == []
    assert town_with_game.player("bob").bouncing == {BOB: town_with_game.time}


def test_the_mail_is_sent_on_to_another_address(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    second_address(town_with_game)
    before = town_with_game.match().clock.deadline()
    again = only(bounce(town_with_game, placed_mails[0]))
    assert (again.to, again.kind, again.token) == (SECOND_ADDRESS, "board", placed_mails[0].token)
    assert town_with_game.match().clock.deadline() == before
    assert of(town_with_game.answer(placed_mails[1], "chat\nhello?"), SECOND_ADDRESS).kind == "chat"
    assert kinds(town_with_game.answer(again, "16-35", author=SECOND_ADDRESS)) == ["board", "board"]
    assert findings(town_with_game) == []


def test_the_clock_stops_when_every_address_bounces(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    second_address(town_with_game)
    again = only(bounce(town_with_game, placed_mails[0]))
    assert kinds(bounce(town_with_game, again)) == ["unreachable"]
    assert town_with_game.player("alice").unreachable


# The end of a bounce


def test_a_player_who_writes_can_be_reached_again(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    before = town_with_game.match().clock.deadline()
    bounce(town_with_game, placed_mails[0])
    town_with_game.answer(placed_mails[1], "chat\nhello?")
    town_with_game.later(days=2)
    forget_what_is_queued(town_with_game)
    mails = town_with_game.answer(placed_mails[0], "show")
    assert town_with_game.player("alice").bouncing == {}
    assert sorted(waiting(town_with_game)) == [
        (ALICE, "board"),
        (ALICE, "chat"),
        (BOB, "unreachable"),
    ]
    news = of(mails, BOB)
    assert (news.facts["by"], news.facts["until"]) == ("alice", "")
    assert before is not None
    assert town_with_game.match().clock.deadline() == before + timedelta(days=2)
    assert of(mails, ALICE).facts["came_back"] == [{"address": ALICE, "day": "Fri 20 Nov"}]
    assert findings(town_with_game) == []


def test_only_the_first_reply_tells_of_the_bounce(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    town_with_game.answer(placed_mails[0], "show")
    assert only(town_with_game.answer(placed_mails[0], "show")).facts["came_back"] == []


@pytest.mark.parametrize("text", ["thank you!", "16-35", "66-11"])
def test_any_letter_with_a_token_ends_the_bounce(
    text: str, town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    assert "unreachable" in kinds(town_with_game.answer(placed_mails[0], text))
    assert town_with_game.player("alice").bouncing == {}


def test_the_receipt_of_a_move_tells_of_the_bounce(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    receipt = of(town_with_game.answer(placed_mails[0], "16-35"), ALICE)
    assert receipt.row.reply
    assert [each["address"] for each in receipt.facts["came_back"]] == [ALICE]


def test_a_letter_with_a_password_ends_the_bounce(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    town_with_game.write(ALICE, f"gyges move 1 alice {PASSWORD} 16-35")
    assert town_with_game.player("alice").bouncing == {}


def test_a_from_alone_does_not_end_the_bounce_but_is_answered(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    forget_what_is_queued(town_with_game)
    asked = only(town_with_game.write(ALICE, "gyges resign 1"))
    assert waiting(town_with_game) == [(ALICE, "confirm")]
    assert town_with_game.player("alice").bouncing == {ALICE: town_with_game.time}
    town_with_game.answer(asked, "yes")
    assert town_with_game.player("alice").bouncing == {}


def test_a_new_address_ends_the_bounce(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_game, placed_mails[0])
    town_with_game.answer(placed_mails[1], "chat\nhello?")
    words = f"change address alice {PASSWORD} {SECOND_ADDRESS}"
    question = of(town_with_game.write(STRANGER, words), SECOND_ADDRESS)
    forget_what_is_queued(town_with_game)
    town_with_game.answer(question, "yes")
    assert (SECOND_ADDRESS, "chat") in waiting(town_with_game)
    assert town_with_game.match().clock.absences == ()


def test_the_clock_of_a_game_that_begins_meanwhile_is_stopped_too(
    town_with_players: Town,
) -> None:
    invited = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    receipt, invitation = of(invited, ALICE), of(invited, BOB)
    bounce(town_with_players, receipt)
    town_with_players.later(days=2)
    town_with_players.answer(invitation, "accept")
    (stop,) = town_with_players.match().clock.absences
    assert (stop.start, stop.end) == (
        town_with_players.time,
        town_with_players.time + timedelta(days=5),
    )
    town_with_players.later(days=1)
    assert kinds(town_with_players.answer(receipt, "whoami")) == ["unreachable", "account"]
    (stop,) = town_with_players.match().clock.absences
    assert stop.end == town_with_players.time
    assert bounce(town_with_players, of(town_with_players.answer(receipt, "whoami"), ALICE)) == []
    assert findings(town_with_players) == []


def test_bounces_of_bounces_end(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> None:
    """Both mailboxes are gone: each address is marked once, and no more mails are sent."""
    mails = bounce(town_with_game, placed_mails[0])
    for _ in range(3):
        mails = [each for mail in mails for each in bounce(town_with_game, mail)]
        forget_what_is_queued(town_with_game)
    assert mails == []
    assert waiting(town_with_game) == []
    assert town_with_game.player("alice").unreachable
    assert town_with_game.player("bob").unreachable


# Refused by the next mail server


def test_a_refused_recipient_counts_as_a_bounce(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    with town_with_game.app.store.transaction() as tx:
        town_with_game.app.refused(placed_mails[0].row.id, "550 5.1.1 No such user")(tx)
    assert kinds(town_with_game.new_mails()) == ["unreachable"]
    assert town_with_game.player("alice").bouncing == {ALICE: town_with_game.time}
    assert (
        row(town_with_game, placed_mails[0]).status,
        row(town_with_game, placed_mails[0]).error,
    ) == (
        MailStatus.DEAD,
        "550 5.1.1 No such user",
    )
    assert findings(town_with_game) == []


# Answers to strangers


def test_a_bounced_answer_to_a_stranger_is_dropped_with_its_error(
    town_with_players: Town,
) -> None:
    question = only(town_with_players.write(STRANGER, subject="signup carol"))
    sent(town_with_players, question)
    assert bounce(town_with_players, question) == []
    assert row(town_with_players, question).status is MailStatus.DROPPED
    assert f"letter {town_with_players.last_letter().id}" in row(town_with_players, question).error


@pytest.mark.parametrize("ends", ["refused", "dead"])
def test_an_answer_to_a_stranger_that_the_next_hop_refuses_is_dropped_too(
    town_with_players: Town, ends: str
) -> None:
    question = only(town_with_players.write(STRANGER, subject="signup carol"))
    with town_with_players.app.store.transaction() as tx:
        getattr(town_with_players.app, ends)(question.row.id, "550 5.1.1 no such user")(tx)
        assert times_noted(tx, Trouble.DEAD, town_with_players.time - timedelta(hours=1)) == 0
    assert row(town_with_players, question).status is MailStatus.DROPPED
    assert row(town_with_players, question).error == "550 5.1.1 no such user"


def test_a_mail_to_a_player_s_further_address_is_not_dropped(town_with_players: Town) -> None:
    second_address(town_with_players)
    told = of(town_with_players.write(ALICE, f"drop address alice {PASSWORD} {ALICE}"), ALICE)
    town_with_players.write(SECOND_ADDRESS, f"add address alice {PASSWORD} {STRANGER}")
    second_address_told = of(town_with_players.write(BOB, "password alice"), SECOND_ADDRESS)
    assert (told.row.player, second_address_told.row.player) == (None, None)
    bounce(town_with_players, told)
    bounce(town_with_players, second_address_told)
    assert row(town_with_players, told).status is MailStatus.DROPPED  # alice has left the game
    assert row(town_with_players, second_address_told).status is MailStatus.DEAD
