"""The analysis of games, compared with what the rules alone say."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbm import rules
from pbm.rules.analysis import Analysis, RemarkKind, analyse
from pbm.rules.engine import PROVEN
from pbm.rules.game import Seat
from pbm.rules.play import Ply, replay
from tests.combinations import in_all_tests
from tests.rules.minimax import minimax
from tests.rules.playouts import turns

# Random games of this rule set have few moves in a position, and many chances to win.
SIMPLE = rules.games()["gyges/simple"]
DVONN = rules.games()["dvonn/standard"]
SEEDS = range(1, 4)


@cache
def written(spec: str, seed: int) -> tuple[str, ...]:
    """Return the moves of a random game, as printed."""
    game = rules.games()[spec]
    return tuple(game.format(state, move) for state, move in turns(spec, seed))


@cache
def analysed(spec: str, seed: int) -> tuple[list[Ply[Any, Any]], Analysis]:
    game = rules.games()[spec]
    moves = written(spec, seed)
    return list(replay(game, game.start(), moves).plies), analyse(game, game.start(), moves)


def can_win(state: Any, moves: int, seat: Seat) -> bool:
    """Return whether a side can force a win in ``moves`` of its moves, by the rules alone."""
    outcome = SIMPLE.outcome(state)
    if outcome:
        return outcome.winner is seat
    mine = SIMPLE.to_move(state) is seat
    if mine and moves == 0:
        return False
    after = (SIMPLE.apply(state, move) for move in SIMPLE.legal_moves(state))
    if mine:
        return any(can_win(state, moves - 1, seat) for state in after)
    return all(can_win(state, moves, seat) for state in after)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_win_in_one_that_was_missed_is_remarked(seed: int) -> None:
    plies, analysis = analysed("gyges/simple", seed)
    for ply in plies:
        marks = {
            each.kind for each in analysis.remarks if each.ply == ply.number and each.moves == 1
        }
        missed = can_win(ply.before, 1, ply.seat) and not can_win(ply.after, 0, ply.seat)
        assert (RemarkKind.MISSED in marks) == missed


@pytest.mark.parametrize("seed", [*in_all_tests(SEEDS[:2]), SEEDS[2]])
def test_every_remark_is_true(seed: int) -> None:
    plies, analysis = analysed("gyges/simple", seed)
    by_number = {ply.number: ply for ply in plies}
    for remark in analysis.remarks:
        ply, better = (
            by_number[remark.ply],
            SIMPLE.make(by_number[remark.ply].before, remark.better[0]),
        )
        if remark.kind is RemarkKind.MISSED:
            assert can_win(better.after, remark.moves - 1, ply.seat)
            assert not can_win(ply.after, remark.moves - 1, ply.seat)
        else:
            assert can_win(ply.after, remark.moves, ply.seat.other)
            assert not can_win(better.after, remark.moves, ply.seat.other)


def test_some_random_games_have_remarks_of_every_kind() -> None:
    found = [each for seed in SEEDS for each in analysed("gyges/simple", seed)[1].remarks]
    assert {(each.kind, each.moves) for each in found} >= {
        (RemarkKind.MISSED, 1),
        (RemarkKind.LET_IN, 1),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_win_or_a_draw_given_away_at_the_end_of_dvonn_is_remarked(seed: int) -> None:
    whole = replay(DVONN, DVONN.start(), written("dvonn/standard", seed)).plies
    chosen = [ply for ply in whole if not ply.automatic]
    near_the_end = [ply for ply in chosen[-20:] if ply.before.board.occupied.bit_count() <= 8]
    start, moves = near_the_end[0].before, [ply.text for ply in near_the_end]
    marked = {each.ply for each in analyse(DVONN, start, moves).remarks}
    for ply in [ply for ply in replay(DVONN, start, moves).plies if not ply.automatic]:
        sign = 1 if ply.seat is Seat.FIRST else -1
        before, after = (sign * minimax(DVONN, state) for state in (ply.before, ply.after))
        assert (ply.number in marked) == (after < before)


@pytest.mark.parametrize(
    "spec", ["gyges/simple", pytest.param("dvonn/standard", marks=pytest.mark.slow)]
)
def test_the_curve_has_a_value_for_each_ply_and_ends_with_the_result(spec: str) -> None:
    _, analysis = analysed(spec, 1)
    assert len(analysis.curve) == len(analysed(spec, 1)[0])
    assert abs(analysis.curve[-1]) >= PROVEN


def test_a_game_without_moves_has_no_remarks() -> None:
    assert analyse(DVONN, DVONN.start(), []) == Analysis((), ())
    assert analyse(SIMPLE, SIMPLE.start(), ["resign"]) == Analysis((), ())
