from __future__ import annotations

from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Town, of


def rated_changes(town: Town) -> int:
    with town.office.store.reading() as tx:
        return len(tx.ratings.list())


def test_a_challenge_is_rated_unless_it_says_otherwise(players: Town) -> None:
    mails = players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert players.match(1).rated
    assert "unrated" not in of(mails, BOB).text


def test_both_are_told_that_a_game_is_unrated(players: Town) -> None:
    mails = players.write(ALICE, f"gyges challenge alice {PASSWORD} bob -unrated\n")
    assert "The game is unrated" in of(mails, ALICE).text
    assert "The game is unrated" in of(mails, BOB).text
    begun = players.answer(of(mails, BOB), "accept\n")
    assert "the unrated game begins" in of(begun, ALICE).text
    assert not players.match(1).rated


def test_an_unrated_game_rates_nobody(players: Town) -> None:
    alice, _ = players.play(players.board("-unrated"), SOUTH, NORTH)
    players.answer(alice, "resign\n")
    assert players.match().result == "0-1"
    assert rated_changes(players) == 0
