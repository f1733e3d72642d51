"""The moves that each level chooses in a few positions of every rule set, as they were recorded.

``pbm audit --programs`` computes the moves of programs again if they were played by the present
version of the engines. So an engine that plays another move needs another version.

``PBM_RECORD=1 python -m pytest tests/rules/test_engine_moves.py`` records the moves again, for a
new game or a new version.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbm import rules
from pbm.rules.engines import VERSION, choose, engine_of
from pbm.rules.search import Limits
from tests.rules.playouts import SPECS, turns

RECORDED = Path(__file__).with_name("engine_moves.txt")
NODES = 60
"""The most nodes that a search visits after its first ply."""

SEED = 7
POSITIONS = 3

ADVICE = """
A program of {spec}, level {level}, now plays {move} instead of {recorded} at
    {position}
If that is wanted, raise VERSION in rules/engines.py, or else the audit finds fault with games that
are already played. Then record the moves again: see the beginning of this file.
"""


class Choice(NamedTuple):
    spec: str
    level: str
    position: str
    move: str

    @property
    def written(self) -> str:
        return " | ".join(self)


def recorded() -> tuple[int, list[Choice]]:
    """Return the recorded version of the engines, and their choices."""
    version, *lines = RECORDED.read_text(encoding="utf-8").splitlines()
    return int(version.removeprefix("version ")), [Choice(*line.split(" | ")) for line in lines]


def chosen(spec: str, level: int, position: str) -> Choice:
    """Return the choice of a level in this position, without the game's past."""
    game = rules.games()[spec]
    state = game.decode(position)
    found = choose(game, state, engine_of(game).levels[level - 1], SEED, Limits(nodes=NODES))
    return Choice(spec, str(level), position, game.format(state, found.move))


def choices() -> Iterator[Choice]:
    """Yield the choice of every level in some positions from all parts of a random game."""
    for spec in SPECS:
        game = rules.games()[spec]
        played = [state for state, _ in turns(spec, seed=1)]
        for part in range(POSITIONS):
            position = game.encode(played[(2 * part + 1) * len(played) // (2 * POSITIONS)])
            for level in range(1, len(engine_of(game).levels) + 1):
                yield chosen(spec, level, position)


def record() -> None:
    lines = (f"{each.written}\n" for each in choices())
    RECORDED.write_text(f"version {VERSION}\n{''.join(lines)}", encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def recorded_if_asked() -> None:
    if os.environ.get("PBM_RECORD"):
        record()


def test_the_moves_are_those_of_the_present_version() -> None:
    assert recorded()[0] == VERSION, "record the moves again: see the beginning of this file"


def test_every_rule_set_is_recorded() -> None:
    assert {each.spec for each in recorded()[1]} == set(SPECS)


@pytest.mark.parametrize("spec", SPECS)
def test_every_level_plays_what_its_version_says(spec: str) -> None:
    for each in recorded()[1]:
        if each.spec == spec:
            move = chosen(spec, int(each.level), each.position).move
            advice = ADVICE.format(**{**each._asdict(), "move": move}, recorded=each.move)
            assert move == each.move, advice
