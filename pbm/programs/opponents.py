"""Players of a match without a process of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from pbm.base.errors import PermanentFailure
from pbm.core.games import AnyGame, Level, Limits, RulesError, choose, spec

GREEDY = Level(depth=1, wary=False)
"""The level of a player that looks only at the position right after its own move."""


class ForfeitError(PermanentFailure):
    """A player has no legal move to offer, and loses the game."""


class IllegalMoveError(ForfeitError):
    """A player's move is illegal. text: the move. reason: the rule that it breaks."""

    def __init__(self, text: str, reason: RulesError) -> None:
        super().__init__(f'"{text}" is an illegal move: {reason}')
        self.text, self.reason = text, reason


@dataclass(frozen=True)
class Position:
    """A game of a match, before its next move.

    start: the state at the beginning.
    moves: the moves since the beginning, in the usual notation, without passes.
    """

    game: AnyGame
    start: Any
    state: Any
    moves: tuple[str, ...] = ()

    def after(self, text: str) -> Position:
        """:raises IllegalMoveError: if the move is illegal"""
        try:
            made = self.game.make(self.state, text)
        except RulesError as error:
            raise IllegalMoveError(text, error) from error
        return replace(self, state=made.after, moves=(*self.moves, made.printed))


class Opponent(Protocol):
    """A player of a match."""

    def choose(self, at: Position, seed: int) -> str:
        """Return a move. seed: the seed of this game of the match.

        :raises ForfeitError: if there is no move
        """


@dataclass(frozen=True)
class Program:
    """A program that searches; ``limits`` restrict its level."""

    level: Level
    limits: Limits

    def choose(self, at: Position, seed: int) -> str:
        found = choose(at.game, at.state, self.level, seed, self.limits)
        return at.game.format(at.state, found.move)


class Chance:
    """Plays any legal move."""

    def choose(self, at: Position, seed: int) -> str:
        random = Random(f"{spec(at.game)} {seed} {len(at.moves)}")  # noqa: S311 (no secret)
        moves = list(at.game.legal_moves(at.state))
        return at.game.format(at.state, moves[int(random.random() * len(moves))])
