"""Whole games by mail, from the first challenge to the last board."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.rules import games
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table

GAMES = Path(__file__).parents[1] / "rules" / "vectors" / "dvonn_games.txt"

SAMPLE_GAME = """
    231123              321123
    16-35               61-53
    15-24               66x65=21
    13-14-24x35=33      62x53=36
    14-24-35x36=43      64-54
    12-33x54=14         65-35x36=34
    14-24-35-36-66      63-64
    11-22               64-54-35-36-S
""".split()


def test_the_sample_game_of_source_000_is_played_and_can_be_read_again(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    table = Table(alice, bob)
    table.begin("gyges challenge bob")
    table.play(SAMPLE_GAME)

    assert (match(server.data).result, match(server.data).reason) == ("0-1", "goal")
    for mail in (alice.last, bob.last):
        assert mail.position == ("gyges 1", 16, False)
        assert "64-54-35-36-S" in mail.text
    assert bob.last.board.splitlines() == [
        " 6 |   |   |   | : |   | 1 | 6",
        " 5 |   |   | 2 | 3 |   |   | 5",
        " 4 |   |   | 3 |   |   |   | 4",
        " 3 |   |   | 3 | 1 | 1 | 3 | 3",
        " 2 | 2 | 2 |   | 2 |   |   | 2",
        " 1 |   |   |   |   |   |   | 1",
    ]
    review = alice.told("review")
    assert [move for move in SAMPLE_GAME if move not in review.text] == []
    assert review.text.count("<- your shore") > 0


@pytest.mark.slow
def test_a_game_of_dvonn_from_the_first_placing_to_the_end(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    table = Table(alice, bob)
    table.begin("dvonn challenge bob")
    table.play(dvonn_game("23-17"))

    assert match(server.data).result == "1-0"
    for mail in (alice.last, bob.last):
        assert "23" in mail.words and "17" in mail.words


def dvonn_game(score: str) -> list[str]:
    """The first game that ended so: 49 placings, then moves; forced passes play themselves."""
    lines = (line.partition(" | ") for line in GAMES.read_text().splitlines())
    moves = next(moves for found, _, moves in lines if found == score)
    return [move for move in moves.split() if move != "PASS"]


def test_a_game_of_dvonn_from_a_seeded_start(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    table = Table(alice, bob)
    table.begin("dvonn challenge bob -random -unrated")

    # The start is random, so each player plays the move that their mail gives as an example. In a
    # game that counts, later mails would give none, and no example ends a game.
    while not match(server.data).finished:
        mover, _ = table.turn()
        table.play([mover.last.example or last_move(match(server.data).position)])

    assert match(server.data).result in ("1-0", "0-1", "1/2-1/2")


def last_move(position: str) -> str:
    """A move that ends the game of DVONN."""
    game = games()["dvonn/standard"]
    state = game.decode(position)
    moves = game.legal_moves(state)
    move = next(each for each in moves if game.outcome(game.apply(state, each)) is not None)
    return game.format(state, move)
