"""Puzzles: only one move wins, by a plain search, and answers are judged by the rules."""

from __future__ import annotations

from typing import Any

import pytest

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.endings import TooFarError
from pbm.rules.errors import RulesError
from pbm.rules.mining import own_game, read, write
from pbm.rules.puzzles import Puzzle, Verdict, judge, moves_to_find, other_move, puzzle_at, state_at
from tests.rules.plain import Plain, by_effect, is_only_way, to_find, written

CLASSIC, DVONN = rules.games()["gyges/classic"], rules.games()["dvonn/standard"]

IN_ONE = Puzzle("2.313./.2..../....../31..../.22.../...131 n", ("61-52-32-31-S",))
IN_TWO = Puzzle(
    "2..3../...1.2/....2./.1.32./...31./3..1.. s", ("14x24=42", "64x45=65", "11-32-42-N")
)
ENDING = Puzzle(
    "........./........../.......[brw]w[wb]r/......bw[wb][bbw]/......[bw][brwb]. b",
    ("G2-H2", "H3-K3", "H2-J2"),
)
PUZZLES = [(CLASSIC, IN_ONE), (CLASSIC, IN_TWO), (DVONN, ENDING)]


def solve(game: AnyGame, puzzle: Puzzle) -> list[Verdict]:
    """Return the verdicts on the moves of the puzzle's own line."""
    own = [text for text, mover in written(game, puzzle) if mover]
    return [judge(game, puzzle, found, text).verdict for found, text in enumerate(own)]


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_puzzle_is_found_in_its_position(game: AnyGame, puzzle: Puzzle) -> None:
    assert puzzle_at(game, game.decode(puzzle.position)) == puzzle


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_only_one_move_of_a_puzzle_wins(game: AnyGame, puzzle: Puzzle) -> None:
    assert is_only_way(game, puzzle)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_plain_search_notices_a_wrong_solution(game: AnyGame, puzzle: Puzzle) -> None:
    assert not is_only_way(game, Puzzle(puzzle.position, (other_move(game, puzzle, 0),)))


def _start() -> Any:
    """Return the state of a game in which both sides have placed their rings."""
    return CLASSIC.make(CLASSIC.make(CLASSIC.start(), "231123").after, "321123").after


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_line_of_a_puzzle_is_right(game: AnyGame, puzzle: Puzzle) -> None:
    *before, last = solve(game, puzzle)
    assert last is Verdict.RIGHT
    assert set(before) <= {Verdict.SO_FAR}
    assert moves_to_find(game, puzzle) == len(before) + 1


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_answer_to_a_move_that_is_right_so_far_leads_to_the_next_one(
    game: AnyGame, puzzle: Puzzle
) -> None:
    for found in range(moves_to_find(game, puzzle) - 1):
        judged = judge(game, puzzle, found, to_find(game, puzzle, found))
        assert judged.state == state_at(game, puzzle, found + 1)
        assert judged.plies[-1].after == judged.state


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_every_other_move_is_wrong(game: AnyGame, puzzle: Puzzle) -> None:
    state = state_at(game, puzzle, 0)
    right = game.arrangement_after(state, game.parse(state, to_find(game, puzzle, 0)))
    others = [move for effect, move in by_effect(game, state).items() if effect != right]
    for move in others[:: max(1, len(others) // 8)]:
        judged = judge(game, puzzle, 0, game.format(state, move))
        assert judged.verdict is Verdict.WRONG
        assert judged.state == judged.plies[-1].after


def test_a_wrong_move_is_answered_so_that_the_win_is_gone() -> None:
    state = state_at(CLASSIC, IN_TWO, 0)
    solver = CLASSIC.to_move(state)
    assert solver is not None
    judged = judge(CLASSIC, IN_TWO, 0, other_move(CLASSIC, IN_TWO, 0))
    assert len(judged.plies) == 2
    assert not Plain(CLASSIC, solver).wins(judged.state, 1)


def test_another_way_to_win_at_once_is_right() -> None:
    last = moves_to_find(CLASSIC, IN_TWO) - 1
    state = state_at(CLASSIC, IN_TWO, last)
    solver = CLASSIC.to_move(state)
    wins = [
        move
        for move in CLASSIC.legal_moves(state)
        if (end := CLASSIC.outcome(CLASSIC.apply(state, move))) and end.winner is solver
    ]
    verdicts = {judge(CLASSIC, IN_TWO, last, CLASSIC.format(state, move)).verdict for move in wins}
    assert verdicts == {Verdict.RIGHT}


def test_an_illegal_move_is_not_judged() -> None:
    with pytest.raises(RulesError):
        judge(CLASSIC, IN_ONE, 0, "11-66")


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_example_of_a_move_is_legal_and_not_the_solution(game: AnyGame, puzzle: Puzzle) -> None:
    judged = judge(game, puzzle, 0, other_move(game, puzzle, 0))
    assert judged.verdict is Verdict.WRONG


def test_a_position_in_which_several_moves_win_is_no_puzzle() -> None:
    assert puzzle_at(CLASSIC, _start()) is None


def test_a_position_far_from_a_counted_end_is_no_puzzle() -> None:
    with pytest.raises(TooFarError):
        puzzle_at(DVONN, DVONN.start("random", 1))


def test_a_line_of_a_file_is_read_as_it_waswritten() -> None:
    line = write("classic", IN_TWO, "level 1, seed 11, ply 11")
    assert read(line) == ("classic", IN_TWO, "level 1, seed 11, ply 11")
    with pytest.raises(ValueError, match="unpack"):
        read("classic\t11-22")


def test_a_game_of_a_program_against_itself_depends_on_its_seed_alone() -> None:
    one, again, other = (own_game(CLASSIC, 1, seed) for seed in (1, 1, 2))
    assert one == again != other
    assert CLASSIC.outcome(one[-1].after)
