"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.game import Outcome, Seat
from pbm.rules.havannah import RULESETS
from pbm.rules.kit.state import State
from tests.combinations import for_each
from tests.rules.oracle import of_kind

GAMES = {game.ruleset: game for game in RULESETS}
GAME, SMALL = GAMES["8"], GAMES["4-noswap"]


def board(white: str, black: str = "", side: str = "w") -> State:
    """Return a position of the small board from the names of cells."""
    signs = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    names = SMALL.grid.names
    rows = ("".join(signs.get(names[cell], ".") for cell in row) for row in SMALL.grid.rows)
    return SMALL.decode(f"{'/'.join(rows)} {side}")


def end(state: State, text: str) -> Outcome | None:
    after = SMALL.make(state, text).after
    assert SMALL.outcome(SMALL.decode(SMALL.encode(after))) == SMALL.outcome(after)
    return SMALL.outcome(after)


def test_hv1_white_begins_on_an_empty_hexagon_with_a1_in_the_upper_left_corner() -> None:
    rows = GAME.encode(GAME.start()).split()[0].split("/")
    assert [*map(len, rows)] == [8, 9, 10, 11, 12, 13, 14, 15, 14, 13, 12, 11, 10, 9, 8]
    assert GAME.to_move(GAME.start()) is Seat.FIRST
    names = [GAME.grid.names[row[0]] for row in GAME.grid.rows]
    assert names[7:10] == ["a8", "b9", "c10"]
    near = {GAME.grid.names[cell] for cell in GAME.grid.adjacent[GAME.grid.by_name["c3"]]}
    assert near == {"b3", "d3", "c2", "c4", "d4", "b2"}


def test_hv2_a_stone_is_set_on_an_empty_cell() -> None:
    state = GAME.make(GAME.make(GAME.start(), "h8").after, "h9").after
    for taken in ("h8", "h9"):
        with pytest.raises(IllegalMove) as caught:
            GAME.parse(state, taken)
        assert (caught.value.rule, caught.value.phrase.code) == ("HV2", "taken_already")


@for_each("text", ["swap", "h8"])
def test_hv3_a_swap_changes_the_owner_of_the_stone(text: str) -> None:
    first = GAME.make(GAME.start(), "h8").after
    made = GAME.make(first, text)
    assert (made.printed, made.after.board) == ("swap", first.board.replace("w", "b"))
    third = GAME.make(GAME.make(first, "h9").after, "a1").after
    for late in (made.after, third):
        with pytest.raises(IllegalMove) as caught:
            GAME.parse(late, "swap")
        assert (caught.value.rule, caught.value.phrase.code) == ("HV3", "no_swap")


@for_each("inside", ["", "d4"])
def test_hv4_a_ring_wins_whatever_it_encloses(inside: str) -> None:
    around = "c3 d3 e4 e5 d5"
    for white, black in ((around, inside), (f"{around} {inside}", "")):
        assert end(board(white, black), "c4") == Outcome(Seat.FIRST, "ring")


def test_hv4_a_large_ring_wins_and_what_encloses_nothing_does_not() -> None:
    large = "b2 c2 d2 e3 f4 f5 f6 e6 d6 c5 b4"
    assert end(board(large, "c3 d4"), "b3") == Outcome(Seat.FIRST, "ring")
    assert end(board("c3 d3 c4 e4"), "d4") is None
    assert end(board("a1 b1 a2"), "b2") is None


def test_hv5_a_bridge_joins_two_corners() -> None:
    assert end(board("a1 b1 c1"), "d1") == Outcome(Seat.FIRST, "bridge")
    assert end(board("a1 b1"), "c1") is None


def test_hv6_a_fork_joins_three_sides_and_corners_are_none() -> None:
    assert end(board("b1 b2 b3 c4 c5"), "a2") is None
    assert end(board("b1 b2 a2 c3 d4 d5 d6"), "d7") is None
    assert end(board("b1 b2 a2 c3 d4 e5 f5"), "g5") == Outcome(Seat.FIRST, "fork")


def test_hv7_a_full_board_without_a_winner_is_drawn() -> None:
    state = SMALL.start()
    for text in next(of_kind("havannah4.rare", "game"))["moves"]:
        assert SMALL.outcome(state) is None
        state = SMALL.make(state, text).after
    assert SMALL.outcome(state) == Outcome(None, "full")
    assert SMALL.outcome(SMALL.decode(SMALL.encode(state))) == Outcome(None, "full")
