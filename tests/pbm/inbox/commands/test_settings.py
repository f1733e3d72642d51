"""Settings that decide who may begin a game."""

from __future__ import annotations

import pytest

from pbm.core.model import EventKind, MatchStatus
from tests.combinations import for_each
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
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


@pytest.fixture
def town(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def choose(town: Town, setting: str) -> Mail:
    """Have alice change a setting, and return the answer."""
    return only(town.write(ALICE, subject=f"set alice {PASSWORD} {setting}"))


def challenge_alice(town: Town, author: str) -> list[Mail]:
    question = only(town.write(author, "gyges challenge alice\nhave fun\n"))
    return [question] if question.kind != "confirm" else town.answer(question, "yes\n")


def test_autoaccept_begins_a_game_at_once(town: Town) -> None:
    choose(town, "autoaccept on")
    begun = challenge_alice(town, BOB)
    assert kinds(begun) == ["board", "board"]
    assert of(begun, BOB).facts["your_turn"]
    told = of(begun, ALICE)
    assert (told.news, told.facts["by"], told.facts["opponent"]) == ("begun", "bob", "alice")
    assert "| have fun" in told.text
    with town.app.store.reading() as tx:
        invited, accepted = tx.matches.events(1)
    assert (invited.kind, accepted.kind) == (EventKind.INVITED, EventKind.ACCEPTED)
    assert invited.cause == accepted.cause
    assert findings(town) == []


def test_without_autoaccept_an_invitation_waits(town: Town) -> None:
    choose(town, "autoaccept on")
    choose(town, "autoaccept off")
    assert kinds(challenge_alice(town, BOB)) == ["invited", "invitation"]
    assert town.match().status is MatchStatus.INVITED


def test_autoaccept_begins_no_game_with_a_blocked_player(town: Town) -> None:
    choose(town, "autoaccept on")
    town.write(ALICE, subject=f"block alice {PASSWORD} bob")
    assert refused(challenge_alice(town, BOB)) == "blocked_by"


def test_a_player_at_their_limit_cannot_be_challenged(town: Town) -> None:
    choose(town, "autoaccept on")
    choose(town, "limit 1")
    challenge_alice(town, BOB)
    assert refused(challenge_alice(town, CAROL)) == "player_busy"
    choose(town, "limit 2")
    assert kinds(challenge_alice(town, CAROL)) == ["board", "board"]


def test_a_finished_game_makes_room(town: Town) -> None:
    choose(town, "autoaccept on")
    choose(town, "limit 1")
    begun = challenge_alice(town, BOB)
    town.answer(of(begun, BOB), "resign\n")
    assert kinds(challenge_alice(town, CAROL)) == ["board", "board"]


def test_a_player_at_their_limit_can_still_accept_invitations(town: Town) -> None:
    invited = challenge_alice(town, BOB)
    later = challenge_alice(town, CAROL)
    choose(town, "limit 1")
    town.answer(of(invited, ALICE), "accept\n")
    assert kinds(town.answer(of(later, ALICE), "accept\n")) == ["board", "board"]


@for_each("value", ["0", "100", "-1", "five", "٣", "²", ""])
def test_a_limit_is_a_number_of_games_or_off(town: Town, value: str) -> None:
    code, facts = refused_because([choose(town, f"limit {value}".strip())])
    assert (code, facts["name"], facts["known"]) == ("unknown_value", "limit", "off, 1 to 99")


def test_settings_are_shown_with_their_values(town: Town) -> None:
    assert choose(town, "limit 5").facts["changed"] == "limit 5"
    options = {each["name"]: each for each in choose(town, "").facts["options"]}
    limit, autoaccept = options["limit"], options["autoaccept"]
    assert (limit["value"], limit["choices"]) == ("5", "off, 1 to 99")
    assert (autoaccept["value"], autoaccept["choices"]) == ("off", "off, on")


@pytest.mark.parametrize("place", ["New York", "america/new york.", "Europe/Paris"])
def test_a_place_may_be_written_with_a_blank(town: Town, place: str) -> None:
    assert choose(town, f"timezone {place}").kind == "settings"
    assert town.player("alice").settings["timezone"] in ("America/New_York", "Europe/Paris")


def test_a_changed_setting_is_told_alone_with_the_way_back(town: Town) -> None:
    changed = choose(town, "lang de")
    assert changed.facts["back"] == {"line": "set lang en", "in_words": "Mails auf Englisch"}
    assert "    set lang en\n    set\n" in changed.text
    assert "automove" not in changed.text
    assert "automove" in only(town.answer(changed, "set\n")).text
    again = choose(town, "lang de")
    assert again.facts["back"] == {}


@for_each(
    ("text", "answered"),
    [
        (SOUTH, False),
        (f"{SOUTH}\nGood luck!", True),
        ("666666", True),
        ("231123 I think", True),
    ],
)
def test_a_move_alone_needs_no_receipt_if_none_is_wanted(
    town: Town, text: str, answered: bool
) -> None:
    ours, _ = town.board()
    town.write(ALICE, f"set alice {PASSWORD} receipts off\n")
    with town.rehearsing():
        mails = town.answer(ours, f"{text}\n")
        assert (ALICE in [mail.to for mail in mails]) == answered
        assert findings(town) == []
    assert {mail.to for mail in town.answer(ours, f"{SOUTH}\n")} == {BOB}
    town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")


def test_the_third_game_offers_fewer_mails_once_in_a_life(town: Town) -> None:
    offered = [town.board()[0].facts["busy"] for _ in range(4)]
    assert offered == [False, False, True, False]
    for board in (2, 3, 4):
        town.write(ALICE, f"gyges resign {board} alice {PASSWORD}\n")
    assert [town.board()[0].facts["busy"] for _ in range(3)] == [False] * 3


def test_fewer_mails_are_not_offered_to_a_player_who_has_chosen(town: Town) -> None:
    town.write(ALICE, f"set alice {PASSWORD} receipts on\n")
    assert [town.board()[0].facts["busy"] for _ in range(3)] == [False] * 3
