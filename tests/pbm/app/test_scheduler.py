"""Reminders before a deadline, forfeits after it, and downtime given back."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Moved
from pbm.core.model import Cause
from pbm.notices.post import Post
from pbm.play.clock import MAIL_DELAY
from pbm.play.news import BoardNews
from pbm.play.recording import record
from pbm.play.work import Work
from tests.pbm.town import (
    ALICE,
    BOB,
    NORTH,
    PASSWORD,
    SOUTH,
    Town,
    findings,
    kinds,
    letter,
    of,
    only,
    tamper,
)


@pytest.fixture
def club(town_with_players: Town) -> Town:
    return town_with_players


def test_a_game_begins_with_a_deadline_in_the_readers_zone(club: Town) -> None:
    club.write(ALICE, f"set alice {PASSWORD} timezone europe/paris\n")
    ours, theirs = club.board()
    assert "by Fri 11 Dec 11:00 (Europe/Paris), 21 days left" in ours.text
    assert "by Fri 11 Dec 10:00 (UTC), 21 days left" in theirs.text


def test_the_total_time_is_told_and_counted(club: Town) -> None:
    mails = club.board("-totaltime=30d")
    club.later(days=12)
    ours, _ = club.play(mails, SOUTH)
    assert "alice has 18 days left for all moves together" in ours.text
    assert "bob has 30 days left for all moves together" in ours.text


def test_a_game_without_limits_has_no_deadline(club: Town) -> None:
    ours, _ = club.board("-nagtime=off -forfeittime=off")
    assert " left" not in ours.text
    assert club.live(days=60) == []


def test_reminders_come_at_the_nag_time_and_a_day_before_the_deadline(club: Town) -> None:
    club.board()
    start = club.time
    reminded = []
    for _ in range(20):
        reminded += [(club.time - start).days for _ in club.live(days=1)]
    assert reminded == [7, 14, 20]


def test_a_reminder_is_answered_with_a_move(club: Town) -> None:
    club.board()
    reminder = only(club.live(days=7))
    assert reminder.to == ALICE
    assert reminder.subject == "[gyges 1] ply 1: still your move, alice"
    assert "by Fri 11 Dec 10:00 (UTC), 14 days left" in reminder.text
    assert kinds(club.answer(reminder, f"{SOUTH}\n")) == ["board", "board"]
    assert club.match().plies == 1


def test_who_has_moved_is_not_reminded(club: Town) -> None:
    mails = club.board()
    club.live(days=6)
    club.play(mails, SOUTH)
    assert club.live(days=6) == []


def test_who_is_late_loses_and_both_are_told(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    club.live(days=20, hours=23)
    mails = club.live(hours=1)
    lost, won = of(mails, ALICE), of(mails, BOB)
    assert lost.subject == "[gyges 1] ply 2: bob won"
    assert won.subject == "[gyges 1] ply 2: you won"
    assert "alice did not move in time." in won.text
    assert "bob (North) won: the other side's time was over." in won.text
    match = club.match()
    assert (match.result, match.reason) == ("0-1", "forfeit")
    assert findings(club) == []


def test_a_game_that_has_hardly_begun_is_lost_by_nobody(club: Town) -> None:
    club.play(club.board(), SOUTH)
    mails = [mail for mail in club.live(days=21) if mail.row.seq is not None]
    assert "bob did not move in time." in of(mails, ALICE).text
    assert (club.match().result, club.match().reason) == ("*", "aborted")
    assert findings(club) == []


def test_who_has_used_up_the_total_time_loses(club: Town) -> None:
    mails = club.play(club.board("-forfeittime=off -totaltime=10d"), SOUTH, NORTH)
    club.live(days=6)
    mails = club.play(mails, "16-35")
    club.later(days=5)
    club.play(mails, "61-53")
    club.live(days=4, hours=1)
    assert (club.match().result, club.match().reason) == ("0-1", "forfeit")
    assert findings(club) == []


def test_a_late_move_counts_until_the_forfeit_is_called(club: Town) -> None:
    mails = club.play(club.board(), SOUTH, NORTH)
    club.later(days=21, minutes=5)
    club.play(mails, "16-35")
    assert club.match().plies == 3
    assert findings(club) == []


def test_no_game_is_lost_while_a_letter_that_came_in_time_waits(club: Town) -> None:
    mails = club.play(club.board(), SOUTH, NORTH)
    club.live(days=20, hours=23, minutes=55)
    mover = of(mails, ALICE)
    late = letter(ALICE, "16-35\n", f"Re: {mover.subject}", mover.reply_to)
    number = club.keep(ALICE, late.as_bytes(), mover.reply_to)
    club.live(minutes=5)
    assert club.match().reason == "*"
    club.app.handle_now(number)
    club.tick()
    assert club.match().plies == 3


def test_a_letter_that_came_too_late_stops_no_forfeit(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    club.live(days=20, hours=23, minutes=55)
    club.later(minutes=6)
    club.keep(BOB, letter(BOB, "hello\n").as_bytes())
    club.tick()
    assert club.match().reason == "forfeit"


def test_several_reminders_are_one_mail(club: Town) -> None:
    for _ in range(3):
        club.board()
        club.later(hours=3)
    reminder = only(club.live(days=7))
    assert (reminder.kind, reminder.to) == ("reminders", ALICE)
    assert reminder.subject == "[pbm] 3 boards wait for your move"
    assert "gyges 3, ply 1, against bob" in reminder.text
    again = only(club.live(days=7))
    assert again.kind == "reminders"


def test_downtime_is_given_back_to_everybody(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    before = club.match().clock.deadline()
    club.tick()
    club.later(days=30)
    assert club.tick() == []
    match = club.match()
    assert before is not None
    assert match.clock.deadline() == before + timedelta(days=30) + MAIL_DELAY
    assert findings(club) == []


def test_a_clock_that_was_ahead_gives_no_time_away(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    before = club.match().clock.deadline()
    assert before is not None
    club.tick()
    club.later(days=60)
    club.tick()
    club.later(minutes=5)
    club.tick()
    club.later(days=-60)
    assert club.tick() == []
    assert club.match().clock.deadline() == before + timedelta(minutes=5)
    assert findings(club) == []
    after = club.match()
    club.later(minutes=-5)
    club.tick()
    assert club.match() == after


def test_a_clock_that_jumps_back_takes_no_vacation_away(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    club.write(ALICE, f"vacation alice {PASSWORD} 2026-11-25 2026-12-05\n")
    before = club.match().clock
    assert before.absences
    club.tick()
    club.later(hours=-1)
    club.tick()
    assert club.match().clock == before


def test_a_mail_stays_good_over_a_downtime(club: Town) -> None:
    mails = club.board()
    club.tick()
    club.later(days=3)
    club.tick()
    club.play(mails, SOUTH)
    assert club.match().plies == 1


def test_forty_reminders_do_not_come_after_a_downtime(club: Town) -> None:
    for _ in range(4):
        club.board()
    club.tick()
    club.later(days=30)
    assert club.tick() == []
    reminder = only(club.live(days=7, hours=2))
    assert reminder.kind == "reminders"


def test_a_restart_is_no_downtime(club: Town) -> None:
    club.board()
    before = club.match()
    club.tick()
    club.later(minutes=9)
    club.tick()
    assert club.match() == before


def test_the_first_look_at_the_clocks_finds_no_downtime(club: Town) -> None:
    club.board()
    before = club.match()
    club.later(days=2)
    club.tick()
    assert club.match() == before


def test_a_fault_at_one_board_does_not_stop_the_other_clocks(
    club: Town, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = club.board(), club.board()
    club.play(first, SOUTH, NORTH)
    club.play(second, SOUTH, NORTH)
    club.live(days=20, hours=23)
    with club.app.store.transaction() as tx:
        match = tx.matches.get(1)
        assert match is not None
        act = tx.acts.add("a fault", "", {}, club.time)
        absurd = Deed(Moved(Seat.FIRST, "no move"), club.time)
        record(tx, match, absurd, Cause(act=act.id))
    with caplog.at_level(logging.CRITICAL):
        club.live(hours=2)
    assert [club.match(board).reason for board in (1, 2)] == ["*", "forfeit"]


def test_a_conflict_at_one_board_does_not_stop_the_other_clocks(
    club: Town, caplog: pytest.LogCaptureFixture
) -> None:
    for board in (club.board(), club.board()):
        club.play(board, SOUTH, NORTH)
    club.live(days=20, hours=23)
    # A forged next event on board 1, so that the clock's own event conflicts with it.
    columns = "kind, data, at, letter, act, previous, hash"
    last = f"SELECT board, seq + 1, {columns} FROM events WHERE board = 1"
    tamper(club, f"INSERT INTO events (board, seq, {columns}) {last} ORDER BY seq DESC LIMIT 1")
    with caplog.at_level(logging.CRITICAL):
        club.live(hours=2)
    assert [club.match(board).reason for board in (1, 2)] == ["*", "forfeit"]


def test_no_game_is_lost_that_cannot_be_told(
    club: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        club.play(club.board(), SOUTH, NORTH)
    tell, post = Post.tell, club.app.post

    def failing(work: Work) -> None:
        if any(isinstance(news, BoardNews) and news.after.number == 1 for news in work.published):
            raise RuntimeError("a fault")
        tell(post, work)

    club.live(days=20, hours=23)
    monkeypatch.setattr(post, "tell", failing)
    with caplog.at_level(logging.CRITICAL):
        mails = club.live(hours=2)
    assert [club.match(board).reason for board in (1, 2)] == ["*", "forfeit"]
    assert {mail.row.board for mail in mails} == {2}
    monkeypatch.undo()
    club.live(hours=2)
    assert club.match(1).reason == "forfeit"
    assert findings(club) == []


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ("-forfeittime=x", '"x" cannot be the time of -forfeittime.'),
        ("-nagtime", '"" cannot be the time of -nagtime.'),
        ("-totaltime=500d", '"500d" cannot be the time of -totaltime.'),
        ("-forfeittime=0h", '"0h" cannot be the time of -forfeittime.'),
        ("-nagtime=9d -forfeittime=3d", "A reminder after 9d would come when the time is over."),
    ],
)
def test_times_that_cannot_be_are_refused(club: Town, options: str, refusal: str) -> None:
    answer = only(club.write(ALICE, f"gyges challenge alice {PASSWORD} bob {options}\n"))
    assert f"Nothing was done. {refusal}" in " ".join(answer.text.split())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("", "A move may take 21 days; whoever takes longer loses."),
        ("-forfeittime=36h", "A move may take 1 day 12 hrs; whoever takes longer loses."),
        ("-forfeittime=1d12h", "A move may take 1 day 12 hrs; whoever takes longer loses."),
        ("--totaltime=60", "All moves of a player together may take 60 days."),
        ("-forfeittime=off", "No move is too late."),
    ],
)
def test_an_invitation_tells_the_time_limits(club: Town, options: str, told: str) -> None:
    mails = club.write(ALICE, f"gyges challenge alice {PASSWORD} bob {options}\n")
    assert all(told in mail.text for mail in mails)


def test_a_zone_that_is_none_is_refused_with_an_example(club: Town) -> None:
    answer = only(club.write(ALICE, f"set alice {PASSWORD} timezone paris\n"))
    assert "Europe/Paris" in answer.text
