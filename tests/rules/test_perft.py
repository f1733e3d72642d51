"""Perft, on boards small enough to count by hand."""

from __future__ import annotations

import pytest

from pbm.rules import games
from pbm.rules.perft import perft, split

DVONN = games()["dvonn/standard"]
FORCED = "........./..ww....../..rbww...../..ww....../......... w"
STUCK = "......b../........../.......b.../........../rb....... w"
FINISHED = "........./........../r........../........../......... ="


def test_depth_0_has_one_sequence() -> None:
    assert perft(DVONN, DVONN.decode(FINISHED), 0) == 1


def test_a_finished_game_has_no_sequences() -> None:
    assert perft(DVONN, DVONN.decode(FINISHED), 1) == 0
    assert split(DVONN, DVONN.decode(FINISHED), 2) == []


def test_a_move_and_the_pass_that_it_forces_are_two_plies() -> None:
    state = DVONN.decode(FORCED)
    passing = dict(split(DVONN, state, 1))
    assert passing["F3-E3"] == 1
    assert dict(split(DVONN, state, 2))["F3-E3"] == 1
    again = DVONN.apply(state, DVONN.parse(state, "F3-E3"))
    assert dict(split(DVONN, state, 3))["F3-E3"] == len(list(DVONN.legal_moves(again)))


@pytest.mark.parametrize("depth", [1, 2])
def test_a_decoded_side_that_cannot_move_has_one_child(depth: int) -> None:
    state = DVONN.decode(STUCK)
    black = list(DVONN.legal_moves(DVONN.skip(state)))
    assert perft(DVONN, state, depth) == (1 if depth == 1 else len(black))
    assert [text for text, _ in split(DVONN, state, depth)] == ["pass"]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_sum_of_the_split_is_the_count(depth: int) -> None:
    state = DVONN.decode(FORCED)
    assert sum(count for _, count in split(DVONN, state, depth)) == perft(DVONN, state, depth)


def test_dvonn_begins_with_49_then_48_choices() -> None:
    assert perft(DVONN, DVONN.start(), 2) == 49 * 48
