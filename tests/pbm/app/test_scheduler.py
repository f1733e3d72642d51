"""Reminders before a deadline, forfeits after it, and downtime given back."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Moved
from pbm.core.model import Cause
from pbm.notices.posting.post import Post
from pbm.play.clock import MAIL_DELAY
from pbm.play.news import BoardNews
from pbm.play.recording import record
from pbm.play.work import Work
from tests.combinations import for_each
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
    refused_because,
    tamper,
)


def test_a_game_begins_with_a_deadline_in_the_readers_zone(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"set alice {PASSWORD} timezone europe/paris\n")
    ours, theirs = town_with_players.board()
    assert ours.facts["clock"]["by"] == "Fri 11 Dec 11:00 (Europe/Paris)"
    assert theirs.facts["clock"]["by"] == "Fri 11 Dec 10:00 (UTC)"
    assert ours.facts["clock"]["deadline"] == town_with_players.time + timedelta(days=21)


def test_a_board_mail_tells_the_total_time_that_is_left(town_with_players: Town) -> None:
    mails = town_with_players.board("-totaltime=30d")
    town_with_players.later(days=12)
    ours, _ = town_with_players.play(mails, SOUTH)
    left = {each["userid"]: each["left"] for each in ours.facts["clock"]["totals"]}
    assert left == {"alice": "18 days", "bob": "30 days"}


def test_a_game_without_limits_has_no_deadline(town_with_players: Town) -> None:
    ours, _ = town_with_players.board("-nagtime=off -forfeittime=off")
    assert not ours.facts["clock"]
    assert town_with_players.live(days=60) == []


def test_reminders_come_at_the_nag_time_and_a_day_before_the_deadline(
    town_with_players: Town,
) -> None:
    town_with_players.board()
    start = town_with_players.time
    reminded = []
    for _ in range(20):
        reminded += [(town_with_players.time - start).days for _ in town_with_players.live(days=1)]
    assert reminded == [7, 14, 20]


def test_a_reminder_is_answered_with_a_move(town_with_players: Town) -> None:
    town_with_players.board()
    reminder = only(town_with_players.live(days=7))
    assert reminder.to == ALICE
    assert reminder.news == "reminder"
    assert reminder.facts["clock"]["by"] == "Fri 11 Dec 10:00 (UTC)"
    assert kinds(town_with_players.answer(reminder, f"{SOUTH}\n")) == ["board", "board"]
    assert town_with_players.match().plies == 1


def test_a_player_who_has_moved_is_not_reminded(town_with_players: Town) -> None:
    mails = town_with_players.board()
    town_with_players.live(days=6)
    town_with_players.play(mails, SOUTH)
    assert town_with_players.live(days=6) == []


def test_a_late_player_loses_and_both_are_told(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.live(days=20, hours=23)
    mails = town_with_players.live(hours=1)
    for mail in (of(mails, ALICE), of(mails, BOB)):
        assert (mail.news, mail.facts["late"]) == ("forfeited", "alice")
        result = mail.facts["result"]
        assert (result["winner"], result["reason"]) == ("bob", "forfeit")
    match = town_with_players.match()
    assert (match.result, match.reason) == ("0-1", "forfeit")
    assert findings(town_with_players) == []


def test_before_the_second_move_nobody_loses_on_time(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH)
    mails = [mail for mail in town_with_players.live(days=21) if mail.row.seq is not None]
    told = of(mails, ALICE)
    assert (told.news, told.facts["late"]) == ("forfeited", "bob")
    assert (town_with_players.match().result, town_with_players.match().reason) == ("*", "aborted")
    assert findings(town_with_players) == []


def test_a_player_who_has_used_up_the_total_time_loses(town_with_players: Town) -> None:
    mails = town_with_players.play(
        town_with_players.board("-forfeittime=off -totaltime=10d"), SOUTH, NORTH
    )
    town_with_players.live(days=6)
    mails = town_with_players.play(mails, "16-35")
    town_with_players.later(days=5)
    town_with_players.play(mails, "61-53")
    town_with_players.live(days=4, hours=1)
    assert (town_with_players.match().result, town_with_players.match().reason) == (
        "0-1",
        "forfeit",
    )
    assert findings(town_with_players) == []


def test_a_late_move_counts_until_the_forfeit_is_called(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.later(days=21, minutes=5)
    town_with_players.play(mails, "16-35")
    assert town_with_players.match().plies == 3
    assert findings(town_with_players) == []


def test_no_game_is_lost_while_a_letter_that_came_in_time_waits(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.live(days=20, hours=23, minutes=55)
    mover = of(mails, ALICE)
    late = letter(ALICE, "16-35\n", f"Re: {mover.subject}", mover.reply_to)
    number = town_with_players.keep(ALICE, late.as_bytes(), mover.reply_to)
    town_with_players.live(minutes=5)
    assert town_with_players.match().reason == "*"
    town_with_players.app.handle_now(number)
    town_with_players.tick()
    assert town_with_players.match().plies == 3


def test_a_letter_that_came_too_late_stops_no_forfeit(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.live(days=20, hours=23, minutes=55)
    town_with_players.later(minutes=6)
    town_with_players.keep(BOB, letter(BOB, "hello\n").as_bytes())
    town_with_players.tick()
    assert town_with_players.match().reason == "forfeit"


def test_several_reminders_are_one_mail(town_with_players: Town) -> None:
    for _ in range(3):
        town_with_players.board()
        town_with_players.later(hours=3)
    reminder = only(town_with_players.live(days=7))
    assert (reminder.kind, reminder.to) == ("reminders", ALICE)
    last = reminder.facts["boards"][-1]
    assert [each["board"] for each in reminder.facts["boards"]] == [1, 2, 3]
    assert (last["ply"], last["opponent"]) == (1, "bob")
    again = only(town_with_players.live(days=7))
    assert again.kind == "reminders"


def test_downtime_is_given_back_to_everybody(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    before = town_with_players.match().clock.deadline()
    town_with_players.tick()
    town_with_players.later(days=30)
    assert town_with_players.tick() == []
    match = town_with_players.match()
    assert before is not None
    assert match.clock.deadline() == before + timedelta(days=30) + MAIL_DELAY
    assert findings(town_with_players) == []


def test_a_clock_that_was_ahead_gives_no_time_away(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    before = town_with_players.match().clock.deadline()
    assert before is not None
    town_with_players.tick()
    town_with_players.later(days=60)
    town_with_players.tick()
    town_with_players.later(minutes=5)
    town_with_players.tick()
    town_with_players.later(days=-60)
    assert town_with_players.tick() == []
    assert town_with_players.match().clock.deadline() == before + timedelta(minutes=5)
    assert findings(town_with_players) == []
    after = town_with_players.match()
    town_with_players.later(minutes=-5)
    town_with_players.tick()
    assert town_with_players.match() == after


def test_a_clock_that_jumps_back_takes_no_vacation_away(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.write(ALICE, f"vacation alice {PASSWORD} 2026-11-25 2026-12-05\n")
    before = town_with_players.match().clock
    assert before.absences
    town_with_players.tick()
    town_with_players.later(hours=-1)
    town_with_players.tick()
    assert town_with_players.match().clock == before


def test_a_mail_stays_good_over_a_downtime(town_with_players: Town) -> None:
    mails = town_with_players.board()
    town_with_players.tick()
    town_with_players.later(days=3)
    town_with_players.tick()
    town_with_players.play(mails, SOUTH)
    assert town_with_players.match().plies == 1


def test_after_a_downtime_reminders_come_in_one_mail(town_with_players: Town) -> None:
    for _ in range(4):
        town_with_players.board()
    town_with_players.tick()
    town_with_players.later(days=30)
    assert town_with_players.tick() == []
    reminder = only(town_with_players.live(days=7, hours=2))
    assert reminder.kind == "reminders"


def test_a_restart_is_no_downtime(town_with_players: Town) -> None:
    town_with_players.board()
    before = town_with_players.match()
    town_with_players.tick()
    town_with_players.later(minutes=9)
    town_with_players.tick()
    assert town_with_players.match() == before


def test_the_first_look_at_the_clocks_finds_no_downtime(town_with_players: Town) -> None:
    town_with_players.board()
    before = town_with_players.match()
    town_with_players.later(days=2)
    town_with_players.tick()
    assert town_with_players.match() == before


def test_a_fault_at_one_board_does_not_stop_the_other_clocks(
    town_with_players: Town, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = town_with_players.board(), town_with_players.board()
    town_with_players.play(first, SOUTH, NORTH)
    town_with_players.play(second, SOUTH, NORTH)
    town_with_players.live(days=20, hours=23)
    with town_with_players.app.store.transaction() as tx:
        match = tx.matches.get(1)
        assert match is not None
        act = tx.acts.add("a fault", "", {}, town_with_players.time)
        absurd = Deed(Moved(Seat.FIRST, "no move"), town_with_players.time)
        record(tx, match, absurd, Cause(act=act.id))
    with caplog.at_level(logging.CRITICAL):
        town_with_players.live(hours=2)
    assert [town_with_players.match(board).reason for board in (1, 2)] == ["*", "forfeit"]


def test_a_conflict_at_one_board_does_not_stop_the_other_clocks(
    town_with_players: Town, caplog: pytest.LogCaptureFixture
) -> None:
    for board in (town_with_players.board(), town_with_players.board()):
        town_with_players.play(board, SOUTH, NORTH)
    town_with_players.live(days=20, hours=23)
    # A forged next event on board 1, so that the clock's own event conflicts with it.
    columns = "kind, data, at, letter, act, previous, hash"
    last = f"SELECT board, seq + 1, {columns} FROM events WHERE board = 1"
    tamper(
        town_with_players,
        f"INSERT INTO events (board, seq, {columns}) {last} ORDER BY seq DESC LIMIT 1",
    )
    with caplog.at_level(logging.CRITICAL):
        town_with_players.live(hours=2)
    assert [town_with_players.match(board).reason for board in (1, 2)] == ["*", "forfeit"]


def test_no_game_is_lost_on_time_when_its_mails_cannot_be_written(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    tell, post = Post.tell, town_with_players.app.post

    def failing(work: Work) -> None:
        if any(isinstance(news, BoardNews) and news.after.number == 1 for news in work.published):
            raise RuntimeError("a fault")
        tell(post, work)

    town_with_players.live(days=20, hours=23)
    monkeypatch.setattr(post, "tell", failing)
    with caplog.at_level(logging.CRITICAL):
        mails = town_with_players.live(hours=2)
    assert [town_with_players.match(board).reason for board in (1, 2)] == ["*", "forfeit"]
    assert {mail.row.board for mail in mails} == {2}
    monkeypatch.undo()
    town_with_players.live(hours=2)
    assert town_with_players.match(1).reason == "forfeit"
    assert findings(town_with_players) == []


@for_each(
    ("options", "code", "facts"),
    [
        ("-forfeittime=x", "bad_time", {"written": "x", "option": "-forfeittime"}),
        ("-nagtime", "bad_time", {"written": "", "option": "-nagtime"}),
        ("-totaltime=500d", "bad_time", {"written": "500d", "option": "-totaltime"}),
        ("-forfeittime=0h", "bad_time", {"written": "0h", "option": "-forfeittime"}),
        ("-nagtime=9d -forfeittime=3d", "late_reminder", {"nag": "9d"}),
    ],
)
def test_impossible_times_are_refused(
    town_with_players: Town, options: str, code: str, facts: dict[str, str]
) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob {options}\n")
    told, why = refused_because(mails)
    assert (told, {name: why[name] for name in facts}) == (code, facts)


@for_each(
    ("options", "forfeit", "total"),
    [
        ("", "21 days", ""),
        ("-forfeittime=36h", "1 day and 12 hours", ""),
        ("-forfeittime=1d12h", "1 day and 12 hours", ""),
        ("--totaltime=60", "21 days", "60 days"),
        ("-forfeittime=off", "", ""),
    ],
)
def test_an_invitation_tells_the_time_limits(
    town_with_players: Town, options: str, forfeit: str, total: str
) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob {options}\n")
    for mail in mails:
        limits = mail.facts["clock"]["limits"]
        assert (limits["forfeit"], limits["total"]) == (forfeit, total)


def test_an_unknown_time_zone_is_refused_with_an_example(town_with_players: Town) -> None:
    code, facts = refused_because(
        town_with_players.write(ALICE, f"set alice {PASSWORD} timezone pariss\n")
    )
    assert code == "unknown_zone"
    assert "Europe/Paris" in facts["near"]
