"""Settings that decide on who may begin a game."""

from __future__ import annotations

import pytest

from pbm.core.model import EventKind, MatchStatus
from tests.pbm.town import ALICE, BOB, CAROL, PASSWORD, Mail, Town, findings, kinds, of, only


@pytest.fixture
def town(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def choose(town: Town, setting: str) -> Mail:
    """Alice sets something; the answer."""
    return only(town.write(ALICE, subject=f"set alice {PASSWORD} {setting}"))


def challenge_alice(town: Town, author: str) -> list[Mail]:
    question = only(town.write(author, "gyges challenge alice\nhave fun\n"))
    return [question] if question.kind != "confirm" else town.answer(question, "yes\n")


def test_autoaccept_begins_a_game_at_once(town: Town) -> None:
    choose(town, "autoaccept on")
    begun = challenge_alice(town, BOB)
    assert kinds(begun) == ["board", "board"]
    assert of(begun, BOB).subject == "[gyges 1] ply 1: your move, bob"
    text = " ".join(of(begun, ALICE).text.split())
    assert "bob challenged alice, who accepts every invitation at once: the game begins." in text
    assert "| have fun" in text
    with town.app.store.reading() as tx:
        invited, accepted = tx.matches.events(1)
    assert (invited.kind, accepted.kind) == (EventKind.INVITED, EventKind.ACCEPTED)
    assert invited.cause == accepted.cause
    assert findings(town) == []


def test_without_it_an_invitation_waits(town: Town) -> None:
    choose(town, "autoaccept on")
    choose(town, "autoaccept off")
    assert kinds(challenge_alice(town, BOB)) == ["invited", "invitation"]
    assert town.match().status is MatchStatus.INVITED


def test_who_is_blocked_begins_nothing_by_autoaccept(town: Town) -> None:
    choose(town, "autoaccept on")
    town.write(ALICE, subject=f"block alice {PASSWORD} bob")
    assert kinds(challenge_alice(town, BOB)) == ["refusal"]


def test_over_his_limit_nobody_is_challenged(town: Town) -> None:
    choose(town, "autoaccept on")
    choose(town, "limit 1")
    challenge_alice(town, BOB)
    answer = only(challenge_alice(town, CAROL))
    assert "alice plays as many games as he wants to" in answer.text
    choose(town, "limit 2")
    assert kinds(challenge_alice(town, CAROL)) == ["board", "board"]


def test_a_finished_game_makes_room(town: Town) -> None:
    choose(town, "autoaccept on")
    choose(town, "limit 1")
    begun = challenge_alice(town, BOB)
    town.answer(of(begun, BOB), "resign\n")
    assert kinds(challenge_alice(town, CAROL)) == ["board", "board"]


def test_a_limit_holds_nobody_back_from_what_he_accepts_himself(town: Town) -> None:
    invited = challenge_alice(town, BOB)
    later = challenge_alice(town, CAROL)
    choose(town, "limit 1")
    town.answer(of(invited, ALICE), "accept\n")
    assert kinds(town.answer(of(later, ALICE), "accept\n")) == ["board", "board"]


@pytest.mark.parametrize("value", ["0", "100", "-1", "five", "٣", "²", ""])
def test_a_limit_is_a_number_of_games_or_off(town: Town, value: str) -> None:
    answer = choose(town, f"limit {value}".strip())
    assert answer.kind == "refusal"
    assert "Choose one of off, 1 to 99, as in: set limit off" in " ".join(answer.text.split())


def test_settings_are_shown_with_what_can_be_chosen(town: Town) -> None:
    assert "From now on: limit 5" in choose(town, "limit 5").text
    text = choose(town, "").text
    assert "limit        5          (off, 1 to 99)" in text
    assert "autoaccept   off        (off, on)" in text
