"""Whole games with their analysis, and the proof of each remark by the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.analysis import Analysis, Remark, RemarkKind, analyse
from pbm.rules.endings import Endings
from pbm.rules.engine import margin
from pbm.rules.engines import engine_of
from pbm.rules.game import Outcome, Seat
from pbm.rules.mining import own_game
from pbm.rules.play import Ply, replay
from tests.rules.gyges.test_pbmserv_help import sample
from tests.rules.plain import Plain

CLASSIC, DVONN = rules.games()["gyges/classic"], rules.games()["dvonn/standard"]
PLAYED = Path(__file__).with_name("vectors") / "dvonn_games.txt"
ENOUGH = 50_000
"""The most positions that are visited to find the value of a position near the end."""


class Game(NamedTuple):
    """A game to analyse. moves: a function, because an engine needs seconds for some games."""

    name: str
    rules: AnyGame
    moves: Callable[[], Sequence[str]]


def games() -> Iterator[Game]:
    yield Game("pbmserv help", CLASSIC, lambda: [move for move, _ in sample()])
    for level, seed in ((1, 2), (2, 1), (2, 2), (2, 3), (3, 1)):
        yield Game(f"level {level}, seed {seed}", CLASSIC, partial(_own_moves, level, seed))
    for number in (0, 30, 31, 32, 33):
        yield Game(f"dvonn {number + 1}", DVONN, partial(_recorded_moves, number))


def _own_moves(level: int, seed: int) -> Sequence[str]:
    return [ply.text for ply in own_game(CLASSIC, level, seed)]


def _recorded_moves(number: int) -> Sequence[str]:
    with PLAYED.open() as file:
        lines = [line for line in file if not line.startswith("#")]
    return lines[number].partition("|")[2].replace("PASS", "pass").split()


@cache
def analysed(name: str) -> tuple[Sequence[Ply[Any, Any]], Analysis]:
    """The plies of a game, and the remarks on them."""
    game = next(each for each in games() if each.name == name)
    start, moves = game.rules.start(), game.moves()
    return replay(game.rules, start, moves).plies, analyse(game.rules, start, moves)


def after(game: AnyGame, state: Any, moves: Sequence[str]) -> Any:
    return replay(game, state, moves).state


def prove_remarks(game: Game) -> int:
    """Return how many remarks there are, after each was proven."""
    plies, analysis = analysed(game.name)
    check = _check_ending if game.rules is DVONN else _check_sudden
    for remark in analysis.remarks:
        check(plies[remark.ply - 1], remark)
    return len(analysis.remarks)


def _check_sudden(ply: Ply[Any, Any], remark: Remark) -> None:
    mine, theirs = Plain(CLASSIC, ply.seat), Plain(CLASSIC, ply.seat.other)
    better = after(CLASSIC, ply.before, remark.better[:1])
    if remark.kind is RemarkKind.MISSED:
        assert mine.wins(better, remark.moves - 1)
        assert not mine.wins(ply.after, remark.moves - 1)
        won = CLASSIC.outcome(after(CLASSIC, ply.before, remark.better))
        assert won and won.winner is ply.seat
    else:
        assert remark.kind is RemarkKind.LET_IN
        assert theirs.wins(ply.after, remark.moves)
        assert not theirs.wins(better, remark.moves)
        lost = CLASSIC.outcome(after(CLASSIC, ply.after, remark.punished))
        assert lost and lost.winner is not ply.seat


def _check_ending(ply: Ply[Any, Any], remark: Remark) -> None:
    engine = engine_of(DVONN)
    endings, position = Endings(engine, ENOUGH), engine.position(ply.before)
    best, played = endings.value(position), endings.value_of(position, ply.move)
    _check_score(ply.before, ply.seat, margin(best))
    _check_score(ply.after, ply.seat, margin(played))
    _check_score(after(DVONN, ply.before, remark.better), ply.seat, margin(best))
    assert remark.pieces == margin(best) - margin(played)
    is_worse = _sign(margin(best)) > _sign(margin(played))
    assert remark.kind is (RemarkKind.WORSE if is_worse else RemarkKind.COSTLY)
    assert is_worse or remark.pieces > 3


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _check_score(state: Any, seat: Seat, pieces: int) -> None:
    """Check by the rules alone that a side wins by exactly ``pieces`` pieces with best play."""
    for wanted, reached in ((pieces, True), (pieces + 1, False)):

        def enough(outcome: Outcome, least: int = wanted) -> bool:
            assert outcome.score
            first, second = outcome.score
            return (first - second if seat is Seat.FIRST else second - first) >= least

        assert Plain(DVONN, seat, enough).wins(state) == reached


def prove_that_no_win_is_passed_over(game: Game) -> None:
    """Fail unless exactly the plies of Gyges that missed a win in one have this remark."""
    plies, analysis = analysed(game.name)
    told = {each.ply: each for each in analysis.remarks if each.moves == 1}
    for ply in plies:
        missed = Plain(CLASSIC, ply.seat).wins(ply.before, 1) and not CLASSIC.outcome(ply.after)
        remark = told.get(ply.number)
        assert (remark is not None and remark.kind is RemarkKind.MISSED) == missed
