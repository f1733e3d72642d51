"""Moves, positions and boards of ``towers`` and ``kang``, which have their own notation."""

from __future__ import annotations

import pytest

from pbm.rules.errors import IllegalMove, NotationError
from pbm.rules.game import Outcome, Seat, Style
from pbm.rules.gyges.state import Move, Placement, Relay
from tests.combinations import for_each
from tests.rules.gyges.drawn import GAMES, Table, board

TOWERS, KANG = GAMES["towers"], GAMES["kang"]
EXAMPLE = "....../3...../..1.1./1.23.3/3.22.1/....2."
EMPTY = "....../....../....../....../....../......"

# --- towers: moves ---


def test_a2_of_towers_is_souths_first_slot_and_b1_a_cell_of_souths_goal() -> None:
    state = TOWERS.decode("....../....../....../....../....../1..... s")
    assert {TOWERS.format(state, move) for move in TOWERS.legal_moves(state)} == {"a2-a3", "a2-b2"}
    near = TOWERS.decode("....../....../....../....../....../.1.... n")
    assert {TOWERS.format(near, move) for move in TOWERS.legal_moves(near)} == {
        "b2-a2",
        "b2-c2",
        "b2-b1",
    }


@for_each(
    "text",
    [
        "a6-c5-c4-a4-a3-b1",
        "A6-C5-C4-A4-A3-B1",
        "a6–c5–c4–a4–a3–b1",
        " a6 - c5 - c4 - a4 - a3 - b1 ",
        "a6-c5-c4-a4-a3-(b3-b2-)b1",
        "a6-(b6-b5)-c5-c4-a4-a3(-b3-b2-)b1",
        "a6-b1",
    ],
)
def test_every_spelling_of_a_move_of_towers_is_read(text: str) -> None:
    state = TOWERS.decode(f"{EXAMPLE} n")
    assert TOWERS.reads(text)
    assert TOWERS.parse(state, text) == Relay((51, 43, 33, 31, 21, 2))


@for_each("text", ["c2xd2=d5", "C2×D2=D5", "c2-d2=d5", "c2 x d2 = d5"])
def test_every_spelling_of_a_relocation_of_towers_is_read(text: str) -> None:
    state = Table(TOWERS).play(TOWERS.start(), "231123", "321123")
    assert TOWERS.parse(state, text) == Relay((13, 14), 44)


@for_each("text", ["51-43", "51-43-33-31-21-S", "a1-b1", "a6-a9", "c2xd2=a1", "a6-N"])
def test_towers_reads_its_own_coordinates_only(text: str) -> None:
    assert not TOWERS.reads(text)


def test_placements_of_towers_are_those_of_classic() -> None:
    assert TOWERS.parse(TOWERS.start(), "231123") == Placement((2, 3, 1, 1, 2, 3))


@for_each(
    "move",
    [
        Relay((51, 99)),
        Relay((51, 43, 5, 13)),
        Relay((5, 13)),
        Relay((51, 43), 99),
        Relay((51, 2), 13),
    ],
)
def test_moves_of_towers_that_were_not_parsed_are_checked_too(move: Relay) -> None:
    with pytest.raises(IllegalMove):
        TOWERS.apply(TOWERS.decode(f"{EXAMPLE} n"), move)


# --- kang: moves ---


@for_each("text", ["2*-13", " 2 * - 13 ", "2*–13", "2*-(12-)13", "2*-c1", "２*-13"])
def test_every_spelling_of_an_entry_of_kang_is_read(text: str) -> None:
    assert KANG.reads(text)
    assert KANG.parse(KANG.start(), text) == Move(2, 13)


def test_kang_entries_with_relocations_and_bounces() -> None:
    state = Table(KANG).play(KANG.start(), "2*-13", "2*-63")
    assert KANG.parse(state, "1*x13=24") == Move(1, 13, 24)
    assert KANG.parse(state, "1*-13-24") == Move(1, 24)
    assert KANG.format(state, Move(1, 13, 24)) == "1*x13=24"
    assert KANG.parse(state, "3*-(12-22-)23") == Move(3, 23)


def test_entries_of_kang_do_not_read_as_moves_elsewhere() -> None:
    assert not any(game.reads("2*-13") for game in GAMES.values() if game is not KANG)


@for_each("text", ["4*-13", "2*", "*-13", "2-13", "13-2*", "231123"])
def test_kang_reads_nothing_else_as_an_entry(text: str) -> None:
    assert not KANG.reads(text)


# --- positions ---


def test_towers_positions_are_written_as_in_classic() -> None:
    diagram = f'towergv2diag("a.jpg","8,6,zzzzzz/{EXAMPLE}/zzzzzz"); n'
    assert TOWERS.encode(TOWERS.decode(diagram)) == f"{EXAMPLE} n"


@for_each(
    "line",
    [
        f"{EMPTY} s 112233/112233 0-0 -",
        f"{EMPTY} n -/123 2-2 sn",
        f"{EXAMPLE} s -/- 1-0 s",
        "....../....../..1.../....../....../...... n 12/- 0-1 n",
    ],
)
def test_positions_of_kang_survive(line: str) -> None:
    assert KANG.encode(KANG.decode(line)) == line


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        (f"{EMPTY} N -/2 3-2 s", Outcome(Seat.FIRST, "goal", (3, 2))),
        (f"{EMPTY} S 1/- 0-3 n", Outcome(Seat.SECOND, "goal", (0, 3))),
        (f"{EXAMPLE} = -/- 1-1 -", Outcome(None, "stalemate", (1, 1))),
    ],
)
def test_kang_finished_positions_have_their_goals(line: str, outcome: Outcome) -> None:
    assert KANG.outcome(KANG.decode(line)) == outcome
    assert KANG.encode(KANG.decode(line)) == line


