"""Which strangers are answered, and how often."""

from __future__ import annotations

import pytest

from pbm.inbox.budgets import STRANGER_PER_DAY
from pbm.mail.correspondence import LetterStatus
from tests.pbm.town import CAROL, STRANGER, Town, only, refused


@pytest.mark.parametrize(
    "subject", ["hello", "a list of games", "gyges is a game", "users of pbm", ""]
)
def test_a_stranger_who_sends_no_command_is_not_answered(
    town_with_players: Town, subject: str
) -> None:
    assert town_with_players.write(STRANGER, "Buy now!", subject=subject) == []
    assert town_with_players.status is LetterStatus.IGNORED


@pytest.mark.parametrize("subject", ["help", "help gyges", "signup carol", "confirm abc"])
def test_a_stranger_is_answered_to_help_signup_and_confirm(
    town_with_players: Town, subject: str
) -> None:
    assert only(town_with_players.write(STRANGER, subject=subject)).to == STRANGER


@pytest.mark.parametrize("subject", ["whoami", "list", "gyges show 1", "dvonn challenge alice"])
def test_a_stranger_is_told_how_to_become_a_player(town_with_players: Town, subject: str) -> None:
    assert refused(town_with_players.write(STRANGER, subject=subject)) == "stranger"


def test_a_stranger_gets_three_mails_a_day(town_with_players: Town) -> None:
    for _ in range(STRANGER_PER_DAY):
        assert len(town_with_players.write(STRANGER, subject="help")) == 1
    assert town_with_players.write(STRANGER, subject="help") == []
    assert town_with_players.status is LetterStatus.IGNORED
    town_with_players.later(hours=25)
    assert len(town_with_players.write(STRANGER, subject="help")) == 1


def test_a_stranger_who_answers_our_mail_is_answered(town_with_players: Town) -> None:
    mails = town_with_players.write(CAROL, subject="signup alice")
    assert refused(mails) == "taken_userid"
    mail = only(mails)
    mail = only(town_with_players.answer(mail, "signup bob"))
    mail = only(town_with_players.answer(mail, "signup carol"))
    assert mail.kind == "signup"


def test_a_strangers_token_is_of_no_use_to_another_stranger(town_with_players: Town) -> None:
    mail = only(town_with_players.write(CAROL, subject="help"))
    for _ in range(STRANGER_PER_DAY):
        town_with_players.write(STRANGER, subject="help")
    assert town_with_players.answer(mail, "help", author=STRANGER) == []
