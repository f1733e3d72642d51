"""The rules of ``modern`` and ``simple`` that differ from ``classic``."""

from __future__ import annotations

from pbm.rules.game import Seat
from tests.rules.gyges.drawn import GAMES, Table
from tests.rules.gyges.positions import STUCK_SHORE

CLASSIC, MODERN, SIMPLE = (Table(GAMES[name]) for name in ("classic", "modern", "simple"))


def test_g10m_the_next_row_plays_when_no_ring_of_the_shore_can() -> None:
    state = MODERN.drawn(STUCK_SHORE, "s")
    assert {move[0] for move in MODERN.legal(state)} == {"2"}
    assert MODERN.legal(CLASSIC.drawn(STUCK_SHORE, "s")) == MODERN.legal(state)
    assert CLASSIC.legal(state) == set()


def test_g10m_the_next_row_waits_while_the_shore_has_a_move() -> None:
    open_shore = STUCK_SHORE.replace("2 3 2 3 2 3", "2 3 2 3 2 .")
    state = MODERN.drawn(open_shore, "s")
    assert {move[0] for move in MODERN.legal(state)} == {"1"}
    assert MODERN.refused(state, "21-31") == ("G2", "not_your_shore", {"slot": "21", "shore": 1})


def test_g10m_relocation_still_depends_on_the_first_occupied_row() -> None:
    state = MODERN.drawn(STUCK_SHORE, "n")
    assert MODERN.refused(state, "21x22=11")[:2] == ("G7", "room_occupied")
    rooms = {move[-2:] for move in MODERN.legal(state) if move.startswith("21x22=")}
    assert {"31", "66", "21"} <= rooms
    assert "12" not in rooms


def test_g10m_a_player_is_passed_over_only_if_no_ring_can_move() -> None:
    """In classic North is passed over here; in modern North's next row can move."""
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
    """Since the ring cannot move, the next row plays (G10m)."""
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
