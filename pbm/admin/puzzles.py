"""Puzzles for the operator: mining them from games, and proving stored ones again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbm.app.application import App
from pbm.core.choices import OFF, Choice
from pbm.core.games import (
    AnyGame,
    Puzzle,
    RulesError,
    TooFarError,
    own_game,
    puzzle_at,
    puzzle_in,
    spec,
)
from pbm.core.model import Match
from pbm.core.puzzles import KeptPuzzle
from pbm.store.protocol import Transaction


class Mined(NamedTuple):
    """A puzzle that was found, and where."""

    spec: str
    puzzle: Puzzle
    origin: str


def from_programs(game: AnyGame, games: int, level: int, seed: int) -> Iterator[Mined]:
    """Yield the puzzles in games that a program plays against itself, one for each seed."""
    for each in range(seed, seed + games):
        found = puzzle_in(game, own_game(game, level, each))
        if found:
            yield Mined(spec(game), found[1], f"level {level}, seed {each}, ply {found[0]}")


def from_finished_games(app: App, game: AnyGame) -> Iterator[Mined]:
    """Yield the puzzles in games that ended here, unless their position is on a running board.

    Games that are private, or that one of the players hides, are left out.
    """
    with app.store.reading() as tx:
        of_game = [each for each in tx.matches.list(game.name) if each.spec == spec(game)]
        matches = [each for each in of_game if _may_be_used(tx, each)]
        standing = {each.position for each in tx.matches.running(spec(game))}
    for match in matches:
        with app.store.reading() as tx:
            plies = app.repository.read(tx, match).plies
        found = puzzle_in(game, [*plies])
        if found and found[1].position not in standing:
            yield Mined(spec(game), found[1], f"board {match.board}, ply {found[0]}")


def _may_be_used(tx: Transaction, match: Match) -> bool:
    if match.private or not match.finished or match.is_early:
        return False
    players = map(tx.players.get, match.players)
    return all(each.settings.get(Choice.PUBLIC) != OFF for each in players)


def fault_of(kept: KeptPuzzle) -> str:
    """Return what is wrong with a puzzle; "" if a search finds it again as it is stored."""
    try:
        found = puzzle_at(kept.game, kept.game.decode(kept.puzzle.position))
    except RulesError as error:
        return f"its position cannot be read: {error}"
    except TooFarError:
        return "its end is too far away to be proven"
    if found is None:
        return "no move wins, or several do"
    return "" if found == kept.puzzle else f"its solution is {'; '.join(found.line)}"
