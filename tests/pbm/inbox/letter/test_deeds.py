"""Questions say in words what a yes will do."""

import pytest

from pbm.core.languages import languages
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import name_of, table
from tests.pbm.town import ALICE, Town, only

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
