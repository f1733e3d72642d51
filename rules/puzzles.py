"""Puzzles: positions in which exactly one move wins. Finding them, and judging answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NamedTuple

from . import AnyGame
from .endings import Endings
from .engine import Level
from .engines import choose, engine_of
from .game import M, S
from .play import Ply, play_line, replay
from .proofs import Prover
from .search import DEEPEST, UNLIMITED, Limits

_ENDING = 1_500
"""The most positions that are visited to search a puzzle to the end of the game."""

_FEWEST_MOVES = 3
"""With fewer legal moves than this, a puzzle would be too easy to guess."""

_MOST_FOUND = 4
"""The most moves that have to be found in a puzzle."""

_REFUTING = Level(depth=2, width=8)


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins, and how the game is won from there.

    position: as the game encodes it. The past does not matter.
    line: the moves that have to be found, each followed by the answer of the other side, in the
        usual notation. Forced passes are left out.
    """

    position: str
    line: tuple[str, ...]


class Verdict(StrEnum):
    """Whether a move is right, right as far as it goes, or wrong; SHOWN: it was not asked for."""

    RIGHT = "right"
    SO_FAR = "so_far"
    WRONG = "wrong"
    SHOWN = "shown"


class Judgement(NamedTuple, Generic[S, M]):
    """The verdict on a move, the plies that were played because of it, and the state after them.

    plies: the move and, unless it is the last one, the answer of the other side.
    """

    verdict: Verdict
    plies: tuple[Ply[S, M], ...]
    state: S


def puzzle_at(game: AnyGame, state: Any) -> Puzzle | None:
    """Return the puzzle of a position where somebody is to move; None if there is none.

    Only one move may win; moves that lead to the same pieces on the board count as one.

    :raises TooFarError: in a game that is won by a score, if its end is too far away
    """
    position = game.encode(state)
    state = game.decode(position)
    if game.to_move(state) is None or len(_by_effect(game, state, game.legal_moves(state))) < (
        _FEWEST_MOVES
    ):
        return None
    find = _sudden if engine_of(game).is_sudden else _ending
    line = tuple(find(game, state))
    return Puzzle(position, line) if line else None


def _by_effect(game: AnyGame, state: Any, moves: Iterable[Any]) -> dict[Any, Any]:
    """Return the first of the moves with each effect on the board."""
    found: dict[Any, Any] = {}
    for move in moves:
        found.setdefault(game.arrangement_after(state, move), move)
    return found


def _sudden(game: AnyGame, state: Any) -> Iterator[str]:
    """Yield the line of a win in one or in two; nothing if there is none, or several."""
    prover, position = Prover(engine_of(game)), engine_of(game).position(state)
    is_at_once = prover.wins_within(position, 1)
    wins = prover.wins_in_one(position) if is_at_once else prover.wins_in_two(position)
    found = _by_effect(game, state, wins)
    if len(found) == 1:
        (first,) = found.values()
        line = (first,) if is_at_once else prover.line_from(position, first)
        for move in line:
            yield game.format(state, move)
            state = game.apply(state, move)


def _ending(game: AnyGame, state: Any) -> Iterator[str]:
    """Yield the line of the only move that wins at the end of a game, and of further such moves.

    :raises TooFarError: if the end is too far away
    """
    endings, solver = Endings(engine_of(game), _ENDING), game.to_move(state)
    answer = ""
    for _ in range(_MOST_FOUND):
        only = _only_winning(game, state, endings)
        if only is None:
            return
        if answer:
            yield answer
        yield game.format(state, only)
        state = game.apply(state, only)
        answer = ""
        if game.to_move(state) is None:
            return
        if game.to_move(state) is not solver:
            best = endings.best(engine_of(game).position(state))
            answer = game.format(state, best)
            state = game.apply(state, best)
        if game.to_move(state) is not solver:
            return


def _only_winning(game: AnyGame, state: Any, endings: Endings[Any, Any, Any]) -> Any:
    """Return the only move that wins; None if there is none, or several.

    :raises TooFarError: if the end is too far away
    """
    position = endings.engine.position(state)
    moves = _by_effect(game, state, game.legal_moves(state)).values()
    wins = [move for move in moves if endings.value_of(position, move, 0, 1) > 0]
    return wins[0] if len(wins) == 1 < len(moves) else None


def judge(game: AnyGame, puzzle: Puzzle, found: int, text: str) -> Judgement[Any, Any]:
    """Judge a move of the side that is to win.

    found: how many moves of the puzzle were found before.

    :raises RulesError: if the move cannot be played
    """
    steps = _steps(game, puzzle)
    wanted, *behind = steps[found]
    played = play_line(game, wanted.before, text)
    tried, after = played[0], played[-1].after
    effects = {game.arrangement_after(wanted.before, ply.move) for ply in (wanted, tried)}
    is_last, outcome = found + 1 == len(steps), game.outcome(after)
    has_won = outcome is not None and outcome.winner is tried.seat
    if is_last and (len(effects) == 1 or has_won):
        return Judgement(Verdict.RIGHT, played, after)
    if len(effects) == 1:
        return Judgement(Verdict.SO_FAR, (tried, *behind), steps[found + 1][0].before)
    answered = game.to_move(after) is tried.seat.other
    answer = _refutation(game, after) if answered else ()
    return Judgement(Verdict.WRONG, (*played, *answer), (*played, *answer)[-1].after)


def solution(game: AnyGame, puzzle: Puzzle, found: int) -> Judgement[Any, Any]:
    """Return the moves of a puzzle that are left after ``found`` moves were found."""
    plies = tuple(ply for step in _steps(game, puzzle)[found:] for ply in step)
    return Judgement(Verdict.SHOWN, plies, plies[-1].after)


def moves_to_find(game: AnyGame, puzzle: Puzzle) -> int:
    return len(_steps(game, puzzle))


def state_at(game: AnyGame, puzzle: Puzzle, found: int) -> Any:
    """Return the state of a puzzle after ``found`` moves were found."""
    return _steps(game, puzzle)[found][0].before


def other_move(game: AnyGame, puzzle: Puzzle, found: int) -> str:
    """Return a legal move that is not the one to be found, as an example of the notation."""
    wanted = _steps(game, puzzle)[found][0]
    state, effect = wanted.before, game.arrangement_after(wanted.before, wanted.move)
    return next(
        game.format(state, move)
        for move in game.legal_moves(state)
        if game.arrangement_after(state, move) != effect
    )


def _steps(game: AnyGame, puzzle: Puzzle) -> list[list[Ply[Any, Any]]]:
    """Return each ply that has to be found, with the plies up to the next one to be found."""
    steps: list[list[Ply[Any, Any]]] = []
    for ply in replay(game, game.decode(puzzle.position), puzzle.line).plies:
        if not steps or (ply.seat is steps[0][0].seat and not ply.automatic):
            steps.append([])
        steps[-1].append(ply)
    return steps


def _refutation(game: AnyGame, state: Any) -> tuple[Ply[Any, Any], ...]:
    """Return a good answer to a wrong move."""
    is_sudden = engine_of(game).is_sudden
    level, limits = (_REFUTING, UNLIMITED) if is_sudden else (Level(DEEPEST), Limits(_ENDING))
    found = choose(game, state, level, limits=limits)
    return play_line(game, state, game.format(state, found.move))
