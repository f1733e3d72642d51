"""Questions say in words what a yes will do."""

import pytest

from pbm.core.languages import languages
from pbm.core.model import MatchStatus
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import name_of, table
from tests.pbm.town import ALICE, NORTH, SOUTH, Town, of, only

FACTS = {
    "board": 4,
    "game": "Gyges",
    "other": "bob",
    "start": "Thu 3 Dec",
    "end": "Fri 11 Dec",
    "value": "x",
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", ["deed", "setting"])
def test_every_deed_can_be_told(kind: str, language: str) -> None:
    for code in table("names")[kind]:
        assert name_of(code, kind, language) % FACTS


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("set lang nl", "lang"),
        ("set board turned", "board turned"),
        ("set timezone Europe/Paris", "timezone"),
    ],
)
def test_a_setting_is_told_with_its_value(town_with_players: Town, line: str, code: str) -> None:
    asked = only(town_with_players.write(ALICE, line))
    words = name_of(code, "setting").partition("%")[0]
    assert (asked.kind, asked.facts["line"]) == (MailKind.CONFIRM, line)
    assert words in asked.subject


def test_a_vacation_is_told_with_its_days(town_with_players: Town) -> None:
    asked = only(town_with_players.write(ALICE, "vacation 2026-12-03 2026-12-10"))
    assert all(day in asked.subject for day in ("3 Dec", "10 Dec"))


def test_of_the_words_of_an_unproven_letter_only_userids_are_in_the_subject(
    town_with_players: Town,
) -> None:
    for line in ("gyges challenge bob", "message bob\nhello", "block bob"):
        asked = only(town_with_players.write(ALICE, line))
        assert "bob" in asked.subject and "hello" not in asked.subject, line
    asked = only(town_with_players.write(ALICE, "vacation soon"))
    assert "soon" not in asked.subject


@pytest.mark.parametrize("plies", [0, 1])
def test_a_question_says_that_a_game_given_up_so_early_is_cancelled(
    town_with_players: Town, plies: int
) -> None:
    mails = town_with_players.play(town_with_players.board(), *(SOUTH, NORTH)[:plies])
    asked = of(town_with_players.answer(of(mails, ALICE), "should I resign?"), ALICE)
    assert (asked.kind, asked.facts["cancels"]) == (MailKind.CONFIRM, True)
    assert asked.facts["deed"] == name_of("resign early", "deed") % {"board": 1}
    town_with_players.answer(asked, "yes")
    assert town_with_players.match().status is MatchStatus.FINISHED


def test_a_game_that_would_be_lost_is_not_said_to_be_cancelled(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    asked = of(town_with_players.answer(of(mails, ALICE), "should I resign?"), ALICE)
    assert (asked.kind, asked.facts["cancels"]) == (MailKind.CONFIRM, False)
    assert asked.facts["deed"] == name_of("resign", "deed") % {"board": 1}
