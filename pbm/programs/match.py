"""Matches between two programs: each opening is played twice, with colours reversed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbm.core.games import AnyGame, Seat
from pbm.programs.opponents import Chance, ForfeitError, Opponent, Position
from pbm.programs.tally import Tally

RANDOM_PLIES = 2
"""How many moves at the beginning of each game are played at random."""

LONGEST = 400
"""The number of plies after which a game is drawn."""

NONE_YET = Tally()


class Finished(NamedTuple):
    """A finished game of a match.

    tally: the tally including this game. forfeit: why the loser forfeited the game; None if nobody
    did.
    """

    tally: Tally
    forfeit: ForfeitError | None = None


def play_match(
    game: AnyGame,
    players: Sequence[Opponent],
    games: int,
    seed: int = 0,
    so_far: Tally = NONE_YET,
) -> Iterator[Finished]:
    """Play games of two players, and yield each as it ends.

    seed: determines the openings and the noise. so_far: the result of the games that were played
        already, the first ones of ``games``; they are not played again.
    """
    one, other = players
    tally = so_far
    for number in range(so_far.games, games):
        seat, board = Seat(number % 2), seed * games + number
        winner, forfeit = _played(
            opening(game, board - number % 2), {seat: one, seat.other: other}, board
        )
        tally = tally.plus(None if winner is None else winner is seat)
        yield Finished(tally, forfeit)


def opening(game: AnyGame, seed: int) -> Position:
    """Return a game after some random moves."""
    at = Position(game, game.start(), game.start())
    for _ in range(RANDOM_PLIES):
        at = at.after(Chance().choose(at, seed))
    return at


def _played(
    at: Position, players: Mapping[Seat, Opponent], board: int
) -> tuple[Seat | None, ForfeitError | None]:
    """Play a game to its end. Return the winner, and why the loser forfeited the game, if so."""
    while (seat := at.game.to_move(at.state)) and at.game.plies(at.state) < LONGEST:
        try:
            at = at.after(players[seat].choose(at, board))
        except ForfeitError as error:
            return seat.other, error
    outcome = at.game.outcome(at.state)
    return outcome.winner if outcome else None, None
