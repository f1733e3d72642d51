"""The worked examples of the pbmserv help of 2001 (Games of Towers: Gyges)."""

from __future__ import annotations

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.game import Outcome, Seat
from pbm.rules.gyges.state import Move
from tests.rules.gyges.drawn import CLASSIC, drawn, legal, play, rows

# The board after each ply of the sample game, as the help draws it; some plies are not drawn.
SAMPLE = """
1  231123          ....../....../....../....../....../231123
2  321123          321123/....../....../....../....../231123
3  16-35           321123/....../....../....3./....../23112.
4  61-53           .21123/..3.../....../....3./....../23112.
5  15-24           .21123/..3.../....../....3./...2../2311..
6  66x65=21        .2113./..3.../....../....3./2..2../2311..
7  13-14-24x35=33  .2113./..3.../....../..3.1./2..2../23.1..
8  62x53=36        ..113./..2.../....../..3.13/2..2../23.1..
9  14-24-35x36=43  ..113./..2.../..3.../..3.11/2..2../23....
10 64-54           ..1.3./..21../..3.../..3.11/2..2../23....
11 12-33x54=14     ..1.3./..23../..3.../..3.11/2..2../2..1..
12 65-35x36=34     ..1.../..23../..3.../..3113/2..2../2..1..
13 14-24-35-36-66  ..1..1/..23../..3.../..3113/2..2../2.....
14 63-64           ...1.1/..23../..3.../..3113/2..2../2.....
15 11-22           ...1.1/..23../..3.../..3113/22.2../......
16 64-54-35-36-S   .....1/..23../..3.../..3113/22.2../......
"""


def sample() -> list[list[str]]:
    return [line.split()[1:] for line in SAMPLE.strip().splitlines()]


def test_the_sample_game_is_played_board_by_board() -> None:
    state = CLASSIC.start()
    for ply, (move, board) in enumerate(sample(), start=1):
        state = play(state, move)
        assert (CLASSIC.plies(state), "/".join(rows(state))) == (ply, board)
    assert CLASSIC.outcome(state) == Outcome(Seat.SECOND, "goal")


def test_south_resigns_the_sample_game_but_could_still_move() -> None:
    state = play(CLASSIC.start(), *(move for move, _ in sample()[:12]))
    assert CLASSIC.to_move(state) is Seat.FIRST
    assert "11-22" in legal(state)


BOUNCING = """
              N
         . . . . . .     6
         3 . . . . .     5
         . . 1 . 1 .     4
         1 . 2 3 . 3     3
         3 . 2 2 . 1     2
         . . . . 2 .     1
              S
"""


def test_the_bouncing_example_wins_for_north() -> None:
    won = play(drawn(BOUNCING, "n"), "51-43-33-31-21-(11-12-)S")
    assert CLASSIC.outcome(won) == Outcome(Seat.SECOND, "goal")


def test_south_prevents_the_bouncing_win_by_giving_north_another_shore() -> None:
    state = play(drawn(BOUNCING, "s"), "15-26-36-66")
    with pytest.raises(IllegalMove) as refusal:
        CLASSIC.parse(state, "51-43-33-31-21-S")
    assert (refusal.value.rule, refusal.value.phrase.facts["shore"]) == ("G2", 6)


TABOO = """
              N
         . . . . . .     6
         1 . . . . .     5
         3 . 2 3 . .     4
         3 . 2 1 1 .     3
         2 . 1 3 2 .     2
         . . . . . .     1
              S
"""


def test_the_taboo_example_cannot_be_won_by_north() -> None:
    with pytest.raises(IllegalMove) as refusal:
        CLASSIC.parse(drawn(TABOO, "n"), "51-41-(42-32-)31-(32-22-)21-(11-)S")
    assert (refusal.value.rule, refusal.value.phrase.facts) == ("G5", {"connection": "31-32"})


def test_the_taboo_example_is_won_by_south_over_a_slot_visited_twice() -> None:
    won = play(drawn(TABOO, "s"), "24-(14-15-)25-(24-)34-44-(54-64-)N")
    assert CLASSIC.outcome(won) == Outcome(Seat.FIRST, "goal")


RELOCATION = """
         N
    2 1 3 1 3 2     6
    . . . . . .     5
    . . . . . .     4
    . . . . . .     3
    . . . . . .     2
    1 1 3 2 2 3     1
         S
"""


def test_the_threat_of_the_relocation_example_can_be_prevented() -> None:
    threatening = play(drawn(RELOCATION, "s"), "13x14=44")
    assert rows(threatening)[2:] == ["...2..", "......", "......", "11.323"]
    warded = play(threatening, "64x44=34")
    assert rows(warded) == ["213.32", "......", "...1..", "...2..", "......", "11.323"]


def test_the_threat_of_the_relocation_example_wins() -> None:
    threatening = play(drawn(RELOCATION, "s"), "13x14=44", "61-52")
    assert CLASSIC.outcome(play(threatening, "14-44-64-N")) == Outcome(Seat.FIRST, "goal")


STALEMATE = """
         N
    . 3 . 3 . 3     6
    1 1 2 2 3 2     5
    . . . 1 . .     4
    . . . 1 . 2     3
    . . . . . .     2
    . . . . . .     1
         S
"""


def test_the_stalemate_example_contains_an_error() -> None:
    """The second move of the printed example lifts a ring beyond South's shore (G2)."""
    state = play(drawn(STALEMATE, "s"), "34-44-43")
    assert CLASSIC.to_move(state) is Seat.FIRST
    with pytest.raises(IllegalMove) as refusal:
        CLASSIC.parse(state, "43-53-N")
    assert refusal.value.rule == "G2"
    assert refusal.value.phrase.facts == {"slot": "43", "shore": 3}


def test_the_stalemate_example_works_with_the_double_on_46() -> None:
    mended = STALEMATE.replace(". . . 1 . .", ". . . 1 . 2").replace(
        ". . . 1 . 2     3", ". . . 1 . .     3"
    )
    state = play(drawn(mended, "s"), "34-44-43")
    assert (CLASSIC.passed(state), CLASSIC.last_move(state)) == (True, Move(34, 43))
    assert CLASSIC.outcome(play(state, "43-53-N")) == Outcome(Seat.FIRST, "goal")


def test_the_diagrams_are_read_as_positions() -> None:
    position = "....../3...../..1.1./1.23.3/3.22.1/....2."
    board = f"8,6,zzzzzz/{position}/zzzzzz"
    script = f'towergv2diag("tower2diag/back-board.jpg","{board}");'
    for text, side in ((script, "s"), (board, "s"), (f"{board} n", "n"), (f"{script} n", "n")):
        assert CLASSIC.encode(CLASSIC.decode(text)) == f"{position} {side}"
