"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.dvonn.board import CELLS, EDGE, LONGEST, NAMES
from pbm.rules.dvonn.moves import REACH
from pbm.rules.dvonn.pieces import TOTAL
from pbm.rules.dvonn.state import Move
from pbm.rules.errors import GameOver, IllegalMove
from pbm.rules.game import Outcome, Seat
from tests.combinations import for_each
from tests.rules.dvonn.boards import GAME, SURROUNDED, drawn, moves, played, stacks

ORDER = [NAMES[cell] for cell in CELLS]


def refused(text: str, side: str, move: str) -> str:
    state = drawn(text, side)
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, move)
    return caught.value.rule


def test_d1_white_begins_on_an_empty_board() -> None:
    start = GAME.start()
    assert GAME.to_move(start) is Seat.FIRST
    assert moves(start) == ORDER


def test_d1_d2_the_pieces_come_in_their_order() -> None:
    full = played(GAME.start(), *ORDER)
    kinds = [stacks(full)[cell] for cell in ORDER]
    assert kinds == ["r"] * 3 + ["b", "w"] * 23


def test_d2_a_piece_goes_on_an_empty_cell_only() -> None:
    state = played(GAME.start(), "F3")
    assert "F3" not in moves(state)
    with pytest.raises(IllegalMove, match=r"^D2: cell_is_taken"):
        GAME.parse(state, "F3")


def test_d2_nothing_moves_while_pieces_are_placed() -> None:
    state = played(GAME.start(), "F3", "G3")
    with pytest.raises(IllegalMove, match=r"^D2: still_placing"):
        GAME.parse(state, "F3-G3")


def test_d3_white_places_the_last_piece_and_moves_first() -> None:
    before = played(GAME.start(), *ORDER[:48])
    assert GAME.to_move(before) is Seat.FIRST
    full = played(before, ORDER[48])
    assert GAME.to_move(full) is Seat.FIRST
    assert GAME.plies(full) == 49
    assert GAME.encode(full).endswith(" w")


def test_d3_nothing_is_placed_after_the_last_piece() -> None:
    assert refused(SURROUNDED, "w", "A1") == "D3"


