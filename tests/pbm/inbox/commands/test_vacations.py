"""Vacations: clocks stop, opponents are told, a year has so many days."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from pbm.play.vacations import days_taken, whole_days
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
)

PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def club(town_with_players: Town) -> Town:
    return town_with_players


def say(town: Town, words: str) -> list[Mail]:
    return town.write(ALICE, f"vacation alice {PASSWORD} {words}\n")


def refusal(town: Town, words: str) -> str:
    return " ".join(only(say(town, words)).text.split())


def deadline(town: Town, board: int = 1) -> datetime | None:
    return town.match(board).clock.deadline()


def test_a_vacation_moves_the_deadline_and_the_opponent_is_told(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    mails = say(club, "2026-12-01 2026-12-05\nSkiing!")
    own, news = of(mails, ALICE), of(mails, BOB)
    assert deadline(club) == datetime(2026, 12, 16, 10, tzinfo=UTC)
    assert "from Tue 1 Dec until Sun 6 Dec 00:00 (UTC)" in own.text
    assert "35 days of vacation are left to you in 2026" in own.text
    assert news.subject == "[pbm] alice will be away"
    assert "You play each other on gyges 1." in news.text
    assert "| Skiing!" in news.text
    assert findings(club) == []


def test_the_days_are_those_of_the_players_zone(club: Town) -> None:
    club.board()
    club.write(ALICE, f"set alice {PASSWORD} timezone Europe/Paris\n")
    say(club, "2027-03-27 2027-03-29")
    (vacation,) = club.match().clock.absences
    assert vacation.start == datetime(2027, 3, 26, 23, tzinfo=UTC)
    # The clocks were put forward on the 28th.
    assert vacation.end == datetime(2027, 3, 29, 22, tzinfo=UTC)


def test_nobody_is_reminded_or_lost_on_vacation(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    say(club, "today 2026-12-19")
    assert club.live(days=30) == []
    assert club.match().reason == "*"
    assert [mail.to for mail in club.live(days=7)] == [ALICE]


def test_who_is_on_vacation_can_move(club: Town) -> None:
    mails = club.play(club.board(), SOUTH, NORTH)
    say(club, "today 2026-12-05")
    club.later(days=3)
    club.play(mails, "16-35")
    assert club.match().plies == 3


def test_a_board_mail_tells_of_the_vacation(club: Town) -> None:
    mails = club.board()
    say(club, "tomorrow 2026-11-25")
    ours, theirs = club.play(mails, SOUTH)
    told = "alice will be away from Sat 21 Nov until Thu 26 Nov 00:00 (UTC)"
    assert told in theirs.text
    assert told in ours.text
    club.later(days=2)
    assert "alice is away from Sat 21 Nov" in only(club.write(BOB, "gyges show 1\n")).text
    club.later(days=10)
    assert "away" not in only(club.write(BOB, "gyges show 1\n")).text


def test_one_mail_tells_an_opponent_about_all_boards(club: Town) -> None:
    club.sign_up(CAROL)
    club.board()
    club.board()
    invited = club.write(ALICE, f"dvonn challenge alice {PASSWORD} carol\n")
    club.answer(of(invited, CAROL), "accept\n")
    mails = say(club, "today 2026-11-25")
    assert kinds(mails) == ["vacation", "absence", "absence"]
    assert "gyges 1, gyges 2" in of(mails, BOB).text or "gyges 2, gyges 1" in of(mails, BOB).text
    assert "dvonn 3" in of(mails, CAROL).text


def test_who_comes_home_early_has_his_clock_run_again(club: Town) -> None:
    club.play(club.board(), SOUTH, NORTH)
    say(club, "today 2026-12-19")
    club.later(days=5)
    mails = say(club, "off")
    assert deadline(club) == datetime(2026, 12, 16, 10, tzinfo=UTC)
    assert of(mails, ALICE).subject == "[pbm] Welcome back"
    assert of(mails, BOB).subject == "[pbm] alice is back"
    assert "35 days of vacation are left" in of(mails, ALICE).text
    assert findings(club) == []


def test_a_planned_vacation_can_be_taken_back(club: Town) -> None:
    club.board()
    say(club, "2026-12-01 2026-12-19")
    say(club, "off")
    assert deadline(club) == datetime(2026, 12, 11, 10, tzinfo=UTC)
    assert "40 days of vacation are left" in only(say(club, "show")).text


def test_a_game_that_begins_knows_of_the_vacations(club: Town) -> None:
    say(club, "today 2026-11-29")
    club.board()
    assert deadline(club) == datetime(2026, 12, 21, tzinfo=UTC)
    assert findings(club) == []


def test_a_game_without_limits_goes_on_as_it_was(club: Town) -> None:
    mails = club.board("-nagtime=off -forfeittime=off")
    before = club.match()
    assert kinds(say(club, "today 2026-11-29")) == ["vacation", "absence"]
    assert club.match() == before
    club.play(mails, SOUTH)


def test_old_board_mails_stay_good_over_a_vacation(club: Town) -> None:
    mails = club.board()
    say(club, "today 2026-11-29")
    say(club, "off")
    club.play(mails, SOUTH)
    assert club.match().plies == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("2026-12-01", "The last day of the vacation is missing."),
        ("soon 2026-12-01", '"soon" is not a date that can be read.'),
        ("2026-02-30 2026-12-01", '"2026-02-30" is not a date that can be read.'),
        ("2026-11-19 2026-11-25", "A vacation begins today (2026-11-20) or later"),
        ("2026-12-05 2026-12-01", "A vacation begins today (2026-11-20) or later"),
        ("2029-01-01 2029-01-05", "within 400 days from now"),
        ("2027-01-01 2027-02-10", "and 40 are left to you in 2027."),
        ("off", "You are not on vacation, and have planned none."),
    ],
)
def test_a_vacation_that_cannot_be_is_refused(club: Town, words: str, why: str) -> None:
    assert why in refusal(club, words)


def test_twice_the_same_time_is_refused(club: Town) -> None:
    say(club, "2026-12-01 2026-12-05")
    assert "You have planned a vacation for that time already." in refusal(
        club, "2026-12-05 2026-12-06"
    )


def test_a_year_has_40_days_of_vacation(club: Town) -> None:
    say(club, "2027-01-01 2027-01-30")
    assert "and 10 are left to you in 2027." in refusal(club, "2027-02-01 2027-02-11")
    assert only(say(club, "2027-02-01 2027-02-10")).kind == "vacation"


def test_an_account_mail_is_proof_enough(club: Town) -> None:
    account = only(club.write(BOB, "whoami\n"))
    assert only(club.answer(account, "vacation 2026-12-01 2026-12-05\n")).kind == "vacation"


def test_the_address_alone_is_asked_for_a_yes(club: Town) -> None:
    question = only(club.write(BOB, "vacation 2026-12-01 2026-12-05\n"))
    assert question.kind == "confirm"
    assert only(club.answer(question, "yes\n")).kind == "vacation"


def test_a_suspended_player_plans_nothing(club: Town) -> None:
    suspend(club, "alice")
    assert "suspended" in refusal(club, "2026-12-01 2026-12-05")


def test_a_stranger_has_no_clocks_to_stop(club: Town) -> None:
    assert is_turned_away(club, "vacation 2026-12-01 2026-12-05\n")


def test_40_days_are_40_days_when_the_clocks_are_changed() -> None:
    for first, last in (((2027, 3, 1), (2027, 4, 9)), ((2026, 10, 1), (2026, 11, 9))):
        times = [whole_days(date(*first), date(*last), PARIS)]
        assert days_taken(times, first[0], PARIS) == 40


def test_a_vacation_over_new_year_counts_in_both() -> None:
    times = [whole_days(date(2026, 12, 30), date(2027, 1, 3), PARIS)]
    assert [days_taken(times, year, PARIS) for year in (2026, 2027, 2028)] == [2, 3, 0]
