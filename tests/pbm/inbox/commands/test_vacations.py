"""Vacations: clocks stop, opponents are told, and a year has a limited number of days."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

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
    refused,
    refused_because,
)

PARIS = ZoneInfo("Europe/Paris")


def say(town: Town, words: str) -> list[Mail]:
    return town.write(ALICE, f"vacation alice {PASSWORD} {words}\n")


def deadline(town: Town, board: int = 1) -> datetime | None:
    return town.match(board).clock.deadline()


def test_a_vacation_moves_the_deadline_and_the_opponent_is_told(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    mails = say(town_with_players, "2026-12-01 2026-12-05\nSkiing!")
    own, news = of(mails, ALICE), of(mails, BOB)
    assert deadline(town_with_players) == datetime(2026, 12, 16, 10, tzinfo=UTC)
    (planned,) = own.facts["planned"]
    assert (planned["from"], planned["until"]) == ("Tue 1 Dec", "Sat 5 Dec")
    assert (own.facts["left"], own.facts["year"]) == (35, 2026)
    assert (news.kind, news.facts["by"], news.facts["boards"]) == ("absence", "alice", ["gyges 1"])
    assert len(news.facts["periods"]) == 1
    assert "| Skiing!" in news.text
    assert findings(town_with_players) == []


def test_an_opponent_elsewhere_is_told_the_hours_too(town_with_players: Town) -> None:
    town_with_players.board()
    town_with_players.write(BOB, "set timezone Asia/Tokyo\n")
    town_with_players.write(ALICE, f"set alice {PASSWORD} timezone Europe/Paris\n")
    zone = only(town_with_players.write(BOB, "whoami\n"))
    town_with_players.answer(zone, "set timezone Asia/Tokyo\n")
    (period,) = of(say(town_with_players, "2026-12-01 2026-12-05"), BOB).facts["periods"]
    assert (period["from"], period["until"]) == (
        "Tue 1 Dec 08:00 (Asia/Tokyo)",
        "Sun 6 Dec 08:00 (Asia/Tokyo)",
    )


def test_days_of_another_year_are_told_with_it(town_with_players: Town) -> None:
    town_with_players.board()
    mails = say(town_with_players, "2026-12-28 2027-01-03")
    for facts in (of(mails, ALICE).facts["planned"], of(mails, BOB).facts["periods"]):
        (period,) = facts
        assert (period["from"], period["until"]) == ("Mon 28 Dec", "Sun 3 Jan 2027")


def test_days_of_another_year_are_asked_about_with_it(town_with_players: Town) -> None:
    question = only(town_with_players.write(BOB, "vacation 2027-02-01 2027-02-05\n"))
    assert "Mon 1 Feb 2027" in question.text


def test_the_days_are_those_of_the_players_zone(town_with_players: Town) -> None:
    town_with_players.board()
    town_with_players.write(ALICE, f"set alice {PASSWORD} timezone Europe/Paris\n")
    say(town_with_players, "2027-03-27 2027-03-29")
    (vacation,) = town_with_players.match().clock.absences
    assert vacation.start == datetime(2027, 3, 26, 23, tzinfo=UTC)
    # The clocks were put forward on the 28th.
    assert vacation.end == datetime(2027, 3, 29, 22, tzinfo=UTC)


def test_on_vacation_nobody_is_reminded_or_loses_on_time(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    say(town_with_players, "today 2026-12-19")
    assert town_with_players.live(days=30) == []
    assert town_with_players.match().reason == "*"
    assert [mail.to for mail in town_with_players.live(days=7)] == [ALICE]


def test_a_player_on_vacation_can_move(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    say(town_with_players, "today 2026-12-05")
    town_with_players.later(days=3)
    town_with_players.play(mails, "16-35")
    assert town_with_players.match().plies == 3


def test_a_board_mail_tells_of_the_vacation(town_with_players: Town) -> None:
    mails = town_with_players.board()
    say(town_with_players, "tomorrow 2026-11-25")
    ours, theirs = town_with_players.play(mails, SOUTH)
    for mail in (ours, theirs):
        (absence,) = mail.facts["clock"]["absences"]
        assert absence["userid"] == "alice"
        assert (absence["from"], absence["until"]) == ("Sat 21 Nov", "Wed 25 Nov")
    town_with_players.later(days=2)
    assert "away" in only(town_with_players.write(BOB, "gyges show 1\n")).text
    town_with_players.later(days=10)
    assert "away" not in only(town_with_players.write(BOB, "gyges show 1\n")).text


def test_one_mail_tells_an_opponent_about_all_boards(town_with_players: Town) -> None:
    town_with_players.sign_up(CAROL)
    town_with_players.board()
    town_with_players.board()
    invited = town_with_players.write(ALICE, f"dvonn challenge alice {PASSWORD} carol\n")
    town_with_players.answer(of(invited, CAROL), "accept\n")
    mails = say(town_with_players, "today 2026-11-25")
    assert kinds(mails) == ["vacation", "absence", "absence"]
    assert sorted(of(mails, BOB).facts["boards"]) == ["gyges 1", "gyges 2"]
    assert of(mails, CAROL).facts["boards"] == ["dvonn 3"]


def test_ending_a_vacation_early_starts_the_clock_again(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    say(town_with_players, "today 2026-12-19")
    town_with_players.later(days=5)
    mails = say(town_with_players, "off")
    assert deadline(town_with_players) == datetime(2026, 12, 16, 10, tzinfo=UTC)
    own, news = of(mails, ALICE), of(mails, BOB)
    assert (own.kind, own.facts["news"], own.facts["left"]) == ("vacation", "ended", 35)
    assert (news.kind, news.facts["periods"]) == ("absence", [])
    assert findings(town_with_players) == []


def test_the_account_shows_a_vacation_that_has_not_begun(town_with_players: Town) -> None:
    say(town_with_players, "2026-12-01 2026-12-19")
    (account,) = town_with_players.write(ALICE, "whoami")
    assert account.facts["away"] == [{"from": "Tue 1 Dec", "until": "Sat 19 Dec"}]
    say(town_with_players, "off")
    (account,) = town_with_players.write(ALICE, "whoami")
    assert account.facts["away"] == []


def test_a_planned_vacation_can_be_taken_back(town_with_players: Town) -> None:
    town_with_players.board()
    say(town_with_players, "2026-12-01 2026-12-19")
    say(town_with_players, "off")
    assert deadline(town_with_players) == datetime(2026, 12, 11, 10, tzinfo=UTC)
    assert only(say(town_with_players, "show")).facts["left"] == 40


def test_the_clock_of_a_new_game_stops_for_a_vacation_that_was_planned_before(
    town_with_players: Town,
) -> None:
    say(town_with_players, "today 2026-11-29")
    town_with_players.board()
    assert deadline(town_with_players) == datetime(2026, 12, 21, tzinfo=UTC)
    assert findings(town_with_players) == []


def test_a_game_without_limits_goes_on_as_it_was(town_with_players: Town) -> None:
    mails = town_with_players.board("-nagtime=off -forfeittime=off")
    before = town_with_players.match()
    assert kinds(say(town_with_players, "today 2026-11-29")) == ["vacation", "absence"]
    assert town_with_players.match() == before
    town_with_players.play(mails, SOUTH)


def test_old_board_mails_stay_good_over_a_vacation(town_with_players: Town) -> None:
    mails = town_with_players.board()
    say(town_with_players, "today 2026-11-29")
    say(town_with_players, "off")
    town_with_players.play(mails, SOUTH)
    assert town_with_players.match().plies == 1


def test_twice_the_same_time_is_refused(town_with_players: Town) -> None:
    say(town_with_players, "2026-12-01 2026-12-05")
    assert refused(say(town_with_players, "2026-12-05 2026-12-06")) == "vacation_overlaps"


def test_a_year_has_40_days_of_vacation(town_with_players: Town) -> None:
    say(town_with_players, "2027-01-01 2027-01-30")
    code, facts = refused_because(say(town_with_players, "2027-02-01 2027-02-11"))
    assert (code, facts["left"], facts["year"]) == ("too_much_vacation", 10, 2027)
    assert only(say(town_with_players, "2027-02-01 2027-02-10")).kind == "vacation"


def test_a_month_is_no_claim_to_be_the_player_who_is_called_so(town_with_players: Town) -> None:
    town_with_players.sign_up("jan@example.org")
    account = only(town_with_players.write(BOB, "whoami\n"))
    assert only(town_with_players.answer(account, "vacation Jan 5 - Jan 9\n")).kind == "vacation"


def test_an_account_mail_is_proof_enough(town_with_players: Town) -> None:
    account = only(town_with_players.write(BOB, "whoami\n"))
    assert (
        only(town_with_players.answer(account, "vacation 2026-12-01 2026-12-05\n")).kind
        == "vacation"
    )


def test_the_address_alone_is_asked_for_a_yes(town_with_players: Town) -> None:
    question = only(town_with_players.write(BOB, "vacation 2026-12-01 2026-12-05\n"))
    assert question.kind == "confirm"
    assert only(town_with_players.answer(question, "yes\n")).kind == "vacation"


def test_a_suspended_player_plans_nothing(town_with_players: Town) -> None:
    suspend(town_with_players, "alice")
    assert refused(say(town_with_players, "2026-12-01 2026-12-05")) == "suspended"


def test_a_stranger_plans_no_vacation(town_with_players: Town) -> None:
    assert is_turned_away(town_with_players, "vacation 2026-12-01 2026-12-05\n")


def test_40_days_are_40_days_when_the_clocks_are_changed() -> None:
    for first, last in (((2027, 3, 1), (2027, 4, 9)), ((2026, 10, 1), (2026, 11, 9))):
        times = [whole_days(date(*first), date(*last), PARIS)]
        assert days_taken(times, first[0], PARIS) == 40


def test_a_vacation_over_new_year_counts_in_both_years() -> None:
    times = [whole_days(date(2026, 12, 30), date(2027, 1, 3), PARIS)]
    assert [days_taken(times, year, PARIS) for year in (2026, 2027, 2028)] == [2, 3, 0]
