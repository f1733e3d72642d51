from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.rules.dvonn.board import CELLS, CENTRE, EDGE, NEIGHBOURS, opposite
from pbm.rules.errors import NotationError
from pbm.rules.game import Seat
from tests.rules.dvonn.boards import GAME

SEEDS = st.integers(min_value=0, max_value=2**63)
SWAPPED = {"w": "b", "b": "w", "r": "r"}


@settings(deadline=None)
@given(SEEDS, st.sampled_from(GAME.starts))
def test_a_seeded_start_has_all_pieces_and_white_to_move(seed: int, option: str) -> None:
    state = GAME.start(option, seed)
    pieces = [state.board[cell] for cell in CELLS]
    assert {kind: pieces.count(kind) for kind in "wbr"} == {"w": 23, "b": 23, "r": 3}
    assert GAME.to_move(state) is Seat.FIRST
    assert GAME.plies(state) == 0
    assert any(True for _ in GAME.legal_moves(state))
    assert GAME.start(option, seed) == state == GAME.decode(GAME.encode(state))


@settings(deadline=None)
@given(SEEDS)
def test_a_random_start_hems_in_no_piece_and_shares_the_edge_fairly(seed: int) -> None:
    board = GAME.start("random", seed).board
    assert all({board[other] for other in NEIGHBOURS[cell]} != {board[cell]} for cell in CELLS)
    edge = [board[cell] for cell in EDGE]
    assert abs(edge.count("w") - edge.count("b")) <= 2


@settings(deadline=None)
@given(SEEDS)
def test_a_symmetry_start_has_white_opposite_black(seed: int) -> None:
    board = GAME.start("symmetry", seed).board
    assert board[CENTRE] == "r"
    assert all(board[opposite(cell)] == SWAPPED[board[cell]] for cell in CELLS)


@pytest.mark.parametrize("option", GAME.starts)
def test_different_seeds_give_different_starts(option: str) -> None:
    assert len({GAME.start(option, seed) for seed in range(50)}) == 50


def test_a_symmetry_start_can_have_dvonn_pieces_anywhere() -> None:
    boards = [GAME.start("symmetry", seed).board for seed in range(500)]
    assert {cell for board in boards for cell in CELLS if board[cell] == "r"} == set(CELLS)


@pytest.mark.parametrize(
    ("option", "position"),
    [
        ("random", "wbbwwbbww/bbwwbwwwwr/wbbbwwbwwbb/wrbbwwbbbw/bbwbwwbbr w"),
        ("symmetry", "wrbbbwwwb/wwwbbbwbwb/bbbbwrbwwww/wbwbwwwbbb/wbbbwwwrb w"),
    ],
)
def test_seed_42_gives_the_same_start_in_any_version_of_python(option: str, position: str) -> None:
    assert GAME.encode(GAME.start(option, 42)) == position


def test_an_unknown_start_is_refused() -> None:
    with pytest.raises(NotationError, match="start_unknown"):
        GAME.start("chess960", 1)
