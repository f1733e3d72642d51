"""The interface of engines: the knowledge about a game that a search needs to play it.

An engine is pure, as a game is. For speed it never checks a move: a search tries only moves that
the engine itself has listed. The game checks the move that is played.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from .game import M, Seat

PROVEN = 1_000_000
"""Values from here on are proven wins of the first seat; those from ``-PROVEN`` down, losses."""

WON = PROVEN + 1_000
"""The value of a won game. A win that is n plies away is worth n less."""

PIECE = 10
"""Each piece by which the winner is ahead adds this to the value of a win."""

CARELESS = 70
"""How careless the first level is. Who plays every other move at random and looks one ply ahead
otherwise wins 52 to 80 of 100 games against it; chance alone wins 0 to 46.
"""

P = TypeVar("P", bound=Hashable)


S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)


class Level(NamedTuple):
    """A level of play, which does not depend on time.

    depth: how many plies are searched, however many nodes that takes.
    nodes: the most nodes that are visited to search still deeper.
    noise: the largest error that is added to the value of a move, unless it is proven.
    width: how many moves are followed from a position after the first ply; 0 for all.
    wary: whether the program sees that the other side can win at once after a move.
    simulations: how many games are simulated to compare moves; 0 for a search without them.
    careless: how many of a hundred moves are any legal ones, as of somebody who has just begun.
    """

    depth: int
    nodes: int = 0
    noise: int = 0
    width: int = 0
    wary: bool = True
    simulations: int = 0
    careless: int = 0


class Engine(Protocol[S_contra, M, P]):
    """One rule set as a search sees it.

    Positions are hashable values of any kind. Equal positions have equal values; the past that
    repetition rules need is not compared. All values are seen from the first seat.

    levels: the five levels of a program, the weakest first.
    is_sudden: whether ``wins_at_once`` is exact, so that wins in a few moves can be proven with it.
    """

    levels: Sequence[Level]
    is_sudden: bool

    def position(self, state: S_contra) -> P: ...

    def side(self, position: P) -> Seat | None:
        """Return whose turn it is, after any forced passes; None when the game is over."""

    def moves(self, position: P, merits: Mapping[M, int]) -> Iterable[M]:
        """Return every legal move, the most promising first.

        merits: how useful moves have been elsewhere in this search, for a few of them.
        """

    def after(self, position: P, move: M) -> P:
        """Return the position after a legal move and the forced pass that it may cause."""

    def ended(self, position: P) -> int:
        """Return the value of a position where the game is over: 0, or ``WON`` for the winner.

        ``PIECE`` is added for each piece by which the winner is ahead, in a game that counts them.
        """

    def wins_at_once(self, position: P) -> bool:
        """Return whether the side to move can win with its next move.

        False may also mean that this is not known; a search to depth 1 finds every such win.
        """

    def value(self, position: P) -> int:
        """Estimate the value of a position where the game goes on."""

    def deepest(self, position: P) -> int:
        """Return the depth in plies beyond which a search from this position is not worthwhile."""


def margin(value: int) -> int:
    """Return how many pieces the first seat is ahead in a game that ended with this value."""
    pieces = max(abs(value) - WON, 0) // PIECE
    return pieces if value > 0 else -pieces
