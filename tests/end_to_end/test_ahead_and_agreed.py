"""Proposals to the opponent, conditional moves, and the search for an opponent."""

from __future__ import annotations

from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table


def test_a_move_is_taken_back_and_a_draw_agreed(server: ServerProcess, table: Table) -> None:
    alice, bob = table.players
    table.play(["16-35"])

    alice.told("undo\nMy hand slipped.")
    asked = bob.receive()
    assert asked.position[:2] == ("gyges 1", 4)
    assert "| My hand slipped." in asked.text

    bob.told("accept")
    assert match(server.data).plies == 2
    assert alice.receive().position == ("gyges 1", 3, True)

    alice.told("propose draw")
    bob.receive()
    bob.told("reject\nNot yet!")
    assert "| Not yet!" in alice.receive().text
    assert match(server.data).running

    alice.told("propose draw")
    bob.receive()
    assert [bob.told("accept").kind, alice.receive().kind] == ["board", "board"]
    assert (match(server.data).result, match(server.data).reason) == ("1/2-1/2", "agreed")


def test_queued_moves_are_played_at_once(table: Table) -> None:
    alice, bob = table.players
    table.play(["16-35"])

    queued = alice.told("queue if 61-53 then 11-31 if 62-42 then 12x42=11")
    assert "    if 61-53 then 11-31 if 62-42 then 12x42=11" in queued.text

    receipt = bob.told("61-53")
    assert receipt.position == ("gyges 1", 6, True)
    assert " 5. alice " in receipt.text
    assert "11-31" in receipt.text
    assert alice.receive().position == ("gyges 1", 6, False)

    # The second condition is not met: the moves after it are dropped, and only alice is told.
    assert "12x42=11" not in bob.told("62-51").text
    told = alice.receive()
    assert told.position == ("gyges 1", 7, True)
    assert "if 62-42 then 12x42=11" in told.words


def test_a_seek_brings_two_players_together(alice: Player, bob: Player) -> None:
    offered = alice.told("dvonn seek 2 -random")
    assert offered.kind == "seek"

    listed = bob.told("dvonn seeks")
    assert "    1  alice" in listed.text
    assert "-random" in listed.text

    begun = bob.told("dvonn take 1\nHello alice!")
    assert begun.position == ("dvonn 1", 1, False)
    told = alice.receive()
    assert told.position == ("dvonn 1", 1, True)
    assert "| Hello alice!" in told.text
