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
    assert "rematch" in over[0].text
    invited = town_with_players.answer(over[0], "rematch\nOnce more?\n")
    assert kinds(invited) == ["invited", "invitation"]
    invitation = of(invited, BOB)
    assert invitation.subject == "[gyges 2] alice invites you to a rematch"
    assert "a rematch of board 1" in invitation.text
    assert "| Once more?" in invitation.text
    first, second = town_with_players.match(1).players
    assert town_with_players.match(2).players == (second, first)
    begun = town_with_players.answer(invitation, "accept\n")
    assert "your move, bob" in of(begun, BOB).subject


def test_the_terms_are_those_of_the_game_before(town_with_players: Town) -> None:
    ended = finish(town_with_players, "-rules=modern -unrated -forfeittime=5d")
    town_with_players.answer(ended[1], "rematch\n")
    with town_with_players.app.store.reading() as tx:
        before, after = (tx.matches.events(board)[0].data for board in (1, 2))
    for name in ("spec", "rated", "limits"):
        assert after[name] == before[name]
    assert after["rematch"] == 1
    assert after["by"] == town_with_players.player("bob").id


def test_a_drawn_start_is_drawn_again(town_with_players: Town) -> None:
    mails = town_with_players.board("-symmetry", game="dvonn")
    ended = town_with_players.answer(mails[0], "resign\n")
    town_with_players.answer(of(ended, BOB), "rematch\n")
    before, after = town_with_players.match(1), town_with_players.match(2)
    assert (after.start, after.ruleset) == ("symmetry", before.ruleset)
    assert after.setup != before.setup


def test_a_rematch_that_is_offered_is_accepted_by_asking_for_it(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(over[0], "rematch\n")
    begun = town_with_players.answer(over[1], "rematch\n")
    assert "the game begins" in of(begun, ALICE).text
    assert town_with_players.match(2).running
    assert findings(town_with_players) == []


def test_a_rematch_is_offered_once_at_a_time(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(over[0], "rematch\n")
    assert "offered a rematch of board 1 already" in refusal(
        town_with_players.answer(over[0], "rematch\n")
    )
    town_with_players.answer(over[1], "rematch\n")
    assert "is being played already: board 2" in refusal(
        town_with_players.answer(over[0], "rematch\n")
    )


def test_a_rematch_that_was_declined_may_be_offered_again(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(of(town_with_players.answer(over[0], "rematch\n"), BOB), "decline\n")
    assert of(town_with_players.answer(over[0], "rematch\n"), BOB).subject.startswith("[gyges 3]")


def refusal(mails: list[Mail]) -> str:
    return " ".join(only(mails).text.split())


def test_a_game_that_runs_has_no_rematch(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    assert "is not over, so there is no rematch yet" in refusal(
        town_with_players.answer(mails[0], "rematch\n")
    )


def test_who_did_not_play_has_no_rematch(town_with_players: Town, over: tuple[Mail, Mail]) -> None:
    town_with_players.sign_up(CAROL)
    answer = town_with_players.answer(account(town_with_players, CAROL), "gyges rematch 1\n")
    assert "You do not play on board 1." in refusal(answer)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("gyges rematch", "The number of the board is missing."),
        ("gyges rematch 9", "There is no board 9."),
        ("dvonn rematch 1", "Board 1 is a game of gyges, not of dvonn."),
        ("gyges rematch 1 now please", "The userid now or the password is wrong."),
    ],
)
def test_a_rematch_of_nothing_says_why(
    town_with_players: Town, over: tuple[Mail, Mail], line: str, why: str
) -> None:
    assert why in refusal(town_with_players.answer(account(town_with_players, ALICE), f"{line}\n"))


def test_who_wants_nothing_from_the_other_one_is_not_asked(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(account(town_with_players, BOB), "block alice\n")
    assert "bob wants to hear nothing from you" in refusal(
        town_with_players.answer(over[0], "rematch\n")
    )


def test_who_has_left_is_not_asked(town_with_players: Town, over: tuple[Mail, Mail]) -> None:
    town_with_players.write(ALICE, f"signoff alice {PASSWORD}\n")
    assert "alice cannot be invited" in refusal(town_with_players.answer(over[1], "rematch\n"))


def test_neither_strangers_nor_suspended_players_ask(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    assert is_turned_away(town_with_players, "gyges rematch 1\n")
    suspend(town_with_players, "alice")
    assert "suspended your account" in refusal(town_with_players.answer(over[0], "rematch\n"))


def test_without_proof_a_rematch_waits_for_a_yes(
    town_with_players: Town, over: tuple[Mail, Mail]
) -> None:
    question = only(town_with_players.write(ALICE, "gyges rematch 1\n"))
    assert kinds(town_with_players.answer(question, "yes\n")) == ["invited", "invitation"]
