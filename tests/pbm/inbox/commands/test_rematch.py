from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
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


@pytest.fixture
def over(town_with_players: Town) -> tuple[Mail, Mail]:
    """The mails, to alice and to bob, of board 1, where alice, South, has resigned."""
    return finish(town_with_players)


def finish(town: Town, options: str = "") -> tuple[Mail, Mail]:
    mails = town.play(town.board(options), SOUTH, NORTH)
    ended = town.answer(mails[0], "resign\n")
    return of(ended, ALICE), of(ended, BOB)


def test_a_rematch_has_the_seats_exchanged(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    assert "rematch" in over[0].text  # among the commands for a reply
    invited = town_with_players.answer(over[0], "rematch\nOnce more?\n")
    assert kinds(invited) == ["invited", "invitation"]
    invitation = of(invited, BOB)
    assert (invitation.facts["board"], invitation.facts["rematch"]) == (2, 1)
    assert "| Once more?" in invitation.text
    first, second = town_with_players.match(1).players
    assert town_with_players.match(2).players == (second, first)
    begun = town_with_players.answer(invitation, "accept\n")
    assert of(begun, BOB).facts["your_turn"]


def test_a_rematch_has_the_terms_of_the_game_before(town_with_players: Town) -> None:
    ended = finish(town_with_players, "-rules=modern -unrated -forfeittime=5d")
    town_with_players.answer(ended[1], "rematch\n")
    with town_with_players.app.store.reading() as tx:
        before, after = (tx.matches.events(board)[0].data for board in (1, 2))
    for name in ("spec", "rated", "limits"):
        assert after[name] == before[name]
    assert after["rematch"] == 1
    assert after["by"] == town_with_players.player("bob").id


def test_a_seeded_start_gets_a_new_seed(town_with_players: Town) -> None:
    mails = town_with_players.board("-symmetry", game="dvonn")
    ended = town_with_players.answer(mails[0], "resign\n")
    town_with_players.answer(of(ended, BOB), "rematch\n")
    before, after = town_with_players.match(1), town_with_players.match(2)
    assert (after.start, after.ruleset) == ("symmetry", before.ruleset)
    assert after.setup != before.setup


def test_asking_for_a_rematch_accepts_one_that_is_offered(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(over[0], "rematch\n")
    begun = town_with_players.answer(over[1], "rematch\n")
    assert of(begun, ALICE).news == "accepted"
    assert town_with_players.match(2).running
    assert findings(town_with_players) == []


def test_a_rematch_is_offered_once_at_a_time(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(over[0], "rematch\n")
    code, facts = refused_because(town_with_players.answer(over[0], "rematch\n"))
    assert (code, facts["board"], facts["other"]) == ("rematch_offered", 1, 2)
    town_with_players.answer(over[1], "rematch\n")
    code, facts = refused_because(town_with_players.answer(over[0], "rematch\n"))
    assert (code, facts["board"], facts["other"]) == ("rematch_begun", 1, 2)


def test_a_rematch_that_was_declined_may_be_offered_again(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(of(town_with_players.answer(over[0], "rematch\n"), BOB), "decline\n")
    assert of(town_with_players.answer(over[0], "rematch\n"), BOB).facts["board"] == 3


def test_only_the_players_of_a_game_can_have_a_rematch(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.sign_up(CAROL)
    answer = town_with_players.answer(account(town_with_players, CAROL), "gyges rematch 1\n")
    assert refused(answer) == "not_your_board"


def test_a_player_who_blocks_the_other_one_is_not_asked_for_a_rematch(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(account(town_with_players, BOB), "block alice\n")
    assert refused(town_with_players.answer(over[0], "rematch\n")) == "blocked_by"


def test_a_player_who_has_left_is_not_asked_for_a_rematch(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.write(ALICE, f"signoff alice {PASSWORD}\n")
    assert refused(town_with_players.answer(over[1], "rematch\n")) == "left_club"


def test_neither_strangers_nor_suspended_players_ask_for_a_rematch(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    assert is_turned_away(town_with_players, "gyges rematch 1\n")
    suspend(town_with_players, "alice")
    assert refused(town_with_players.answer(over[0], "rematch\n")) == "suspended"


def test_without_proof_a_rematch_waits_for_a_yes(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    question = only(town_with_players.write(ALICE, "gyges rematch 1\n"))
    assert kinds(town_with_players.answer(question, "yes\n")) == ["invited", "invitation"]