def test_d4_the_top_piece_owns_the_stack() -> None:
    state = drawn("""
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
    .    .  [wb]   r  [bbw]  .    .    b    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert moves(state) == ["E3-H3"]
    assert moves(GAME.decode(GAME.encode(state)[:-1] + "b")) == ["C3-E3"]


@pytest.mark.parametrize(("move", "rule"), [("D3-C3", "D4"), ("A1-B1", "D4"), ("C3-D3", "D7")])
def test_d4_d7_only_own_stacks_move_and_never_a_single_dvonn_piece(move: str, rule: str) -> None:
    assert refused(SURROUNDED, "w", move) == rule


def test_d5_a_stack_moves_its_height_in_a_straight_line_over_empty_cells() -> None:
    state = drawn("""
          .    .    .    .    b    .    .    b    .
       .    .    .    b    .    .    .    .    .    .
    b    .    b    .   [wbw]  b    .    r    .    .    .
       .    .    .    b    .    .    .    .    .    .
          .    w    .    .    .    .    .    .    .
    """)
    assert moves(state) == ["E3-H3"]
    assert played(state, "E3-H3").board == played(state, "e3h3").board


@for_each("move", ["E3-F3", "E3-G3", "E3-G4", "E3-B3", "E3-E3", "E3-I3"])
def test_d5_another_distance_or_direction_or_an_empty_end_is_refused(move: str) -> None:
    text = """
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
    .    .    .    .  [wbw]  b    .    r    b    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """
    assert refused(text, "w", move) == "D5"


def test_d5_a_stack_higher_than_the_board_is_long_never_moves() -> None:
    state = drawn(f"""
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
   [{"b" * 10}w] w  r  .   .    .    .    .    .    .    r
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert set(moves(state)) == {"B3-A3", "B3-C3"}


def test_d6_six_occupied_neighbours_block_a_stack() -> None:
    assert refused(SURROUNDED, "b", "D3-E3") == "D6"
    assert refused(SURROUNDED, "b", "D3-F3") == "D6"


def test_d6_a_high_stack_is_blocked_as_a_single_is() -> None:
    text = SURROUNDED.replace("b    w    w", "[bb] w    w")
    assert refused(text, "b", "D3-F3") == "D6"


def test_d6_on_a_full_board_only_the_edge_moves() -> None:
    state = GAME.start("random", 5)
    origins = {GAME.apply(state, move).last for move in GAME.legal_moves(state)}
    assert {move.origin for move in origins if move} <= EDGE


def test_d7_a_dvonn_piece_inside_a_stack_moves_with_it() -> None:
    state = drawn("""
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
    .    .   [rw]  .    b    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert stacks(played(state, "C3-E3")) == {"E3": "brw"}


def test_d8_stacks_of_both_players_that_are_cut_off_leave_at_once() -> None:
    state = drawn("""
          .    .    .    .    .    .    .    .    r
       .    .    .    .    .    .    .    .    .    .
    w   [bw]  w    w    r    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert stacks(played(state, "D3-E3")) == {"E3": "rw", "K5": "r"}


def test_d8_a_chain_of_occupied_neighbours_may_have_corners() -> None:
    state = drawn("""
          .    .    .    b    b    .    .    .    .
       .    .    .    b    .    b    .    .    .    .
    .    .    .    b    .    .    r    .    .    .    .
       .    .    w    .    .    .    .    .    .    .
          .    w    .    .    .    .    .    .    .
    """)
    chain = dict.fromkeys(["D3", "E4", "F5", "G5", "G4"], "b")
    assert stacks(played(state, "B1-C2")) == {"C2": "ww", "G3": "r", **chain}


def test_d8_a_stack_with_a_dvonn_piece_is_always_linked() -> None:
    state = drawn("""
          .    .    .    .    .    .    .    .  [brb]
       .    .    .    .    .    .    .    .    .    .
    w    r    .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert stacks(played(state, "A3-B3")) == {"B3": "rw", "K5": "brb"}


def test_d8_the_moved_stack_itself_may_be_cut_off() -> None:
    state = drawn("""
          .    .    .    .    .    .    .    .    r
       .    .    .    .    .    .    .    .    .    .
    w    w    .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert stacks(state).keys() == {"A3", "B3", "K5"}
    assert stacks(played(state, "A3-B3")) == {"K5": "r"}


def test_d9_a_player_who_can_move_cannot_pass() -> None:
    with pytest.raises(IllegalMove, match=r"^D9"):
        GAME.skip(drawn(SURROUNDED))
    with pytest.raises(IllegalMove, match=r"^D9"):
        GAME.skip(GAME.start())


def test_d9_the_only_move_is_played_even_if_it_costs_a_stack() -> None:
    state = drawn("""
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
   [www] w    r    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    assert set(moves(state)) == {"B3-A3", "B3-C3"}
    assert stacks(played(state, "B3-C3")) == {"C3": "rw"}


def test_d10_a_player_who_cannot_move_is_passed_over_until_they_can() -> None:
    passed = played(drawn(SURROUNDED), "F3-E3")
    assert GAME.passed(passed)
    assert GAME.plies(passed) == 2
    assert GAME.to_move(passed) is Seat.FIRST
    freed = played(passed, "E4-D4")
    assert not GAME.passed(freed)
    assert GAME.plies(freed) == 3
    assert GAME.to_move(freed) is Seat.SECOND


def test_d10_white_is_passed_over_at_once_without_a_piece_on_the_edge() -> None:
    inside = [NAMES[cell] for cell in CELLS if cell not in EDGE]
    edge = [NAMES[cell] for cell in CELLS if cell in EDGE]
    dvonn = [edge[0], inside[0], inside[1]]
    others = [cell for pair in zip(edge[1:], inside[2:], strict=True) for cell in pair]
    state = played(GAME.start(), *dvonn, *others)
    assert GAME.passed(state)
    assert GAME.plies(state) == 50
    assert GAME.to_move(state) is Seat.SECOND


def test_d10_a_decoded_side_that_cannot_move_has_to_be_skipped() -> None:
    state = GAME.decode("......b../........../.......b.../........../rb....... w")
    assert moves(state) == []
    assert GAME.outcome(state) is None
    skipped = GAME.skip(state)
    assert (GAME.plies(skipped), GAME.passed(skipped)) == (1, True)
    assert GAME.to_move(skipped) is Seat.SECOND


@for_each(
    ("stack", "outcome"),
    [
        ("[rwb]", Outcome(Seat.SECOND, "score", (2, 3))),
        ("[rwbb]", Outcome(Seat.SECOND, "score", (2, 4))),
        ("[rb]", Outcome(None, "score", (2, 2))),
        ("b", Outcome(Seat.FIRST, "score", (2, 0))),
    ],
)
def test_d11_the_game_ends_when_nobody_can_move_and_more_pieces_win(
    stack: str, outcome: Outcome
) -> None:
    state = drawn(f"""
          .    .    .    .    .    .    .    .   {stack}
       .    .    .    .    .    .    .    .    .    .
    w    r    .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
    """)
    ended = played(state, "A3-B3")
    assert GAME.outcome(ended) == outcome
    assert GAME.to_move(ended) is None
    assert GAME.plies(ended) == 1
    assert moves(ended) == []
    assert GAME.encode(ended).endswith(" =")
    with pytest.raises(GameOver):
        GAME.parse(ended, "B3-A3")
    with pytest.raises(GameOver):
        GAME.skip(ended)


@for_each(
    "move", [Move(None, 5), Move(-1, 3), Move(0, 999), Move(11, 12), Move(12, -1), Move(24, 25)]
)
def test_apply_does_not_trust_its_caller(move: Move) -> None:
    with pytest.raises(IllegalMove):
        GAME.apply(drawn(SURROUNDED), move)


def test_d5_stacks_too_high_to_land_share_their_moves() -> None:
    """Each of the 2,450 reaches would take memory in every process of a server."""
    high = [REACH[cell][height] for cell in CELLS for height in range(LONGEST + 1, TOTAL + 1)]
    assert len({id(reach) for reach in high}) == 1
    assert high[0].moves == {0: ()}


def test_d5_a_move_is_one_value_wherever_it_is_listed() -> None:
    listed = [move for cell in CELLS for each in REACH[cell][1].moves.values() for move in each]
    assert len({id(move) for move in listed}) == len({*listed})
