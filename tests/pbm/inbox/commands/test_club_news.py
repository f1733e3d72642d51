"""``set news on``: a mail a day about who seeks a game and who has joined."""

from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, BOB, CAROL, PASSWORD, Mail, Town, findings, only, refused


@pytest.fixture
def town(town_with_players: Town) -> Town:
    """Alice has joined some days ago and wants news."""
    town_with_players.live(days=3)
    answer = only(town_with_players.write(ALICE, f"set alice {PASSWORD} news on"))
    assert answer.kind == "settings"
    return town_with_players


def news(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.kind == "club_news"]


def test_a_day_without_news_brings_no_mail(town: Town) -> None:
    assert news(town.live(days=3)) == []


def test_seeks_and_newcomers_are_told_together_once_in_the_morning(town: Town) -> None:
    town.sign_up(CAROL)
    account = only(town.write(BOB, "whoami"))
    town.answer(account, "gyges seek")
    town.answer(account, "dvonn seek -random")
    mail = only(news(town.live(days=1)))
    assert mail.to == ALICE
    assert [(each["game"], each["number"]) for each in mail.facts["seeks"]] == [
        ("dvonn", 2),
        ("gyges", 1),
    ]
    assert mail.facts["joined"] == ["carol"]
    assert news(town.live(days=2)) == []
    assert findings(town) == []


def test_a_seek_in_the_news_is_taken_by_a_reply(town: Town) -> None:
    town.answer(only(town.write(BOB, "whoami")), "gyges seek")
    mail = only(news(town.live(days=1)))
    town.answer(mail, "gyges take 1")
    assert town.match().running


def test_what_does_not_stand_any_more_is_not_told(town: Town) -> None:
    account = only(town.write(BOB, "whoami"))
    town.answer(account, "gyges seek")
    town.answer(account, "gyges seek 0")
    assert news(town.live(days=1)) == []


def test_blocked_players_and_oneself_are_not_told_of(town: Town) -> None:
    town.write(ALICE, f"gyges seek alice {PASSWORD}")
    town.answer(only(town.write(BOB, "whoami")), "gyges seek")
    town.write(ALICE, f"block alice {PASSWORD} bob")
    assert news(town.live(days=1)) == []


def test_nobody_else_is_told_and_news_can_be_switched_off(town: Town) -> None:
    town.write(ALICE, f"set alice {PASSWORD} news off")
    town.sign_up(CAROL)
    assert news(town.live(days=2)) == []


def test_news_come_at_six_where_the_player_is(town: Town) -> None:
    town.write(ALICE, f"set alice {PASSWORD} timezone Asia/Tokyo")
    town.write(ALICE, f"set alice {PASSWORD} news on")
    town.sign_up(CAROL)
    assert len(news(town.live(hours=12))) == 1


def test_news_have_two_values(town: Town) -> None:
    assert refused(town.write(ALICE, f"set alice {PASSWORD} news weekly")) == "unknown_value"
