"""What ``modern`` and ``simple`` change."""

from __future__ import annotations

from rules.game import Seat
from tests.rules.gyges.drawn import GAMES, Table

CLASSIC, MODERN, SIMPLE = (Table(GAMES[name]) for name in ("classic", "modern", "simple"))

STUCK = """
         N
    . . . . . .     6
    . . . . . .     5
    . . . . . .     4
    . . . . . .     3
    1 3 1 2 1 1     2, from which South plays
    2 3 2 3 2 3     1, South's shore, where nothing can move
         S
"""


def test_g10m_the_next_row_plays_when_no_ring_of_the_shore_can() -> None:
    state = MODERN.drawn(STUCK, "s")
    assert {move[0] for move in MODERN.legal(state)} == {"2"}
    assert MODERN.legal(CLASSIC.drawn(STUCK, "s")) == MODERN.legal(state)
    assert CLASSIC.legal(state) == set()


def test_g10m_a_shore_with_a_move_keeps_the_next_row_waiting() -> None:
    open_shore = STUCK.replace("2 3 2 3 2 3", "2 3 2 3 2 .")
    state = MODERN.drawn(open_shore, "s")
    assert {move[0] for move in MODERN.legal(state)} == {"1"}
    assert MODERN.refused(state, "21-31") == ("G2", "not_your_shore", {"slot": "21", "shore": 1})


def test_g10m_relocation_still_looks_at_the_first_occupied_row() -> None:
    state = MODERN.drawn(STUCK, "n")
    assert MODERN.refused(state, "21x22=11")[:2] == ("G7", "room_occupied")
    rooms = {move[-2:] for move in MODERN.legal(state) if move.startswith("21x22=")}
    assert {"31", "66", "21"} <= rooms
    assert "12" not in rooms


def test_g10m_only_when_no_ring_can_move_is_a_player_passed_over() -> None:
    """With the walls of G3 in place, North is stalemated in classic and plays on in modern."""
    stalemate = """
        . 3 . 3 . 3
        1 1 2 2 3 2
        . . . 1 . 2
        . . . 1 . .
        . . . . . .
        . . . . . .
    """
    assert (
        CLASSIC.game.to_move(CLASSIC.play(CLASSIC.drawn(stalemate, "s"), "34-44-43")) is Seat.FIRST
    )
    after = MODERN.play(MODERN.drawn(stalemate, "s"), "34-44-43")
    assert (MODERN.game.to_move(after), MODERN.game.passed(after)) == (Seat.SECOND, False)


BESIDE = """
         N
    . . . . . .     6
    . . . . . .     5
    . . . . . .     4
    . . 3 . . .     3
    . . . . . .     2
    . 1 2 . . .     1
         S
"""


def test_g7s_a_ring_that_lands_on_another_one_bounces_on() -> None:
    state = SIMPLE.drawn(BESIDE, "s")
    assert SIMPLE.refused(state, "12-13") == ("G7s", "must_bounce_on", {"slot": "13"})
    assert SIMPLE.play(state, "12-13-24")


def test_g7s_nothing_is_relocated() -> None:
    state = SIMPLE.drawn(BESIDE, "s")
    assert SIMPLE.refused(state, "12x13=44") == ("G7s", "no_relocation", {})
    assert not any("x" in move for move in SIMPLE.legal(state))
    assert any("x" in move for move in MODERN.legal(state))


def test_g7s_a_ring_that_could_only_be_relocated_cannot_move() -> None:
    """G10m then plays the next row."""
    corner = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        2 1 . . . .
        1 3 . . . .
    """
    state = SIMPLE.drawn(corner, "s")
    assert SIMPLE.refused(state, "11-21")[0] == "G7s"
    assert SIMPLE.legal(state) == {move for move in MODERN.legal(state) if "x" not in move}