@for_each(
    ("line", "code"),
    [
        (f"{EXAMPLE} s", "unreadable_position_with_reserves"),
        (f"{EXAMPLE} s -/- 0-0", "unreadable_position_with_reserves"),
        (f"{EXAMPLE} s -/4 0-0 -", "unreadable_position_with_reserves"),
        (f"{EXAMPLE} s -/- 0-4 -", "unreadable_position_with_reserves"),
        (f"{EXAMPLE} s -/- 0-0 ns", "unreadable_position_with_reserves"),
        (f"{EXAMPLE} s 222222/- 0-0 -", "too_many_of_a_size"),
        (f"{EXAMPLE} s 2/- 0-0 -", "too_many_of_a_size"),
        (f"{EMPTY} s -/- 0-0 -", "no_rings"),
        (f"{EMPTY} s 1/1 3-0 -", "goals_and_end_differ"),
        (f"{EMPTY} N 1/1 2-0 s", "goals_and_end_differ"),
        (f"{EMPTY} N 1/1 2-3 s", "goals_and_end_differ"),
    ],
)
def test_text_that_is_not_a_position_of_kang_is_refused(line: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        KANG.decode(line)
    assert refusal.value.phrase.code == code


# --- boards ---

WON = Table(TOWERS).play(TOWERS.decode(f"{EXAMPLE} n"), "a6-c5-c4-a4-a3-b1")
ENTERED = Table(KANG).play(KANG.decode(f"{EMPTY} s 13/2 1-0 -"), "3*-(13-23-)33")


def test_towers_boards_have_letters_and_goals_of_six_cells() -> None:
    assert TOWERS.render(WON, Style.GRID, Seat.FIRST) == board("""
        | 8   .   .   .   .   .   .   8
        |     a   b   c   d   e   f
        |   +---+---+---+---+---+---+
        | 7 |   |   |   |   |   |   | 7
        |   +---+---+---+---+---+---+
        | 6 | : |   |   |   |   |   | 6
        |   +---+---+---+---+---+---+
        | 5 |   |   |>3<|   | 1 |   | 5
        |   +---+---+---+---+---+---+
        | 4 |>2<|   |>1<| 3 |   | 3 | 4
        |   +---+---+---+---+---+---+
        | 3 |>1<|   | 2 | 2 |   | 1 | 3
        |   +---+---+---+---+---+---+
        | 2 |   |   |   |   | 2 |   | 2
        |   +---+---+---+---+---+---+
        |     a   b   c   d   e   f
        | 1   .  >3   .   .   .   .   1  you are South
        |North wins
        |
        |> < moved last   : left from here
    """)


def test_towers_compact_boards_mark_every_ring_that_moved() -> None:
    assert TOWERS.render(WON, Style.COMPACT) == board("""
        | 8  . . . . . .  8
        |    a b c d e f
        | 7  . . . . . .  7
        | 6  : . . . . .  6
        | 5  . .>3 . 1 .  5
        | 4 >2 .>1 3 . 3  4
        | 3 >1 . 2 2 . 1  3
        | 2  . . . . 2 .  2
        |    a b c d e f
        | 1  .>3 . . . .  1
        |North wins
        |
        |> moved last   : left from here
    """)


def test_towers_lists_name_every_landing() -> None:
    lines = TOWERS.render(WON, Style.LIST).splitlines()
    assert "row 4: double at a4, single at c4, triple at d4, triple at f4" in lines
    assert "last move: from a6 over c5, c4, a4, a3 to b1, each ring moving on" in lines


def test_kang_boards_show_reserves_and_goals() -> None:
    assert KANG.render(ENTERED, Style.COMPACT, Seat.FIRST) == board("""
        |North's reserve: 2; goals: 0 of 3
        |         N
        |    1 2 3 4 5 6
        | 6  . . . . . .  6
        | 5  . . . . . .  5
        | 4  . . . . . .  4
        | 3  . .>3 . . .  3
        | 2  . . . . . .  2
        | 1  . . . . . .  1
        |    1 2 3 4 5 6
        |         S           you are South, on your way to N
        |your reserve: 1; goals: 1 of 3
        |
        |> moved last
    """)


def test_lists_of_kang_describe_entries() -> None:
    assert KANG.render(ENTERED, Style.LIST, Seat.SECOND).splitlines()[-3:] == [
        "your reserve: 2; goals: 0 of 3",
        "South's reserve: 1; goals: 1 of 3",
        "last move: triple from the reserve to 33",
    ]


def test_boards_of_kang_name_the_player_who_may_not_score() -> None:
    board = KANG.render(KANG.decode(f"{EMPTY} s 1/2 1-0 s"), Style.GRID)
    assert "South's reserve: 1; goals: 1 of 3, may not score this turn" in board
    assert board.count("may not") == 1


def test_kang_names_the_shore_only_of_a_player_without_a_reserve() -> None:
    board = KANG.render(
        KANG.decode("....../....../..1.../....../....../...... s 1/- 0-0 -"), Style.GRID
    )
    assert "4  <- North's shore" in board
    assert "South's shore" not in board
