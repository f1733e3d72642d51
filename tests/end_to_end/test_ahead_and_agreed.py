"""Proposals to the opponent, conditional moves, and the search for an opponent."""

from __future__ import annotations

from tests.end_to_end.player import Player
from tests.end_to_end.table import Table


def test_a_move_is_taken_back_and_a_draw_agreed(table: Table) -> None:
    alice, bob = table.players
    table.play(["16-35"])

    alice.told("undo\nMy hand slipped.")
    asked = bob.receive()
    assert asked.subject == "[gyges 1] ply 4: alice proposes an undo"
    assert "alice proposes to take back move 3 and what followed it." in asked.words
    assert "| My hand slipped." in asked.text

    agreed = bob.told("accept")
    assert "Taken back: 3. 16-35" in agreed.text
    assert alice.receive().subject == "[gyges 1] ply 3: your move, alice"

    alice.told("propose draw")
    bob.receive()
    bob.told("reject\nNot yet!")
    refused = alice.receive()
    assert "bob rejected the proposal (draw). The game goes on." in refused.words
    assert "| Not yet!" in refused.text

    alice.told("propose draw")
    bob.receive()
    assert bob.told("accept").subject == "[gyges 1] ply 2: drawn"
    assert "The game is drawn: both players agreed." in alice.receive().text


def test_moves_that_were_decided_beforehand_are_played_at_once(table: Table) -> None:
    alice, bob = table.players
    table.play(["16-35"])

    queued = alice.told("queue if 61-53 then 11-31 if 62-42 then 12x42=11")
    assert "    if 61-53 then 11-31 if 62-42 then 12x42=11" in queued.text

    receipt = bob.told("61-53")
    assert receipt.subject == "[gyges 1] ply 6: your move, bob"
    assert "5. alice (South)        11-31" in receipt.text
    assert "played by itself: alice had queued it" in receipt.text
    assert alice.receive().subject == "[gyges 1] ply 6: bob to move"

    # The second condition is not met: the moves after it are dropped, and only alice is told.
    assert "12x42=11" not in bob.told("62-51").text
    told = alice.receive()
    assert told.subject == "[gyges 1] ply 7: your move, alice"
    assert "could not be played and are dropped: if 62-42 then 12x42=11" in told.words


def test_two_who_do_not_know_each_other_find_a_game(alice: Player, bob: Player) -> None:
    offered = alice.told("dvonn seek 2 -random")
    assert offered.subject == "[pbm] dvonn: seek 1 is open"

    listed = bob.told("dvonn seeks")
    assert "    1  alice" in listed.text
    assert "-random" in listed.text

    begun = bob.told("dvonn take 1\nHello alice!")
    assert begun.subject == "[dvonn 1] ply 1: alice to move"
    told = alice.receive()
    assert told.subject == "[dvonn 1] ply 1: your move, alice"
    assert "bob takes the game that alice offered to anyone: it begins." in told.words
    assert "| Hello alice!" in told.text
