"""Whole games are analysed, and every remark is proven again by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.mark import ParameterSet

import rules
from rules import AnyGame
from rules.analysis import Analysis, Remark, RemarkKind, analyse
from rules.endings import Endings
from rules.engine import margin
from rules.engines import engine_of
from rules.game import Outcome, Seat
from rules.mining import own_game
from rules.play import Ply, replay
from tests.rules.gyges.test_source_000 import sample
from tests.rules.plain import Plain

CLASSIC, DVONN = rules.games()["gyges/classic"], rules.games()["dvonn/standard"]
PLAYED = Path(__file__).with_name("vectors") / "dvonn_games.txt"
ENOUGH = 50_000
"""How many positions may be visited to find the value of one near the end."""


class Game(NamedTuple):
    name: str
    rules: AnyGame
    moves: Sequence[str]


def games() -> Iterator[Game]:
    yield Game("source 000", CLASSIC, [move for move, _ in sample()])
    for level, seed in ((1, 2), (2, 1), (2, 2), (2, 3), (3, 1)):
        plies = own_game(CLASSIC, level, seed)
        yield Game(f"level {level}, seed {seed}", CLASSIC, [ply.text for ply in plies])
    with PLAYED.open() as file:
        lines = (line for line in file if not line.startswith("#"))
        for number, line in enumerate(islice(lines, 5), 1):
            moves = line.partition("|")[2].replace("PASS", "pass").split()
            yield Game(f"dvonn {number}", DVONN, moves)


FAST = ("source 000", "level 2, seed 1")


def marked(game: Game) -> ParameterSet:
    marks = () if game.name in FAST else pytest.mark.slow
    return pytest.param(game, id=game.name, marks=marks)


GAMES = [marked(each) for each in games()]
OF_GYGES = [marked(each) for each in games() if each.rules is CLASSIC]


@cache
def _analysed(name: str) -> tuple[Sequence[Ply[Any, Any]], Analysis]:
    game = next(each for each in games() if each.name == name)
    start = game.rules.start()
    plies = replay(game.rules, start, game.moves).plies
    return plies, analyse(game.rules, start, game.moves)


def analysed(game: Game) -> tuple[Sequence[Ply[Any, Any]], Analysis]:
    return _analysed(game.name)


def after(game: AnyGame, state: Any, moves: Sequence[str]) -> Any:
    return replay(game, state, moves).state


@pytest.mark.parametrize("game", GAMES)
def test_every_remark_is_true(game: Game) -> None:
    plies, analysis = analysed(game)
    for remark in analysis.remarks:
        ply = plies[remark.ply - 1]
        check = _check_ending if game.rules is DVONN else _check_sudden
        check(ply, remark)


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
    """Check by the rules alone that a side gets exactly this many pieces more, with best play."""
    for wanted, reached in ((pieces, True), (pieces + 1, False)):

        def enough(outcome: Outcome, least: int = wanted) -> bool:
            assert outcome.score
            first, second = outcome.score
            return (first - second if seat is Seat.FIRST else second - first) >= least

        assert Plain(DVONN, seat, enough).wins(state) == reached


@pytest.mark.parametrize("game", OF_GYGES)
def test_no_win_in_one_is_passed_over(game: Game) -> None:
    plies, analysis = analysed(game)
    told = {each.ply: each for each in analysis.remarks if each.moves == 1}
    for ply in plies:
        missed = Plain(CLASSIC, ply.seat).wins(ply.before, 1) and not CLASSIC.outcome(ply.after)
        remark = told.get(ply.number)
        assert (remark is not None and remark.kind is RemarkKind.MISSED) == missed


def test_south_missed_a_win_in_two_moves_in_the_sample_game() -> None:
    _, analysis = _analysed("source 000")
    last = analysis.remarks[-1]
    assert (last.ply, last.kind, last.moves) == (13, RemarkKind.MISSED, 2)
