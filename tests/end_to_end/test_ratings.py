"""Ratings: the changes by games, the list, and the same numbers computed again from the events.

Alice gives two games up and draws a third, which is unrated.
"""

from __future__ import annotations

from tests.end_to_end.conftest import SAMPLE_OPENING
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table
from tests.pbm.play.helpers import MOVES


def test_a_club_of_two_and_its_ratings(
    server: ServerProcess, table: Table, alice: Player, bob: Player
) -> None:
    table.play(MOVES)
    given_up = alice.told("resign")
    assert match(server.data).result == "0-1"
    assert " alice 1480? (-20), bob 1520? (+20)\n" in given_up.text
    assert bob.receive().position == ("gyges 1", 6, False)

    table.begin("gyges challenge bob")
    table.play((*SAMPLE_OPENING, *MOVES))
    assert " alice 1462? (-18), bob 1538? (+18)\n" in alice.told("resign").text
    bob.receive()

    table.begin("gyges challenge bob -unrated")
    table.play(SAMPLE_OPENING)
    alice.told("propose draw")
    bob.receive()
    assert "1462" not in bob.told("accept").text
    alice.receive()

    rated = alice.ask("gyges ratings").text.splitlines()
    assert rated[1].startswith("   1  bob                     1538?       2  ")
    assert rated[2].startswith("   2  alice                   1462?       2  ")

    bobs = alice.ask("gyges ratings bob").text
    assert " 1520? -> 1538?   +18\n" in bobs
    assert " 1500? -> 1520?   +20\n" in bobs

    standings = alice.ask("gyges standings").text.splitlines()
    assert standings[1].startswith("bob                        3      2      1      0        0")
    assert standings[2].startswith("alice                      3      0      1      2        0")

    rebuilt = server.pbm("ratings", "rebuild")
    assert rebuilt.stdout == "2 rated games; 0 numbers were wrong\n"
