"""Mails about contests: what decided a table, who goes up and down, and who has no games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from pbm.core.contests.model import Contest, ContestKind
from pbm.core.results import Result
from pbm.notices.kinds import MailKind
from pbm.play.contests import rulings
from pbm.play.contests.duties import Step, plan
from pbm.play.rulings import create
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.notices.helpers import work_in
from tests.pbm.play.contests.people import GYGES, end, now
from tests.pbm.play.helpers import suspend
from tests.pbm.town import ALICE, BOB, CAROL, Mail, Town, findings, of, only

NAMES = "alice bob carol dave erin frank grace heidi".split()
WON, DRAWN, LOST = Result.FIRST_WON, Result.DRAWN, Result.SECOND_WON


@pytest.fixture(autouse=True)
def _audited(town: Town) -> Iterator[None]:
    yield
    assert findings(town) == []


def enter(town: Town, line: str, players: int) -> dict[str, Mail]:
    """Let players enter a contest, and return their welcome mails."""
    welcomes = {name: town.sign_up(f"{name}@example.org") for name in NAMES[:players]}
    for welcome in welcomes.values():
        town.answer(welcome, line)
    town.new_mails()
    return welcomes


def decide(town: Town, contest: int, results: Sequence[Result]) -> None:
    """End the games of a contest in these ways, in the order of their boards."""
    with work_in(town) as work:
        games = work.tx.contests.games(contest)
        for game, result in zip(games, results, strict=True):
            end(work, game.board, result)
        town.app.post.tell(work)
    town.serve_contests()


def final_table(town: Town, *results: Result) -> Mail:
    """The final table of a cup of four, as alice gets it."""
    enter(town, "gyges cup join", players=4)
    town.serve_contests()
    decide(town, 1, results)
    return told(town.new_mails(), "over", ALICE)


def told(mails: Sequence[Mail], news: str, address: str) -> Mail:
    return of([mail for mail in mails if mail.facts.get("news") == news], address)


def words(mail: Mail) -> str:
    """The text of a mail in one line."""
    return " ".join(mail.text.split())


def test_the_final_table_names_sonneborn_berger(town: Town) -> None:
    said = words(final_table(town, WON, WON, WON, WON, WON, WON))
    assert "By Sonneborn-Berger: alice before bob, carol before dave." in said
    assert "You have won Cup 1 of Gyges." in said


def test_the_final_table_names_the_games_against_each_other(town: Town) -> None:
    said = words(final_table(town, WON, WON, WON, LOST, DRAWN, DRAWN))
    assert "By their games against each other: bob before carol." in said
    assert "By Sonneborn-Berger" not in said


def test_the_final_table_names_the_number_of_wins_and_shared_places(town: Town) -> None:
    said = words(final_table(town, WON, DRAWN, DRAWN, WON, WON, DRAWN))
    assert "By the number of wins: dave before bob." in said
    assert "Sharing place 1: alice, carol, dave." in said
    assert "You share place 1." in said


def test_a_table_that_is_not_final_names_nothing_that_decided(town: Town) -> None:
    welcomes = enter(town, "gyges cup join", players=4)
    town.serve_contests()
    with work_in(town) as work:
        for game in work.tx.contests.games(1)[:4]:
            end(work, game.board, DRAWN)
        town.app.post.tell(work)
    town.new_mails()
    shown = only(town.answer(welcomes["alice"], "gyges cup show 1"))
    assert "Sharing" not in shown.text and "By " not in shown.text.replace("By\n", "")


def season(work: Work) -> Contest:
    (found,) = [each for each in work.tx.contests.list(ContestKind.SEASON) if not each.parent]
    return now(work, found)


def begin_season(town: Town) -> None:
    with work_in(town) as work:
        rulings.start(work, season(work), "a test")
    town.serve_contests()


def leagues(town: Town) -> list[Contest]:
    with work_in(town) as work:
        return [*work.tx.contests.leagues(season(work).id)]


def test_the_final_table_of_a_league_promises_no_more_than_an_order(town: Town) -> None:
    enter(town, "gyges season join", players=8)
    begin_season(town)
    upper, lower = leagues(town)
    decide(town, upper.id, [WON] * 6)
    decide(town, lower.id, [WON] * 6)
    mails = town.new_mails()
    above, below = words(told(mails, "over", ALICE)), words(told(mails, "over", "erin@example.org"))
    assert "The last player goes down to league B." in above
    assert "The first player goes up to league A." in below
    for said in (above, below):
        assert "The leagues of the next season are cut from that order" in said
        assert "at the start decides" not in said


@pytest.mark.parametrize("rated", [False, True])
def test_who_shares_a_place_goes_down_by_the_rating_or_the_order_at_the_start(
    town: Town, rated: bool
) -> None:
    enter(town, "gyges season join", players=8)
    if rated:  # three then have a higher rating at the start than the fourth of their league
        with work_in(town) as work:
            for winner, loser in (("alice", "frank"), ("bob", "grace"), ("carol", "heidi")):
                game = create(work, GameOptions(GYGES), work.player(winner), work.player(loser))
                end(work, game.number, WON)
            town.app.post.tell(work)
    begin_season(town)
    upper, _ = leagues(town)
    decide(town, upper.id, [DRAWN] * 6)
    said = words(told(town.new_mails(), "over", CAROL))
    by_rating = "The rating at the start decides between those who share a place: carol before"
    by_order = "The order at the start decides between those who share a place, and had the same"
    assert (by_rating in said, by_order in said) == (rated, not rated)


def test_who_is_alone_in_a_league_gets_one_mail_that_says_so(town: Town) -> None:
    enter(town, "gyges season join", players=4)
    with work_in(town) as work:
        rulings.start(work, season(work), "a test")
        step = plan(work.tx, season(work), work.now)
        assert isinstance(step, Step)
        step.do(work)
        for name in NAMES[1:4]:
            suspend(work, work.player(name))
        town.app.post.tell(work)
    town.new_mails()
    town.serve_contests()
    mails = [mail for mail in town.new_mails() if mail.kind == MailKind.CONTEST]
    begun = only([mail for mail in mails if mail.to == ALICE])
    assert "You have no games there" in words(begun)
    left = told(mails, "left", BOB)
    assert "You are not entered for Season 1 of Gyges: you are suspended." in words(left)
    assert "join" not in left.text


def test_who_was_silent_can_enter_the_next_season(town: Town) -> None:
    welcomes = enter(town, "gyges season join", players=5)
    town.live(days=36)  # all have been asked whether they still want to play
    for name in NAMES[1:5]:
        town.answer(welcomes[name], "gyges season")
    left = told(town.live(days=8), "left", ALICE)
    assert "To enter the next season, reply with" in words(left)
    assert "If you want to enter" not in words(left)


def test_a_league_that_runs_names_both_ways_to_leave(town: Town) -> None:
    welcomes = enter(town, "gyges season join", players=4)
    begin_season(town)
    town.new_mails()
    shown = only(town.answer(welcomes["alice"], "gyges season"))
    lines = [line.strip() for line in shown.text.splitlines()]
    assert "gyges season leave 1" in lines
    assert "gyges season leave" in lines


def test_a_cup_for_programs_says_so_when_somebody_enters(town: Town) -> None:
    with work_in(town) as work:
        rulings.create_cup(work, GYGES, None, both=False, programs=True)
    welcome = town.sign_up(ALICE)
    assert "Programs may take places" in words(only(town.answer(welcome, "gyges cup join")))


def test_the_opponent_in_a_contest_hears_how_much_of_a_vacation_counts(town: Town) -> None:
    welcomes = enter(town, "gyges cup join", players=4)
    town.serve_contests()
    away = town.answer(welcomes["alice"], "vacation tomorrow 2 weeks")
    notice = only([mail for mail in away if mail.kind == MailKind.ABSENCE and mail.to == BOB])
    assert "only 7 days of that count" in words(notice)


def test_the_opponent_in_another_game_hears_nothing_of_contests(town: Town) -> None:
    alice, bob = town.sign_up(ALICE), town.sign_up(BOB)
    town.answer(only([bob]), "set autoaccept on")
    town.answer(alice, "gyges challenge bob")
    away = town.answer(alice, "vacation tomorrow 2 weeks")
    notice = only([mail for mail in away if mail.kind == MailKind.ABSENCE and mail.to == BOB])
    assert "contest" not in notice.text
