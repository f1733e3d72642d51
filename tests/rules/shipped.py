"""The puzzles that games ship, and the proof that each has exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.mining import read
from pbm.rules.puzzles import Puzzle, puzzle_at
from tests.rules.plain import is_only_way

FILES = sorted(Path(rules.__file__).parent.glob("*/puzzles.txt"))

Shipped = tuple[AnyGame, Puzzle, str]


def shipped() -> Iterator[Shipped]:
    """Each puzzle with its game and its origin."""
    for file in FILES:
        for line in file.read_text("utf-8").splitlines():
            ruleset, puzzle, origin = read(line)
            yield rules.games()[f"{file.parent.name}/{ruleset}"], puzzle, origin


def digest() -> str:
    """A digest of all puzzles. ``tests/trials/README.md`` has that of the proven ones."""
    return sha256(b"".join(file.read_bytes() for file in FILES)).hexdigest()[:12]


def prove(game: AnyGame, puzzle: Puzzle) -> None:
    assert is_only_way(game, puzzle), puzzle
    assert puzzle_at(game, game.decode(puzzle.position)) == puzzle
